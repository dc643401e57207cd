// What differs between two matched nodes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/graph/constants.h"
#include "core/onnx/op_signatures.h"
#include "core/qdq/quantization.h"
#include "core/qdq/tables/diff.h"

namespace qdqlens {

namespace {

constexpr int kMaxNesting = 8;
constexpr const char* kAbsent = "(none)";

/// "float32[16]", "DequantizeLinear(int8[16×3×3×3])".
std::string constantShown(const Scope& scope, ValueId value, int depth = 0) {
    if (const auto constant = constantOf(scope, value)) {
        return constantText(scope.model(), *constant);
    }
    const NodeId producer = scope.topology().value(value).producer;
    if (producer == kNoNode || depth > kMaxNesting) {
        return showName(scope.topology().value(value).name).text;
    }
    const auto inputs = scope.topology().inputs(producer);
    const std::string inner =
        inputs.empty() || inputs[0] == kNoValue ? std::string() : constantShown(scope, inputs[0], depth + 1);
    return showName(scope.topology().node(producer).op_type).text + "(" + inner + ")";
}

template <class T, class Text>
std::string listText(const std::vector<T>& items, const Text& text) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i) {
        out += (i == 0 ? "" : ", ") + text(items[i]);
    }
    return out + "]";
}

std::string attributeText(const onnx::Model& model, const onnx::Attribute& attribute) {
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    const auto quoted = [](std::string_view text) { return "\"" + showName(text).text + "\""; };
    const auto tensor = [&](const onnx::Tensor& value) {
        Constant constant;
        constant.tensor = &value;
        constant.type = constant.stored_type = value.type;
        constant.dims = value.dims;
        return constantText(model, constant);
    };
    const onnx::Attribute::Value& value = attribute.value;
    if (!attribute.ref_attr_name.empty()) {
        return "@" + showName(attribute.ref_attr_name).text;
    }
    if (const auto* i = std::get_if<std::int64_t>(&value)) {
        return number(*i);
    }
    if (const auto* f = std::get_if<float>(&value)) {
        return formatFloat32(*f);
    }
    if (const auto* s = std::get_if<std::string_view>(&value)) {
        return quoted(*s);
    }
    if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&value)) {
        return listText(*ints, number);
    }
    if (const auto* floats = std::get_if<std::vector<float>>(&value)) {
        return listText(*floats, [](float f) { return formatFloat32(f); });
    }
    if (const auto* strings = std::get_if<std::vector<std::string_view>>(&value)) {
        return listText(*strings, quoted);
    }
    if (const auto* tensors = std::get_if<std::vector<onnx::Tensor>>(&value)) {
        return listText(*tensors, tensor);
    }
    if (const auto* graphs = std::get_if<std::vector<std::shared_ptr<const onnx::Graph>>>(&value)) {
        return listText(*graphs, [](const std::shared_ptr<const onnx::Graph>& graph) {
            return fmt::format("graph of {} nodes", graph->nodes.size());
        });
    }
    return "…";
}

class NodeComparison {
  public:
    NodeComparison(const MatchSide& a, const MatchSide& b, NodeId node_a, NodeId node_b,
                   const NodeMatch& match, std::vector<DiffChange>& changes)
        : a_(a), b_(b), id_a_(node_a), id_b_(node_b), match_(match), changes_(changes) {}

    void compare() {
        if (op(nodeA()) != op(nodeB())) {
            add("op", op(nodeA()), op(nodeB()));
        }
        compareAttributes();
        const bool qdq = isQuantization(nodeA()) && isQuantization(nodeB());
        if (qdq) {
            const std::string from = parameterLine(a_.scope, quantParameters(a_.scope, id_a_));
            const std::string to = parameterLine(b_.scope, quantParameters(b_.scope, id_b_));
            if (from != to) {
                add("quantization", from, to);
            }
        }
        const std::size_t inputs =
            std::max(a_.scope.topology().inputs(id_a_).size(), b_.scope.topology().inputs(id_b_).size());
        for (std::size_t i = 0; i < (qdq ? std::min<std::size_t>(1, inputs) : inputs); ++i) {
            compareInput(i);
        }
    }

  private:
    [[nodiscard]] const onnx::Node& nodeA() const { return a_.scope.topology().node(id_a_); }
    [[nodiscard]] const onnx::Node& nodeB() const { return b_.scope.topology().node(id_b_); }
    static bool isQuantization(const onnx::Node& node) { return isQuantize(node) || isDequantize(node); }
    static std::string op(const onnx::Node& node) {
        const std::string domain = node.isOnnxDomain() ? std::string() : showName(node.domain).text + ".";
        return domain + showName(node.op_type).text;
    }
    void add(const std::string& what, const std::string& from, const std::string& to) {
        changes_.push_back({showName(a_.scope.topology().ref(id_a_)).text,
                            showName(b_.scope.topology().ref(id_b_)).text, what, from, to, id_a_, id_b_});
    }

    /// An attribute that is left out has the default that its operator says.
    static std::map<std::string, std::string> attributesOf(const MatchSide& side, const onnx::Node& node) {
        std::map<std::string, std::string> out;
        for (const onnx::Attribute& attribute : node.attributes) {
            out[showName(attribute.name).text] = attributeText(side.scope.model(), attribute);
        }
        const onnx::OpSignature* signature =
            onnx::findSignature(node.domain, node.op_type, side.scope.opset(node.domain));
        for (std::size_t i = 0; signature != nullptr && i < signature->attributes.size(); ++i) {
            const onnx::FormalAttribute& formal = signature->attributes[i];
            if (!formal.default_value.empty() && (formal.type == "int" || formal.type == "string")) {
                const std::string text(formal.default_value);
                out.emplace(formal.name, formal.type == "int" ? text : "\"" + text + "\"");
            }
        }
        return out;
    }

    void compareAttributes() {
        const auto from = attributesOf(a_, nodeA());
        const auto to = attributesOf(b_, nodeB());
        std::map<std::string, std::pair<std::string, std::string>> both;
        for (const auto& [name, text] : from) {
            both[name] = {text, kAbsent};
        }
        for (const auto& [name, text] : to) {
            const auto [found, is_new] =
                both.emplace(name, std::pair<std::string, std::string>(kAbsent, text));
            if (!is_new) {
                found->second.second = text;
            }
        }
        for (const auto& [name, texts] : both) {
            if (texts.first != texts.second) {
                add("attribute " + name, texts.first, texts.second);
            }
        }
    }

    /// The stored tensor at the end of a chain of folded nodes.
    static std::optional<Constant> storedAt(const Scope& scope, ValueId value) {
        for (int i = 0; i < kMaxNesting; ++i) {
            if (auto constant = constantOf(scope, value)) {
                return constant;
            }
            const NodeId producer = scope.topology().value(value).producer;
            if (producer == kNoNode || scope.topology().inputs(producer).empty() ||
                scope.topology().inputs(producer)[0] == kNoValue) {
                return std::nullopt;
            }
            value = scope.topology().inputs(producer)[0];
        }
        return std::nullopt;
    }

    [[nodiscard]] bool sameContents(const Constant& x, const Constant& y) const {
        if (x.tensor == nullptr || y.tensor == nullptr || x.type != y.type || x.dims != y.dims ||
            x.tensor->storage != y.tensor->storage || x.tensor->storage == onnx::Tensor::Storage::kExternal ||
            x.tensor->data.size() != y.tensor->data.size()) {
            return true;  // Told by type, or not comparable byte by byte.
        }
        for (std::size_t i = 0; i < x.tensor->data.size(); ++i) {
            if (a_.scope.model().bytes(x.tensor->data[i].range) !=
                b_.scope.model().bytes(y.tensor->data[i].range)) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] std::string inputName(std::size_t i) const {
        const auto formalOf = [&](const MatchSide& side, const onnx::Node& node) {
            const onnx::OpSignature* signature =
                onnx::findSignature(node.domain, node.op_type, side.scope.opset(node.domain));
            return signature == nullptr ? std::string_view() : signature->inputName(i);
        };
        const std::string_view formal = formalOf(a_, nodeA());
        return formal.empty() || formal != formalOf(b_, nodeB()) ? "input " + std::to_string(i)
                                                                 : std::string(formal);
    }

    static std::string shown(const MatchSide& side, ValueId value) {
        if (value == kNoValue) {
            return kAbsent;
        }
        if (side.folding.constant(value)) {
            return constantShown(side.scope, value);
        }
        const Origin origin = originOf(side.scope, value);
        return origin.producer == kNoNode ? showName(side.scope.topology().value(origin.value).name).text
                                          : showName(side.scope.topology().ref(origin.producer)).text;
    }

    void compareInput(std::size_t i) {
        const auto inputs_a = a_.scope.topology().inputs(id_a_);
        const auto inputs_b = b_.scope.topology().inputs(id_b_);
        const ValueId x = i < inputs_a.size() ? inputs_a[i] : kNoValue;
        const ValueId y = i < inputs_b.size() ? inputs_b[i] : kNoValue;
        if (x == kNoValue && y == kNoValue) {
            return;
        }
        const bool constant_a = x != kNoValue && a_.folding.constant(x);
        const bool constant_b = y != kNoValue && b_.folding.constant(y);
        if (x != kNoValue && y != kNoValue && !constant_a && !constant_b) {
            const Origin from = originOf(a_.scope, x);
            const Origin to = originOf(b_.scope, y);
            const bool same =
                from.producer != kNoNode && to.producer != kNoNode
                    ? match_.a_to_b[index(from.producer)] == to.producer
                    : from.producer == to.producer && a_.scope.topology().value(from.value).name ==
                                                          b_.scope.topology().value(to.value).name;
            if (!same) {
                add(inputName(i), shown(a_, x), shown(b_, y));
            }
            return;
        }
        const std::string from = shown(a_, x);
        const std::string to = shown(b_, y);
        if (from != to) {
            add(inputName(i), from, to);
        } else if (constant_a && constant_b) {
            const auto stored_a = storedAt(a_.scope, x);
            const auto stored_b = storedAt(b_.scope, y);
            if (stored_a.has_value() && stored_b.has_value() && !sameContents(*stored_a, *stored_b)) {
                add("contents of " + inputName(i), from, to);
            }
        }
    }

    const MatchSide& a_;
    const MatchSide& b_;
    NodeId id_a_, id_b_;
    const NodeMatch& match_;
    std::vector<DiffChange>& changes_;
};

}  // namespace

void compareNodes(const MatchSide& a, const MatchSide& b, NodeId node_a, NodeId node_b,
                  const NodeMatch& match, std::vector<DiffChange>& changes) {
    NodeComparison(a, b, node_a, node_b, match, changes).compare();
}

}  // namespace qdqlens
