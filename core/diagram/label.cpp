#include "core/diagram/label.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

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

/// How a constant behind a DequantizeLinear is written.
enum class Weights { kAsComputed, kAsStored };

/// What a folded DequantizeLinear reads; else the value itself.
ValueId stored(const Topology& topology, const Folding& folding, ValueId value) {
    const NodeId producer = topology.value(value).producer;
    const bool dequantized =
        producer != kNoNode && folding.folded(producer) && isDequantize(topology.node(producer));
    const ValueId tensor = dequantized ? topology.inputs(producer)[0] : kNoValue;
    return tensor == kNoValue ? value : tensor;
}

std::vector<std::string> constantPieces(const Scope& scope, const Folding& folding, NodeId id,
                                        Weights weights) {
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
        const ValueId shown =
            weights == Weights::kAsStored ? stored(topology, folding, inputs[i]) : inputs[i];
        const std::string text = "‹" + elideMiddle(foldedText(scope, shown), kMaxConstant) + "›";
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
        bool continued = false;
        for (std::string& line : broken(piece)) {
            lines.push_back({std::move(line), LineRole::kConstant, continued});
            continued = true;
        }
        open = size <= kMaxLine;
    }
}

/// "0.0208", "0.0021…0.0138", "‹x_scale›".
std::string shortScale(const QuantParameters& parameters, const Topology& topology) {
    if (!parameters.scale || parameters.scale->empty()) {
        const std::string_view name = parameters.scale_value == kNoValue
                                          ? std::string_view("?")
                                          : topology.value(parameters.scale_value).name;
        return "‹" + elideMiddle(showName(name).text, 20) + "›";
    }
    const auto [least, most] =
        std::minmax_element(parameters.scale->begin(), parameters.scale->end(),
                            [](const onnx::Element& a, const onnx::Element& b) { return a.f() < b.f(); });
    return least->f() == most->f() ? fmt::format("{:.3g}", least->f())
                                   : fmt::format("{:.3g}…{:.3g}", least->f(), most->f());
}

/// "in 0.0208, 0.0311 · out 0.0157".
std::string scalesLine(const Scope& scope, const Folding& folding, const Grouping& grouping, GroupId id) {
    const Topology& topology = scope.topology();
    const NodeGroup& unit = grouping.group(id);
    std::vector<std::string> in;
    std::vector<std::string> out;
    const auto add = [&](std::vector<std::string>& scales, NodeId node) {
        std::string text = shortScale(quantParameters(scope, node), topology);
        if (std::find(scales.begin(), scales.end(), text) == scales.end()) {
            scales.push_back(std::move(text));
        }
    };
    for (const ValueId value : topology.inputs(unit.op)) {
        const NodeId from = value == kNoValue ? kNoNode : topology.value(value).producer;
        if (from != kNoNode && isDequantize(topology.node(from)) && !folding.constant(value)) {
            add(in, from);
        }
    }
    for (const NodeId node : grouping.nodes(id)) {
        if (isQuantize(topology.node(node))) {
            add(out, node);
        }
    }
    std::string line = in.empty() ? "" : fmt::format("in {}", fmt::join(in, ", "));
    if (!out.empty()) {
        line += fmt::format("{}out {}", line.empty() ? "" : " · ", fmt::join(out, ", "));
    }
    return line;
}

std::string unitOp(const Topology& topology, const NodeGroup& unit) {
    std::string text = opText(topology.node(unit.op));
    if (unit.activation != kNoNode) {
        text += " + " + opText(topology.node(unit.activation));
    }
    return text;
}

std::vector<TextLine> unitLines(const Scope& scope, const Folding& folding, const Grouping& grouping,
                                GroupId id) {
    const Topology& topology = scope.topology();
    const NodeGroup& unit = grouping.group(id);
    std::vector<TextLine> lines{{elideMiddle(unitOp(topology, unit), kMaxName), LineRole::kOpType}};
    const std::string_view name = topology.node(unit.op).name;
    if (!name.empty()) {
        lines.push_back({elideMiddle(showName(name).text, kMaxName), LineRole::kName});
    }
    if (std::string scales = scalesLine(scope, folding, grouping, id); !scales.empty()) {
        lines.push_back({elideMiddle(scales, kMaxLine), LineRole::kParameters});
    }
    addConstantLines(constantPieces(scope, folding, unit.op, Weights::kAsStored), lines);
    return lines;
}

std::string counted(std::uint32_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// "112 nodes · 8 units".
std::string contentsText(const NodeGroup& group) {
    std::string text = counted(group.count, "node");
    if (group.units > 0 && group.kind != GroupKind::kUnit) {
        text += " · " + counted(group.units, "unit");
    }
    return text;
}

/// "MatMul ×6, Add ×4, Softmax ×1, …": Q and DQ are in the count of units already.
std::string frequentOps(const Topology& topology, std::span<const NodeId> nodes) {
    constexpr std::size_t kOps = 3;
    std::unordered_map<std::string_view, std::uint32_t> counts;
    for (const NodeId node : nodes) {
        if (!isQuantize(topology.node(node)) && !isDequantize(topology.node(node))) {
            ++counts[topology.node(node).op_type];
        }
    }
    std::vector<std::pair<std::string_view, std::uint32_t>> ranked(counts.begin(), counts.end());
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::string text;
    for (std::size_t i = 0; i < std::min(kOps, ranked.size()); ++i) {
        text += (i == 0 ? "" : ", ") + showName(ranked[i].first).text;
        text += ranked[i].second > 1 ? fmt::format(" ×{}", ranked[i].second) : "";
    }
    return ranked.size() > kOps ? text + ", …" : text;
}

/// "block ×12" of a stack, else the name.
std::string shownGroup(const NodeGroup& group) {
    const std::string name = showName(group.name).text;
    if (group.kind != GroupKind::kStack) {
        return name;
    }
    const std::size_t last = name.find_last_of(" .");
    return name[last] == '.' ? name : fmt::format("{} ×{}", name.substr(0, last), group.parts);
}

}  // namespace

std::vector<TextLine> groupLines(const Scope& scope, const Folding& folding, const Grouping& grouping,
                                 GroupId id) {
    const NodeGroup& group = grouping.group(id);
    if (group.kind == GroupKind::kUnit) {
        return unitLines(scope, folding, grouping, id);
    }
    std::vector<TextLine> lines{{elideMiddle(shownGroup(group), kMaxName), LineRole::kOpType},
                                {contentsText(group), LineRole::kNote}};
    if (std::string ops = frequentOps(scope.topology(), grouping.nodes(id)); !ops.empty()) {
        lines.push_back({elideMiddle(ops, kMaxName), LineRole::kNote});
    }
    return lines;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t lines) {
    std::vector<std::string> out;
    while (!text.empty()) {
        if (out.size() == lines) {
            out.back() += " …";
            break;
        }
        std::string line;
        while (!text.empty()) {
            const std::string_view word = text.substr(0, text.find(' '));
            if (!line.empty() && codePoints(line) + 1 + codePoints(word) > kMaxLine) {
                break;
            }
            line += (line.empty() ? "" : " ") + std::string(word);
            text.remove_prefix(std::min(word.size() + 1, text.size()));
        }
        out.push_back(elideMiddle(line, 2 * kMaxLine));
    }
    return out;
}

std::string groupText(const Scope& scope, const Grouping& grouping, GroupId id) {
    const NodeGroup& group = grouping.group(id);
    if (group.kind != GroupKind::kUnit) {
        return shownGroup(group);
    }
    return fmt::format("{} {}", unitOp(scope.topology(), group),
                       showName(scope.topology().ref(group.op)).text);
}

std::string frameText(const Scope& scope, const Grouping& grouping, GroupId id) {
    return fmt::format("{} · {}", groupText(scope, grouping, id), contentsText(grouping.group(id)));
}

std::vector<TextLine> opLines(const Scope& scope, const Folding& folding, NodeId id) {
    const onnx::Node& node = scope.topology().node(id);
    std::vector<TextLine> lines{{elideMiddle(opText(node), kMaxName), LineRole::kOpType}};
    if (!node.name.empty()) {
        lines.push_back({elideMiddle(showName(node.name).text, kMaxName), LineRole::kName});
    }
    addConstantLines(constantPieces(scope, folding, id, Weights::kAsComputed), lines);
    if (isQuantize(node) || isDequantize(node)) {
        lines.push_back({parameterLine(scope, quantParameters(scope, id)), LineRole::kParameters});
    }
    return lines;
}

}  // namespace qdqlens
