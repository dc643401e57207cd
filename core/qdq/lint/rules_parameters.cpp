// Rules on scales, zero points and axes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/graph/constants.h"
#include "core/qdq/lint/tables.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

/// A channel whose scale is this many times the median is an outlier: it, not the rest, decides how coarse a
/// per-tensor scale would be, and often is a dead or broken channel.
constexpr double kOutlier = 100;

template <class Visit>
void eachQuantization(const LintContext& context, const Visit& visit) {
    const Topology& topology = context.scope.topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const onnx::Node& node = topology.node(NodeId{n});
        if (isQuantize(node) || isDequantize(node)) {
            visit(NodeId{n}, quantParameters(context.scope, NodeId{n}));
        }
    }
}

void badScale(const LintContext& context, const LintReport& found) {
    eachQuantization(context, [&](NodeId node, const QuantParameters& parameters) {
        if (!parameters.scale) {
            return;
        }
        std::size_t bad = 0;
        std::string first;
        for (const onnx::Element& element : *parameters.scale) {
            const double value = element.f();
            if (std::isfinite(value) && value > 0) {
                continue;
            }
            ++bad;
            if (first.empty()) {
                first = element.text();
            }
        }
        if (bad > 0) {
            found(
                {node},
                "has a scale of " + first +
                    (bad > 1 ? " and " + std::to_string(bad - 1) + " more that are no positive number" : ""));
        }
    });
}

void subnormalScale(const LintContext& context, const LintReport& found) {
    eachQuantization(context, [&](NodeId node, const QuantParameters& parameters) {
        if (!parameters.scale) {
            return;
        }
        for (const onnx::Element& element : *parameters.scale) {
            const double value = element.f();
            const double smallest = element.type == onnx::DataType::kFloat16
                                        ? 6.103515625e-5
                                        : static_cast<double>(std::numeric_limits<float>::min());
            if (value > 0 && value < smallest) {
                found({node}, "has a subnormal scale, " + element.text());
                return;
            }
        }
    });
}

void outlierChannel(const LintContext& context, const LintReport& found) {
    eachQuantization(context, [&](NodeId node, const QuantParameters& parameters) {
        if (parameters.granularity != Granularity::kChannel || !parameters.scale ||
            parameters.scale->size() < 4) {
            return;
        }
        std::vector<double> scales;
        for (const onnx::Element& element : *parameters.scale) {
            scales.push_back(element.f());
        }
        std::vector<double> sorted = scales;
        std::sort(sorted.begin(), sorted.end());
        const double median = sorted[sorted.size() / 2];
        for (std::size_t k = 0; k < scales.size(); ++k) {
            if (median > 0 && std::isfinite(scales[k]) && scales[k] > kOutlier * median) {
                found({node}, "has scale " + (*parameters.scale)[k].text() + " in channel " +
                                  std::to_string(k) + ", more than " +
                                  std::to_string(static_cast<int>(kOutlier)) + " times the median");
                return;
            }
        }
    });
}

void zeroPointType(const LintContext& context, const LintReport& found) {
    const Topology& topology = context.scope.topology();
    eachQuantization(context, [&](NodeId id, const QuantParameters& parameters) {
        if (parameters.zero_point_value == kNoValue) {
            return;
        }
        const auto zero_point = constantOf(context.scope, parameters.zero_point_value);
        if (!zero_point) {
            return;
        }
        const onnx::Node& node = topology.node(id);
        if (isQuantize(node)) {
            const std::int64_t asked = node.intAttribute("output_dtype", 0);
            if (asked != 0 && asked != static_cast<std::int64_t>(zero_point->type)) {
                found({id}, "has a zero point of " + std::string(onnx::dataTypeName(zero_point->type)) +
                                " and output_dtype " +
                                std::string(onnx::dataTypeName(static_cast<onnx::DataType>(asked))));
            }
            return;
        }
        const auto data = topology.inputs(id).empty() || topology.inputs(id)[0] == kNoValue
                              ? std::nullopt
                              : constantOf(context.scope, topology.inputs(id)[0]);
        if (data && data->type != zero_point->type) {
            found({id}, "reads " + std::string(onnx::dataTypeName(data->type)) + " with a zero point of " +
                            std::string(onnx::dataTypeName(zero_point->type)));
        }
    });
}

/// The stored tensor behind a weight's DequantizeLinear that one of these operators takes as its second
/// input.
struct WeightUse {
    NodeId op = kNoNode;
    std::size_t rank = 0;
    std::vector<std::int64_t> dims;
};

std::optional<WeightUse> weightUse(const LintContext& context, NodeId dq) {
    const Topology& topology = context.scope.topology();
    if (!isDequantize(topology.node(dq)) || topology.outputs(dq).empty() ||
        topology.outputs(dq)[0] == kNoValue || topology.inputs(dq)[0] == kNoValue) {
        return std::nullopt;
    }
    const auto stored = constantOf(context.scope, topology.inputs(dq)[0]);
    if (!stored) {
        return std::nullopt;
    }
    for (const Use& use : topology.uses(topology.outputs(dq)[0])) {
        const onnx::Node& node = topology.node(use.node);
        const bool product =
            node.is("Conv") || node.is("ConvTranspose") || node.is("Gemm") || node.is("MatMul");
        if (product && use.input == 1) {
            return WeightUse{use.node, stored->dims.size(), stored->dims};
        }
    }
    return std::nullopt;
}

void channelAxis(const LintContext& context, const LintReport& found) {
    eachQuantization(context, [&](NodeId dq, const QuantParameters& parameters) {
        if (parameters.granularity != Granularity::kChannel) {
            return;
        }
        const auto use = weightUse(context, dq);
        if (!use || use->rank == 0) {
            return;
        }
        const std::int64_t axis =
            parameters.axis < 0 ? parameters.axis + static_cast<std::int64_t>(use->rank) : parameters.axis;
        const onnx::Node& op = context.scope.topology().node(use->op);
        std::int64_t wanted = 0;
        if (op.is("ConvTranspose") || op.is("MatMul")) {
            wanted = op.is("MatMul") ? static_cast<std::int64_t>(use->rank) - 1 : 1;
        } else if (op.is("Gemm")) {
            wanted = op.intAttribute("transB", 0) != 0 ? 0 : 1;
        }
        if (axis != wanted) {
            found({dq, use->op},
                  "has its scales along axis " + std::to_string(axis) + "; the " + std::string(op.op_type) +
                      " behind it has its output channels along axis " + std::to_string(wanted) +
                      ", and its integer kernel takes the scales for theirs without a check");
        } else if (parameters.scale && axis >= 0 && axis < static_cast<std::int64_t>(use->dims.size()) &&
                   static_cast<std::int64_t>(parameters.scale->size()) !=
                       use->dims[static_cast<std::size_t>(axis)]) {
            found({dq, use->op}, "has " + std::to_string(parameters.scale->size()) + " scales for " +
                                     std::to_string(use->dims[static_cast<std::size_t>(axis)]) + " channels");
        }
    });
}

void weightZeroPoint(const LintContext& context, const LintReport& found) {
    eachQuantization(context, [&](NodeId dq, const QuantParameters& parameters) {
        const auto use = weightUse(context, dq);
        if (!use || !parameters.zero_point || !onnx::isSigned(parameters.type)) {
            return;
        }
        for (const onnx::Element& element : *parameters.zero_point) {
            if (element.i() != 0) {
                found(
                    {dq, use->op},
                    "has a zero point of " + element.text() +
                        " on a signed weight; symmetric weights (zero point 0) are faster, and some runtimes "
                        "take nothing else");
                return;
            }
        }
    });
}

constexpr LintRule kRules[] = {
    {"bad-scale", Severity::kError, "A scale is NaN, infinite, zero or negative",
     "Codes are x / scale (onnx: QuantizeLinear): with 0, NaN or infinity they mean nothing, and a negative "
     "scale "
     "turns their order round, so that MaxPool or ReduceMax on them is wrong.",
     badScale},
    {"subnormal-scale", Severity::kWarning, "A scale is subnormal",
     "Kernels that flush subnormal numbers to zero then divide by zero. Below 1.18e-38 in float32, below "
     "6.1e-5 in "
     "float16.",
     subnormalScale},
    {"outlier-channel", Severity::kNote, "One channel's scale is far above the others",
     "More than 100 times the median of its tensor's scales. Often a channel that training left dead or that "
     "ought "
     "to be clipped; a per-tensor scale would have to follow it.",
     outlierChannel},
    {"zero-point-dtype", Severity::kError,
     "The zero point's dtype is not that of the tensor or of output_dtype",
     "They must be the same (onnx: QuantizeLinear, DequantizeLinear).", zeroPointType},
    {"channel-axis", Severity::kError,
     "Per-channel scales lie along the wrong axis, or there is a wrong number of them",
     "ONNX Runtime 1.30 does not check the axis of a weight (measured for Conv, MatMul and Gemm without "
     "bias): "
     "the integer kernel takes the scales for those of the output channels, and the numbers are silently "
     "wrong.",
     channelAxis},
    {"weight-zero-point", Severity::kWarning, "A signed weight has a zero point other than 0",
     "Integer kernels need no correction term for symmetric weights. ONNX Runtime 1.30 takes others too; "
     "several "
     "accelerators do not.",
     weightZeroPoint},
};

}  // namespace

std::span<const LintRule> lint_tables::parameters() {
    return kRules;
}

}  // namespace qdqlens
