// QDQPropagation: Q and DQ move over ops that only move data, so that those run on integers too.
#include <algorithm>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

bool canPropagate(const State& state, Index node) {
    const Node& n = state.graph.node(node);
    if (!n.domain.empty() || (n.op == "MaxPool" && n.since < 12))
        return false;
    const auto& ops = state.target->propagates;
    return std::find(ops.begin(), ops.end(), n.op) != ops.end();
}

Index addQ(State& state, Index like, Index in) {
    Graph& graph = state.graph;
    Value value;
    value.name = graph.value(in).name + "_q_to_dq";
    value.shape = graph.value(in).shape;
    value.origin = graph.value(in).origin;
    const Node& model = graph.node(like);
    value.type =
        isQ(model) ? graph.value(graph.output(like, 0)).type : graph.value(graph.input(like, 0)).type;
    Node q;
    q.op = "QuantizeLinear";
    q.domain = model.domain;
    q.since = model.since;
    q.name = graph.value(in).name + "_q";
    q.inputs = model.inputs;
    q.inputs[0] = in;
    // From opset 21 on the runtime writes the DQ's type into the Q it makes.
    if (isDq(model) && model.since >= 21 && model.domain.empty()) {
        q.attributes["output_dtype"] = static_cast<std::int64_t>(value.type);
    }
    q.outputs = {graph.addValue(std::move(value))};
    return graph.addNode(std::move(q));
}

Index addDq(State& state, Index like, Index q, Index out) {
    Graph& graph = state.graph;
    const Node& model = graph.node(like);
    Node dq;
    dq.op = "DequantizeLinear";
    dq.domain = model.domain;
    dq.since = model.since;
    dq.name = graph.node(q).name + "_dq";
    dq.inputs = model.inputs;
    dq.inputs[0] = graph.output(q, 0);
    dq.outputs = {out};
    return graph.addNode(std::move(dq));
}

Index copyOf(Graph& graph, Index value, std::string_view suffix) {
    Value copy = graph.value(value);
    copy.name += suffix;
    copy.uses.clear();
    copy.graph_output = false;
    copy.graph_input = false;
    copy.producer = kNone;
    copy.constant.reset();
    return graph.addValue(std::move(copy));
}

/// value -> edges becomes value -> Q -> one DQ an edge. No edges: the value is a graph output, and the DQ
/// makes it.
void insertPairs(State& state, Index like, Index value, const std::vector<Edge>& edges) {
    Graph& graph = state.graph;
    if (edges.empty()) {
        const Index node = graph.producer(value);
        const Index inner = copyOf(graph, value, "_pre_q");
        for (Index& output : graph.node(node).outputs) {
            if (output == value)
                output = inner;
        }
        graph.value(inner).producer = node;
        addDq(state, like, addQ(state, like, inner), value);
        return;
    }
    const Index q = addQ(state, like, value);
    for (const Edge& edge : edges) {
        const Index out = copyOf(graph, value, "_post_dq");
        addDq(state, like, q, out);
        graph.setInput(edge.node, static_cast<std::size_t>(edge.slot), out);
    }
}

struct Next {
    Index value = kNone;
    std::vector<Edge> edges;  ///< Empty with `to_output`.
    bool to_output = false;
};

std::optional<Next> after(const State& state, Index node) {
    const Graph& graph = state.graph;
    if (!canPropagate(state, node))
        return std::nullopt;
    Next next;
    next.value = graph.output(node, 0);
    if (next.value == kNone)
        return std::nullopt;
    const qdqlens::runtime::Value& value = graph.value(next.value);
    if (value.uses.empty()) {
        next.to_output = value.graph_output;
        return next.to_output ? std::optional<Next>(next) : std::nullopt;
    }
    if (value.graph_output)
        return std::nullopt;
    for (const Edge& edge : value.uses) {
        // One Q among the consumers, and the DQ stays where it is.
        if (!graph.explicitEdge(edge) || isQ(graph.node(edge.node)))
            return std::nullopt;
        next.edges.push_back(edge);
    }
    return next;
}

bool forward(State& state, const std::vector<Index>& order) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index dq : order) {
        if (!graph.alive(dq) || !isDq(graph.node(dq)) || !graph.hasEdges(dq, 1))
            continue;
        if (!constantScalarParameters(graph, dq))
            continue;
        std::vector<Next> groups;
        const Edge first = graph.value(graph.output(dq, 0)).uses.front();
        if (!graph.explicitEdge(first))
            continue;
        if (auto next = after(state, first.node))
            groups.push_back(std::move(*next));
        while (!groups.empty()) {
            const Next next = std::move(groups.back());
            groups.pop_back();
            state.say("propagate-dq",
                      nameNode(graph, dq) + " moves over " + nameNode(graph, graph.producer(next.value)),
                      graph.node(dq).origins);
            insertPairs(state, dq, next.value, next.edges);
            changed = true;
            for (const Edge& edge : next.edges) {
                if (auto more = after(state, edge.node))
                    groups.push_back(std::move(*more));
            }
        }
    }
    return changed;
}

/// The value before a node's first input where nothing else takes it.
Index before(const Graph& graph, Index node) {
    const Index value = graph.input(node, 0);
    if (value == kNone)
        return kNone;
    if (graph.producer(value) == kNone) {
        const bool given = graph.value(value).graph_input || graph.value(value).constant != nullptr;
        return given ? value : kNone;
    }
    const bool single = !graph.value(value).graph_output && graph.value(value).uses.size() == 1;
    return single ? value : kNone;
}

bool backward(State& state, const std::vector<Index>& order) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index q : order) {
        if (!graph.alive(q) || !isQ(graph.node(q)) || !constantScalarParameters(graph, q))
            continue;
        Index value = before(graph, q);
        while (value != kNone) {
            const Index node = graph.producer(value);
            if (node == kNone || !canPropagate(state, node))
                break;
            value = before(graph, node);
            if (value == kNone)
                break;
            const Index from = graph.producer(value);
            if (from != kNone && isDq(graph.node(from)))
                break;
            state.say("propagate-q", nameNode(graph, q) + " moves over " + nameNode(graph, node),
                      graph.node(q).origins);
            insertPairs(state, q, value, {{node, 0}});
            changed = true;
        }
    }
    return changed;
}

}  // namespace

bool propagateQdq(State& state) {
    const std::vector<Index> order = state.graph.order();
    const bool back = backward(state, order);
    const bool on = forward(state, order);
    return back || on;
}

}  // namespace qdqlens::runtime
