// Stubs: where the drawn part of a graph ends, a small box that names what follows.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/diagram/label.h"
#include "core/diagram/scene_builder.h"
#include "core/qdq/folded_text.h"

namespace qdqlens {

/// Among modules a value that many of them eat ends in one stub beside its box, unless that is the focus.
bool SceneBuilder::endsInStub(ValueId value, std::uint32_t from) {
    const Box& box = scene_.boxes[from];
    if (options_.level != Level::kModules || !options_.stubs || box.focus || box.kind == BoxKind::kStub ||
        !view_.isHub(value, options_.fan_out)) {
        return false;
    }
    if (box.kind == BoxKind::kInput && hub_inputs_.insert(index(value)).second) {
        consumerStub(value, from);
    }
    return true;
}

/// A stub for a value, with the next id; what it says is the caller's.
Box SceneBuilder::stub(ValueId value, int distance) {
    Box box;
    box.kind = BoxKind::kStub;
    box.role = BoxRole::kStub;
    box.id = fmt::format("s{}", stubs_++);
    setName(box, topology_.value(value).name);
    box.distance = distance;
    box.value = value;
    return box;
}

std::uint32_t SceneBuilder::producerStub(ValueId value, int distance) {
    const auto [known, inserted] =
        source_box_of_.emplace(index(value), static_cast<std::uint32_t>(scene_.boxes.size()));
    if (!inserted) {
        return known->second;
    }
    Box box = stub(value, distance);
    nameVertex(box, view_.vertexOf(topology_.value(value).producer));
    box.lines = {{elideMiddle(box.tooltip, kMaxStubText), LineRole::kNote}};
    scene_.boxes.push_back(std::move(box));
    return known->second;
}

/// One stub for all consumers of a value that are not drawn.
void SceneBuilder::consumerStub(ValueId value, std::uint32_t from) {
    std::vector<VertexId> beyond;
    std::unordered_set<std::uint32_t> seen;
    bool some_drawn = false;
    const bool all = endsInStub(value, from);
    ValueId shown = kNoValue;
    for (const Use& use : topology_.uses(value)) {
        const VertexId vertex = view_.vertexOf(use.node);
        if (drawn(vertex) && (!all || box_of_.at(index(vertex)) == from)) {
            some_drawn = some_drawn || !all;
        } else if (seen.insert(index(vertex)).second) {
            const ValueId passes = passed(value, use.node);
            shown = beyond.empty() || shown == passes ? passes : value;
            beyond.push_back(vertex);
        }
    }
    if (beyond.empty()) {
        return;
    }
    Box box = stub(value, outside(from));
    std::string text;
    if (beyond.size() == 1) {
        nameVertex(box, beyond.front());
        text = box.tooltip;
    } else {
        const std::string name = elideMiddle(box.name, 24);
        const char* more = some_drawn ? "more consumers" : "consumers";
        const std::string consumers = consumersText(beyond);
        text = beyond.size() > options_.fan_out ? fmt::format("{} → {} {}", name, beyond.size(), more)
                                                : fmt::format("{} {}: {}", beyond.size(), more, consumers);
        box.tooltip = fmt::format("{} → {}: {}", box.name, beyond.size(), consumers);
    }
    box.lines = {{elideMiddle(text, kMaxStubText), LineRole::kNote}};
    const auto to = static_cast<std::uint32_t>(scene_.boxes.size());
    scene_.boxes.push_back(std::move(box));
    addEdge(from, to, shown);
}

/// "Relu, Conv ×2": ops, the names of groups.
std::string SceneBuilder::consumersText(const std::vector<VertexId>& vertices) const {
    std::vector<std::pair<std::string, int>> ops;
    for (const VertexId vertex : vertices) {
        const NodeId node = view_.node(vertex);
        const std::string op = node != kNoNode ? opText(topology_.node(node)) : vertexText(vertex);
        const auto same =
            std::find_if(ops.begin(), ops.end(), [&](const auto& entry) { return entry.first == op; });
        if (same == ops.end()) {
            ops.emplace_back(op, 1);
        } else {
            ++same->second;
        }
    }
    std::string text;
    for (const auto& [op, count] : ops) {
        text += (text.empty() ? "" : ", ") + op + (count > 1 ? fmt::format(" ×{}", count) : "");
    }
    return text;
}

/// "Relu node_relu_1", "encoder.layer.3".
std::string SceneBuilder::vertexText(VertexId vertex) const {
    if (const GroupId group = view_.group(vertex); group != kNoGroup) {
        return groupText(scope_, *view_.grouping(), group);
    }
    const onnx::Node& node = topology_.node(view_.node(vertex));
    return fmt::format("{} {}", opText(node),
                       showName(node.name.empty() ? topology_.ref(view_.node(vertex)) : node.name).text);
}

/// A stub stands for one vertex.
void SceneBuilder::nameVertex(Box& box, VertexId vertex) const {
    box.tooltip = vertexText(vertex);
    if (const GroupId group = view_.group(vertex); group != kNoGroup) {
        box.group = view_.grouping()->ref(group);
        box.node = view_.grouping()->group(group).op;
    } else {
        box.node = view_.node(vertex);
    }
    if (box.node == kNoNode) {
        box.ref = showName(box.group).text;
        return;
    }
    box.ref = showName(topology_.ref(box.node)).text;
    box.op = opText(topology_.node(box.node));
}

}  // namespace qdqlens
