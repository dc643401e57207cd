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

/// As valueShapeText says declared ones.
std::string inferredText(Shape shape) {
    const auto known = [](const ShapeDim& dim) { return dim.value.has_value() || !dim.symbol.empty(); };
    if (!shape.has_value() || std::none_of(shape->begin(), shape->end(), known)) {
        return {};
    }
    for (ShapeDim& dim : *shape) {
        dim.symbol = elideMiddle(dim.symbol, 24);
    }
    return shapeText(shape);
}

}  // namespace

SceneBuilder::SceneBuilder(const FigureSource& source, const FigureOptions& options, const LevelView& view)
    : source_(source),
      options_(options),
      scope_(source.scope()),
      topology_(source.scope().topology()),
      view_(view) {}

void SceneBuilder::setName(Box& box, std::string_view name) {
    ShownName shown = showName(name);
    box.name = std::move(shown.text);
    box.name_escaped = shown.escaped;
}

Result<Scene> SceneBuilder::build(const Neighbourhood& nodes, const std::vector<NodeId>& focus) {
    if (options_.max_boxes != 0 && nodes.members.size() > options_.max_boxes) {
        return fail(ErrorKind::kLimit,
                    fmt::format("the picture has {} boxes or more, the limit is {}; take fewer "
                                "hops, another focus, or a larger --max-boxes",
                                nodes.members.size(), options_.max_boxes));
    }
    addVertices(nodes, focus);
    for (const Neighbourhood::Member& member : nodes.members) {
        addIncoming(member.vertex);
    }
    for (const Neighbourhood::Member& member : nodes.members) {
        addOutgoing(member.vertex);
    }
    if (nodes.members.empty()) {
        addLoneInputsAndOutputs();
    }
    if (options_.level == Level::kModules) {
        bundleEnds();
        bundleEdges();
    }
    first_port_ = static_cast<std::uint32_t>(scene_.boxes.size());
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
    addFrames();
    if (options_.units) {
        addRuntimeUnits(source_.prediction(options_.target));
    }
    return std::move(scene_);
}

void SceneBuilder::addVertices(const Neighbourhood& nodes, const std::vector<NodeId>& focus) {
    std::unordered_set<std::uint32_t> focused, odd;
    for (const NodeId node : focus) {
        focused.insert(index(view_.vertexOf(node)));
    }
    for (const GraphDefect& defect : topology_.defects()) {
        const bool shown =
            defect.kind == GraphDefect::Kind::kCycle || defect.kind == GraphDefect::Kind::kDuplicateValue;
        if (shown && !source_.folding().folded(defect.node)) {
            odd.insert(index(view_.vertexOf(defect.node)));
        }
    }
    scene_.boxes.reserve(nodes.members.size() + nodes.members.size() / 4);
    for (const Neighbourhood::Member& member : nodes.members) {
        const GroupId group = view_.group(member.vertex);
        Box box = group == kNoGroup ? opBox(view_.node(member.vertex)) : groupBox(group);
        box.distance = member.distance;
        box.focus = focused.contains(index(member.vertex));
        box.defect = odd.contains(index(member.vertex));
        box_of_.emplace(index(member.vertex), static_cast<std::uint32_t>(scene_.boxes.size()));
        scene_.boxes.push_back(std::move(box));
    }
}

Box SceneBuilder::opBox(NodeId id) const {
    const onnx::Node& node = topology_.node(id);
    Box box;
    box.kind = BoxKind::kOp;
    box.role = roleOf(node);
    box.id = fmt::format("n{}", index(id));
    setName(box, node.name);
    box.ref = showName(topology_.ref(id)).text;
    box.op = opText(node);
    box.lines = opLines(scope_, source_.folding(), id);
    box.shared = isSharedDequantize(topology_, id);
    box.node = id;
    box.tooltip =
        box.name.empty() ? fmt::format("{} {}", box.op, box.ref) : fmt::format("{} {}", box.op, box.name);
    return box;
}

Box SceneBuilder::groupBox(GroupId id) const {
    const Grouping& grouping = *view_.grouping();
    const NodeGroup& group = grouping.group(id);
    Box box;
    box.kind = BoxKind::kGroup;
    box.role = BoxRole::kGroup;
    box.id = fmt::format("g{}", index(id));
    box.group = grouping.ref(id);
    box.node = group.op;
    if (group.kind == GroupKind::kUnit) {
        setName(box, topology_.node(group.op).name);
        box.ref = showName(topology_.ref(group.op)).text;
        box.op = opText(topology_.node(group.op));
    } else {
        setName(box, group.name);
        box.ref = showName(box.group).text;
    }
    box.lines = groupLines(scope_, source_.folding(), grouping, id);
    box.tooltip = frameText(scope_, grouping, id);
    return box;
}

void SceneBuilder::addIncoming(VertexId vertex) {
    const std::uint32_t to = box_of_.at(index(vertex));
    std::unordered_set<std::uint32_t> seen;
    const auto visit = [&](NodeId node, ValueId value) {
        if (value == kNoValue || source_.folding().constant(value)) {
            return;
        }
        const NodeId producer = topology_.value(value).producer;
        const bool inside = producer != kNoNode && view_.vertexOf(producer) == vertex;
        const ValueId shown = passed(value, node);
        if ((inside && view_.node(vertex) == kNoNode) || !seen.insert(index(shown)).second) {
            return;
        }
        const std::uint32_t from = sourceBox(value, to);
        if ((from != to || producer == node) && !endsInStub(value, from)) {
            addEdge(from, to, shown);
        }
    };
    view_.eachNode(vertex, [&](NodeId node) {
        for (const ValueId value : topology_.inputs(node)) {
            visit(node, value);
        }
        for (const ValueId value : topology_.captures(node)) {
            visit(node, value);
        }
    });
}

/// What passes to a consumer. A shared DequantizeLinear stands in the box of its QuantizeLinear, yet belongs
/// to each unit that eats it, so that between two units it is the quantized value.
ValueId SceneBuilder::passed(ValueId value, NodeId consumer) const {
    const Grouping* grouping = view_.grouping();
    const NodeId dequantize = topology_.value(value).producer;
    if (grouping == nullptr || dequantize == kNoNode || !isDequantize(topology_.node(dequantize))) {
        return value;
    }
    const GroupId unit = grouping->groupOf(consumer);
    const bool unit_in_box = unit != kNoGroup && grouping->group(unit).kind == GroupKind::kUnit &&
                             view_.group(view_.vertexOf(consumer)) != kNoGroup;
    const VertexId box = view_.vertexOf(dequantize);
    const ValueId quantized = topology_.inputs(dequantize)[0];
    const NodeId quantize = quantized == kNoValue ? kNoNode : topology_.value(quantized).producer;
    const bool same_box = quantize != kNoNode && view_.group(box) != kNoGroup &&
                          !source_.folding().folded(quantize) && view_.vertexOf(quantize) == box;
    return unit_in_box && same_box ? quantized : value;
}

/// The box that a value comes from; the consumer itself where nothing is to be drawn.
std::uint32_t SceneBuilder::sourceBox(ValueId value, std::uint32_t consumer) {
    const NodeId producer = topology_.value(value).producer;
    if (producer == kNoNode) {
        return inputBox(value, outside(consumer));
    }
    if (const auto box = box_of_.find(index(view_.vertexOf(producer))); box != box_of_.end()) {
        return box->second;
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

void SceneBuilder::addOutgoing(VertexId vertex) {
    const std::uint32_t from = box_of_.at(index(vertex));
    view_.eachNode(vertex, [&](NodeId node) {
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
    });
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
    if (const onnx::ValueInfo* info = topology_.value(value).info; info == nullptr || !info->type.has_shape) {
        edge.shape = inferredText(source_.inferredShape(value));
        edge.inferred = !edge.shape.empty();
    }
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
    if (edge.values > 1) {
        return fmt::format("{} values{}{}", edge.values, edge.dtype.empty() ? "" : ", ", edge.dtype);
    }
    std::string label = edge.dtype;
    if (!edge.shape.empty()) {
        label += (label.empty() ? "" : " ") + (edge.inferred ? "(" + edge.shape + ")" : edge.shape);
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

}  // namespace qdqlens
