// Ports: where a value is used far away, a stub beside its producer says where it goes, and a stub beside its
// users says where it comes from.
#include <fmt/format.h>

#include <map>

#include "core/base/text.h"
#include "core/diagram/scene_builder.h"
#include "core/layout/whole/far_uses.h"
#include "core/qdq/query.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxPortText = 44;  ///< Code points.

std::string shownAs(const Box& box) {
    if (box.kind == BoxKind::kGroup && box.node == kNoNode) {
        return box.name;
    }
    return box.op.empty() ? box.name : fmt::format("{} {}", box.op, box.name.empty() ? box.ref : box.name);
}

}  // namespace

void SceneBuilder::addPorts() {
    std::vector<whole::ValueUse> uses;
    uses.reserve(scene_.edges.size());
    for (std::size_t i = 0; i < scene_.edges.size(); ++i) {
        uses.push_back({scene_.edges[i].from, scene_.edges[i].to, index(edge_value_[i])});
    }
    const auto boxes = static_cast<std::uint32_t>(scene_.boxes.size());
    const std::vector<whole::FarGroup> groups = whole::findFarUses(boxes, uses, {});
    // By value, so that one port beside the producer names all that is far.
    std::map<std::uint32_t, std::vector<std::uint32_t>> far_edges;
    for (const whole::FarGroup& group : groups) {
        auto& all = far_edges[group.value];
        all.insert(all.end(), group.uses.begin(), group.uses.end());
    }
    for (const auto& [value, edges] : far_edges) {
        const std::uint32_t from = scene_.edges[edges[0]].from;
        addEdge(from, outPort(from, ValueId{value}, edges), ValueId{value});
    }
    for (const whole::FarGroup& group : groups) {
        const Edge& first = scene_.edges[group.uses[0]];
        const std::uint32_t port = inPort(first.from, ValueId{group.value}, first.to);
        for (const std::uint32_t edge : group.uses) {
            scene_.edges[edge].from = port;
            scene_.edges[edge].to_stub = true;
        }
    }
}

std::uint32_t SceneBuilder::outPort(std::uint32_t from, ValueId value,
                                    const std::vector<std::uint32_t>& far_edges) {
    Box box = stub(value, outside(from));
    std::string text;
    if (far_edges.size() == 1) {
        const Box& user = scene_.boxes[scene_.edges[far_edges[0]].to];
        box.node = user.node;
        box.ref = user.ref;
        box.op = user.op;
        box.group = user.group;
        text = fmt::format("to {}", shownAs(user));
        box.tooltip = text;
    } else {
        text = fmt::format("to {} uses below", far_edges.size());
        box.tooltip = fmt::format("{} → {} uses:", box.name, far_edges.size());
        constexpr std::size_t kNamed = 12;
        for (std::size_t i = 0; i < std::min(kNamed, far_edges.size()); ++i) {
            box.tooltip += (i == 0 ? " " : ", ") + shownAs(scene_.boxes[scene_.edges[far_edges[i]].to]);
        }
        box.tooltip += far_edges.size() > kNamed ? ", …" : "";
    }
    box.lines = {{elideMiddle(text, kMaxPortText), LineRole::kNote}};
    scene_.boxes.push_back(std::move(box));
    return static_cast<std::uint32_t>(scene_.boxes.size()) - 1;
}

std::uint32_t SceneBuilder::inPort(std::uint32_t from, ValueId value, std::uint32_t first_user) {
    const Box& producer = scene_.boxes[from];
    Box box = stub(value, outside(first_user));
    box.node = producer.node;
    box.ref = producer.ref;
    box.op = producer.op;
    box.group = producer.group;
    box.tooltip = fmt::format("from {}", shownAs(producer));
    box.lines = {{elideMiddle(box.tooltip, kMaxPortText), LineRole::kNote}};
    scene_.boxes.push_back(std::move(box));
    return static_cast<std::uint32_t>(scene_.boxes.size()) - 1;
}

}  // namespace qdqlens
