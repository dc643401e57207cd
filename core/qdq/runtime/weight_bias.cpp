// WeightBiasQuantization: float weights and biases of Conv, ConvTranspose and Gemm between DQ and Q are
// quantized by the runtime itself; and WhereDummyDq, which does the like for a scalar branch of Where.
#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

using onnx::DataType;

bool scalarShape(const Graph& graph, Index value) {
    if (value == kNone || !graph.value(value).shape)
        return false;
    const Dims& dims = *graph.value(value).shape;
    return dims.empty() || (dims.size() == 1 && dims[0] == 1);
}

/// One consumer after the other, over Relu and Clip only, up to a Q.
bool leadsToQ(const Graph& graph, Index node) {
    for (Index current = node;;) {
        if (graph.node(current).outputs.size() != 1 || graph.output(current, 0) == kNone)
            return false;
        const std::vector<Edge>& uses = graph.value(graph.output(current, 0)).uses;
        if (uses.empty() || uses.front().node != uses.back().node)
            return false;
        const Node& next = graph.node(uses.front().node);
        if (next.op == "QuantizeLinear")
            return true;
        if (next.op != "Relu" && next.op != "Clip")
            return false;
        current = uses.front().node;
    }
}

Index constantValue(Graph& graph, const std::string& name, std::shared_ptr<const Constant> constant) {
    Value value;
    value.name = name;
    value.type = constant->type();
    value.shape = constant->dims();
    value.constant = std::move(constant);
    return graph.addValue(std::move(value));
}

Index addDq(State& state, const std::string& name, std::vector<Index> inputs, std::int64_t axis) {
    Graph& graph = state.graph;
    Value out;
    out.name = name;
    out.type = DataType::kFloat32;
    out.shape = graph.value(inputs[0]).shape;
    Node dq;
    dq.op = "DequantizeLinear";
    dq.name = name;
    dq.since = 13;
    dq.inputs = std::move(inputs);
    const Index value = graph.addValue(std::move(out));
    dq.outputs = {value};
    if (axis != 1)
        dq.attributes["axis"] = axis;
    graph.addNode(std::move(dq));
    return value;
}

/// Per-channel scales must lie along the output channels and there must be one a bias element.
bool channelScalesFit(const Graph& graph, Index node, Index dq, std::int64_t bias_size) {
    const Index scale = graph.input(dq, 1);
    if (!graph.value(scale).shape || *graph.value(scale).shape != Dims{bias_size})
        return false;
    if (graph.intAttribute(dq, "block_size", 0) != 0)
        return false;
    std::int64_t axis = graph.intAttribute(dq, "axis", 1);
    if (axis < 0) {
        const Index weight = graph.input(dq, 0);
        if (weight == kNone || !graph.value(weight).shape)
            return false;
        axis += static_cast<std::int64_t>(graph.value(weight).shape->size());
    }
    std::int64_t wanted = 0;
    if (graph.node(node).op == "Gemm")
        wanted = graph.intAttribute(node, "transB", 0) == 0 ? 1 : 0;
    return axis == wanted;
}

std::optional<std::vector<double>> products(const Constant* x, const Constant* w) {
    if (x == nullptr || w == nullptr || !x->value() || w->values() == nullptr)
        return std::nullopt;
    std::vector<double> result;
    for (const double scale : *w->values()) {
        result.push_back(static_cast<double>(static_cast<float>(*x->value()) * static_cast<float>(scale)));
    }
    return result;
}

void quantizeBias(State& state, Index node, Index input_scale, Index weight_scale, Index bias,
                  bool per_tensor) {
    Graph& graph = state.graph;
    const Constant* x = graph.constant(input_scale);
    const Constant* w = graph.constant(weight_scale);
    const std::string name = graph.node(node).name + "_bias";
    Index scale = kNone;
    const Dims dims = w != nullptr ? w->dims() : graph.value(weight_scale).shape.value_or(Dims{});
    if (x != nullptr && w != nullptr) {
        scale = constantValue(graph, name + "_scale",
                              std::make_shared<Constant>(DataType::kFloat32, dims, products(x, w)));
    } else {
        Value value;  // Multiplied at run time: no constant.
        value.name = name + "_scale";
        value.type = DataType::kFloat32;
        value.shape = dims;
        scale = graph.addValue(std::move(value));
    }
    const Index codes =
        constantValue(graph, name + "_int32",
                      std::make_shared<Constant>(DataType::kInt32, *graph.value(bias).shape, std::nullopt));
    graph.setInput(node, 2, addDq(state, name + "_dq", {codes, scale}, per_tensor ? 1 : 0));
}

}  // namespace

bool quantizeWeightsAndBiases(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index node : graph.order()) {
        const std::string op = graph.node(node).op;
        if (!graph.alive(node) || (op != "Conv" && op != "ConvTranspose" && op != "Gemm"))
            continue;
        const Index dq_input = graph.producer(graph.input(node, 0));
        if (dq_input == kNone || graph.node(dq_input).op != "DequantizeLinear")
            continue;
        const Index input_scale = graph.input(dq_input, 1);
        if (!scalarShape(graph, input_scale) || !leadsToQ(graph, node))
            continue;
        const Index weight = graph.input(node, 1);
        Index dq_weight = graph.producer(weight);
        if (dq_weight != kNone && graph.node(dq_weight).op != "DequantizeLinear")
            continue;
        const Constant* stored = graph.constant(weight);
        if (dq_weight == kNone && (stored == nullptr || stored->type() != DataType::kFloat32))
            continue;
        const Index bias = graph.input(node, 2);
        std::int64_t bias_size = -1;
        if (bias != kNone) {
            if (graph.constant(bias) == nullptr || graph.constant(bias)->dims().size() != 1)
                continue;
            bias_size = graph.constant(bias)->dims()[0];
        }
        if (dq_weight != kNone && bias_size == -1)
            continue;
        const bool per_tensor = dq_weight == kNone || scalarShape(graph, graph.input(dq_weight, 1));
        if (!per_tensor && !channelScalesFit(graph, node, dq_weight, bias_size))
            continue;
        Index weight_scale = kNone;
        if (dq_weight == kNone) {
            const std::string name = graph.node(node).name + "_weight";
            weight_scale = constantValue(
                graph, name + "_scale", std::make_shared<Constant>(DataType::kFloat32, Dims{}, std::nullopt));
            const Index zero =
                constantValue(graph, name + "_zp",
                              std::make_shared<Constant>(DataType::kInt8, Dims{}, std::vector<double>{0}));
            const Index codes =
                constantValue(graph, name + "_q",
                              std::make_shared<Constant>(DataType::kInt8, stored->dims(), std::nullopt));
            graph.setInput(node, 1, addDq(state, name + "_dq", {codes, weight_scale, zero}, 1));
            state.say("weight-quantized", "the float weight of " + nameNode(graph, node) + " becomes int8",
                      graph.node(node).origins);
        } else {
            weight_scale = graph.input(dq_weight, 1);
        }
        if (bias_size != -1) {
            quantizeBias(state, node, input_scale, weight_scale, bias, per_tensor);
            state.say("bias-quantized", "the float bias of " + nameNode(graph, node) + " becomes int32",
                      graph.node(node).origins);
        }
        changed = true;
    }
    return changed;
}

bool addWhereDq(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index node : graph.order()) {
        if (!graph.alive(node) || !graph.node(node).is("Where") || graph.output(node, 0) == kNone)
            continue;
        const std::vector<Edge>& uses = graph.value(graph.output(node, 0)).uses;
        if (uses.size() != 1 || graph.node(uses.front().node).op != "QuantizeLinear")
            continue;
        const auto dqAt = [&](std::size_t slot) {
            const Index from = graph.producer(graph.input(node, slot));
            return from != kNone && graph.node(from).op == "DequantizeLinear" ? from : kNone;
        };
        const auto scalarAt = [&](std::size_t slot) {
            const Constant* constant = graph.constant(graph.input(node, slot));
            return constant != nullptr && constant->dims().empty();
        };
        std::size_t slot = 0;
        Index dq = kNone;
        if (dqAt(1) != kNone && scalarAt(2)) {
            slot = 2;
            dq = dqAt(1);
        } else if (dqAt(2) != kNone && scalarAt(1)) {
            slot = 1;
            dq = dqAt(2);
        }
        if (slot == 0)
            continue;
        const Constant* zero = graph.constant(graph.input(dq, 2));
        const Constant* scale = graph.constant(graph.input(dq, 1));
        const DataType type = graph.value(graph.input(dq, 0)).type;
        const bool same = type == graph.value(graph.output(uses.front().node, 0)).type;
        if (!same || zero == nullptr || scale == nullptr)
            continue;
        if (scale->type() != DataType::kFloat32 ||
            graph.constant(graph.input(node, slot))->type() != DataType::kFloat32) {
            continue;
        }
        const std::string name = graph.node(node).name + "_dummy";
        const double middle = zero->type() == DataType::kUInt8    ? 127
                              : zero->type() == DataType::kUInt16 ? 32767
                                                                  : 0;
        const Index codes = constantValue(graph, name + "_xq",
                                          std::make_shared<Constant>(zero->type(), Dims{}, std::nullopt));
        const Index dummy_scale = constantValue(
            graph, name + "_scale", std::make_shared<Constant>(DataType::kFloat32, Dims{}, std::nullopt));
        const Index dummy_zero =
            constantValue(graph, name + "_zp",
                          std::make_shared<Constant>(zero->type(), Dims{}, std::vector<double>{middle}));
        graph.setInput(node, slot, addDq(state, name + "_dq", {codes, dummy_scale, dummy_zero}, 1));
        state.say("where-dq", "the constant branch of " + nameNode(graph, node) + " gets a DequantizeLinear",
                  graph.node(node).origins);
        changed = true;
    }
    return changed;
}

}  // namespace qdqlens::runtime
