// Types and shapes as far as the passes ask for them: ranks decide what a Transpose may pass through, dims of
// 1 what that costs. What is not known stays unknown, which every pass must bear.
#include <algorithm>

#include "core/qdq/runtime/shapes.h"

namespace qdqlens::runtime {
namespace {

using onnx::DataType;
using namespace shapes;  // One word an operator.

bool oneOf(std::string_view op, std::initializer_list<std::string_view> ops) {
    return std::find(ops.begin(), ops.end(), op) != ops.end();
}

DataType quantizedType(const Graph& graph, Index node) {
    const Index zero_point = graph.input(node, 2);
    if (zero_point != kNone)
        return graph.value(zero_point).type;
    const std::int64_t asked = graph.intAttribute(node, "output_dtype", 0);
    return asked != 0 ? static_cast<DataType>(asked) : DataType::kUInt8;
}

DataType outputType(const Graph& graph, Index index, std::size_t slot) {
    const Node& node = graph.node(index);
    const auto typeOf = [&](std::size_t input) {
        const Index v = graph.input(index, input);
        return v == kNone ? DataType::kUndefined : graph.value(v).type;
    };
    if (isQ(node))
        return quantizedType(graph, index);
    if (isDq(node)) {
        const std::int64_t asked = graph.intAttribute(index, "output_dtype", 0);
        return asked != 0 ? static_cast<DataType>(asked) : typeOf(1);
    }
    if (oneOf(node.op, {"Cast", "RandomNormal", "RandomUniform", "EyeLike", "Multinomial"})) {
        const std::int64_t to = graph.intAttribute(index, node.op == "Cast" ? "to" : "dtype", 1);
        return static_cast<DataType>(to);
    }
    if (oneOf(node.op, {"Shape", "Size", "NonZero", "ArgMax", "ArgMin"}))
        return DataType::kInt64;
    if (node.op == "TopK" && slot == 1)
        return DataType::kInt64;
    if (node.op == "MaxPool" && slot == 1)
        return DataType::kInt64;
    if (oneOf(node.op, {"Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "And", "Or", "Xor",
                        "Not", "IsNaN", "IsInf"})) {
        return DataType::kBool;
    }
    if (node.op == "DynamicQuantizeLinear")
        return slot == 1 ? DataType::kFloat32 : DataType::kUInt8;
    if (oneOf(node.op, {"ConvInteger", "MatMulInteger"}))
        return DataType::kInt32;
    if (node.op == "ConstantOfShape")
        return DataType::kFloat32;
    if (node.op == "CastLike" || node.op == "Where")
        return typeOf(1);
    if (node.op == "QLinearConv" || node.op == "QLinearMatMul")
        return typeOf(7);
    if (node.op == "QLinearConcat" || node.op == "QLinearWhere")
        return typeOf(1);
    if (node.op == "QGemm")
        return graph.input(index, 8) != kNone ? typeOf(8) : DataType::kFloat32;
    if (node.op == "MatMulIntegerToFloat")
        return typeOf(2);
    if (node.subgraphs)
        return DataType::kUndefined;
    return typeOf(0);
}

std::optional<Dims> outputShape(const Graph& graph, Index index, std::size_t slot) {
    const Node& node = graph.node(index);
    const auto shapeOf = [&](std::size_t input) -> std::optional<Dims> {
        const Index v = graph.input(index, input);
        return v == kNone ? std::nullopt : graph.value(v).shape;
    };
    const std::string_view op = node.op;
    if (node.subgraphs)
        return std::nullopt;
    if (op == "Concat")
        return concatenated(graph, index);
    if (oneOf(op, {"Add",         "Sub",   "Mul", "Div", "Pow", "Max",   "Min",     "Mean",           "Sum",
                   "PRelu",       "Where", "And", "Or",  "Xor", "Equal", "Greater", "GreaterOrEqual", "Less",
                   "LessOrEqual", "Mod"})) {
        std::vector<std::optional<Dims>> shapes;
        for (std::size_t k = 0; k < node.inputs.size(); ++k)
            shapes.push_back(shapeOf(k));
        return broadcast(shapes);
    }
    const auto in = shapeOf(0);
    if (!in)
        return std::nullopt;
    if (op == "Reshape")
        return reshaped(graph, index, *in);
    if (op == "Transpose")
        return transposed(graph, index, *in);
    if (oneOf(op, {"Conv", "MaxPool", "AveragePool", "LpPool"}))
        return convolved(graph, index, *in);
    if (oneOf(op, {"GlobalAveragePool", "GlobalMaxPool"})) {
        Dims out = *in;
        for (std::size_t k = 2; k < out.size(); ++k)
            out[k] = 1;
        return out;
    }
    if (op == "MatMul") {
        const auto b = shapeOf(1);
        return b ? multiplied(*in, *b) : std::nullopt;
    }
    if (op == "Gemm") {
        const auto b = shapeOf(1);
        if (!b || in->size() != 2 || b->size() != 2)
            return std::nullopt;
        return Dims{(*in)[graph.intAttribute(index, "transA", 0) != 0 ? 1 : 0],
                    (*b)[graph.intAttribute(index, "transB", 0) != 0 ? 0 : 1]};
    }
    if (op.substr(0, 6) == "Reduce" || oneOf(op, {"ArgMax", "ArgMin"}))
        return reduced(graph, index, *in);
    if (op == "Slice")
        return sliced(graph, index, *in);
    if (op == "Split")
        return split(graph, index, *in, slot);
    if (op == "Gather")
        return gathered(graph, index, *in);
    if (op == "GatherElements")
        return shapeOf(1);
    if (op == "Unsqueeze")
        return unsqueezed(graph, index, *in);
    if (op == "Squeeze")
        return squeezed(graph, index, *in);
    if (op == "Shape")
        return Dims{static_cast<std::int64_t>(in->size())};
    if (oneOf(op, {"Resize", "Upsample"}))
        return resized(graph, index, *in);
    if (op == "Flatten") {
        const std::int64_t axis = graph.intAttribute(index, "axis", 1);
        const std::size_t at =
            static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(in->size()) : axis);
        Dims out{1, 1};
        for (std::size_t k = 0; k < in->size(); ++k) {
            std::int64_t& dim = out[k < at ? 0 : 1];
            dim = dim < 0 || (*in)[k] < 0 ? -1 : dim * (*in)[k];
        }
        return out;
    }
    if (op == "Tile")
        return tiled(graph, index, *in);
    if (op == "Pad")
        return padded(graph, index, *in);
    if (oneOf(op, {"DepthToSpace", "SpaceToDepth"}))
        return blocks(graph, index, *in);
    if (oneOf(op, {"ConvTranspose", "MaxUnpool", "TopK"}))
        return Dims(in->size(), -1);
    if (op == "Expand") {
        const Constant* wanted = graph.constant(graph.input(index, 1));
        return wanted != nullptr ? broadcast({in, wanted->integers()}) : std::nullopt;
    }
    static constexpr std::string_view kSame[] = {"QuantizeLinear",
                                                 "DequantizeLinear",
                                                 "Relu",
                                                 "LeakyRelu",
                                                 "Sigmoid",
                                                 "Tanh",
                                                 "Clip",
                                                 "Softmax",
                                                 "LogSoftmax",
                                                 "Hardmax",
                                                 "Identity",
                                                 "Cast",
                                                 "Neg",
                                                 "Abs",
                                                 "Exp",
                                                 "Log",
                                                 "Sqrt",
                                                 "Erf",
                                                 "HardSigmoid",
                                                 "HardSwish",
                                                 "Gelu",
                                                 "Elu",
                                                 "Selu",
                                                 "Celu",
                                                 "Softplus",
                                                 "Softsign",
                                                 "Not",
                                                 "Dropout",
                                                 "BatchNormalization",
                                                 "InstanceNormalization",
                                                 "LayerNormalization",
                                                 "LRN",
                                                 "Floor",
                                                 "Ceil",
                                                 "Round",
                                                 "Sign",
                                                 "Reciprocal",
                                                 "Sin",
                                                 "Cos",
                                                 "CumSum",
                                                 "CastLike",
                                                 "ThresholdedRelu",
                                                 "Shrink",
                                                 "Mish",
                                                 "ScatterElements",
                                                 "ScatterND"};
    if (std::find(std::begin(kSame), std::end(kSame), op) != std::end(kSame) && slot == 0)
        return in;
    return std::nullopt;
}

}  // namespace

void inferShapes(Graph& graph) {
    for (const Index index : graph.order()) {
        for (std::size_t slot = 0; slot < graph.node(index).outputs.size(); ++slot) {
            const Index output = graph.output(index, slot);
            if (output == kNone)
                continue;
            if (graph.value(output).type == DataType::kUndefined) {
                graph.value(output).type = outputType(graph, index, slot);
            }
            // A shape from the file gives way to a better one, as the runtime merges what it infers.
            const auto known = graph.value(output).shape;
            if (known && std::find(known->begin(), known->end(), -1) == known->end())
                continue;
            if (auto inferred = outputShape(graph, index, slot)) {
                if (known && known->size() == inferred->size()) {
                    for (std::size_t k = 0; k < known->size(); ++k) {
                        if ((*inferred)[k] < 0)
                            (*inferred)[k] = (*known)[k];
                    }
                } else if (known) {
                    continue;
                }
                graph.value(output).shape = std::move(inferred);
            }
        }
    }
}

}  // namespace qdqlens::runtime
