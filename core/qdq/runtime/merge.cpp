// ConstantSharing and CommonSubexpressionElimination.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/onnx/op_signatures.h"
#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

using onnx::DataType;

/// An attribute as text, so that equal ones have equal text; nothing where the runtime does not compare it.
std::optional<std::string> textOf(const onnx::Attribute& attribute) {
    if (const auto* f = std::get_if<float>(&attribute.value))
        return fmt::format("{}", *f);
    if (const auto* i = std::get_if<std::int64_t>(&attribute.value))
        return fmt::format("{}", *i);
    if (const auto* s = std::get_if<std::string_view>(&attribute.value))
        return std::string(*s);
    std::string text = "[";
    if (const auto* fs = std::get_if<std::vector<float>>(&attribute.value)) {
        for (const float f : *fs)
            text += fmt::format("{},", f);
        return text;
    }
    if (const auto* is = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        for (const std::int64_t i : *is)
            text += fmt::format("{},", i);
        return text;
    }
    if (const auto* ss = std::get_if<std::vector<std::string_view>>(&attribute.value)) {
        for (const std::string_view s : *ss)
            text += fmt::format("{}:{},", s.size(), s);
        return text;
    }
    return std::nullopt;
}

/// Attributes in name order, without those that only say the default.
std::optional<std::string> attributeKey(const Graph& graph, Index index) {
    const Node& node = graph.node(index);
    std::map<std::string, std::string> texts;
    if (node.source != nullptr) {
        const auto* signature = onnx::findSignature(node.domain, node.op, node.since);
        for (const onnx::Attribute& attribute : node.source->attributes) {
            auto text = textOf(attribute);
            if (!text || !attribute.ref_attr_name.empty())
                return std::nullopt;
            bool is_default = false;
            if (signature != nullptr) {
                for (const auto& formal : signature->attributes) {
                    is_default =
                        is_default || (formal.name == attribute.name && formal.default_value == *text);
                }
            }
            if (!is_default)
                texts[std::string(attribute.name)] = std::move(*text);
        }
    }
    for (const auto& [name, value] : node.attributes) {
        std::string text;
        if (const auto* i = std::get_if<std::int64_t>(&value))
            text = fmt::format("{}", *i);
        if (const auto* is = std::get_if<Dims>(&value)) {
            text = "[";
            for (const std::int64_t i : *is)
                text += fmt::format("{},", i);
        }
        texts[name] = text;
    }
    std::string key;
    for (const auto& [name, text] : texts)
        key += fmt::format("{}={};", name, text);
    return key;
}

bool deterministic(const Node& node) {
    static constexpr std::string_view kRandom[] = {"RandomUniform",    "RandomNormal", "RandomUniformLike",
                                                   "RandomNormalLike", "Multinomial",  "Bernoulli",
                                                   "Dropout"};
    return std::find(std::begin(kRandom), std::end(kRandom), node.op) == std::end(kRandom);
}

}  // namespace

bool shareConstants(State& state) {
    Graph& graph = state.graph;
    std::map<std::string, Index> first;
    bool changed = false;
    for (Index index = 0; index < graph.valueCount(); ++index) {
        const Value& value = graph.value(index);
        if (value.constant == nullptr || value.outer || value.graph_output || value.uses.empty())
            continue;
        const DataType type = value.constant->type();
        if (type != DataType::kFloat32 && type != DataType::kFloat16 && type != DataType::kFloat64 &&
            type != DataType::kInt32 && type != DataType::kInt64) {
            continue;
        }
        if (value.constant->count() > 8 || value.constant->values() == nullptr)
            continue;
        std::string key = fmt::format("{}:", static_cast<int>(type));
        for (const std::int64_t dim : value.constant->dims())
            key += fmt::format("{},", dim);
        for (const double element : *value.constant->values())
            key += fmt::format(";{}", element);
        const auto [found, fresh] = first.try_emplace(key, index);
        if (fresh)
            continue;
        const bool captured = std::any_of(value.uses.begin(), value.uses.end(),
                                          [&](const Edge& edge) { return !graph.explicitEdge(edge); });
        if (captured)
            continue;
        graph.replaceUses(index, found->second);
        changed = true;
    }
    return changed;
}

bool mergeCommonNodes(State& state) {
    Graph& graph = state.graph;
    std::vector<Index> number(static_cast<std::size_t>(graph.valueCount()), kNone);
    const auto numberOf = [&](Index value) {
        return value == kNone || number[static_cast<std::size_t>(value)] == kNone
                   ? value
                   : number[static_cast<std::size_t>(value)];
    };
    std::map<std::string, Index> first;
    const std::vector<Index> order = graph.order();
    for (const Index index : order) {
        const Node& node = graph.node(index);
        if (node.subgraphs || isDq(node) || !deterministic(node))
            continue;
        const auto attributes = attributeKey(graph, index);
        if (!attributes)
            continue;
        std::string key = fmt::format("{}|{}|{}|", node.domain, node.op, *attributes);
        for (const Index input : node.inputs)
            key += fmt::format("{},", numberOf(input));
        const auto [found, fresh] = first.try_emplace(key, index);
        if (fresh)
            continue;
        for (std::size_t slot = 0; slot < node.outputs.size(); ++slot) {
            const Index same = graph.output(found->second, slot);
            if (node.outputs[slot] != kNone && same != kNone)
                number[static_cast<std::size_t>(node.outputs[slot])] = same;
        }
    }
    bool changed = false;
    for (const Index index : order) {
        bool replaced = false;
        Index into = kNone;
        for (const Index output : graph.node(index).outputs) {
            if (output == kNone || numberOf(output) == output || graph.value(output).graph_output)
                continue;
            into = graph.producer(numberOf(output));
            graph.replaceUses(output, numberOf(output));
            replaced = true;
        }
        if (!replaced)
            continue;
        changed = true;
        if (!graph.hasEdges(index, 0))
            continue;
        state.fuse(index, opName(graph.node(index)),
                   "it does the same as " + nameNode(graph, into) + ", which stays", into);
        state.say("merge-common", nameNode(graph, index) + " does the same as " + nameNode(graph, into),
                  graph.node(index).origins);
        graph.removeNode(index);
    }
    return changed;
}

}  // namespace qdqlens::runtime
