// Rules on quantized biases that integer kernels take as they are: what is wrong here is silently wrong in
// the result.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/number.h"
#include "core/graph/constants.h"
#include "core/qdq/lint/tables.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

/// The DequantizeLinear behind an input of a node, or kNoNode.
NodeId dqAt(const Topology& topology, NodeId node, std::size_t slot) {
    const auto inputs = topology.inputs(node);
    const NodeId from =
        slot < inputs.size() && inputs[slot] != kNoValue ? topology.value(inputs[slot]).producer : kNoNode;
    return from != kNoNode && isDequantize(topology.node(from)) ? from : kNoNode;
}

/// Each Conv and Gemm that runs as an integer kernel, with the DequantizeLinears of input, weight and bias.
template <class Visit>
void eachBiased(const LintContext& context, const Visit& visit) {
    const Topology& topology = context.scope.topology();
    for (const runtime::NodePrediction& node : context.prediction.nodes) {
        const onnx::Node& op = topology.node(node.node);
        if (node.runs != runtime::Runs::kInt8 || (!op.is("Conv") && !op.is("Gemm"))) {
            continue;
        }
        const NodeId dqs[] = {dqAt(topology, node.node, 0), dqAt(topology, node.node, 1),
                              dqAt(topology, node.node, 2)};
        if (dqs[0] != kNoNode && dqs[1] != kNoNode && dqs[2] != kNoNode) {
            visit(node.node, dqs[0], dqs[1], dqs[2]);
        }
    }
}

void biasScale(const LintContext& context, const LintReport& found) {
    eachBiased(context, [&](NodeId node, NodeId input, NodeId weight, NodeId bias) {
        const auto x = quantParameters(context.scope, input).scale;
        const auto w = quantParameters(context.scope, weight).scale;
        const auto b = quantParameters(context.scope, bias).scale;
        if (!x || !w || !b || x->size() != 1 || w->empty() || b->empty()) {
            return;
        }
        const std::size_t channels = std::max(w->size(), b->size());
        if ((w->size() != 1 && w->size() != channels) || (b->size() != 1 && b->size() != channels)) {
            return;
        }
        for (std::size_t k = 0; k < channels; ++k) {
            const double wanted = x->front().f() * (*w)[w->size() == 1 ? 0 : k].f();
            const double have = (*b)[b->size() == 1 ? 0 : k].f();
            if (std::fabs(have - wanted) > context.target.bias_relative * std::fabs(wanted)) {
                found({node, bias}, "has a bias with scale " + formatFloat32(static_cast<float>(have)) +
                                        (channels > 1 ? " in channel " + std::to_string(k) : "") +
                                        ", and its input and weight have " +
                                        formatFloat32(static_cast<float>(wanted)) +
                                        ": its integer kernel takes the one for the other");
                return;
            }
        }
    });
}

void biasLimit(const LintContext& context, const LintReport& found) {
    eachBiased(context, [&](NodeId node, NodeId, NodeId, NodeId bias) {
        const auto codes = constantOf(context.scope, context.scope.topology().inputs(bias)[0]);
        const auto elements = codes && codes->type == onnx::DataType::kInt32 && codes->tensor != nullptr
                                  ? onnx::decodeAll(context.scope.model(), *codes->tensor)
                                  : fail(ErrorKind::kInput, "no int32 tensor");
        if (!elements.has_value()) {
            return;
        }
        for (std::size_t k = 0; k < elements->size(); ++k) {
            const std::int64_t code = (*elements)[k].i();
            if (code == std::numeric_limits<std::int32_t>::max() ||
                code == std::numeric_limits<std::int32_t>::min()) {
                found({node, bias}, "has a bias code at the limit of int32 in channel " + std::to_string(k) +
                                        ": it was clipped, and the sum that it is added to overflows");
                return;
            }
        }
    });
}

constexpr LintRule kRules[] = {
    {"bias-scale", Severity::kError,
     "A bias scale is not input scale × weight scale, and the integer kernel computes with it all the same",
     "The kernel adds the codes of the bias to those of the product. ONNX Runtime 1.30 does not look at the "
     "bias scale of a Gemm, and for a Conv takes any within 1e-6 (measured), which is much where the scales "
     "are small: the result is silently wrong.",
     biasScale},
    {"bias-limit", Severity::kWarning, "A bias code is at the limit of int32",
     "It was clipped when it was quantized, and the kernel's int32 sum overflows (measured on ONNX Runtime "
     "1.30). Happens where input scale × weight scale is tiny, as in a dead channel; a larger weight scale "
     "for that channel mends it.",
     biasLimit},
};

}  // namespace

std::span<const LintRule> lint_tables::bias() {
    return kRules;
}

}  // namespace qdqlens
