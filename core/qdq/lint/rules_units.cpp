// Rules on what the runtime does with the nodes: each is a view of the prediction.
#include <algorithm>

#include "core/qdq/lint/tables.h"
#include "core/qdq/quantization.h"
#include "core/qdq/query.h"

namespace qdqlens {

namespace {

using runtime::NodePrediction;
using runtime::Runs;

bool isDqOutput(const LintContext& context, ValueId value) {
    if (value == kNoValue) {
        return false;
    }
    const NodeId producer = context.scope.topology().value(value).producer;
    return producer != kNoNode && isDequantize(context.scope.topology().node(producer));
}

bool fedByDq(const LintContext& context, NodeId node) {
    const auto inputs = context.scope.topology().inputs(node);
    return std::any_of(inputs.begin(), inputs.end(), [&](ValueId v) { return isDqOutput(context, v); });
}

/// A Q takes its result, at once or behind one Relu or Clip.
bool quantizedAfter(const LintContext& context, NodeId node, bool through_activation = true) {
    const Topology& topology = context.scope.topology();
    for (const ValueId output : topology.outputs(node)) {
        if (output == kNoValue) {
            continue;
        }
        for (const Use& use : topology.uses(output)) {
            const onnx::Node& user = topology.node(use.node);
            const bool activation = user.is("Relu") || user.is("Clip");
            if (use.input == 0 && (isQuantize(user) || (through_activation && activation &&
                                                        quantizedAfter(context, use.node, false)))) {
                return true;
            }
        }
    }
    return false;
}

std::vector<NodeId> withBlame(const NodePrediction& node) {
    std::vector<NodeId> nodes{node.node};
    for (const NodeId blamed : node.blame) {
        if (std::find(nodes.begin(), nodes.end(), blamed) == nodes.end()) {
            nodes.push_back(blamed);
        }
    }
    return nodes;
}

std::string sentence(const NodePrediction& node) {
    return "runs in float: " + node.reason + (node.mend.empty() ? "" : "; to mend it: " + node.mend);
}

/// Float nodes whose reason is one of these.
void forRules(const LintContext& context, const LintReport& found,
              std::initializer_list<std::string_view> rules) {
    for (const NodePrediction& node : context.prediction.nodes) {
        if (node.runs == Runs::kFloat && std::find(rules.begin(), rules.end(), node.rule) != rules.end()) {
            found(withBlame(node), sentence(node));
        }
    }
}

void refused(const LintContext& context, const LintReport& found) {
    if (!context.prediction.refused.empty()) {
        found({}, std::string(context.target.runtime) +
                      " refuses to load the model: " + context.prediction.refused);
    }
}

/// The reasons that have a rule of their own do not show twice.
void floatBetween(const LintContext& context, const LintReport& found) {
    static constexpr std::string_view kOwn[] = {"refused",
                                                "output-is-graph-output",
                                                "zero-point-missing",
                                                "dtype-unsupported",
                                                "bias-float",
                                                "bias-dtype",
                                                "bias-scale",
                                                "bias-zero-point"};
    for (const NodePrediction& node : context.prediction.nodes) {
        const bool own = std::find(std::begin(kOwn), std::end(kOwn), node.rule) != std::end(kOwn);
        if (node.runs == Runs::kFloat && !own && fedByDq(context, node.node) &&
            quantizedAfter(context, node.node)) {
            found(withBlame(node), sentence(node));
        }
    }
}

/// Not a weight's: those have no QuantizeLinear that could stay int8.
void sharedDq(const LintContext& context, const LintReport& found) {
    const Topology& topology = context.scope.topology();
    if (context.target.int8_allowed) {
        return;
    }
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const NodeId dq{n};
        if (!isDequantize(topology.node(dq)) || !isSharedDequantize(topology, dq) ||
            quantParameters(context.scope, dq).type != onnx::DataType::kInt8) {
            continue;
        }
        const ValueId in = topology.inputs(dq)[0];
        const NodeId q = in == kNoValue ? kNoNode : topology.value(in).producer;
        if (q == kNoNode || !isQuantize(topology.node(q))) {
            continue;
        }
        std::vector<NodeId> nodes{dq};
        bool costs = false;
        for (const Use& use : topology.uses(topology.outputs(dq)[0])) {
            const NodePrediction* user = context.prediction.find(use.node);
            costs = costs || (user != nullptr && user->runs == Runs::kFloat &&
                              (user->rule == "dtypes-differ" || user->rule == "int8-activation"));
            nodes.push_back(use.node);
        }
        if (costs) {
            const bool output = topology.value(topology.outputs(dq)[0]).graph_output != nullptr;
            const std::size_t consumers = nodes.size() - 1;
            found(std::move(nodes),
                  "feeds " + std::to_string(consumers) + (consumers == 1 ? " consumer" : " consumers") +
                      (output ? " and a graph output" : "") +
                      "; the runtime gives each its own, its QuantizeLinear then stays int8, and this target "
                      "has no kernels for that: give each a QuantizeLinear of its own too, or quantize to "
                      "uint8");
        }
    }
}

void noFinalQ(const LintContext& context, const LintReport& found) {
    const Topology& topology = context.scope.topology();
    for (const NodePrediction& node : context.prediction.nodes) {
        if (node.runs != Runs::kFloat || node.rule != "q-missing" || !fedByDq(context, node.node)) {
            continue;
        }
        const auto outputs = topology.outputs(node.node);
        const bool last = std::any_of(outputs.begin(), outputs.end(), [&](ValueId v) {
            return v != kNoValue && topology.value(v).graph_output != nullptr;
        });
        if (last) {
            found({node.node}, "is the last operator and its result is not quantized, so it runs in float");
        }
    }
}

void graphOutput(const LintContext& context, const LintReport& found) {
    forRules(context, found, {"output-is-graph-output"});
}
void zeroPoint(const LintContext& context, const LintReport& found) {
    forRules(context, found, {"zero-point-missing"});
}
void width(const LintContext& context, const LintReport& found) {
    forRules(context, found, {"dtype-unsupported"});
}
void bias(const LintContext& context, const LintReport& found) {
    forRules(context, found, {"bias-float", "bias-dtype", "bias-scale", "bias-zero-point"});
}

void floatWeight(const LintContext& context, const LintReport& found) {
    const Topology& topology = context.scope.topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const onnx::Node& node = topology.node(NodeId{n});
        if (!node.is("Conv") && !node.is("ConvTranspose") && !node.is("Gemm") && !node.is("MatMul")) {
            continue;
        }
        const auto inputs = topology.inputs(NodeId{n});
        if (inputs.size() < 2 || !isDqOutput(context, inputs[0]) || inputs[1] == kNoValue) {
            continue;
        }
        const Value& weight = topology.value(inputs[1]);
        if (weight.initializer != nullptr && onnx::isFloat(weight.initializer->type)) {
            found({NodeId{n}}, "has quantized activations and a " +
                                   std::string(onnx::dataTypeName(weight.initializer->type)) + " weight");
        }
    }
}

constexpr LintRule kRules[] = {
    {"refused", Severity::kError, "The runtime refuses the model that its own optimizer makes of this one",
     "Some combinations load without optimization and fail from level extended on (measured on ONNX Runtime "
     "1.30, CPU "
     "provider).",
     refused},
    {"float-between", Severity::kWarning, "An operator stays in float between quantized neighbours",
     "Its input is dequantized, computed in float and quantized again, which is slower than float alone. The "
     "reason is "
     "the first condition of the runtime's node unit that fails (ONNX Runtime 1.30: QDQ selectors).",
     floatBetween},
    {"shared-dq", Severity::kWarning, "A shared DequantizeLinear costs integer kernels",
     "The runtime gives every consumer a DequantizeLinear of its own. The QuantizeLinear before it then has "
     "several, "
     "and the step that turns int8 into uint8, which x64 needs, skips it (ONNX Runtime: "
     "EnsureUniqueDQForNodeUnit, "
     "QDQS8ToU8).",
     sharedDq},
    {"no-final-q", Severity::kNote, "No QuantizeLinear after the last operator",
     "Most integer kernels need one behind them; Gemm and MatMul do not (ONNX Runtime: QDQ selectors).",
     noFinalQ},
    {"graph-output-breaks", Severity::kWarning, "A graph output breaks a chain of quantized operators",
     "Inside an integer kernel there is no float value that the graph could put out (ONNX Runtime: a node "
     "unit's "
     "values must not be graph outputs).",
     graphOutput},
    {"zero-point-missing", Severity::kWarning, "A missing zero point input costs the integer kernel",
     "Operators that move data, MaxPool and Gemm want it written out, 0 too (ONNX Runtime: "
     "IsQDQPairSupported).",
     zeroPoint},
    {"no-kernel-width", Severity::kWarning, "16-bit or 4-bit quantization where the target has no kernel",
     "On the CPU provider only operators that move data run on 16 bits (ONNX Runtime 1.30: QDQ selectors).",
     width},
    {"bias", Severity::kWarning,
     "A bias is not int32 with scale = input scale × weight scale, and cannot be made so",
     "The integer kernel adds the codes of the bias to those of the product (onnx: QLinearConv; ONNX "
     "Runtime: "
     "WeightBiasQuantization).",
     bias},
    {"float-weight", Severity::kWarning, "A float weight on quantized activations",
     "The runtime may quantize it when it loads the model, per tensor (ONNX Runtime: "
     "WeightBiasQuantization); a "
     "quantizer does better per channel.",
     floatWeight},
};

}  // namespace

std::span<const LintRule> lint_tables::units() {
    return kRules;
}

}  // namespace qdqlens
