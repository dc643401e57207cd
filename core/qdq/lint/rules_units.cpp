// Rules on what the runtime does with the nodes: each is a view of the prediction.
#include <algorithm>

#include "core/qdq/lint/tables.h"
#include "core/qdq/quantization.h"
#include "core/qdq/query.h"

namespace qdqlens {

namespace {

using lint_tables::nodeText;
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

std::string sentence(const LintContext& context, const NodePrediction& node) {
    std::string text = nodeText(context.scope, node.node) + " runs in float: " + node.reason;
    if (!node.mend.empty()) {
        text += "; " + node.mend;
    }
    return text;
}

/// Float nodes whose reason is one of these.
void forRules(const LintContext& context, const LintReport& found,
              std::initializer_list<std::string_view> rules) {
    for (const NodePrediction& node : context.prediction.nodes) {
        if (node.runs == Runs::kFloat && std::find(rules.begin(), rules.end(), node.rule) != rules.end()) {
            found(withBlame(node), sentence(context, node));
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
            found(withBlame(node), sentence(context, node));
        }
    }
}

void sharedDq(const LintContext& context, const LintReport& found) {
    const Topology& topology = context.scope.topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const NodeId dq{n};
        if (!isDequantize(topology.node(dq)) || context.folding.folded(dq) ||
            !isSharedDequantize(topology, dq)) {
            continue;
        }
        std::vector<NodeId> nodes{dq};
        std::size_t costs = 0;
        for (const Use& use : topology.uses(topology.outputs(dq)[0])) {
            const NodePrediction* user = context.prediction.find(use.node);
            costs += user != nullptr && user->runs == Runs::kFloat ? 1 : 0;
            nodes.push_back(use.node);
        }
        if (costs > 0 && !context.target.int8_allowed &&
            quantParameters(context.scope, dq).type == onnx::DataType::kInt8) {
            found(
                nodes,
                nodeText(context.scope, dq) + " feeds " + std::to_string(nodes.size() - 1) +
                    " consumers; the runtime splits it, and its QuantizeLinear then stays int8, for which "
                    "there are "
                    "no kernels here: give each consumer a QuantizeLinear of its own, or quantize to uint8");
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
            found({node.node},
                  nodeText(context.scope, node.node) +
                      " is the last operator and its result is not quantized, so it runs in float");
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
            found({NodeId{n}}, nodeText(context.scope, NodeId{n}) + " has quantized activations and a " +
                                   std::string(onnx::dataTypeName(weight.initializer->type)) + " weight");
        }
    }
}

constexpr LintRule kRules[] = {
    {"refused", Severity::kError, "The runtime refuses the model that its own optimizer makes of this one",
     "Some combinations load without optimization and fail at level extended. Measured on ONNX Runtime 1.30, "
     "CPU provider.",
     refused},
    {"float-between", Severity::kWarning, "An operator stays in float between quantized neighbours",
     "Its input is dequantized, computed in float and quantized again: slower than float alone. The reason "
     "is the first "
     "condition of the runtime's node unit that fails (QDQ selectors of ONNX Runtime 1.30).",
     floatBetween},
    {"shared-dq", Severity::kWarning, "A shared DequantizeLinear costs integer kernels",
     "The runtime gives every consumer a DequantizeLinear of its own; the QuantizeLinear before it then has "
     "several and is "
     "skipped by the int8 to uint8 step, which x64 needs (ONNX Runtime: EnsureUniqueDQForNodeUnit, "
     "QDQS8ToU8).",
     sharedDq},
    {"no-final-q", Severity::kNote, "No QuantizeLinear after the last operator",
     "Most integer kernels need one behind them; Gemm and MatMul do not.", noFinalQ},
    {"graph-output-breaks", Severity::kWarning, "A graph output breaks a chain of quantized operators",
     "A node unit's float value must not be seen from outside (ONNX Runtime: QDQ node group selectors).",
     graphOutput},
    {"zero-point-missing", Severity::kWarning, "A missing zero point input costs the integer kernel",
     "Operators that move data, MaxPool and Gemm want it written out, 0 too (ONNX Runtime: "
     "IsQDQPairSupported).",
     zeroPoint},
    {"no-kernel-width", Severity::kWarning, "16-bit or 4-bit quantization where the target has no kernel",
     "Only operators that move data run on 16 bits on the CPU provider.", width},
    {"bias", Severity::kWarning,
     "A bias is not int32 with scale = input scale × weight scale, and cannot be made so",
     "The integer kernel adds the bias' codes to the product's (QLinearConv, onnx; ONNX Runtime: "
     "WeightBiasQuantization).",
     bias},
    {"float-weight", Severity::kWarning, "A float weight on quantized activations",
     "The runtime may quantize it itself, per tensor; a quantizer does better per channel.", floatWeight},
};

}  // namespace

std::span<const LintRule> lint_tables::units() {
    return kRules;
}

}  // namespace qdqlens
