#include "core/diagram/label.h"

#include "core/base/text.h"
#include "core/graph/constants.h"
#include "core/onnx/op_signatures.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxName = 48;      ///< Code points of a node's name in a box.
constexpr std::size_t kMaxLine = 46;      ///< Constants go on one line up to here.
constexpr std::size_t kMaxConstant = 60;  ///< Code points of one constant.
constexpr int kMaxNesting = 4;            ///< "Transpose(DequantizeLinear(…))" goes this deep.

std::size_t codePoints(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        static_cast<void>(nextCodePoint(text));
        ++count;
    }
    return count;
}

std::string foldedText(const Scope& scope, const Folding& folding, ValueId value, int depth) {
    if (value == kNoValue) {
        return {};
    }
    if (const auto constant = constantOf(scope, value)) {
        return constantText(scope.model(), *constant);
    }
    const Topology& topology = scope.topology();
    const NodeId producer = topology.value(value).producer;
    if (producer == kNoNode) {  // Made by a folded node of an enclosing graph.
        return showName(topology.value(value).name).text;
    }
    const onnx::Node& node = topology.node(producer);
    if (depth >= kMaxNesting) {
        return opText(node) + "(…)";
    }
    // Scale and zero point of a folded Q or DQ are not repeated: what it holds is its data.
    const auto inputs = topology.inputs(producer);
    const std::size_t shown = isQuantize(node) || isDequantize(node) ? 1 : inputs.size();
    std::string arguments;
    for (std::size_t i = 0; i < inputs.size() && i < shown; ++i) {
        const std::string argument = foldedText(scope, folding, inputs[i], depth + 1);
        if (!argument.empty()) {
            arguments += (arguments.empty() ? "" : ", ") + argument;
        }
    }
    return opText(node) + "(" + arguments + ")";
}

std::vector<std::string> constantPieces(const Scope& scope, const Folding& folding, NodeId id) {
    const Topology& topology = scope.topology();
    const onnx::Node& node = topology.node(id);
    const bool qdq = isQuantize(node) || isDequantize(node);
    const onnx::OpSignature* signature =
        onnx::findSignature(node.domain, node.op_type, scope.opset(node.domain));
    std::vector<std::string> pieces;
    const auto inputs = topology.inputs(id);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i] == kNoValue || !folding.constant(inputs[i]) || (qdq && i > 0)) {
            continue;
        }
        const std::string text =
            "‹" + elideMiddle(foldedText(scope, folding, inputs[i], 0), kMaxConstant) + "›";
        const std::string formal(signature == nullptr ? std::string_view() : signature->inputName(i));
        pieces.push_back(formal.empty() ? text : formal + " " + text);
    }
    return pieces;
}

}  // namespace

std::string opText(const onnx::Node& node) {
    const std::string op = node.op_type.empty() ? "(no op type)" : showName(node.op_type).text;
    return node.isOnnxDomain() ? op : showName(node.domain).text + "." + op;
}

std::string foldedText(const Scope& scope, const Folding& folding, ValueId value) {
    return foldedText(scope, folding, value, 0);
}

std::vector<TextLine> opLines(const Scope& scope, const Folding& folding, NodeId id) {
    const onnx::Node& node = scope.topology().node(id);
    std::vector<TextLine> lines{{elideMiddle(opText(node), kMaxName), LineRole::kOpType}};
    if (!node.name.empty()) {
        lines.push_back({elideMiddle(showName(node.name).text, kMaxName), LineRole::kName});
    }
    std::string line;
    for (const std::string& piece : constantPieces(scope, folding, id)) {
        if (!line.empty() && codePoints(line) + 2 + codePoints(piece) > kMaxLine) {
            lines.push_back({std::move(line), LineRole::kConstant});
            line.clear();
        }
        line += (line.empty() ? "" : "  ") + piece;
    }
    if (!line.empty()) {
        lines.push_back({std::move(line), LineRole::kConstant});
    }
    if (isQuantize(node) || isDequantize(node)) {
        lines.push_back({parameterLine(scope, quantParameters(scope, id)), LineRole::kParameters});
    }
    return lines;
}

}  // namespace qdqlens
