#include "core/qdq/tables/shape_rules.h"

#include <algorithm>
#include <array>

#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

const Shape kUnknown;

template <std::size_t size>
bool oneOf(const std::array<std::string_view, size>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

/// All versions of these give their first input's shape.
bool keepsShape(const onnx::Node& node) {
    static constexpr auto kOps = std::to_array<std::string_view>({"Abs",
                                                                  "Acos",
                                                                  "Acosh",
                                                                  "Asin",
                                                                  "Asinh",
                                                                  "Atan",
                                                                  "Atanh",
                                                                  "BitwiseNot",
                                                                  "Cast",
                                                                  "CastLike",
                                                                  "Ceil",
                                                                  "Celu",
                                                                  "Clip",
                                                                  "Cos",
                                                                  "Cosh",
                                                                  "CumSum",
                                                                  "Dropout",
                                                                  "Elu",
                                                                  "Erf",
                                                                  "Exp",
                                                                  "Floor",
                                                                  "Gelu",
                                                                  "Hardmax",
                                                                  "HardSigmoid",
                                                                  "HardSwish",
                                                                  "Identity",
                                                                  "IsInf",
                                                                  "IsNaN",
                                                                  "LeakyRelu",
                                                                  "Log",
                                                                  "LogSoftmax",
                                                                  "LpNormalization",
                                                                  "LRN",
                                                                  "Mish",
                                                                  "Neg",
                                                                  "Not",
                                                                  "PRelu",
                                                                  "Reciprocal",
                                                                  "Relu",
                                                                  "Round",
                                                                  "Selu",
                                                                  "Shrink",
                                                                  "Sigmoid",
                                                                  "Sign",
                                                                  "Sin",
                                                                  "Sinh",
                                                                  "Softmax",
                                                                  "Softplus",
                                                                  "Softsign",
                                                                  "Sqrt",
                                                                  "Swish",
                                                                  "Tan",
                                                                  "Tanh",
                                                                  "ThresholdedRelu",
                                                                  "Trilu",
                                                                  "InstanceNormalization",
                                                                  "GroupNormalization",
                                                                  "MeanVarianceNormalization"});
    static constexpr auto kMicrosoft = std::to_array<std::string_view>(
        {"QLinearSigmoid", "QLinearLeakyRelu", "QLinearSoftmax", "FastGelu", "Gelu", "QuickGelu"});
    return (node.isOnnxDomain() && oneOf(kOps, node.op_type)) ||
           (node.domain == "com.microsoft" && oneOf(kMicrosoft, node.op_type)) || isQuantize(node) ||
           isDequantize(node);
}

/// Only output 0 is that of input 0.
bool keepsFirstShape(const onnx::Node& node) {
    return node.is("BatchNormalization") || node.is("LayerNormalization") || node.is("RMSNormalization");
}

bool isBroadcast(const onnx::Node& node) {
    static constexpr auto kOps = std::to_array<std::string_view>(
        {"Add",        "And",         "BitShift", "BitwiseAnd", "BitwiseOr",
         "BitwiseXor", "Div",         "Equal",    "Greater",    "GreaterOrEqual",
         "Less",       "LessOrEqual", "Max",      "Mean",       "Min",
         "Mod",        "Mul",         "Or",       "Pow",        "Sub",
         "Sum",        "Where",       "Xor"});
    return node.isOnnxDomain() && oneOf(kOps, node.op_type);
}

std::optional<RuleOutput> broadcastOf(const RuleInput& in, const std::vector<std::size_t>& operands) {
    std::optional<Dims> dims;
    RuleOutput out;
    for (const std::size_t i : operands) {
        if (!in.shape(i).has_value()) {
            return std::nullopt;
        }
        dims = dims.has_value() ? broadcast(*dims, *in.shape(i), out.conflict) : *in.shape(i);
    }
    if (!dims.has_value()) {
        return std::nullopt;
    }
    out.shapes.emplace_back(*std::move(dims));
    return out;
}

}  // namespace

const Shape& RuleInput::shape(std::size_t i) const {
    return i < shapes.size() ? shapes[i] : kUnknown;
}

const Shape& RuleInput::content(std::size_t i) const {
    return i < contents.size() ? contents[i] : kUnknown;
}

std::optional<std::vector<std::int64_t>> RuleInput::numbers(std::size_t i) const {
    if (!content(i).has_value()) {
        return std::nullopt;
    }
    std::vector<std::int64_t> out;
    for (const ShapeDim& element : *content(i)) {
        if (!element.value.has_value()) {
            return std::nullopt;
        }
        out.push_back(*element.value);
    }
    return out;
}

std::optional<std::int64_t> product(const Dims& dims) {
    std::int64_t out = 1;
    for (const ShapeDim& dim : dims) {
        if (!dim.value.has_value() || __builtin_mul_overflow(out, *dim.value, &out)) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<std::size_t> normalAxis(std::int64_t axis, std::size_t rank) {
    const auto size = static_cast<std::int64_t>(rank);
    const std::int64_t at = axis < 0 ? axis + size : axis;
    return at < 0 || at >= size ? std::nullopt : std::optional(static_cast<std::size_t>(at));
}

Dims broadcast(const Dims& a, const Dims& b, std::optional<RuleConflict>& conflict) {
    const std::size_t rank = std::max(a.size(), b.size());
    Dims out(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        const ShapeDim x = i + a.size() >= rank ? a[i + a.size() - rank] : numberDim(1);
        const ShapeDim y = i + b.size() >= rank ? b[i + b.size() - rank] : numberDim(1);
        if (x == y || y.value == 1) {
            out[i] = x;
        } else if (x.value == 1) {
            out[i] = y;
        } else if (x.value.has_value() && y.value.has_value()) {
            conflict = RuleConflict{shapeText(a) + " with " + shapeText(b), "dims that are equal, or 1"};
        } else if (x.value.has_value() || y.value.has_value()) {
            out[i] = x.value.has_value() ? x : y;  // A number other than 1: the symbol is that number, or 1.
        }
    }
    return out;
}

std::optional<RuleOutput> oneShape(Dims dims) {
    RuleOutput out;
    out.shapes.emplace_back(std::move(dims));
    return out;
}

std::optional<RuleOutput> elementwiseRule(const RuleInput& in) {
    if (keepsShape(in.node) || keepsFirstShape(in.node)) {
        if (!in.shape(0).has_value()) {
            return std::nullopt;
        }
        RuleOutput out;
        const std::size_t outputs = keepsShape(in.node) ? in.node.outputs.size() : 1;
        out.shapes.assign(outputs, in.shape(0));
        if (in.node.is("Identity") || in.node.is("Cast")) {
            out.content = in.content(0);
        }
        return out;
    }
    if (in.node.is("DynamicQuantizeLinear") && in.shape(0).has_value()) {
        RuleOutput out;
        out.shapes = {in.shape(0), Dims{}, Dims{}};
        return out;
    }
    if (in.node.domain == "com.microsoft" &&
        (in.node.op_type == "QLinearAdd" || in.node.op_type == "QLinearMul")) {
        return broadcastOf(in, {0, 3});
    }
    if (!isBroadcast(in.node) || in.opset < 8) {  // Before, broadcasting was an attribute, or not there.
        return std::nullopt;
    }
    std::vector<std::size_t> operands;
    for (std::size_t i = 0; i < in.shapes.size(); ++i) {
        operands.push_back(i);
    }
    auto out = broadcastOf(in, operands);
    if (out.has_value() && operands.size() == 2) {
        out->content = combinedContents(in.node.op_type, in.content(0), in.content(1));
    }
    return out;
}

std::optional<RuleOutput> applyShapeRule(const RuleInput& input) {
    for (const auto rule : {elementwiseRule, networkRule, rearrangeRule, shapeMathRule, contentsRule}) {
        if (auto out = rule(input)) {
            return out;
        }
    }
    return std::nullopt;
}

}  // namespace qdqlens
