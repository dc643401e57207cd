#include "core/qdq/quantization.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/graph/constants.h"
#include "core/qdq/folded_text.h"

namespace qdqlens {

namespace {

using onnx::DataType;
using onnx::Element;

constexpr std::uint64_t kMaxScales = 1
                                     << 20;  ///< Blocked weights of the largest layers have about this many.

bool isQdqDomain(const onnx::Node& node) {
    return node.isOnnxDomain() || node.domain == "com.microsoft";
}

/// Smallest and largest finite value, with NaN and infinities counted apart.
struct ScaleRange {
    const Element* min = nullptr;
    const Element* max = nullptr;
    std::uint64_t nan = 0;
    std::uint64_t infinite = 0;
};
ScaleRange rangeOf(const std::vector<Element>& scale) {
    ScaleRange range;
    for (const Element& element : scale) {
        const double value = element.f();
        if (std::isnan(value)) {
            ++range.nan;
        } else if (std::isinf(value)) {
            ++range.infinite;
        } else {
            if (range.min == nullptr || value < range.min->f()) {
                range.min = &element;
            }
            if (range.max == nullptr || value > range.max->f()) {
                range.max = &element;
            }
        }
    }
    return range;
}

std::string dimsText(const std::vector<std::int64_t>& dims) {
    std::string out;
    for (const std::int64_t dim : dims) {
        out += (out.empty() ? "" : "×") + std::to_string(dim);
    }
    return out;
}

/// A parameter whose numbers are not known here: what is stored, where something is, else the value's name.
std::string valueText(const Scope& scope, ValueId value, bool constant) {
    if (value == kNoValue) {
        return "(none)";
    }
    const std::string text =
        constant ? foldedText(scope, value) : showName(scope.topology().value(value).name).text;
    return "‹" + elideMiddle(text, 32) + "›";
}

std::string scaleText(const Scope& scope, const QuantParameters& p) {
    if (!p.scale.has_value()) {
        return "scale=" + valueText(scope, p.scale_value, p.scale_constant);
    }
    if (p.granularity == Granularity::kTensor) {
        return "scale=" + (p.scale->empty() ? std::string("[]") : p.scale->front().text());
    }
    const ScaleRange range = rangeOf(*p.scale);
    std::string out = fmt::format("scale[{}]", dimsText(p.scale_dims));
    if (range.min != nullptr) {
        const std::string min = range.min->text();
        const std::string max = range.max->text();
        out += min == max ? " " + min : fmt::format(" {}…{}", min, max);
    }
    if (range.nan > 0) {
        out += fmt::format(" +{} NaN", range.nan);
    }
    if (range.infinite > 0) {
        out += fmt::format(" +{} inf", range.infinite);
    }
    out += fmt::format(" axis={}", p.axis);
    if (p.block_size > 0) {
        out += fmt::format(" block={}", p.block_size);
    }
    return out;
}

std::string zeroPointText(const Scope& scope, const QuantParameters& p) {
    if (!p.has_zero_point) {
        return "zp=0 (none)";
    }
    if (!p.zero_point.has_value()) {
        return "zp=" + valueText(scope, p.zero_point_value, p.zero_point_constant);
    }
    if (p.zero_point->empty()) {
        return "zp=[]";
    }
    const auto less = [](const Element& a, const Element& b) { return a.f() < b.f(); };
    const auto [min, max] = std::minmax_element(p.zero_point->begin(), p.zero_point->end(), less);
    const std::string low = min->text();
    const std::string high = max->text();
    return low == high ? "zp=" + low : fmt::format("zp={}…{}", low, high);
}

/// From block_size and the rank of the scale. A scale of one element is "per tensor" whatever its rank: many
/// exporters write [1].
Granularity granularityOf(const QuantParameters& p, std::size_t rank) {
    if (p.block_size > 0) {
        return Granularity::kBlock;
    }
    if (p.scale.has_value() && p.scale->size() == 1) {
        return Granularity::kTensor;
    }
    return rank == 0 ? Granularity::kTensor : rank == 1 ? Granularity::kChannel : Granularity::kBlock;
}

/// dtype of a value as the file declares it, or of its constant.
DataType declaredType(const Scope& scope, ValueId value) {
    if (value == kNoValue) {
        return DataType::kUndefined;
    }
    if (const std::optional<Constant> constant = constantOf(scope, value)) {
        return constant->type;
    }
    const onnx::ValueInfo* info = scope.topology().value(value).info;
    return info == nullptr ? DataType::kUndefined : info->type.elem_type;
}

}  // namespace

bool isQuantize(const onnx::Node& node) {
    return node.op_type == "QuantizeLinear" && isQdqDomain(node);
}

bool isDequantize(const onnx::Node& node) {
    return node.op_type == "DequantizeLinear" && isQdqDomain(node);
}

QuantParameters quantParameters(const Scope& scope, NodeId id) {
    const onnx::Node& node = scope.topology().node(id);
    const auto inputs = scope.topology().inputs(id);
    QuantParameters p;
    p.axis = node.intAttribute("axis", 1);
    p.block_size = node.intAttribute("block_size", 0);
    std::size_t scale_rank = 0;
    if (inputs.size() > 1 && inputs[1] != kNoValue) {
        p.scale_value = inputs[1];
        p.scale_constant = isConstant(scope, inputs[1]);
        if (const std::optional<Constant> constant = resolveConstant(scope, inputs[1])) {
            p.scale_dims = constant->dims;
            if (auto scale = decodeConstant(scope.model(), *constant, kMaxScales)) {
                p.scale = std::move(*scale);
            }
            scale_rank = constant->dims.size();
        } else if (const onnx::ValueInfo* info = scope.topology().value(inputs[1]).info) {
            scale_rank = info->type.shape.size();
        }
    }
    if (inputs.size() > 2 && inputs[2] != kNoValue) {
        p.has_zero_point = true;
        p.zero_point_value = inputs[2];
        p.zero_point_constant = isConstant(scope, inputs[2]);
        p.type = declaredType(scope, inputs[2]);
        if (const std::optional<Constant> constant = resolveConstant(scope, inputs[2])) {
            p.type = constant->type;
            if (auto zero_point = decodeConstant(scope.model(), *constant, kMaxScales)) {
                p.zero_point = std::move(*zero_point);
            }
        }
    }
    p.granularity = granularityOf(p, scale_rank);
    if (p.type == DataType::kUndefined && isQuantize(node)) {
        p.type = static_cast<DataType>(node.intAttribute("output_dtype", 0));
        if (p.type == DataType::kUndefined && !p.has_zero_point) {
            p.type = DataType::kUInt8;
        }
    }
    if (p.type == DataType::kUndefined && isDequantize(node) && !inputs.empty()) {
        p.type = declaredType(scope, inputs[0]);
    }
    return p;
}

std::string parameterLine(const Scope& scope, const QuantParameters& parameters) {
    return scaleText(scope, parameters) + " " + zeroPointText(scope, parameters);
}

}  // namespace qdqlens
