#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {

// QDQFinalCleanup: DQ -> Q with the same parameters does nothing; it stays where the Q has several consumers.
bool cleanUpQdq(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index dq : graph.order()) {
        if (!graph.alive(dq) || !isDq(graph.node(dq)) || !graph.hasEdges(dq, 1))
            continue;
        const Index q = graph.onlyConsumer(dq);
        if (q == kNone || !isQ(graph.node(q)) || !sameParameters(graph, q, dq))
            continue;
        const Index out = graph.output(q, 0);
        const bool graph_output = graph.value(out).graph_output;
        if (graph.value(out).uses.size() != (graph_output ? 0U : 1U))
            continue;
        const Index in = graph.input(dq, 0);
        const Index from = graph.producer(in);
        graph.removeNode(q);
        graph.removeNode(dq);
        if (!graph_output) {
            graph.replaceUses(out, in);
        } else if (from != kNone) {
            for (Index& output : graph.node(from).outputs) {
                if (output == in)
                    output = out;
            }
            graph.value(out).producer = from;
        } else {
            Node identity;
            identity.op = "Identity";
            identity.name = "QDQFinalCleanupTransformer";
            identity.inputs = {in};
            identity.outputs = {out};
            graph.addNode(std::move(identity));
        }
        changed = true;
    }
    return changed;
}

// ReluQuantFusion and ClipQuantFusion: the Q cuts off what the activation would.
bool fuseActivationIntoQ(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index index : graph.order()) {
        if (!graph.alive(index))
            continue;
        const Node& node = graph.node(index);
        if (!node.is("Relu") && !node.is("Clip"))
            continue;
        if (!graph.hasEdges(index, 1) || !removable(graph, index))
            continue;
        const Index q = graph.onlyConsumer(index);
        if (q == kNone || !graph.node(q).is("QuantizeLinear") || !redundantBefore(graph, index, q))
            continue;
        if (graph.node(q).inputs.size() != 3)
            continue;
        state.fuse(index, "QuantizeLinear", nameNode(graph, q) + " behind it clips to the same range");
        state.say("activation-into-q", nameNode(graph, index) + " goes into " + nameNode(graph, q),
                  node.origins);
        graph.replaceUses(graph.output(index, 0), graph.input(index, 0));
        graph.removeNode(index);
        changed = true;
    }
    return changed;
}

}  // namespace qdqlens::runtime
