#include "core/diagram/label.h"

#include "core/base/text.h"
#include "core/onnx/op_signatures.h"
#include "core/qdq/folded_text.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxName = 48;       ///< Code points of a node's name in a box.
constexpr std::size_t kMaxLine = 46;       ///< Constants go on one line up to here; longer ones are broken.
constexpr std::size_t kMaxConstant = 240;  ///< Code points of one constant.

std::size_t codePoints(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        nextCodePoint(text);
        ++count;
    }
    return count;
}

/// Where a constant may be broken: behind a comma and its space, or behind an opening bracket of an op.
std::size_t nextBreak(std::string_view text, std::size_t from) {
    const std::size_t comma = text.find(", ", from);
    const std::size_t bracket = text.find('(', from);
    if (comma == std::string_view::npos && bracket == std::string_view::npos) {
        return text.size();
    }
    return comma < bracket ? comma + 2 : bracket + 1;
}

/// Lines of at most kMaxLine code points where the breaks allow it.
std::vector<std::string> broken(std::string_view text) {
    std::vector<std::string> lines(1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = nextBreak(text, at);
        const std::string_view piece = text.substr(at, next - at);
        if (!lines.back().empty() && codePoints(lines.back()) + codePoints(piece) > kMaxLine) {
            lines.emplace_back();
        }
        lines.back() += piece;
        at = next;
    }
    for (std::string& line : lines) {
        while (!line.empty() && line.back() == ' ') {
            line.pop_back();
        }
    }
    return lines;
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
        const std::string text = "‹" + elideMiddle(foldedText(scope, inputs[i]), kMaxConstant) + "›";
        const std::string formal(signature == nullptr ? std::string_view() : signature->inputName(i));
        pieces.push_back(formal.empty() ? text : formal + " " + text);
    }
    return pieces;
}

/// Pieces side by side while they fit; a piece that is too long has lines of its own.
void addConstantLines(const std::vector<std::string>& pieces, std::vector<TextLine>& lines) {
    bool open = false;  // The last line takes more.
    for (const std::string& piece : pieces) {
        const std::size_t size = codePoints(piece);
        if (open && codePoints(lines.back().text) + 2 + size <= kMaxLine) {
            lines.back().text += "  " + piece;
            continue;
        }
        for (std::string& line : broken(piece)) {
            lines.push_back({std::move(line), LineRole::kConstant});
        }
        open = size <= kMaxLine;
    }
}

}  // namespace

std::vector<TextLine> opLines(const Scope& scope, const Folding& folding, NodeId id) {
    const onnx::Node& node = scope.topology().node(id);
    std::vector<TextLine> lines{{elideMiddle(opText(node), kMaxName), LineRole::kOpType}};
    if (!node.name.empty()) {
        lines.push_back({elideMiddle(showName(node.name).text, kMaxName), LineRole::kName});
    }
    addConstantLines(constantPieces(scope, folding, id), lines);
    if (isQuantize(node) || isDequantize(node)) {
        lines.push_back({parameterLine(scope, quantParameters(scope, id)), LineRole::kParameters});
    }
    return lines;
}

}  // namespace qdqlens
