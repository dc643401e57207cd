#include <algorithm>

#include "core/qdq/runtime/transpose.h"

namespace qdqlens::runtime {
namespace {

bool in(const Dims& axes, std::size_t axis) {
    return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(axis)) != axes.end();
}

std::size_t at(std::int64_t axis) {
    return static_cast<std::size_t>(axis);
}

}  // namespace

bool isPermutation(const Dims& perm) {
    Dims sorted = perm;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        if (sorted[k] != static_cast<std::int64_t>(k))
            return false;
    }
    return true;
}

Dims inverse(const Dims& perm) {
    Dims result(perm.size());
    for (std::size_t k = 0; k < perm.size(); ++k)
        result[at(perm[k])] = static_cast<std::int64_t>(k);
    return result;
}

Dims compose(const Dims& first, const Dims& second) {
    return permuted(first, second);
}

bool isIdentity(const Dims& perm) {
    return std::is_sorted(perm.begin(), perm.end());
}

Dims permuted(const Dims& dims, const Dims& perm) {
    Dims result;
    for (const std::int64_t p : perm)
        result.push_back(dims[at(p)]);
    return result;
}

Dims withoutAxes(const Dims& perm, const Dims& axes) {
    Dims place(perm.size());
    std::int64_t next = 0;
    for (std::size_t k = 0; k < perm.size(); ++k) {
        if (!in(axes, k))
            place[k] = next++;
    }
    Dims result;
    for (const std::int64_t p : perm) {
        if (!in(axes, at(p)))
            result.push_back(place[at(p)]);
    }
    return result;
}

Dims withAxes(const Dims& perm, const Dims& axes) {
    const std::size_t rank = perm.size() + axes.size();
    Dims old_to_new;
    for (std::size_t k = 0; k < rank; ++k) {
        if (!in(axes, k))
            old_to_new.push_back(static_cast<std::int64_t>(k));
    }
    Dims result;
    std::size_t next = 0;
    for (std::size_t k = 0; k < rank; ++k) {
        result.push_back(in(axes, k) ? static_cast<std::int64_t>(k) : old_to_new[at(perm[next++])]);
    }
    return result;
}

bool normalizeAxes(Dims& axes, std::size_t rank) {
    std::set<std::int64_t> seen;
    for (std::int64_t& axis : axes) {
        if (axis < 0)
            axis += static_cast<std::int64_t>(rank);
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank) || !seen.insert(axis).second)
            return false;
    }
    return true;
}

std::optional<Dims> permOf(const Graph& graph, Index transpose) {
    auto perm = graph.intsAttribute(transpose, "perm");
    if (!perm || !isPermutation(*perm))
        return std::nullopt;
    return perm;
}

std::optional<QuantMode> quantMode(const Graph& graph, Index node) {
    const Index scale = graph.input(node, 1);
    if (scale == kNone || !graph.value(scale).shape)
        return std::nullopt;
    const Dims& dims = *graph.value(scale).shape;
    if (dims.empty() || (dims.size() == 1 && dims[0] == 1))
        return QuantMode{};
    const Index data = graph.input(node, 0);
    if (data == kNone || !graph.value(data).shape || graph.intAttribute(node, "block_size", 0) != 0)
        return std::nullopt;
    Dims axis{graph.intAttribute(node, "axis", 1)};
    if (!normalizeAxes(axis, graph.value(data).shape->size()))
        return std::nullopt;
    return QuantMode{true, axis[0]};
}

bool comprehensive(const Graph& graph, Index value) {
    const Value& v = graph.value(value);
    return !v.graph_output && std::all_of(v.uses.begin(), v.uses.end(),
                                          [&](const Edge& edge) { return graph.explicitEdge(edge); });
}

namespace {

/// One node takes the value (at whatever inputs), and nobody else.
bool singleConsumer(const Graph& graph, Index value) {
    const auto& uses = graph.value(value).uses;
    return comprehensive(graph, value) && !uses.empty() && uses.front().node == uses.back().node;
}

}  // namespace

Index dqOnConstant(const Graph& graph, Index value) {
    const Index dq = graph.producer(value);
    if (dq == kNone || graph.node(dq).op != "DequantizeLinear")
        return kNone;
    const Index data = graph.input(dq, 0);
    if (graph.constant(data) == nullptr || graph.value(data).outer)
        return kNone;
    if (!quantMode(graph, dq) || !comprehensive(graph, data))
        return kNone;
    return singleConsumer(graph, graph.output(dq, 0)) ? dq : kNone;
}

bool makeUnitBehind(State& state, Index dq) {
    Graph& graph = state.graph;
    if (!singleConsumer(graph, graph.output(dq, 0)))
        return false;
    const Index next = graph.value(graph.output(dq, 0)).uses.front().node;
    const auto mode = quantMode(graph, dq);
    if (!mode)
        return false;
    std::int64_t axis = mode->axis;
    if (mode->per_axis && graph.node(next).op == "Transpose") {
        const auto perm = permOf(graph, next);
        if (!perm || at(axis) >= perm->size())
            return false;
        axis = inverse(*perm)[at(axis)];
    }
    const Index moved = graph.output(next, 0);
    if (moved == kNone)
        return false;
    Node q;
    q.op = "QuantizeLinear";
    q.domain = graph.node(dq).domain;
    q.since = graph.node(dq).since;
    q.name = q.op;
    q.inputs = graph.node(dq).inputs;
    q.inputs[0] = kNone;
    if (axis != 1)
        q.attributes["axis"] = axis;
    Value codes;
    codes.name = q.name + "_out0";
    codes.type = graph.value(graph.input(dq, 0)).type;
    codes.shape = graph.value(moved).shape;
    codes.origin = graph.value(moved).origin;
    q.outputs = {graph.addValue(std::move(codes))};
    Node back = q;
    back.op = back.name = "DequantizeLinear";
    back.inputs[0] = q.outputs[0];
    back.outputs = {kNone};
    const Index q_node = graph.addNode(std::move(q));
    const Index dq_node = graph.addNode(std::move(back));
    graph.moveOutput(next, 0, dq_node, 0);
    const Index fresh = graph.output(next, 0);
    graph.value(fresh).shape = graph.value(moved).shape;
    graph.setInput(q_node, 0, fresh);
    state.say("transpose", nameNode(graph, next) + " gets a QuantizeLinear and DequantizeLinear behind it",
              graph.node(next).origins);
    return true;
}

}  // namespace qdqlens::runtime
