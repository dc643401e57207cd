// Rules on Q and DQ that stand in a row, or serve nobody.
#include <algorithm>

#include "core/qdq/lint/tables.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

using lint_tables::nodeText;

bool sameElements(const std::optional<std::vector<onnx::Element>>& a,
                  const std::optional<std::vector<onnx::Element>>& b) {
    if (!a || !b || a->size() != b->size()) {
        return false;
    }
    return std::equal(a->begin(), a->end(), b->begin(), [](const onnx::Element& x, const onnx::Element& y) {
        return x.type == y.type && x.bits == y.bits;
    });
}

bool sameParameters(const QuantParameters& a, const QuantParameters& b) {
    if (a.type != b.type || a.granularity != b.granularity || !sameElements(a.scale, b.scale)) {
        return false;
    }
    if (a.has_zero_point != b.has_zero_point) {
        return false;
    }
    return !a.has_zero_point || sameElements(a.zero_point, b.zero_point);
}

/// Each DQ -> Q in a row.
template <class Visit>
void eachRequantization(const LintContext& context, const Visit& visit) {
    const Topology& topology = context.scope.topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const NodeId q{n};
        if (!isQuantize(topology.node(q)) || topology.inputs(q).empty() ||
            topology.inputs(q)[0] == kNoValue) {
            continue;
        }
        const NodeId dq = topology.value(topology.inputs(q)[0]).producer;
        if (dq != kNoNode && isDequantize(topology.node(dq))) {
            visit(dq, q, quantParameters(context.scope, dq), quantParameters(context.scope, q));
        }
    }
}

void emptyPair(const LintContext& context, const LintReport& found) {
    eachRequantization(context, [&](NodeId dq, NodeId q, const QuantParameters& a, const QuantParameters& b) {
        if (sameParameters(a, b)) {
            found({dq, q}, nodeText(context.scope, dq) + " and " + nodeText(context.scope, q) +
                               " have the same parameters and cancel");
        }
    });
}

void requantization(const LintContext& context, const LintReport& found) {
    eachRequantization(context, [&](NodeId dq, NodeId q, const QuantParameters& a, const QuantParameters& b) {
        if (!sameParameters(a, b) && a.scale && b.scale) {
            found({dq, q}, nodeText(context.scope, dq) + " and " + nodeText(context.scope, q) +
                               " quantize again with other parameters: the error of both adds up");
        }
    });
}

void unused(const LintContext& context, const LintReport& found) {
    const Topology& topology = context.scope.topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const NodeId node{n};
        if (!isQuantize(topology.node(node)) && !isDequantize(topology.node(node))) {
            continue;
        }
        const auto outputs = topology.outputs(node);
        const bool used = std::any_of(outputs.begin(), outputs.end(), [&](ValueId v) {
            return v != kNoValue && (!topology.uses(v).empty() || topology.value(v).graph_output != nullptr);
        });
        if (!used) {
            found({node}, "nothing uses the result of " + nodeText(context.scope, node));
        }
    }
}

void noProducer(const LintContext& context, const LintReport& found) {
    const Topology& topology = context.scope.topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const NodeId dq{n};
        if (!isDequantize(topology.node(dq))) {
            continue;
        }
        const auto inputs = topology.inputs(dq);
        if (inputs.empty() || inputs[0] == kNoValue || topology.value(inputs[0]).missing()) {
            found({dq}, "nothing makes the value that " + nodeText(context.scope, dq) + " reads");
        }
    }
}

constexpr LintRule kRules[] = {
    {"empty-pair", Severity::kNote, "A DequantizeLinear and a QuantizeLinear in a row cancel",
     "They have the same parameters. The runtime removes them; in the file they are dead weight.", emptyPair},
    {"requantization", Severity::kWarning, "A value is quantized twice, with different parameters",
     "Two roundings where one would do; often a quantizer that met an operator it did not expect.",
     requantization},
    {"unused-qdq", Severity::kWarning, "A QuantizeLinear or DequantizeLinear that nobody uses",
     "It still counts as a consumer of its QuantizeLinear, which may cost an integer kernel.", unused},
    {"no-producer", Severity::kError, "A DequantizeLinear reads a value that nobody makes",
     "The model cannot be loaded.", noProducer},
};

}  // namespace

std::span<const LintRule> lint_tables::pairs() {
    return kRules;
}

}  // namespace qdqlens
