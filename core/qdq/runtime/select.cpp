// QDQSelectorActionTransformer: node units become integer kernels.
#include <algorithm>

#include "core/qdq/runtime/check.h"

namespace qdqlens::runtime {
namespace {

void append(std::vector<NodeId>& to, const std::vector<NodeId>& from) {
    for (const NodeId id : from) {
        if (std::find(to.begin(), to.end(), id) == to.end())
            to.push_back(id);
    }
}

std::pair<std::string, std::string> splitKernel(std::string_view kernel) {
    const std::size_t dot = kernel.rfind('.');
    if (dot == std::string_view::npos)
        return {"", std::string(kernel)};
    return {std::string(kernel.substr(0, dot)), std::string(kernel.substr(dot + 1))};
}

/// Inputs of the new kernel, in its operator's order.
std::vector<Index> kernelInputs(const Graph& graph, const Selector& selector, const Group& group) {
    std::vector<Index> inputs;
    const auto take = [&](Index node, std::size_t slot) { inputs.push_back(graph.input(node, slot)); };
    const auto takeQ = [&] {
        if (group.qs.empty())
            return;
        take(group.qs[0], 1);
        take(group.qs[0], 2);
    };
    if (selector.kind == UnitKind::kWhere)
        take(group.target, 0);
    if (selector.kind == UnitKind::kVariadic)
        takeQ();
    if (selector.kind == UnitKind::kMatMul && group.qs.empty()) {  // MatMulIntegerToFloat
        for (std::size_t slot = 0; slot < 3; ++slot) {
            take(group.dqs[0], slot);
            take(group.dqs[1], slot);
        }
        return inputs;
    }
    const bool biased =
        (selector.kind == UnitKind::kConv || selector.kind == UnitKind::kGemm) && group.dqs.size() == 3;
    for (std::size_t k = 0; k < (biased ? 2 : group.dqs.size()); ++k) {
        for (std::size_t slot = 0; slot < 3; ++slot)
            take(group.dqs[k], slot);
    }
    if (biased && selector.kind == UnitKind::kGemm)
        take(group.dqs[2], 0);
    else if (selector.kind == UnitKind::kGemm)
        inputs.push_back(kNone);
    if (selector.kind != UnitKind::kVariadic)
        takeQ();
    if (biased && selector.kind == UnitKind::kConv)
        take(group.dqs[2], 0);
    return inputs;
}

void replace(State& state, const Selector& selector, const Group& group) {
    Graph& graph = state.graph;
    const bool without = group.qs.empty();
    const auto [domain, op] =
        splitKernel(without && !selector.without_q.empty() ? selector.without_q : selector.kernel);
    Node kernel;
    kernel.op = op;
    kernel.domain = domain;
    kernel.name = graph.node(group.target).name;
    kernel.source = graph.node(group.target).source;
    kernel.attributes = graph.node(group.target).attributes;
    kernel.origins = graph.node(group.target).origins;
    kernel.inlined = graph.node(group.target).inlined;
    kernel.since = 1;
    if (op == "QLinearSoftmax")
        kernel.attributes["opset"] = graph.node(group.target).since;
    std::vector<Index> outputs = without ? graph.node(group.target).outputs : graph.node(group.qs[0]).outputs;
    if (selector.kind == UnitKind::kWeightOnly) {
        const Index dq = graph.producer(graph.input(group.target, 1));
        kernel.inputs = {graph.input(group.target, 0), graph.input(dq, 0), graph.input(dq, 1),
                         graph.input(dq, 2)};
        if (graph.input(group.target, 2) != kNone) {
            kernel.inputs.push_back(kNone);  // g_idx
            kernel.inputs.push_back(graph.input(group.target, 2));
        }
        graph.removeNode(group.target);
        graph.removeNode(dq);
    } else {
        kernel.inputs = kernelInputs(graph, selector, group);
        if (group.clip != kNone) {
            state.fuse(group.clip, opName(kernel), "the QuantizeLinear behind it makes it redundant");
            graph.removeNode(group.clip);
        }
        graph.removeNode(group.target);
        for (const Index dq : group.dqs)
            graph.removeNode(dq);
        for (const Index q : group.qs)
            graph.removeNode(q);
    }
    kernel.outputs = std::move(outputs);
    graph.addNode(std::move(kernel));
}

void mergeIntoTarget(State& state, const Selector& selector, const Group& group) {
    Graph& graph = state.graph;
    const Index dq = group.dqs[0];
    graph.setInput(group.target, 0, graph.input(dq, 0));
    graph.removeNode(dq);
    if (selector.kind == UnitKind::kDropsDq)
        return;
    Node& target = graph.node(group.target);
    for (const Index q : group.qs) {
        const Index made = graph.input(q, 0);
        for (Index& output : target.outputs) {
            if (output != made)
                continue;
            output = graph.output(q, 0);
            graph.removeNode(q);
            graph.value(output).producer = group.target;
            break;
        }
    }
}

/// Kernels that the runtime builds and then refuses itself.
void findRefusal(State& state, const Selector& selector, const Group& group) {
    const Graph& graph = state.graph;
    if (!state.refused.empty())
        return;
    if (group.clip != kNone) {
        state.refused = "the runtime replaces " + nameNode(graph, group.target) +
                        " but leaves it in the graph too, since " + nameNode(graph, group.clip) +
                        " stands before a QuantizeLinear without a zero point input ('two nodes "
                        "with same node name'); write the zero point out";
        return;
    }
    if (!selector.scalar_parameters)
        return;
    std::vector<Index> parts = group.dqs;
    parts.insert(parts.end(), group.qs.begin(), group.qs.end());
    for (const Index part : parts) {
        for (const std::size_t slot : {std::size_t{1}, std::size_t{2}}) {
            const Index value = graph.input(part, slot);
            if (value == kNone || !graph.value(value).shape || graph.value(value).shape->empty())
                continue;
            state.refused = std::string(selector.kernel) + " takes scalars only, and " +
                            nameNode(graph, part) +
                            " has a scale or zero point with dims ('Scale and Zero-point must be a scalar')";
            return;
        }
    }
}

void note(State& state, const Group& group) {
    std::vector<NodeId> unit;
    for (const Index dq : group.dqs)
        append(unit, state.graph.node(dq).origins);
    for (const Index q : group.qs)
        append(unit, state.graph.node(q).origins);
    for (const NodeId origin : state.graph.node(group.target).origins) {
        Fate& fate = state.fates[origin];
        append(fate.unit, unit);
    }
}

}  // namespace

bool selectUnits(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    for (const Index index : graph.order()) {
        if (!graph.alive(index) || !graph.node(index).domain.empty())
            continue;
        bool any = false;
        Failure first;
        for (const Selector& selector : state.target->selectors) {
            const Node& node = graph.node(index);
            if (selector.op != node.op)
                continue;
            if (node.since != 0 && node.since < selector.since) {
                if (!any) {
                    first = {"version",
                             node.op + "-" + std::to_string(node.since) + " is older than " + node.op + "-" +
                                 std::to_string(selector.since) + ", the first with an integer kernel",
                             "convert the model to a newer opset",
                             {},
                             {}};
                }
                any = true;
                continue;
            }
            Failure between;
            const Group group = gather(graph, index, between);
            auto failure =
                between.rule.empty() ? check(state, selector, group) : std::optional<Failure>(between);
            if (failure) {
                if (!any)
                    first = std::move(*failure);
                any = true;
                continue;
            }
            note(state, group);
            state.say(
                "units",
                nameNode(graph, index) + " with its DequantizeLinears and QuantizeLinears is one kernel",
                graph.node(index).origins);
            const bool merges = selector.kind == UnitKind::kMovesData ||
                                selector.kind == UnitKind::kDropsDq || selector.kind == UnitKind::kSplit;
            if (merges) {
                mergeIntoTarget(state, selector, group);
            } else {
                findRefusal(state, selector, group);
                replace(state, selector, group);
            }
            changed = true;
            any = false;
            break;
        }
        if (any)
            state.failures[index] = std::move(first);
    }
    return changed;
}

}  // namespace qdqlens::runtime
