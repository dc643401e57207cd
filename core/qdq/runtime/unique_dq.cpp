#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {

// Every explicit consumer gets a DQ of its own. The original stays for the first of them, or for a graph
// output or a subgraph where there is one.
bool makeDqsUnique(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index dq : graph.order()) {
        if (!isDq(graph.node(dq)) || graph.output(dq, 0) == kNone)
            continue;
        const Index out = graph.output(dq, 0);
        const std::vector<Edge> edges = graph.value(out).uses;
        const bool graph_output = graph.value(out).graph_output;
        if (edges.empty() || (edges.size() == 1 && !graph_output))
            continue;
        std::vector<Edge> consumers;
        for (const Edge& edge : edges) {
            if (graph.explicitEdge(edge))
                consumers.push_back(edge);
        }
        const bool captured = consumers.size() != edges.size();
        const std::size_t first = captured || graph_output ? 0 : 1;
        for (std::size_t k = first; k < consumers.size(); ++k) {
            Value value = graph.value(out);
            value.name += "/duplicated";
            value.graph_output = false;
            value.uses.clear();
            value.producer = kNone;
            const Index copied = graph.addValue(std::move(value));
            Node node = graph.node(dq);
            node.name += "/duplicated";
            node.outputs = {copied};
            graph.addNode(std::move(node));
            graph.setInput(consumers[k].node, static_cast<std::size_t>(consumers[k].slot), copied);
            changed = true;
        }
        if (first < consumers.size()) {
            state.say("unique-dq",
                      nameNode(graph, dq) + " feeds " + std::to_string(consumers.size()) +
                          " consumers: each gets its own",
                      graph.node(dq).origins);
        }
    }
    return changed;
}

}  // namespace qdqlens::runtime
