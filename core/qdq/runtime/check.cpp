#include "core/qdq/runtime/check.h"

#include <algorithm>

#include "core/base/text.h"

namespace qdqlens::runtime {

using onnx::DataType;

Group gather(const Graph& graph, Index node, Failure& failure) {
    Group group;
    group.target = node;
    for (const Index input : graph.node(node).inputs) {
        const Index from = graph.producer(input);
        if (from != kNone && graph.node(from).op == "DequantizeLinear")
            group.dqs.push_back(from);
    }
    if (const Index next = graph.onlyConsumer(node); next != kNone) {
        const std::string& op = graph.node(next).op;
        if ((op == "Relu" || op == "Clip") && graph.hasEdges(next, 1))
            group.clip = next;
    }
    const Index last = group.clip != kNone ? group.clip : node;
    for (const Index output : graph.node(last).outputs) {
        if (output == kNone)
            continue;
        for (const Edge& edge : graph.value(output).uses) {
            if (graph.node(edge.node).op == "QuantizeLinear" && edge.slot == 0)
                group.qs.push_back(edge.node);
        }
    }
    if (group.clip == kNone)
        return group;
    if (group.qs.size() != 1) {
        failure.rule = "activation-between";
        failure.reason = nameNode(graph, group.clip) + " takes its result, and no QuantizeLinear follows it";
        failure.mend = "put a QuantizeLinear behind the activation";
        failure.nodes = {group.clip};
    } else if (!redundantBefore(graph, group.clip, group.qs[0])) {
        failure.rule = "activation-between";
        failure.reason = nameNode(graph, group.clip) + " stands between it and " +
                         nameNode(graph, group.qs[0]) +
                         ", whose zero point and scale do not cover what it cuts off";
        failure.mend =
            graph.node(group.clip).op == "Relu"
                ? "quantize its result with the smallest code as zero point (-128 for int8, 0 for uint8)"
                : "quantize its result over no more than the Clip's range";
        failure.nodes = {group.clip, group.qs[0]};
    }
    return group;
}

std::optional<Failure> checkGroup(const State& state, const Selector& selector, const Group& group,
                                  std::size_t dqs) {
    const Graph& graph = state.graph;
    if (group.dqs.size() != dqs) {
        Failure failure{"dq-count", {}, {}, {}, {}};
        if (group.dqs.empty()) {
            failure.reason = "no input comes from a DequantizeLinear";
            failure.mend = "quantize its input";
        } else {
            const std::size_t have = group.dqs.size();
            for (const Index input : graph.node(group.target).inputs) {
                const Index from = graph.producer(input);
                if (input == kNone || (from != kNone && graph.node(from).op == "DequantizeLinear"))
                    continue;
                failure.values.push_back(input);
            }
            const bool few = have < dqs;
            failure.reason = few ? "only " + std::to_string(have) + " of the " + std::to_string(dqs) +
                                       " inputs that must come from a DequantizeLinear " +
                                       (have == 1 ? "does" : "do")
                                 : std::to_string(have) + " inputs come from a DequantizeLinear, and only " +
                                       std::to_string(dqs) + " may";
            if (few && failure.values.size() == 1)
                failure.reason += ": '" + showName(graph.value(failure.values[0]).name).text + "' does not";
            failure.mend = few ? "quantize the remaining inputs too" : "leave only its data input quantized";
        }
        return failure;
    }
    for (const Index dq : group.dqs) {
        if (graph.makesGraphOutput(dq)) {
            return Failure{"dq-graph-output",
                           nameNode(graph, dq) + " is a graph output",
                           "output another value",
                           {dq},
                           {}};
        }
        if (graph.edgeCount(dq) != 1) {
            return Failure{"dq-shared",
                           nameNode(graph, dq) + " has other consumers too",
                           "give each consumer its own",
                           {dq},
                           {}};
        }
    }
    if (group.qs.empty()) {
        if (!selector.without_q.empty())
            return std::nullopt;
        Failure failure{"q-missing", "its result is not quantized", "quantize its result", {}, {}};
        if (graph.makesGraphOutput(group.target))
            failure.reason = "its result is a graph output, not quantized";
        return failure;
    }
    const std::size_t outputs = graph.outputsPresent(group.target);
    const std::size_t edges = graph.edgeCount(group.target);
    if (graph.makesGraphOutput(group.target)) {
        return Failure{"output-is-graph-output",
                       "its float result is a graph output beside being quantized",
                       "output the dequantized value instead",
                       {},
                       {graph.output(group.target, 0)}};
    }
    if (group.qs.size() != outputs || group.qs.size() != edges) {
        Failure failure{"output-branches",
                        {},
                        "let one QuantizeLinear take the result, and the rest what it makes",
                        group.qs,
                        {}};
        failure.reason = outputs > 1 ? "not every one of its outputs goes to just one QuantizeLinear"
                                     : "its float result has " + std::to_string(edges) +
                                           " consumers; just one QuantizeLinear may take it";
        return failure;
    }
    return std::nullopt;
}

namespace {

std::optional<Failure> equalParameters(const State& state, const Selector& selector, Index q, Index dq) {
    const Graph& graph = state.graph;
    if (sameParameters(graph, q, dq)) {
        const auto scale = graph.constant(graph.input(q, 1))->value();
        if (selector.positive_scale && !(scale && *scale > 0)) {
            return Failure{"scale-not-positive",
                           "its scale must be above 0, else the order of the codes turns round",
                           "use a positive scale",
                           {q, dq},
                           {}};
        }
        return std::nullopt;
    }
    Failure failure{"parameters-differ", {}, {}, {dq, q}, {}};
    const auto missing = [&](Index node) { return graph.node(node).inputs.size() < 3; };
    const auto constant = [&](Index node) { return constantScalarParameters(graph, node); };
    if (missing(dq) || missing(q)) {
        failure.rule = "zero-point-missing";
        failure.reason =
            nameNode(graph, missing(dq) ? dq : q) + " has no zero point input, which this op's unit asks for";
        failure.mend = "write the zero point out, 0 too";
    } else if (!constant(dq) || !constant(q)) {
        failure.rule = "parameters-not-constant";
        failure.reason =
            nameNode(graph, constant(dq) ? q : dq) + " has no constant scalar scale and zero point";
        failure.mend = "use one constant scale and zero point";
    } else {
        failure.reason =
            "it only moves data, so its DequantizeLinear and QuantizeLinear must have the same scale and "
            "zero point: " +
            nameNode(graph, dq) + " and " + nameNode(graph, q) + " differ";
        failure.mend = "give both the same scale and zero point";
    }
    return failure;
}

std::optional<Failure> checkMovesData(const State& state, const Selector& selector, const Group& group) {
    const Graph& graph = state.graph;
    if (!selector.only_mode.empty()) {
        const std::string_view mode = graph.stringAttribute(group.target, "mode", selector.mode_default);
        if (mode != selector.only_mode) {
            return Failure{"mode",
                           "there is no integer kernel for mode '" + std::string(mode) + "'",
                           "use mode '" + std::string(selector.only_mode) + "'",
                           {},
                           {}};
        }
    }
    if (auto failure = checkGroup(state, selector, group, 1))
        return failure;
    if (auto failure = sameTypes(state, group))
        return failure;
    if (auto failure = widthAllowed(selector, group, readType(graph, group.dqs[0])))
        return failure;
    return equalParameters(state, selector, group.qs[0], group.dqs[0]);
}

std::optional<Failure> checkSplit(const State& state, const Selector& selector, const Group& group) {
    if (auto failure = checkGroup(state, selector, group, 1))
        return failure;
    if (auto failure = widthAllowed(selector, group, readType(state.graph, group.dqs[0])))
        return failure;
    if (auto failure = sameTypes(state, group))
        return failure;
    for (const Index q : group.qs) {
        if (auto failure = equalParameters(state, selector, q, group.dqs[0]))
            return failure;
    }
    return std::nullopt;
}

std::optional<Failure> checkDropsDq(const State& state, const Selector& selector, const Group& group) {
    const Graph& graph = state.graph;
    Selector lone = selector;
    lone.without_q = "-";  // Whether a Q follows is all one.
    Group without = group;
    without.qs.clear();
    if (auto failure = checkGroup(state, lone, without, 1))
        return failure;
    if (auto failure = widthAllowed(selector, group, readType(graph, group.dqs[0])))
        return failure;
    if (constantScalarParameters(graph, group.dqs[0]) && graph.input(group.dqs[0], 2) != kNone)
        return std::nullopt;
    return Failure{"parameters-not-constant",
                   nameNode(graph, group.dqs[0]) + " has no constant scalar scale and zero point",
                   "use one constant scale and zero point, written out",
                   {group.dqs[0]},
                   {}};
}

/// Unary, binary, variadic and Where differ in the number of DQs alone.
std::optional<Failure> checkPlain(const State& state, const Selector& selector, const Group& group,
                                  std::size_t dqs) {
    if (auto failure = checkGroup(state, selector, group, dqs))
        return failure;
    if (auto failure = sameTypes(state, group))
        return failure;
    return widthAllowed(selector, group, readType(state.graph, group.dqs[0]));
}

std::optional<Failure> checkFloat16(const State& state, const Group& group) {
    const auto& with = state.target->float16_ops;
    const bool kernel = std::find(with.begin(), with.end(), state.graph.node(group.target).op) != with.end();
    const Index in = state.graph.input(group.target, 0);
    if (kernel || in == kNone)
        return std::nullopt;
    for (const Index input : state.graph.node(group.target).inputs) {
        if (input == kNone)
            continue;
        const DataType type = state.graph.value(input).type;
        if (type != DataType::kFloat16 && type != DataType::kBFloat16)
            continue;
        return Failure{"float16",
                       "its float type is " + std::string(dataTypeName(type)) +
                           ", for which the provider has no kernel of this op, so it inserts casts",
                       "dequantize to float32",
                       group.dqs,
                       {}};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Failure> check(const State& state, const Selector& selector, const Group& group) {
    if (selector.kind != UnitKind::kWeightOnly) {
        if (auto failure = checkFloat16(state, group))
            return failure;
    }
    if (group.clip != kNone &&
        (selector.kind == UnitKind::kMovesData || selector.kind == UnitKind::kSplit ||
         selector.kind == UnitKind::kDropsDq || selector.kind == UnitKind::kWeightOnly)) {
        return Failure{"activation-between",
                       nameNode(state.graph, group.clip) + " stands between it and its QuantizeLinear",
                       "put the activation before the quantized op",
                       {group.clip},
                       {}};
    }
    switch (selector.kind) {
        case UnitKind::kMovesData:
            return checkMovesData(state, selector, group);
        case UnitKind::kDropsDq:
            return checkDropsDq(state, selector, group);
        case UnitKind::kSplit:
            return checkSplit(state, selector, group);
        case UnitKind::kUnary:
            return checkPlain(state, selector, group, 1);
        case UnitKind::kWhere:
            return checkPlain(state, selector, group, 2);
        case UnitKind::kBinary:
        case UnitKind::kVariadic:
            return checkPlain(state, selector, group, state.graph.inputsPresent(group.target));
        case UnitKind::kConv:
            return checkConv(state, selector, group);
        case UnitKind::kMatMul:
            return checkMatMul(state, selector, group);
        case UnitKind::kGemm:
            return checkGemm(state, selector, group);
        case UnitKind::kWeightOnly:
            return checkWeightOnly(state, group);
    }
    return std::nullopt;
}

}  // namespace qdqlens::runtime
