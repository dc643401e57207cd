#include "core/qdq/folded_text.h"

#include "core/base/text.h"
#include "core/graph/constants.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

constexpr int kMaxNesting =
    8;  ///< "Transpose(DequantizeLinear(…))" goes this deep, then straight to what is stored.
constexpr std::size_t kMaxArguments = 200;  ///< Bytes; a Concat of a thousand constants says enough before.

/// Where a chain of first inputs ends: a stored value, or one that has no producer here.
ValueId storedEnd(const Scope& scope, ValueId value) {
    for (std::uint32_t step = 0; step < scope.topology().nodeCount() && value != kNoValue; ++step) {
        const NodeId producer = scope.topology().value(value).producer;
        if (producer == kNoNode || scope.topology().inputs(producer).empty()) {
            break;
        }
        value = scope.topology().inputs(producer).front();
    }
    return value;
}

std::string textOf(const Scope& scope, ValueId value, int depth) {
    if (value == kNoValue) {
        return {};
    }
    if (const auto constant = constantOf(scope, value)) {
        return constantText(scope.model(), *constant);
    }
    const Value& at = scope.topology().value(value);
    if (at.outer && scope.parent() != nullptr) {
        return textOf(*scope.parent(), scope.parent()->topology().findValue(at.name), depth);
    }
    if (at.producer == kNoNode) {
        return showName(at.name).text;
    }
    const onnx::Node& node = scope.topology().node(at.producer);
    const auto inputs = scope.topology().inputs(at.producer);
    if (depth >= kMaxNesting) {
        const auto end = constantOf(scope, storedEnd(scope, value));
        return "…" + (end.has_value() ? typeText(end->type, end->dims) : std::string());
    }
    // Scale and zero point of a folded Q or DQ are not repeated: what it holds is its data.
    const std::size_t shown = isQuantize(node) || isDequantize(node) ? 1 : inputs.size();
    std::string arguments;
    for (std::size_t i = 0; i < inputs.size() && i < shown; ++i) {
        if (arguments.size() > kMaxArguments) {
            arguments += ", …";
            break;
        }
        const std::string argument = textOf(scope, inputs[i], depth + 1);
        if (!argument.empty()) {
            arguments += (arguments.empty() ? "" : ", ") + argument;
        }
    }
    return opText(node) + "(" + arguments + ")";
}

}  // namespace

std::string opText(const onnx::Node& node) {
    const std::string op = node.op_type.empty() ? "(no op type)" : showName(node.op_type).text;
    return node.isOnnxDomain() ? op : showName(node.domain).text + "." + op;
}

std::string foldedText(const Scope& scope, ValueId value) {
    return textOf(scope, value, 0);
}

}  // namespace qdqlens
