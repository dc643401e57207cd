#include "core/qdq/value_type.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/graph/constants.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

using onnx::DataType;

constexpr int kMaxSteps = 64;  ///< Type-keeping ops followed upwards.

template <std::size_t N>
bool oneOf(const std::array<std::string_view, N>& sorted, std::string_view op) {
    return std::binary_search(sorted.begin(), sorted.end(), op);
}

/// Ops of ONNX whose outputs all have the type of input 0 (type constraint T of both, opsets 1 to 25).
bool keepsType(const onnx::Node& node) {
    static constexpr std::array kOps =
        std::to_array<std::string_view>({"Abs",           "Add",
                                         "AveragePool",   "BatchNormalization",
                                         "Ceil",          "Celu",
                                         "Clip",          "Compress",
                                         "Concat",        "Conv",
                                         "ConvTranspose", "Cos",
                                         "CumSum",        "DepthToSpace",
                                         "Div",           "Dropout",
                                         "Elu",           "Erf",
                                         "Exp",           "Expand",
                                         "Flatten",       "Floor",
                                         "Gather",        "GatherElements",
                                         "GatherND",      "Gelu",
                                         "Gemm",          "GlobalAveragePool",
                                         "GlobalMaxPool", "GroupNormalization",
                                         "HardSigmoid",   "HardSwish",
                                         "Identity",      "InstanceNormalization",
                                         "LRN",           "LayerNormalization",
                                         "LeakyRelu",     "Log",
                                         "LogSoftmax",    "MatMul",
                                         "Max",           "MaxPool",
                                         "Min",           "Mish",
                                         "Mod",           "Mul",
                                         "Neg",           "PRelu",
                                         "Pad",           "Pow",
                                         "Range",         "Reciprocal",
                                         "ReduceL1",      "ReduceL2",
                                         "ReduceMax",     "ReduceMean",
                                         "ReduceMin",     "ReduceProd",
                                         "ReduceSum",     "Relu",
                                         "Reshape",       "Resize",
                                         "Round",         "ScatterElements",
                                         "ScatterND",     "Selu",
                                         "Sigmoid",       "Sign",
                                         "Sin",           "Slice",
                                         "Softmax",       "Softplus",
                                         "SpaceToDepth",  "Split",
                                         "Sqrt",          "Squeeze",
                                         "Sub",           "Sum",
                                         "Tanh",          "Tile",
                                         "Transpose",     "Trilu",
                                         "Unsqueeze",     "Upsample"});
    return node.isOnnxDomain() && oneOf(kOps, node.op_type);
}

/// The input that output 0 has its type from where it is not the first one; beyond all inputs where no input
/// is.
std::size_t otherTypeInput(const onnx::Node& node) {
    return node.is("Where") || node.is("CastLike")              ? 1
           : node.is("QLinearConv") || node.is("QLinearMatMul") ? 7  // y_zero_point
                                                                : node.inputs.size();
}

bool givesBool(const onnx::Node& node) {
    static constexpr std::array kOps =
        std::to_array<std::string_view>({"And", "Equal", "Greater", "GreaterOrEqual", "IsInf", "IsNaN",
                                         "Less", "LessOrEqual", "Not", "Or", "Xor"});
    return node.isOnnxDomain() && oneOf(kOps, node.op_type);
}

/// The type of the scale of a DequantizeLinear; float32 where it is not declared (the only one before opset
/// 19).
DataType dequantizedType(const Scope& scope, NodeId node) {
    const auto inputs = scope.topology().inputs(node);
    if (inputs.size() > 1 && inputs[1] != kNoValue) {
        if (const auto constant = resolveConstant(scope, inputs[1])) {
            return constant->type;
        }
        const onnx::ValueInfo* info = scope.topology().value(inputs[1]).info;
        if (info != nullptr && info->type.elem_type != DataType::kUndefined) {
            return info->type.elem_type;
        }
    }
    return DataType::kUndefined;
}

/// The type of a ConstantOfShape's `value`, float32 without one.
DataType filledType(const onnx::Node& node) {
    const onnx::Attribute* value = node.attribute("value");
    const auto* tensors = value == nullptr ? nullptr : std::get_if<std::vector<onnx::Tensor>>(&value->value);
    return tensors == nullptr || tensors->empty() ? DataType::kFloat32 : tensors->front().type;
}

/// What a node's op alone says of an output; kUndefined where nothing.
DataType typeByOp(const Scope& scope, NodeId id, std::uint32_t output) {
    const onnx::Node& node = scope.topology().node(id);
    if (node.is("DynamicQuantizeLinear")) {
        return output == 1 ? DataType::kFloat32 : DataType::kUInt8;
    }
    if (node.is("LayerNormalization") && output > 0) {  // Mean and InvStdDev.
        return static_cast<DataType>(node.intAttribute("stash_type", 1));
    }
    if (output > 0) {
        return DataType::kUndefined;
    }
    if (node.is("ConstantOfShape")) {
        return filledType(node);
    }
    if (isQuantize(node)) {
        return quantParameters(scope, id).type;
    }
    if (isDequantize(node)) {
        return dequantizedType(scope, id);
    }
    if (node.is("Cast")) {
        return static_cast<DataType>(node.intAttribute("to", 0));
    }
    if (node.is("Shape") || node.is("Size") || node.is("NonZero") || node.is("ArgMax") || node.is("ArgMin")) {
        return DataType::kInt64;
    }
    if (givesBool(node)) {
        return DataType::kBool;
    }
    if (node.is("MatMulInteger") || node.is("ConvInteger")) {
        return DataType::kInt32;
    }
    return DataType::kUndefined;
}

}  // namespace

DataType valueType(const Scope& scope, ValueId value) {
    const Topology& topology = scope.topology();
    for (int step = 0; step < kMaxSteps && value != kNoValue; ++step) {
        if (const auto constant = constantOf(scope, value)) {
            return constant->type;
        }
        const Value& at = topology.value(value);
        if (at.info != nullptr && at.info->type.elem_type != DataType::kUndefined) {
            return at.info->type.kind == onnx::Type::Kind::kTensor ? at.info->type.elem_type
                                                                   : DataType::kUndefined;
        }
        if (at.outer && scope.parent() != nullptr) {
            return valueType(*scope.parent(), scope.parent()->topology().findValue(at.name));
        }
        if (at.producer == kNoNode) {
            return DataType::kUndefined;
        }
        const onnx::Node& node = topology.node(at.producer);
        const DataType by_op = typeByOp(scope, at.producer, at.output);
        if (by_op != DataType::kUndefined) {
            return by_op;
        }
        const auto inputs = topology.inputs(at.producer);
        const bool follows = keepsType(node) && !inputs.empty() && (at.output == 0 || node.is("Split"));
        const std::size_t other = otherTypeInput(node);
        value = follows ? inputs[0] : other < inputs.size() ? inputs[other] : kNoValue;
    }
    return DataType::kUndefined;
}

std::string typeText(const onnx::Type& type) {
    using Kind = onnx::Type::Kind;
    const std::string name(onnx::dataTypeName(type.elem_type));
    const std::string element = type.element == nullptr ? std::string("?") : typeText(*type.element);
    switch (type.kind) {
        case Kind::kTensor:
            return type.elem_type == DataType::kUndefined ? std::string() : name;
        case Kind::kSparseTensor:
            return "sparse(" + name + ")";
        case Kind::kSequence:
            return "seq(" + element + ")";
        case Kind::kMap:
            return "map(" + name + ", " + element + ")";
        case Kind::kOptional:
            return "optional(" + element + ")";
        case Kind::kOpaque:
            return "opaque";
        case Kind::kUndefined:
            break;
    }
    return {};
}

std::string valueTypeText(const Scope& scope, ValueId value) {
    const onnx::ValueInfo* info = scope.topology().value(value).info;
    if (info != nullptr && info->type.kind != onnx::Type::Kind::kUndefined &&
        info->type.kind != onnx::Type::Kind::kTensor) {
        return typeText(info->type);
    }
    const DataType type = valueType(scope, value);
    if (type == DataType::kUndefined) {
        return {};
    }
    const std::string_view name = onnx::dataTypeName(type);
    return name.empty() ? "dtype " + std::to_string(static_cast<std::int32_t>(type)) : std::string(name);
}

std::string valueShapeText(const Scope& scope, ValueId value) {
    const onnx::ValueInfo* info = scope.topology().value(value).info;
    if (info == nullptr || !info->type.has_shape) {
        return {};
    }
    std::string out;
    for (const onnx::Dim& dim : info->type.shape) {
        out += out.empty() ? "" : "×";
        switch (dim.kind) {
            case onnx::Dim::Kind::kValue:
                out += std::to_string(dim.value);
                break;
            case onnx::Dim::Kind::kParam:
                out += elideMiddle(showName(dim.param).text, 24);
                break;
            case onnx::Dim::Kind::kUnknown:
                out += "?";
                break;
        }
    }
    return out;
}

}  // namespace qdqlens
