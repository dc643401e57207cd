// After the Transposes moved: DQ -> Q that do nothing go, and a Transpose that stands alone becomes a unit
// again. This runs on every graph that has a DQ, Transposes or not.
#include <algorithm>

#include "core/qdq/runtime/transpose.h"

namespace qdqlens::runtime {
namespace {

bool singleConsumer(const Graph& graph, Index value) {
    const auto& uses = graph.value(value).uses;
    return comprehensive(graph, value) && !uses.empty() && uses.front().node == uses.back().node;
}

bool sameContents(const Graph& graph, Index a, Index b) {
    if (a == b)
        return true;
    const Constant* left = graph.constant(a);
    const Constant* right = graph.constant(b);
    if (left == nullptr || right == nullptr || left->values() == nullptr || right->values() == nullptr)
        return false;
    return left->type() == right->type() && *left->values() == *right->values();
}

bool zeroContents(const Graph& graph, Index value) {
    const Constant* constant = graph.constant(value);
    if (constant == nullptr || constant->values() == nullptr)
        return false;
    return std::all_of(constant->values()->begin(), constant->values()->end(),
                       [](double v) { return v == 0; });
}

/// Same type, scale and zero point; a missing zero point is 0, and the parameters may be vectors.
bool pairMatches(const Graph& graph, Index dq, Index q) {
    if (graph.node(dq).domain != graph.node(q).domain)
        return false;
    const auto read = graph.value(graph.input(dq, 0)).type;
    const auto written = graph.value(graph.output(q, 0)).type;
    if (read == onnx::DataType::kUndefined || read != written)
        return false;
    if (!sameContents(graph, graph.input(dq, 1), graph.input(q, 1)))
        return false;
    const Index zero_dq = graph.input(dq, 2);
    const Index zero_q = graph.input(q, 2);
    if (zero_dq == zero_q)
        return true;
    if (zero_dq != kNone && zero_q != kNone)
        return sameContents(graph, zero_dq, zero_q);
    return zeroContents(graph, zero_dq != kNone ? zero_dq : zero_q);
}

bool removeEmptyPair(State& state, Index q) {
    Graph& graph = state.graph;
    const Index dq = graph.producer(graph.input(q, 0));
    if (dq == kNone || graph.node(dq).op != "DequantizeLinear" || graph.input(dq, 0) == kNone)
        return false;
    if (!singleConsumer(graph, graph.output(dq, 0)) || !pairMatches(graph, dq, q))
        return false;
    const Index in = graph.input(dq, 0);
    const Index out = graph.output(q, 0);
    if (singleConsumer(graph, out)) {
        graph.removeNode(q);
        graph.removeNode(dq);
        graph.replaceUses(out, in);
    } else if (graph.value(out).uses.empty() && graph.value(out).graph_output) {
        const Index from = graph.producer(in);
        if (from == kNone || !singleConsumer(graph, in))
            return false;
        graph.removeNode(q);
        graph.removeNode(dq);
        for (Index& output : graph.node(from).outputs) {
            if (output == in)
                output = out;
        }
        graph.value(in).producer = kNone;
        graph.value(out).producer = from;
    } else {
        return false;
    }
    state.say("empty-pair", "a DequantizeLinear and QuantizeLinear with the same parameters vanish",
              graph.node(q).origins);
    return true;
}

bool mendMissingQ(State& state, Index transpose) {
    Graph& graph = state.graph;
    const Index dq = graph.producer(graph.input(transpose, 0));
    if (dq == kNone || graph.node(dq).op != "DequantizeLinear")
        return false;
    const auto& uses = graph.value(graph.output(transpose, 0)).uses;
    std::vector<Index> users;
    for (const Edge& edge : uses) {
        if (graph.explicitEdge(edge) && (users.empty() || users.back() != edge.node))
            users.push_back(edge.node);
    }
    if (users.size() > 1)
        return false;
    if (!users.empty() && graph.node(users[0]).op == "QuantizeLinear")
        return false;
    return makeUnitBehind(state, dq);
}

bool mendMissingDq(State& state, Index transpose) {
    Graph& graph = state.graph;
    const Index out = graph.output(transpose, 0);
    if (!singleConsumer(graph, out))
        return false;
    const Index q = graph.value(out).uses.front().node;
    if (graph.node(q).op != "QuantizeLinear")
        return false;
    const Index in = graph.input(transpose, 0);
    const Index from = graph.producer(in);
    if (from == kNone || graph.node(from).op == "DequantizeLinear" || graph.value(in).uses.size() != 1)
        return false;
    const auto mode = quantMode(graph, q);
    if (!mode)
        return false;
    std::int64_t axis = mode->axis;
    if (mode->per_axis) {
        const auto perm = permOf(graph, transpose);
        if (!perm || static_cast<std::size_t>(axis) >= perm->size())
            return false;
        axis = (*perm)[static_cast<std::size_t>(axis)];
    }
    std::size_t slot = 0;
    while (graph.output(from, slot) != in)
        ++slot;
    Node made;
    made.op = made.name = "QuantizeLinear";
    made.domain = graph.node(q).domain;
    made.since = graph.node(q).since;
    made.inputs = graph.node(q).inputs;
    made.inputs[0] = kNone;
    if (axis != 1)
        made.attributes["axis"] = axis;
    Value codes;
    codes.name = "QuantizeLinear_out0";
    codes.type = graph.value(graph.output(q, 0)).type;
    codes.shape = graph.value(in).shape;
    made.outputs = {graph.addValue(std::move(codes))};
    Node back = made;
    back.op = back.name = "DequantizeLinear";
    back.inputs[0] = made.outputs[0];
    back.outputs = {kNone};
    const Index q_node = graph.addNode(std::move(made));
    const Index dq_node = graph.addNode(std::move(back));
    graph.moveOutput(from, slot, dq_node, 0);
    graph.value(graph.output(from, slot)).shape = graph.value(in).shape;
    graph.setInput(q_node, 0, graph.output(from, slot));
    state.say("transpose",
              nameNode(graph, transpose) + " gets a QuantizeLinear and DequantizeLinear before it",
              graph.node(transpose).origins);
    return true;
}

}  // namespace

bool fixUnits(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index node : graph.order()) {
        if (!graph.alive(node))
            continue;
        const std::string& op = graph.node(node).op;
        if (op == "QuantizeLinear")
            changed = removeEmptyPair(state, node) || changed;
        else if (op == "Transpose")
            changed = mendMissingQ(state, node) || mendMissingDq(state, node) || changed;
    }
    return changed;
}

}  // namespace qdqlens::runtime
