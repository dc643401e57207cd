// Types and shapes as far as the passes ask for them: ranks decide what a Transpose may pass through, dims of 1 what
// that costs. What is not known stays unknown, which every pass must bear.
#include <algorithm>

#include "core/qdq/runtime/graph.h"

namespace qdqlens::runtime {
namespace {

using onnx::DataType;

bool oneOf(std::string_view op, std::initializer_list<std::string_view> ops) {
    return std::find(ops.begin(), ops.end(), op) != ops.end();
}

DataType quantizedType(const Graph& graph, Index node) {
    const Index zero_point = graph.input(node, 2);
    if (zero_point != kNone) return graph.value(zero_point).type;
    const std::int64_t asked = graph.intAttribute(node, "output_dtype", 0);
    return asked != 0 ? static_cast<DataType>(asked) : DataType::kUInt8;
}

DataType outputType(const Graph& graph, Index index, std::size_t slot) {
    const Node& node = graph.node(index);
    const auto typeOf = [&](std::size_t input) {
        const Index v = graph.input(index, input);
        return v == kNone ? DataType::kUndefined : graph.value(v).type;
    };
    if (isQ(node)) return quantizedType(graph, index);
    if (isDq(node)) {
        const std::int64_t asked = graph.intAttribute(index, "output_dtype", 0);
        return asked != 0 ? static_cast<DataType>(asked) : typeOf(1);
    }
    if (oneOf(node.op, {"Cast", "RandomNormal", "RandomUniform", "EyeLike", "Multinomial"})) {
        const std::int64_t to = graph.intAttribute(index, node.op == "Cast" ? "to" : "dtype", 1);
        return static_cast<DataType>(to);
    }
    if (oneOf(node.op, {"Shape", "Size", "NonZero", "ArgMax", "ArgMin"})) return DataType::kInt64;
    if (node.op == "TopK" && slot == 1) return DataType::kInt64;
    if (node.op == "MaxPool" && slot == 1) return DataType::kInt64;
    if (oneOf(node.op, {"Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "And", "Or", "Xor", "Not", "IsNaN",
                        "IsInf"})) {
        return DataType::kBool;
    }
    if (node.op == "DynamicQuantizeLinear") return slot == 1 ? DataType::kFloat32 : DataType::kUInt8;
    if (oneOf(node.op, {"ConvInteger", "MatMulInteger"})) return DataType::kInt32;
    if (node.op == "ConstantOfShape") return DataType::kFloat32;
    if (node.op == "CastLike" || node.op == "Where") return typeOf(1);
    if (node.op == "QLinearConv" || node.op == "QLinearMatMul") return typeOf(7);
    if (node.op == "QLinearConcat" || node.op == "QLinearWhere") return typeOf(1);
    if (node.op == "QGemm") return graph.input(index, 8) != kNone ? typeOf(8) : DataType::kFloat32;
    if (node.op == "MatMulIntegerToFloat") return typeOf(2);
    if (node.subgraphs) return DataType::kUndefined;
    return typeOf(0);
}

std::optional<Dims> broadcast(const std::vector<std::optional<Dims>>& shapes) {
    std::size_t rank = 0;
    for (const auto& shape : shapes) {
        if (!shape) return std::nullopt;
        rank = std::max(rank, shape->size());
    }
    Dims result(rank, 1);
    for (const auto& shape : shapes) {
        for (std::size_t k = 0; k < shape->size(); ++k) {
            std::int64_t& dim = result[rank - shape->size() + k];
            const std::int64_t other = (*shape)[k];
            if (dim == 1) dim = other;
            else if (dim == -1 && other > 1) dim = other;
        }
    }
    return result;
}

std::optional<Dims> axesOf(const Graph& graph, Index node, std::int64_t since_input) {
    if (graph.node(node).since >= since_input) {
        const Constant* axes = graph.constant(graph.input(node, 1));
        return axes != nullptr ? axes->integers() : std::nullopt;
    }
    return graph.intsAttribute(node, "axes");
}

bool normalize(Dims& axes, std::size_t rank) {
    for (std::int64_t& axis : axes) {
        if (axis < 0) axis += static_cast<std::int64_t>(rank);
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return false;
    }
    return true;
}

bool listed(const Dims& axes, std::size_t k) {
    return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(k)) != axes.end();
}

std::optional<Dims> reshaped(const Graph& graph, Index node, const Dims& in) {
    const Constant* wanted = graph.constant(graph.input(node, 1));
    if (wanted == nullptr) {
        const Index shape = graph.input(node, 1);
        if (shape == kNone || !graph.value(shape).shape || graph.value(shape).shape->size() != 1) return std::nullopt;
        const std::int64_t rank = graph.value(shape).shape->front();
        return rank >= 0 && rank < 64 ? std::optional<Dims>(Dims(static_cast<std::size_t>(rank), -1)) : std::nullopt;
    }
    auto out = wanted->integers();
    if (!out) return std::nullopt;
    std::int64_t total = 1;
    bool known = true;
    for (const std::int64_t dim : in) {
        known = known && dim >= 0;
        total *= known ? dim : 1;
    }
    const bool zero_is_zero = graph.intAttribute(node, "allowzero", 0) != 0;
    std::int64_t rest = 1;
    std::optional<std::size_t> open;
    for (std::size_t k = 0; k < out->size(); ++k) {
        std::int64_t& dim = (*out)[k];
        if (dim == 0 && !zero_is_zero) dim = k < in.size() ? in[k] : -1;
        else if (dim == -1) open = k;
        if (dim < 0 && open != k) known = false;
        if (dim > 0) rest *= dim;
    }
    if (open && known && rest > 0) (*out)[*open] = total / rest;
    return out;
}

std::int64_t pooled(const Graph& graph, Index node, std::int64_t in, std::int64_t kernel, std::size_t k,
                    std::size_t spatial) {
    if (in < 0 || kernel < 0) return -1;
    const auto at = [&](std::string_view name, std::size_t i, std::int64_t fallback) {
        const auto values = graph.intsAttribute(node, name);
        return values && i < values->size() ? (*values)[i] : fallback;
    };
    const std::int64_t stride = std::max<std::int64_t>(1, at("strides", k, 1));
    const std::int64_t window = (kernel - 1) * at("dilations", k, 1) + 1;
    const std::string_view automatic = graph.stringAttribute(node, "auto_pad", "NOTSET");
    if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") return (in + stride - 1) / stride;
    const std::int64_t pads = automatic == "VALID" ? 0 : at("pads", k, 0) + at("pads", k + spatial, 0);
    const std::int64_t room = in + pads - window;
    if (room < 0) return -1;
    return graph.intAttribute(node, "ceil_mode", 0) != 0 ? (room + stride - 1) / stride + 1 : room / stride + 1;
}

std::optional<Dims> convolved(const Graph& graph, Index node, const Dims& in) {
    if (in.size() < 3) return std::nullopt;
    Dims out = in;
    const std::size_t spatial = in.size() - 2;
    const bool conv = graph.node(node).op == "Conv";
    std::optional<Dims> weight;
    if (conv) {
        const Index w = graph.input(node, 1);
        if (w != kNone) weight = graph.value(w).shape;
        out[1] = weight && weight->size() == in.size() ? (*weight)[0] : -1;
    }
    const auto kernel = graph.intsAttribute(node, "kernel_shape");
    for (std::size_t k = 0; k < spatial; ++k) {
        std::int64_t size = -1;
        if (kernel && k < kernel->size()) size = (*kernel)[k];
        else if (weight && weight->size() == in.size()) size = (*weight)[k + 2];
        out[k + 2] = pooled(graph, node, in[k + 2], size, k, spatial);
    }
    return out;
}

std::optional<Dims> multiplied(const Dims& a, const Dims& b) {
    if (a.empty() || b.empty()) return std::nullopt;
    if (b.size() == 1) return Dims(a.begin(), a.end() - 1);
    std::vector<std::optional<Dims>> batch;
    batch.emplace_back(Dims(a.begin(), a.end() - std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(a.size()))));
    batch.emplace_back(Dims(b.begin(), b.end() - 2));
    auto out = broadcast(batch);
    if (out && a.size() > 1) out->push_back(a[a.size() - 2]);
    if (out) out->push_back(b.back());
    return out;
}

std::optional<Dims> reduced(const Graph& graph, Index node, const Dims& in) {
    const Node& n = graph.node(node);
    const bool keep = graph.intAttribute(node, "keepdims", 1) != 0;
    Dims axes;
    if (oneOf(n.op, {"ArgMax", "ArgMin"})) {
        axes = {graph.intAttribute(node, "axis", 0)};
    } else if (const bool by_input = n.since >= (n.op == "ReduceSum" ? 13 : 18); by_input && graph.input(node, 1) == kNone) {
        if (graph.intAttribute(node, "noop_with_empty_axes", 0) != 0) return in;
    } else {
        auto given = axesOf(graph, node, n.op == "ReduceSum" ? 13 : 18);
        if (!given && by_input) return std::nullopt;
        axes = given.value_or(Dims{});
    }
    if (!normalize(axes, in.size())) return std::nullopt;
    Dims out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        const bool gone = axes.empty() || listed(axes, k);
        if (!gone) out.push_back(in[k]);
        else if (keep) out.push_back(1);
    }
    return out;
}

std::optional<Dims> sliced(const Graph& graph, Index node, const Dims& in) {
    Dims out = in;
    const auto part = [&](std::size_t slot, std::string_view attribute) -> std::optional<Dims> {
        if (graph.node(node).since < 10) return graph.intsAttribute(node, attribute);
        const Constant* constant = graph.constant(graph.input(node, slot));
        return constant != nullptr ? constant->integers() : std::nullopt;
    };
    const auto starts = part(1, "starts");
    const auto ends = part(2, "ends");
    auto axes = part(3, "axes");
    const auto steps = part(4, "steps");
    if (!starts || !ends || starts->size() != ends->size()) return Dims(in.size(), -1);
    if (!axes) {
        axes.emplace();
        for (std::size_t k = 0; k < starts->size(); ++k) axes->push_back(static_cast<std::int64_t>(k));
    }
    if (!normalize(*axes, in.size()) || axes->size() != starts->size()) return Dims(in.size(), -1);
    for (std::size_t k = 0; k < axes->size(); ++k) {
        std::int64_t& dim = out[static_cast<std::size_t>((*axes)[k])];
        const std::int64_t step = steps && k < steps->size() ? (*steps)[k] : 1;
        if (dim < 0 || step <= 0) {
            dim = -1;
            continue;
        }
        const auto clamp = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + dim : at, 0, dim); };
        const std::int64_t from = clamp((*starts)[k]);
        const std::int64_t to = clamp((*ends)[k]);
        dim = to > from ? (to - from + step - 1) / step : 0;
    }
    return out;
}

std::optional<Dims> concatenated(const Graph& graph, Index node) {
    std::optional<Dims> out;
    std::int64_t axis = graph.intAttribute(node, "axis", 0);
    for (const Index input : graph.node(node).inputs) {
        if (input == kNone || !graph.value(input).shape) return std::nullopt;
        const Dims& shape = *graph.value(input).shape;
        if (!out) {
            out = shape;
            if (axis < 0) axis += static_cast<std::int64_t>(shape.size());
            if (axis < 0 || axis >= static_cast<std::int64_t>(shape.size())) return std::nullopt;
            continue;
        }
        if (shape.size() != out->size()) return std::nullopt;
        std::int64_t& dim = (*out)[static_cast<std::size_t>(axis)];
        const std::int64_t more = shape[static_cast<std::size_t>(axis)];
        dim = dim < 0 || more < 0 ? -1 : dim + more;
    }
    return out;
}

std::optional<Dims> split(const Graph& graph, Index node, const Dims& in, std::size_t slot) {
    Dims out = in;
    Dims axis{graph.intAttribute(node, "axis", 0)};
    if (!normalize(axis, in.size())) return std::nullopt;
    std::int64_t& dim = out[static_cast<std::size_t>(axis[0])];
    std::optional<Dims> parts;
    if (const Constant* given = graph.constant(graph.input(node, 1))) parts = given->integers();
    else parts = graph.intsAttribute(node, "split");
    const auto count = static_cast<std::int64_t>(graph.node(node).outputs.size());
    if (parts && slot < parts->size()) dim = (*parts)[slot];
    else dim = dim >= 0 && dim % count == 0 ? dim / count : -1;
    return out;
}

std::optional<Dims> gathered(const Graph& graph, Index node, const Dims& in) {
    const Index indices = graph.input(node, 1);
    if (indices == kNone || !graph.value(indices).shape) return std::nullopt;
    Dims axis{graph.intAttribute(node, "axis", 0)};
    if (!normalize(axis, in.size())) return std::nullopt;
    Dims out(in.begin(), in.begin() + axis[0]);
    out.insert(out.end(), graph.value(indices).shape->begin(), graph.value(indices).shape->end());
    out.insert(out.end(), in.begin() + axis[0] + 1, in.end());
    return out;
}

std::optional<Dims> unsqueezed(const Graph& graph, Index node, const Dims& in) {
    auto axes = axesOf(graph, node, 13);
    if (!axes || !normalize(*axes, in.size() + axes->size())) return std::nullopt;
    Dims out;
    std::size_t from = 0;
    for (std::size_t k = 0; k < in.size() + axes->size(); ++k) {
        if (listed(*axes, k)) out.push_back(1);
        else if (from < in.size()) out.push_back(in[from++]);
    }
    return out;
}

std::optional<Dims> squeezed(const Graph& graph, Index node, const Dims& in) {
    auto axes = axesOf(graph, node, 13);
    if (!axes || !normalize(*axes, in.size())) return std::nullopt;
    Dims out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (!listed(*axes, k)) out.push_back(in[k]);
    }
    return out;
}

std::optional<Dims> resized(const Graph& graph, Index node, const Dims& in) {
    Dims out(in.size(), -1);
    const Constant* scales = graph.constant(graph.input(node, graph.node(node).since >= 11 ? 2 : 1));
    const Constant* sizes = graph.constant(graph.input(node, 3));
    if (sizes != nullptr && sizes->integers() && sizes->integers()->size() == in.size()) return sizes->integers();
    if (scales == nullptr || scales->values() == nullptr || scales->values()->size() != in.size()) return out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (in[k] >= 0) out[k] = static_cast<std::int64_t>(static_cast<double>(in[k]) * (*scales->values())[k]);
    }
    return out;
}

std::optional<Dims> transposed(const Graph& graph, Index node, const Dims& in) {
    const auto perm = graph.intsAttribute(node, "perm");
    if (!perm) return Dims(in.rbegin(), in.rend());
    if (perm->size() != in.size()) return std::nullopt;
    Dims out;
    for (const std::int64_t p : *perm) {
        if (p < 0 || p >= static_cast<std::int64_t>(in.size())) return std::nullopt;
        out.push_back(in[static_cast<std::size_t>(p)]);
    }
    return out;
}

std::optional<Dims> tiled(const Graph& graph, Index node, const Dims& in) {
    const Constant* given = graph.constant(graph.input(node, 1));
    const auto repeats = given != nullptr ? given->integers() : std::nullopt;
    Dims out(in.size(), -1);
    if (!repeats || repeats->size() != in.size()) return out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (in[k] >= 0) out[k] = in[k] * (*repeats)[k];
    }
    return out;
}

std::optional<Dims> padded(const Graph& graph, Index node, const Dims& in) {
    std::optional<Dims> pads = graph.intsAttribute(node, "pads");
    if (const Constant* given = graph.constant(graph.input(node, 1))) pads = given->integers();
    Dims out(in.size(), -1);
    if (!pads || pads->size() != 2 * in.size() || graph.input(node, 3) != kNone) return out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (in[k] >= 0) out[k] = in[k] + (*pads)[k] + (*pads)[k + in.size()];
    }
    return out;
}

std::optional<Dims> blocks(const Graph& graph, Index node, const Dims& in) {
    const std::int64_t block = graph.intAttribute(node, "blocksize", 1);
    if (in.size() != 4 || block < 1) return Dims(in.size(), -1);
    const bool grows = graph.node(node).op == "DepthToSpace";
    const auto scaled = [](std::int64_t dim, std::int64_t by, bool up) { return dim < 0 ? -1 : up ? dim * by : dim / by; };
    return Dims{in[0], scaled(in[1], block * block, !grows), scaled(in[2], block, grows), scaled(in[3], block, grows)};
}

std::optional<Dims> outputShape(const Graph& graph, Index index, std::size_t slot) {
    const Node& node = graph.node(index);
    const auto shapeOf = [&](std::size_t input) -> std::optional<Dims> {
        const Index v = graph.input(index, input);
        return v == kNone ? std::nullopt : graph.value(v).shape;
    };
    const std::string_view op = node.op;
    if (node.subgraphs) return std::nullopt;
    if (op == "Concat") return concatenated(graph, index);
    if (oneOf(op, {"Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Mean", "Sum", "PRelu", "Where", "And", "Or", "Xor",
                   "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "Mod"})) {
        std::vector<std::optional<Dims>> shapes;
        for (std::size_t k = 0; k < node.inputs.size(); ++k) shapes.push_back(shapeOf(k));
        return broadcast(shapes);
    }
    const auto in = shapeOf(0);
    if (!in) return std::nullopt;
    if (op == "Reshape") return reshaped(graph, index, *in);
    if (op == "Transpose") return transposed(graph, index, *in);
    if (oneOf(op, {"Conv", "MaxPool", "AveragePool", "LpPool"})) return convolved(graph, index, *in);
    if (oneOf(op, {"GlobalAveragePool", "GlobalMaxPool"})) {
        Dims out = *in;
        for (std::size_t k = 2; k < out.size(); ++k) out[k] = 1;
        return out;
    }
    if (op == "MatMul") {
        const auto b = shapeOf(1);
        return b ? multiplied(*in, *b) : std::nullopt;
    }
    if (op == "Gemm") {
        const auto b = shapeOf(1);
        if (!b || in->size() != 2 || b->size() != 2) return std::nullopt;
        return Dims{(*in)[graph.intAttribute(index, "transA", 0) != 0 ? 1 : 0],
                    (*b)[graph.intAttribute(index, "transB", 0) != 0 ? 0 : 1]};
    }
    if (op.substr(0, 6) == "Reduce" || oneOf(op, {"ArgMax", "ArgMin"})) return reduced(graph, index, *in);
    if (op == "Slice") return sliced(graph, index, *in);
    if (op == "Split") return split(graph, index, *in, slot);
    if (op == "Gather") return gathered(graph, index, *in);
    if (op == "GatherElements") return shapeOf(1);
    if (op == "Unsqueeze") return unsqueezed(graph, index, *in);
    if (op == "Squeeze") return squeezed(graph, index, *in);
    if (op == "Shape") return Dims{static_cast<std::int64_t>(in->size())};
    if (oneOf(op, {"Resize", "Upsample"})) return resized(graph, index, *in);
    if (op == "Flatten") {
        const std::int64_t axis = graph.intAttribute(index, "axis", 1);
        const std::size_t at = static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(in->size()) : axis);
        Dims out{1, 1};
        for (std::size_t k = 0; k < in->size(); ++k) {
            std::int64_t& dim = out[k < at ? 0 : 1];
            dim = dim < 0 || (*in)[k] < 0 ? -1 : dim * (*in)[k];
        }
        return out;
    }
    if (op == "Tile") return tiled(graph, index, *in);
    if (op == "Pad") return padded(graph, index, *in);
    if (oneOf(op, {"DepthToSpace", "SpaceToDepth"})) return blocks(graph, index, *in);
    if (oneOf(op, {"ConvTranspose", "MaxUnpool", "TopK"})) return Dims(in->size(), -1);
    if (op == "Expand") {
        const Constant* wanted = graph.constant(graph.input(index, 1));
        return wanted != nullptr ? broadcast({in, wanted->integers()}) : std::nullopt;
    }
    static constexpr std::string_view kSame[] = {
        "QuantizeLinear", "DequantizeLinear", "Relu", "LeakyRelu", "Sigmoid", "Tanh", "Clip", "Softmax", "LogSoftmax",
        "Hardmax", "Identity", "Cast", "Neg", "Abs", "Exp", "Log", "Sqrt", "Erf", "HardSigmoid", "HardSwish", "Gelu", "Elu",
        "Selu", "Celu", "Softplus", "Softsign", "Not", "Dropout", "BatchNormalization", "InstanceNormalization",
        "LayerNormalization", "LRN", "Floor", "Ceil", "Round", "Sign", "Reciprocal", "Sin", "Cos", "CumSum", "CastLike",
        "ThresholdedRelu", "Shrink", "Mish", "ScatterElements", "ScatterND"};
    if (std::find(std::begin(kSame), std::end(kSame), op) != std::end(kSame) && slot == 0) return in;
    return std::nullopt;
}

}  // namespace

void inferShapes(Graph& graph) {
    for (const Index index : graph.order()) {
        for (std::size_t slot = 0; slot < graph.node(index).outputs.size(); ++slot) {
            const Index output = graph.output(index, slot);
            if (output == kNone) continue;
            if (graph.value(output).type == DataType::kUndefined) {
                graph.value(output).type = outputType(graph, index, slot);
            }
            // A shape from the file gives way to a better one, as the runtime merges what it infers.
            const auto known = graph.value(output).shape;
            if (known && std::find(known->begin(), known->end(), -1) == known->end()) continue;
            if (auto inferred = outputShape(graph, index, slot)) {
                if (known && known->size() == inferred->size()) {
                    for (std::size_t k = 0; k < known->size(); ++k) {
                        if ((*inferred)[k] < 0) (*inferred)[k] = (*known)[k];
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
