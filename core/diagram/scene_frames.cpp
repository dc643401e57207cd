// Frames of open groups around what is drawn of them.
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/diagram/label.h"
#include "core/diagram/scene_builder.h"

namespace qdqlens {

/// The innermost framed group of each box. A stub stands in a frame if the box that it hangs on does, and
/// what it stands for too; a port wherever its box does. Graph inputs and outputs are in none.
std::vector<GroupId> SceneBuilder::framesOfBoxes() const {
    const Grouping& grouping = *view_.grouping();
    std::vector<GroupId> frame_of(scene_.boxes.size(), kNoGroup);
    for (const auto& [vertex, box] : box_of_) {
        frame_of[box] = view_.frameOf(VertexId{vertex});
    }
    const auto common = [&](GroupId a, GroupId b) {
        while (a != b) {
            if (a == kNoGroup || b == kNoGroup) {
                return kNoGroup;
            }
            GroupId& deeper = grouping.group(a).depth >= grouping.group(b).depth ? a : b;
            deeper = grouping.group(deeper).parent;
        }
        while (a != kNoGroup && !view_.framed(a)) {
            a = grouping.group(a).parent;
        }
        return a;
    };
    std::vector<char> met(scene_.boxes.size(), 0);
    const auto hang = [&](std::uint32_t stub, std::uint32_t box) {
        if (scene_.boxes[stub].kind == BoxKind::kStub) {
            frame_of[stub] = met[stub] == 0 ? frame_of[box] : common(frame_of[stub], frame_of[box]);
            met[stub] = 1;
        }
    };
    for (const Edge& edge : scene_.edges) {
        hang(edge.from, edge.to);
        hang(edge.to, edge.from);
    }
    for (std::uint32_t b = 0; b < first_port_; ++b) {
        const Box& box = scene_.boxes[b];
        if (box.kind == BoxKind::kStub) {
            const GroupId beyond = box.node == kNoNode ? kNoGroup : view_.frameOf(view_.vertexOf(box.node));
            frame_of[b] = common(frame_of[b], beyond);
        }
    }
    return frame_of;
}

void SceneBuilder::addFrames() {
    if (view_.frames().empty()) {
        return;
    }
    const Grouping& grouping = *view_.grouping();
    const std::vector<GroupId> frame_of = framesOfBoxes();
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> boxes;
    for (std::uint32_t b = 0; b < scene_.boxes.size(); ++b) {
        for (GroupId around = frame_of[b]; around != kNoGroup; around = grouping.group(around).parent) {
            if (view_.framed(around)) {
                boxes[index(around)].push_back(b);
            }
        }
    }
    std::unordered_map<std::uint32_t, std::uint32_t> at;  // Group → index into Scene.groups.
    for (const GroupId id : view_.frames()) {
        const auto inside = boxes.find(index(id));
        if (inside == boxes.end()) {
            continue;
        }
        Group group;
        group.id = fmt::format("g{}", index(id));
        group.name = showName(grouping.group(id).name).text;
        group.label = frameText(scope_, grouping, id);
        group.boxes = std::move(inside->second);
        group.ref = grouping.ref(id);
        for (GroupId around = grouping.group(id).parent; around != kNoGroup;
             around = grouping.group(around).parent) {
            if (const auto known = at.find(index(around)); known != at.end()) {
                group.parent = known->second;
                break;
            }
        }
        at.emplace(index(id), static_cast<std::uint32_t>(scene_.groups.size()));
        scene_.groups.push_back(std::move(group));
    }
}

}  // namespace qdqlens
