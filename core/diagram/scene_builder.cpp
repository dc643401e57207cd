#include "core/diagram/scene_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/base/text.h"
#include "core/diagram/label.h"
#include "core/qdq/folded_text.h"
#include "core/qdq/quantization.h"
#include "core/qdq/query.h"
#include "core/qdq/value_type.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxStubText = 56;  ///< Code points.

BoxRole roleOf(const onnx::Node& node) {
    return isQuantize(node)     ? BoxRole::kQuantize
           : isDequantize(node) ? BoxRole::kDequantize
                                : BoxRole::kPlain;
}

EdgeType edgeTypeOf(onnx::DataType type) {
    if (type == onnx::DataType::kUndefined) {
        return EdgeType::kUnknown;
    }
    const int bits = onnx::bitsPerElement(type);
    if (bits > 0 && bits <= 8 && type != onnx::DataType::kBool) {
        return EdgeType::kQuantized;
    }
    return onnx::isFloat(type) ? EdgeType::kFloat : EdgeType::kWide;
}

void setName(Box& box, std::string_view name) {
    ShownName shown = showName(name);
    box.name = std::move(shown.text);
    box.name_escaped = shown.escaped;
}

/// "Relu node_relu_1", or "3 consumers: Relu, Conv ×2".
std::string consumersText(const Topology& topology, const std::vector<NodeId>& nodes) {
    std::vector<std::pair<std::string, int>> ops;
    for (const NodeId node : nodes) {
        const std::string op = opText(topology.node(node));
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

}  // namespace

SceneBuilder::SceneBuilder(const FigureSource& source, const FigureOptions& options)
    : source_(source), options_(options), scope_(source.scope()), topology_(source.scope().topology()) {}

Result<Scene> SceneBuilder::build(const Neighbourhood& nodes, const std::vector<NodeId>& focus) {
    if (options_.max_boxes != 0 && nodes.members.size() > options_.max_boxes) {
        return fail(ErrorKind::kLimit,
                    fmt::format("the picture has {} boxes or more, the limit is {}; take fewer "
                                "hops, another focus, or a larger --max-boxes",
                                nodes.members.size(), options_.max_boxes));
    }
    addOps(nodes, focus);
    for (const Neighbourhood::Member& member : nodes.members) {
        addIncoming(member.node);
    }
    for (const Neighbourhood::Member& member : nodes.members) {
        addOutgoing(member.node);
    }
    if (nodes.members.empty()) {
        addLoneInputsAndOutputs();
    }
    if (options_.ports && options_.stubs && scene_.boxes.size() > kWholeAbove) {
        addPorts();
    }
    if (options_.max_boxes != 0 && scene_.boxes.size() > options_.max_boxes) {
        return fail(
            ErrorKind::kLimit,
            fmt::format("the picture has {} boxes, the limit is {}; take fewer hops, another focus, or a "
                        "larger --max-boxes",
                        scene_.boxes.size(), options_.max_boxes));
    }
    labelEdges();
    return std::move(scene_);
}

void SceneBuilder::addOps(const Neighbourhood& nodes, const std::vector<NodeId>& focus) {
    std::unordered_set<std::uint32_t> focused, odd;
    for (const NodeId node : focus) {
        focused.insert(index(node));
    }
    for (const GraphDefect& defect : topology_.defects()) {
        if (defect.kind == GraphDefect::Kind::kCycle || defect.kind == GraphDefect::Kind::kDuplicateValue) {
            odd.insert(index(defect.node));
        }
    }
    scene_.boxes.reserve(nodes.members.size() + nodes.members.size() / 4);
    for (const Neighbourhood::Member& member : nodes.members) {
        const onnx::Node& node = topology_.node(member.node);
        Box box;
        box.kind = BoxKind::kOp;
        box.role = roleOf(node);
        box.id = fmt::format("n{}", index(member.node));
        setName(box, node.name);
        box.ref = showName(topology_.ref(member.node)).text;
        box.op = opText(node);
        box.lines = opLines(scope_, source_.folding(), member.node);
        box.distance = member.distance;
        box.focus = focused.contains(index(member.node));
        box.shared = isSharedDequantize(topology_, member.node);
        box.defect = odd.contains(index(member.node));
        box.node = member.node;
        box.tooltip =
            box.name.empty() ? fmt::format("{} {}", box.op, box.ref) : fmt::format("{} {}", box.op, box.name);
        box_of_.emplace(index(member.node), static_cast<std::uint32_t>(scene_.boxes.size()));
        scene_.boxes.push_back(std::move(box));
    }
}

void SceneBuilder::addIncoming(NodeId node) {
    const std::uint32_t to = box_of_.at(index(node));
    std::vector<ValueId> seen;
    const auto visit = [&](ValueId value) {
        if (value == kNoValue || source_.folding().constant(value) ||
            std::find(seen.begin(), seen.end(), value) != seen.end()) {
            return;
        }
        seen.push_back(value);
        const std::uint32_t from = sourceBox(value, to);
        if (from != to || topology_.value(value).producer == node) {
            addEdge(from, to, value);
        }
    };
    for (const ValueId value : topology_.inputs(node)) {
        visit(value);
    }
    for (const ValueId value : topology_.captures(node)) {
        visit(value);
    }
}

/// The box that a value comes from; the consumer itself where nothing is to be drawn.
std::uint32_t SceneBuilder::sourceBox(ValueId value, std::uint32_t consumer) {
    const NodeId producer = topology_.value(value).producer;
    if (producer == kNoNode) {
        return inputBox(value, outside(consumer));
    }
    if (drawn(producer)) {
        return box_of_.at(index(producer));
    }
    return options_.stubs ? producerStub(value, outside(consumer)) : consumer;
}

std::uint32_t SceneBuilder::inputBox(ValueId value, int distance) {
    const auto [known, inserted] =
        source_box_of_.emplace(index(value), static_cast<std::uint32_t>(scene_.boxes.size()));
    if (!inserted) {
        return known->second;
    }
    const Value& what = topology_.value(value);
    const auto& inputs = topology_.graph().inputs;
    Box box;
    box.kind = BoxKind::kInput;
    box.role = BoxRole::kInput;
    const std::size_t at = what.graph_input != nullptr
                               ? static_cast<std::size_t>(what.graph_input - inputs.data())
                               : inputs.size() + extra_inputs_++;
    box.id = fmt::format("i{}", at);
    setName(box, what.name);
    box.ref = box.name;
    box.lines = {{elideMiddle(box.name, kMaxStubText), LineRole::kOpType}};
    if (what.outer) {
        box.lines.push_back({"from the enclosing graph", LineRole::kNote});
    } else if (what.missing()) {
        box.lines.push_back({"nothing produces this value", LineRole::kNote});
        box.defect = true;
    }
    box.distance = distance;
    box.value = value;
    box.tooltip = box.name;
    scene_.boxes.push_back(std::move(box));
    return known->second;
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
    const NodeId producer = topology_.value(value).producer;
    Box box = stub(value, distance);
    box.ref = showName(topology_.ref(producer)).text;
    box.op = opText(topology_.node(producer));
    box.tooltip = opAndName(producer);
    box.lines = {{elideMiddle(box.tooltip, kMaxStubText), LineRole::kNote}};
    box.node = producer;
    scene_.boxes.push_back(std::move(box));
    return known->second;
}

void SceneBuilder::addOutgoing(NodeId node) {
    const std::uint32_t from = box_of_.at(index(node));
    for (const ValueId value : topology_.outputs(node)) {
        if (value == kNoValue) {
            continue;
        }
        if (topology_.value(value).graph_output != nullptr) {
            outputBox(value, from);
        }
        if (options_.stubs) {
            consumerStub(value, from);
        }
    }
}

void SceneBuilder::outputBox(ValueId value, std::uint32_t from) {
    const auto& outputs = topology_.graph().outputs;
    const Value& what = topology_.value(value);
    Box box;
    box.kind = BoxKind::kOutput;
    box.role = BoxRole::kOutput;
    box.id = fmt::format("o{}", what.graph_output - outputs.data());
    setName(box, what.name);
    box.ref = box.name;
    box.lines = {{elideMiddle(box.name, kMaxStubText), LineRole::kOpType}};
    box.distance = outside(from);
    box.value = value;
    box.tooltip = box.name;
    const auto to = static_cast<std::uint32_t>(scene_.boxes.size());
    scene_.boxes.push_back(std::move(box));
    addEdge(from, to, value);
}

/// One stub for all consumers of a value that are not drawn.
void SceneBuilder::consumerStub(ValueId value, std::uint32_t from) {
    std::vector<NodeId> beyond;
    bool some_drawn = false;
    NodeId last = kNoNode;
    for (const Use& use : topology_.uses(value)) {
        if (use.node == last) {
            continue;
        }
        last = use.node;
        if (drawn(use.node)) {
            some_drawn = true;
        } else {
            beyond.push_back(use.node);
        }
    }
    if (beyond.empty()) {
        return;
    }
    Box box = stub(value, outside(from));
    std::string text;
    if (beyond.size() == 1) {
        box.node = beyond.front();
        box.ref = showName(topology_.ref(beyond.front())).text;
        box.op = opText(topology_.node(beyond.front()));
        text = opAndName(beyond.front());
        box.tooltip = text;
    } else {
        const std::string name = elideMiddle(box.name, 24);
        const char* more = some_drawn ? "more consumers" : "consumers";
        text = beyond.size() > options_.fan_out
                   ? fmt::format("{} → {} {}", name, beyond.size(), more)
                   : fmt::format("{} {}: {}", beyond.size(), more, consumersText(topology_, beyond));
        box.tooltip = fmt::format("{} → {}: {}", box.name, beyond.size(), consumersText(topology_, beyond));
    }
    box.lines = {{elideMiddle(text, kMaxStubText), LineRole::kNote}};
    const auto to = static_cast<std::uint32_t>(scene_.boxes.size());
    scene_.boxes.push_back(std::move(box));
    addEdge(from, to, value);
}

/// A graph without nodes still has something to show.
void SceneBuilder::addLoneInputsAndOutputs() {
    for (std::uint32_t v = 0; v < topology_.valueCount(); ++v) {
        const ValueId value{v};
        const Value& what = topology_.value(value);
        if (what.producer == kNoNode && (what.isInput() || what.graph_output != nullptr)) {
            const std::uint32_t from = inputBox(value, 0);
            if (what.graph_output != nullptr) {
                outputBox(value, from);
            }
        }
    }
}

void SceneBuilder::addEdge(std::uint32_t from, std::uint32_t to, ValueId value) {
    ShownName shown = showName(topology_.value(value).name);
    Edge edge;
    edge.from = from;
    edge.to = to;
    edge.value = std::move(shown.text);
    edge.value_escaped = shown.escaped;
    edge.dtype = valueTypeText(scope_, value);
    edge.shape = valueShapeText(scope_, value);
    edge.type = edgeTypeOf(valueType(scope_, value));
    edge.to_stub = scene_.boxes[from].kind == BoxKind::kStub || scene_.boxes[to].kind == BoxKind::kStub;
    scene_.edges.push_back(std::move(edge));
    edge_value_.push_back(value);
}

/// A value is labelled once: on its first edge between whole boxes, else on none.
void SceneBuilder::labelEdges() {
    if (options_.edge_labels == EdgeLabels::kNone) {
        return;
    }
    std::unordered_set<std::uint32_t> labelled;
    for (std::size_t i = 0; i < scene_.edges.size(); ++i) {
        Edge& edge = scene_.edges[i];
        if (!edge.to_stub && labelled.insert(index(edge_value_[i])).second) {
            edge.label = edgeLabel(edge);
        }
    }
}

std::string SceneBuilder::edgeLabel(const Edge& edge) const {
    std::string label = edge.dtype;
    if (!edge.shape.empty()) {
        label += (label.empty() ? "" : " ") + edge.shape;
    }
    if (options_.edge_labels == EdgeLabels::kFull) {
        label = elideMiddle(edge.value, kMaxStubText) + (label.empty() ? "" : ": " + label);
    }
    return label;
}

/// Hops of what lies just outside of a box.
int SceneBuilder::outside(std::uint32_t box) const {
    const int distance = scene_.boxes[box].distance;
    return distance < 0 ? -1 : distance + 1;
}

std::string SceneBuilder::opAndName(NodeId node) const {
    const onnx::Node& what = topology_.node(node);
    return what.name.empty() ? fmt::format("{} {}", opText(what), showName(topology_.ref(node)).text)
                             : fmt::format("{} {}", opText(what), showName(what.name).text);
}

}  // namespace qdqlens
