// Rules on Q and DQ that stand in a row, or serve nobody.
#include <algorithm>

#include "core/qdq/lint/tables.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

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
            found({dq, q}, "and the QuantizeLinear behind it have the same parameters and cancel");
        }
    });
}

void requantization(const LintContext& context, const LintReport& found) {
    eachRequantization(context, [&](NodeId dq, NodeId q, const QuantParameters& a, const QuantParameters& b) {
        if (!sameParameters(a, b) && a.scale && b.scale) {
            found({dq, q},
                  "and the QuantizeLinear behind it have different parameters: the value is rounded twice");
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
            found({node}, "makes a result that nothing uses");
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
            found({dq}, "reads a value that nothing makes");
        }
    }
}

constexpr LintRule kRules[] = {
    {"empty-pair", Severity::kNote, "A DequantizeLinear and a QuantizeLinear in a row cancel",
     "They have the same parameters, so the pair does nothing. The runtime removes it (ONNX Runtime: "
     "QDQFinalCleanup); in the file it is dead weight.",
     emptyPair},
    {"requantization", Severity::kWarning, "A value is quantized twice, with different parameters",
     "Two roundings where one would do. Often the quantizer gave the operators on both sides different "
     "ranges for one value; one pair of parameters would serve both.",
     requantization},
    {"unused-qdq", Severity::kWarning, "A QuantizeLinear or DequantizeLinear that nobody uses",
     "A DequantizeLinear without a consumer still counts as a consumer of its QuantizeLinear, which may cost "
     "an integer kernel (measured on ONNX Runtime 1.30).",
     unused},
    {"no-producer", Severity::kError, "A DequantizeLinear reads a value that nobody makes",
     "The graph is not complete (onnx: every input of a node is an output of another, an initializer or a "
     "graph input). No runtime loads the model.",
     noProducer},
};

}  // namespace

std::span<const LintRule> lint_tables::pairs() {
    return kRules;
}

}  // namespace qdqlens
