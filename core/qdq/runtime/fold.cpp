// ConstantFolding: what eats only constants becomes one. DQs stay, unless DQ -> op -> Q all folds.
#include <algorithm>
#include <cmath>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

using onnx::DataType;

bool mayFold(const Graph& graph, Index index) {
    const Node& node = graph.node(index);
    static constexpr std::string_view kNever[] = {"RandomUniform",    "RandomNormal", "RandomUniformLike",
                                                  "RandomNormalLike", "Multinomial",  "Bernoulli"};
    if (node.subgraphs || node.inputs.empty() || graph.inputsPresent(index) == 0)
        return false;
    if (std::find(std::begin(kNever), std::end(kNever), node.op) != std::end(kNever))
        return false;
    return true;
}

bool allConstant(const Graph& graph, Index index) {
    const auto& inputs = graph.node(index).inputs;
    return std::all_of(inputs.begin(), inputs.end(),
                       [&](Index v) { return v == kNone || graph.value(v).constant != nullptr; });
}

/// DQ -> op -> Q on a constant, one behind the other and nothing beside: it folds as a whole.
bool wholeUnitFolds(const Graph& graph, Index dq) {
    if (!graph.hasEdges(dq, 1))
        return false;
    const Index op = graph.onlyConsumer(dq);
    if (op == kNone || graph.node(op).outputs.size() != 1 || !graph.hasEdges(op, 1) || !mayFold(graph, op))
        return false;
    const auto& inputs = graph.node(op).inputs;
    const bool rest_constant = std::all_of(inputs.begin(), inputs.end(), [&](Index v) {
        return v == kNone || v == graph.output(dq, 0) || graph.constant(v) != nullptr;
    });
    if (!rest_constant)
        return false;
    const Index q = graph.onlyConsumer(op);
    return q != kNone && isQ(graph.node(q)) && graph.constant(graph.input(q, 1)) != nullptr;
}

using Numbers = std::optional<std::vector<double>>;

Numbers arithmetic(const Graph& graph, Index index, DataType type) {
    const std::string& op = graph.node(index).op;
    const Constant* a = graph.constant(graph.input(index, 0));
    const Constant* b = graph.constant(graph.input(index, 1));
    if (a == nullptr || b == nullptr || a->values() == nullptr || b->values() == nullptr)
        return std::nullopt;
    const auto& left = *a->values();
    const auto& right = *b->values();
    if (left.size() != right.size() && left.size() != 1 && right.size() != 1)
        return std::nullopt;
    std::vector<double> result;
    for (std::size_t k = 0; k < std::max(left.size(), right.size()); ++k) {
        const double x = left[left.size() == 1 ? 0 : k];
        const double y = right[right.size() == 1 ? 0 : k];
        double value = 0;
        if (op == "Add")
            value = x + y;
        else if (op == "Sub")
            value = x - y;
        else if (op == "Mul")
            value = x * y;
        else if (op == "Div" && y != 0)
            value = onnx::isInteger(type) ? std::trunc(x / y) : x / y;
        else
            return std::nullopt;
        result.push_back(type == DataType::kFloat32 ? static_cast<double>(static_cast<float>(value)) : value);
    }
    return result;
}

Numbers casted(const Constant& from, DataType to) {
    if (from.values() == nullptr)
        return std::nullopt;
    std::vector<double> result = *from.values();
    for (double& value : result) {
        if (onnx::isInteger(to))
            value = std::trunc(value);
        else if (to == DataType::kFloat32)
            value = static_cast<double>(static_cast<float>(value));
    }
    return result;
}

Numbers folded(const Graph& graph, Index index, DataType type, const Dims& dims) {
    const Node& node = graph.node(index);
    const Constant* first = graph.constant(graph.input(index, 0));
    const std::string& op = node.op;
    if (first == nullptr || isQ(node) || isDq(node))
        return std::nullopt;
    if (op == "Cast")
        return casted(*first, type);
    if (op == "Identity" || op == "Reshape" || op == "Squeeze" || op == "Unsqueeze" || op == "Flatten") {
        return first->values() != nullptr ? Numbers(*first->values()) : std::nullopt;
    }
    if (op == "Add" || op == "Sub" || op == "Mul" || op == "Div")
        return arithmetic(graph, index, type);
    if (op == "ConstantOfShape") {
        std::uint64_t count = 1;
        for (const std::int64_t dim : dims)
            count *= static_cast<std::uint64_t>(std::max<std::int64_t>(0, dim));
        if (count > 4096)
            return std::nullopt;
        double fill = 0;
        if (const onnx::Attribute* value =
                node.source != nullptr ? node.source->attribute("value") : nullptr) {
            const auto* tensors = std::get_if<std::vector<onnx::Tensor>>(&value->value);
            if (tensors == nullptr || tensors->empty())
                return std::nullopt;
            const auto filled = Constant(graph.fileModel(), tensors->front()).value();
            if (!filled)
                return std::nullopt;
            fill = *filled;
        }
        return std::vector<double>(static_cast<std::size_t>(count), fill);
    }
    if (op == "Gather" && first->dims().size() == 1 && first->values() != nullptr) {
        const Constant* indices = graph.constant(graph.input(index, 1));
        const auto at = indices != nullptr ? indices->integers() : std::nullopt;
        if (!at)
            return std::nullopt;
        std::vector<double> result;
        const auto size = static_cast<std::int64_t>(first->values()->size());
        for (std::int64_t k : *at) {
            if (k < 0)
                k += size;
            if (k < 0 || k >= size)
                return std::nullopt;
            result.push_back((*first->values())[static_cast<std::size_t>(k)]);
        }
        return result;
    }
    if (op == "Concat" && dims.size() == 1) {
        std::vector<double> result;
        for (const Index input : node.inputs) {
            const Constant* part = graph.constant(input);
            if (part == nullptr || part->values() == nullptr)
                return std::nullopt;
            result.insert(result.end(), part->values()->begin(), part->values()->end());
        }
        return result;
    }
    return std::nullopt;
}

/// Shape of a value whose dims are all known is a constant, whatever the value is.
bool foldShape(State& state, Index index) {
    Graph& graph = state.graph;
    if (!graph.node(index).is("Shape"))
        return false;
    const auto& shape = graph.value(graph.input(index, 0)).shape;
    if (!shape || std::find(shape->begin(), shape->end(), -1) != shape->end())
        return false;
    const auto rank = static_cast<std::int64_t>(shape->size());
    const auto bound = [&](std::string_view name, std::int64_t fallback) {
        const std::int64_t at = graph.intAttribute(index, name, fallback);
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    std::vector<double> values;
    for (std::int64_t k = bound("start", 0); k < bound("end", rank); ++k) {
        values.push_back(static_cast<double>((*shape)[static_cast<std::size_t>(k)]));
    }
    const Dims dims{static_cast<std::int64_t>(values.size())};
    const Index out = graph.output(index, 0);
    state.fuse(index, "constant", "its result is known when the model is loaded");
    graph.removeNode(index);
    graph.makeConstant(out, std::make_shared<Constant>(DataType::kInt64, dims, std::move(values)));
    return true;
}

}  // namespace

bool foldConstants(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index index : graph.order()) {
        if (!graph.alive(index))
            continue;
        if (foldShape(state, index)) {
            changed = true;
            continue;
        }
        if (!mayFold(graph, index) || !allConstant(graph, index))
            continue;
        if (isDq(graph.node(index)) && !wholeUnitFolds(graph, index))
            continue;
        const std::vector<Index> outputs = graph.node(index).outputs;
        std::vector<std::shared_ptr<const Constant>> constants;
        for (const Index output : outputs) {
            if (output == kNone)
                continue;
            const Value& value = graph.value(output);
            DataType type = value.type;
            if (graph.node(index).op == "ConstantOfShape") {
                const Constant* dims = graph.constant(graph.input(index, 0));
                const auto wanted = dims != nullptr ? dims->integers() : std::nullopt;
                if (const onnx::Attribute* fill = graph.node(index).source->attribute("value")) {
                    if (const auto* t = std::get_if<std::vector<onnx::Tensor>>(&fill->value);
                        t != nullptr && !t->empty()) {
                        type = t->front().type;
                    }
                }
                const Dims shape = wanted.value_or(Dims{-1});
                constants.push_back(
                    std::make_shared<Constant>(type, shape, folded(graph, index, type, shape)));
                continue;
            }
            const Dims dims = value.shape.value_or(Dims{-1});
            constants.push_back(std::make_shared<Constant>(type, dims, folded(graph, index, type, dims)));
        }
        state.fuse(index, "constant", "its result is known when the model is loaded");
        graph.removeNode(index);
        std::size_t next = 0;
        for (const Index output : outputs) {
            if (output != kNone)
                graph.makeConstant(output, constants[next++]);
        }
        changed = true;
    }
    return changed;
}

}  // namespace qdqlens::runtime
