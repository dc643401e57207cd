// The walk of the Transpose optimizer: from inputs to outputs, a Transpose goes through a node where that
// costs less.
#include <algorithm>

#include "core/qdq/runtime/transpose.h"

namespace qdqlens::runtime {
namespace {

/// Dims other than 1; 5 where the shape is not known.
int costOf(const Graph& graph, Index value) {
    if (value == kNone || !graph.value(value).shape)
        return 5;
    const Dims& dims = *graph.value(value).shape;
    return static_cast<int>(
        std::count_if(dims.begin(), dims.end(), [](std::int64_t dim) { return dim != 1; }));
}

bool isConstant(const Graph& graph, Index value) {
    if (graph.producer(value) == kNone)
        return graph.constant(value) != nullptr;
    return dqOnConstant(graph, value) != kNone;
}

bool likelyRemoved(const Graph& graph, Index transpose) {
    const Index out = graph.output(transpose, 0);
    if (!comprehensive(graph, out))
        return false;
    const auto& uses = graph.value(out).uses;
    return std::all_of(uses.begin(), uses.end(),
                       [&](const Edge& e) { return handlerOf(graph, e.node) != nullptr; });
}

int inputCost(const Graph& graph, Index value, const Dims& perm) {
    if (value == kNone || isConstant(graph, value))
        return 0;
    Index from = graph.producer(value);
    if (from != kNone && graph.node(from).op == "DequantizeLinear") {
        const Index behind = graph.producer(graph.input(from, 0));
        if (behind != kNone && graph.node(behind).op == "Squeeze") {
            const Index further = graph.producer(graph.input(behind, 0));
            if (further != kNone && graph.node(further).op == "Transpose")
                from = further;
        } else if (behind != kNone) {
            from = behind;
        }
    }
    if (from != kNone && graph.node(from).is("Transpose")) {
        if (const auto second = permOf(graph, from)) {
            return *second == perm && likelyRemoved(graph, from) ? -costOf(graph, value) : 0;
        }
    }
    return costOf(graph, value);
}

bool worthIt(const Graph& graph, const Handler& handler, const Push& what, const std::set<Index>& leading) {
    if (graph.node(what.node).is("Transpose"))
        return true;
    if (what.assigned && graph.node(what.node).is("MaxPool"))
        return true;
    int cost = 0;
    for (const std::size_t slot : what.inputs)
        cost += inputCost(graph, graph.input(what.node, slot), what.perm);
    if (cost < 0 && handler.transposes_outputs) {
        int out_cost = 0;
        bool leads = false;
        for (const Index output : graph.node(what.node).outputs) {
            out_cost = std::max(out_cost, costOf(graph, output));
            leads = leads || leading.count(output) != 0;
        }
        if (!leads)
            cost += out_cost;
    }
    return cost < 0;
}

/// Values from which a path through nodes that a Transpose can pass leads to a Transpose.
std::set<Index> leadingToTranspose(const Graph& graph, const std::vector<Index>& order) {
    std::set<Index> leading;
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        if (graph.node(*it).is("Transpose")) {
            leading.insert(graph.input(*it, 0));
            continue;
        }
        for (const Index output : graph.node(*it).outputs) {
            if (leading.count(output) == 0)
                continue;
            const Handler* handler = handlerOf(graph, *it);
            if (handler == nullptr || !handler->transposes_outputs)
                continue;
            for (const std::size_t slot : inputsOf(graph, *it, *handler))
                leading.insert(graph.input(*it, slot));
        }
    }
    return leading;
}

bool visit(State& state, Index node, const std::set<Index>& leading, bool assigned) {
    Graph& graph = state.graph;
    const std::vector<Index> inputs = graph.node(node).inputs;
    for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
        const Index transpose = graph.producer(inputs[slot]);
        if (transpose == kNone || !graph.node(transpose).is("Transpose"))
            continue;
        const auto perm = permOf(graph, transpose);
        const Handler* handler = perm ? handlerOf(graph, node) : nullptr;
        if (handler == nullptr)
            continue;
        Push what{transpose, node, *perm, inputsOf(graph, node, *handler), assigned};
        if (std::find(what.inputs.begin(), what.inputs.end(), slot) == what.inputs.end())
            continue;
        if (!worthIt(graph, *handler, what, leading))
            continue;
        const std::string name = nameNode(graph, node);
        const std::string mover = nameNode(graph, transpose);
        const std::vector<NodeId> origins = graph.node(transpose).origins;
        if (push(state, *handler, what)) {
            state.say("transpose", mover + " moves through " + name, origins);
            return true;
        }
    }
    return false;
}

void removeIfUnused(State& state, Index transpose, Index into) {
    Graph& graph = state.graph;
    const Index out = graph.output(transpose, 0);
    if (!graph.value(out).uses.empty() || graph.value(out).graph_output)
        return;
    state.fuse(transpose, "Transpose", "it merges with " + nameNode(graph, into), into);
    graph.removeNode(transpose);
}

/// The second of two that cancel goes; what took its value takes what the first took.
void cancel(State& state, const Push& what) {
    Graph& graph = state.graph;
    const Index in = graph.input(what.transpose, 0);
    const Index out = graph.output(what.node, 0);
    const std::string how = "it cancels with another Transpose";
    state.fuse(what.node, "nothing", how);
    if (comprehensive(graph, out)) {
        graph.removeNode(what.node);
        graph.replaceUses(out, in);
    } else {
        const Index from = graph.producer(in);
        if (from != kNone && comprehensive(graph, in)) {
            graph.removeNode(what.node);
            graph.replaceUses(in, out);
            for (Index& output : graph.node(from).outputs) {
                if (output == in)
                    output = out;
            }
            graph.value(in).producer = kNone;
            graph.value(out).producer = from;
        } else {
            graph.removeNode(what.node);
            Node identity;
            identity.op = identity.name = "Identity";
            identity.inputs = {in};
            identity.outputs = {out};
            graph.addNode(std::move(identity));
        }
    }
    const Index first = graph.output(what.transpose, 0);
    if (graph.value(first).uses.empty() && !graph.value(first).graph_output) {
        state.fuse(what.transpose, "nothing", how);
        graph.removeNode(what.transpose);
    }
}

/// Which Transpose a Reshape is, for dims that keep their order where they are not 1.
std::optional<Dims> reshapeAsPerm(const Dims& in, const Dims& out) {
    Dims left = in;
    Dims perm;
    for (const std::int64_t wanted : out) {
        std::size_t k = 0;
        for (; k < left.size() && left[k] != wanted; ++k) {
            if (left[k] != -1 && left[k] != 1 && wanted != 1)
                return std::nullopt;
        }
        if (k == left.size())
            return std::nullopt;
        perm.push_back(static_cast<std::int64_t>(k));
        left[k] = -1;
    }
    return perm;
}

}  // namespace

bool pushIntoTranspose(State& state, const Push& what, const Dims& second) {
    Graph& graph = state.graph;
    if (inverse(what.perm) == second) {
        cancel(state, what);
        return true;
    }
    const Dims merged = compose(what.perm, second);
    Index target = what.node;
    if (graph.node(target).op == "Reshape") {
        Node transpose;
        transpose.op = transpose.name = "Transpose";
        transpose.since = 13;
        transpose.inputs = {graph.input(what.transpose, 0)};
        transpose.outputs = graph.node(target).outputs;
        state.fuse(target, "Transpose", "it only permutes dims, and becomes a Transpose");
        graph.removeNode(target);
        target = graph.addNode(std::move(transpose));
    } else {
        graph.setInput(target, 0, graph.input(what.transpose, 0));
    }
    graph.setAttribute(target, "perm", merged);
    removeIfUnused(state, what.transpose, target);
    return true;
}

bool pushIntoReshape(State& state, const Push& what) {
    const Graph& graph = state.graph;
    const auto& shape = graph.value(graph.output(what.transpose, 0)).shape;
    const Constant* wanted = graph.constant(graph.input(what.node, 1));
    auto out = wanted != nullptr ? wanted->integers() : std::nullopt;
    if (!shape || !out || out->empty() || out->size() != shape->size())
        return false;
    if (std::find(shape->begin(), shape->end(), -1) != shape->end())
        return false;
    std::int64_t total = 1;
    for (const std::int64_t dim : *shape)
        total *= dim;
    std::int64_t size = 1;
    std::optional<std::size_t> open;
    const bool zeros = graph.intAttribute(what.node, "allowzero", 0) != 0;
    for (std::size_t k = 0; k < out->size(); ++k) {
        if ((*out)[k] == -1) {
            if (open)
                return false;
            open = k;
            continue;
        }
        if ((*out)[k] == 0 && !zeros)
            (*out)[k] = (*shape)[k];
        size *= (*out)[k];
    }
    if (open) {
        if (size == 0 || total % size != 0)
            return false;
        (*out)[*open] = total / size;
    } else if (size != total) {
        return false;
    }
    const auto perm = reshapeAsPerm(*shape, *out);
    return perm && pushIntoTranspose(state, what, *perm);
}

bool optimizeTransposes(State& state, bool assigned) {
    Graph& graph = state.graph;
    const std::vector<Index> order = graph.order();
    bool any_dq = false;
    bool any_transpose = false;
    for (const Index node : order) {
        any_dq = any_dq || graph.node(node).op == "DequantizeLinear";
        any_transpose = any_transpose || graph.node(node).is("Transpose");
    }
    bool changed = false;
    if (any_transpose) {
        const std::set<Index> leading = leadingToTranspose(graph, order);
        for (const Index node : order) {
            if (graph.alive(node))
                changed = visit(state, node, leading, assigned) || changed;
        }
    }
    return any_dq ? fixUnits(state) || changed : changed;
}

}  // namespace qdqlens::runtime
