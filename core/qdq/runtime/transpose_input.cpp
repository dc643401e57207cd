// Transposing or unsqueezing what a node eats: in the stored constant, against a Transpose or Squeeze that is
// there already, or with a new node.
#include <algorithm>

#include "core/qdq/runtime/transpose.h"

namespace qdqlens::runtime {
namespace {

std::size_t at(std::int64_t axis) {
    return static_cast<std::size_t>(axis);
}

Index addMover(State& state, std::string_view op, Index in, const std::string& attribute, const Dims& numbers,
               std::optional<Dims> shape) {
    Graph& graph = state.graph;
    Value out;
    out.name = std::string(op) + "_out0";
    out.type = graph.value(in).type;
    out.shape = std::move(shape);
    out.origin = graph.value(in).origin;
    Node node;
    node.op = op;
    node.name = op;
    node.since = op == "Transpose" ? 13 : graph.opset >= 13 ? 13 : 11;
    node.inputs = {in};
    if (op == "Transpose" || graph.opset < 13) {
        node.attributes[attribute] = numbers;
    } else {
        Value axes;
        axes.name = "axes";
        axes.type = onnx::DataType::kInt64;
        const Dims dims{static_cast<std::int64_t>(numbers.size())};
        axes.shape = dims;
        axes.constant = std::make_shared<Constant>(onnx::DataType::kInt64, dims,
                                                   std::vector<double>(numbers.begin(), numbers.end()));
        node.inputs.push_back(graph.addValue(std::move(axes)));
    }
    const Index value = graph.addValue(std::move(out));
    node.outputs = {value};
    return graph.addNode(std::move(node));
}

std::optional<Dims> permutedShape(const Graph& graph, Index value, const Dims& perm) {
    const auto& shape = graph.value(value).shape;
    if (!shape || shape->size() != perm.size())
        return std::nullopt;
    return permuted(*shape, perm);
}

/// The constant with its axes moved. Contents are given up: nothing asks for them beyond vectors.
std::shared_ptr<const Constant> moved(const Constant& from, Dims dims, bool keep) {
    std::optional<std::vector<double>> values;
    if (keep && from.values() != nullptr)
        values = *from.values();
    return std::make_shared<Constant>(from.type(), std::move(dims), std::move(values));
}

void setConstant(Graph& graph, Index value, std::shared_ptr<const Constant> constant) {
    graph.value(value).shape = constant->dims();
    graph.value(value).constant = std::move(constant);
}

/// Other consumers of a constant that changes in place get the old one back through a node.
void undoForOthers(State& state, Index value, const std::vector<Edge>& others, std::string_view op,
                   const std::string& attribute, const Dims& numbers) {
    if (others.empty())
        return;
    Graph& graph = state.graph;
    const Index node = addMover(state, op, value, attribute, numbers, graph.value(value).shape);
    for (const Edge& edge : others)
        graph.setInput(edge.node, at(edge.slot), graph.output(node, 0));
}

std::vector<Edge> othersThan(const Graph& graph, Index value, Index node, std::size_t slot) {
    std::vector<Edge> others = graph.value(value).uses;
    others.erase(std::remove(others.begin(), others.end(), Edge{node, static_cast<Index>(slot)}),
                 others.end());
    return others;
}

void setDqData(Graph& graph, Index dq, Index data, const QuantMode& mode, std::int64_t axis) {
    graph.setInput(dq, 0, data);
    graph.setAttribute(dq, "axis", mode.per_axis ? axis : mode.axis);
    graph.value(graph.output(dq, 0)).shape = graph.value(data).shape;
}

/// False where the constant cannot be changed where it is.
bool transposeConstant(State& state, Index node, std::size_t slot, const Dims& perm) {
    Graph& graph = state.graph;
    Index value = graph.input(node, slot);
    const bool direct = graph.constant(value) != nullptr && !graph.value(value).outer;
    const Index dq = direct ? kNone : dqOnConstant(graph, value);
    if (!direct && dq == kNone)
        return false;
    const Index user = dq != kNone ? dq : node;
    const std::size_t user_slot = dq != kNone ? 0 : slot;
    if (dq != kNone)
        value = graph.input(dq, 0);
    if (!comprehensive(graph, value))
        return false;
    const std::shared_ptr<const Constant> constant = graph.value(value).constant;
    if (constant->count() == 1)
        return true;
    if (constant->dims().size() != perm.size()) {
        return true;  // The runtime would refuse the model here; leave it as it is.
    }
    const Dims dims = permuted(constant->dims(), perm);
    if (dq == kNone && perm.size() == 1)
        return true;
    const std::vector<Edge> others = othersThan(graph, value, user, user_slot);
    undoForOthers(state, value, others, "Transpose", "perm", inverse(perm));
    setConstant(graph, value, moved(*constant, dims, false));
    if (dq != kNone) {
        const QuantMode mode = quantMode(graph, dq).value_or(QuantMode{});
        const std::int64_t axis = at(mode.axis) < perm.size() ? inverse(perm)[at(mode.axis)] : mode.axis;
        setDqData(graph, dq, value, mode, axis);
    }
    return true;
}

}  // namespace

void transposeInput(State& state, Index node, std::size_t slot, const Dims& perm) {
    Graph& graph = state.graph;
    if (transposeConstant(state, node, slot, perm))
        return;
    const Index value = graph.input(node, slot);
    const Dims perm_inv = inverse(perm);
    const Index from = graph.producer(value);
    const bool is_dq = from != kNone && graph.node(from).op == "DequantizeLinear";
    const auto mode = is_dq ? quantMode(graph, from) : std::nullopt;
    const Index dq = mode ? from : kNone;
    const Index behind = dq != kNone ? graph.producer(graph.input(dq, 0)) : from;
    if (behind != kNone && graph.node(behind).is("Transpose")) {
        const auto second = permOf(graph, behind);
        if (second && second->size() == perm.size()) {
            const Index made = graph.output(behind, 0);
            if (*second == perm_inv) {
                const Index original = graph.input(behind, 0);
                if (dq != kNone) {
                    const std::int64_t axis =
                        at(mode->axis) < perm.size() ? perm_inv[at(mode->axis)] : mode->axis;
                    setDqData(graph, dq, original, *mode, axis);
                } else {
                    graph.setInput(node, slot, original);
                }
                if (comprehensive(graph, made) && graph.value(made).uses.empty())
                    graph.removeNode(behind);
                return;
            }
            if (dq == kNone) {
                const Index original = graph.input(behind, 0);
                const Index merged = addMover(state, "Transpose", original, "perm", compose(*second, perm),
                                              permutedShape(graph, value, perm));
                graph.setInput(node, slot, graph.output(merged, 0));
                if (comprehensive(graph, made) && graph.value(made).uses.empty())
                    graph.removeNode(behind);
                return;
            }
        }
    }
    for (const Edge& edge : othersThan(graph, value, node, slot)) {
        if (graph.node(edge.node).is("Transpose") && permOf(graph, edge.node) == perm) {
            graph.setInput(node, slot, graph.output(edge.node, 0));
            return;
        }
    }
    const Index added = addMover(state, "Transpose", value, "perm", perm, permutedShape(graph, value, perm));
    graph.setInput(node, slot, graph.output(added, 0));
    if (is_dq)
        makeUnitBehind(state, from);
}

void transposeOutput(State& state, Index node, std::size_t slot, const Dims& perm) {
    Graph& graph = state.graph;
    const Index seen = graph.output(node, slot);
    if (seen == kNone)
        return;
    Node transpose;
    transpose.op = transpose.name = "Transpose";
    transpose.since = 13;
    transpose.outputs = {kNone};
    transpose.attributes["perm"] = perm;
    transpose.inputs = {kNone};
    const Index added = graph.addNode(std::move(transpose));
    graph.moveOutput(node, slot, added, 0);
    const Index made = graph.output(node, slot);
    graph.value(made).shape = permutedShape(graph, seen, inverse(perm));
    graph.setInput(added, 0, made);
}

void unsqueezeInput(State& state, Index node, std::size_t slot, const Dims& axes) {
    Graph& graph = state.graph;
    Index value = graph.input(node, slot);
    const auto widened = [&](const Dims& dims) {
        Dims result;
        std::size_t next = 0;
        for (std::size_t k = 0; k < dims.size() + axes.size(); ++k) {
            const bool added =
                std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(k)) != axes.end();
            result.push_back(added ? 1 : dims[next++]);
        }
        return result;
    };
    const auto widenedAxis = [&](std::int64_t axis) {
        Dims sorted = axes;
        std::sort(sorted.begin(), sorted.end());
        for (const std::int64_t added : sorted)
            axis += added <= axis ? 1 : 0;
        return axis;
    };
    const bool direct = graph.constant(value) != nullptr && !graph.value(value).outer;
    const Index on_constant = direct ? kNone : dqOnConstant(graph, value);
    if (direct || on_constant != kNone) {
        const Index data = direct ? value : graph.input(on_constant, 0);
        if (comprehensive(graph, data)) {
            const std::shared_ptr<const Constant> constant = graph.value(data).constant;
            const Index user = direct ? node : on_constant;
            undoForOthers(state, data, othersThan(graph, data, user, direct ? slot : 0), "Squeeze", "axes",
                          axes);
            const auto mode = direct ? QuantMode{} : quantMode(graph, on_constant).value_or(QuantMode{});
            setConstant(graph, data, moved(*constant, widened(constant->dims()), true));
            if (!direct)
                setDqData(graph, on_constant, data, mode, widenedAxis(mode.axis));
            return;
        }
    }
    const Index from = graph.producer(value);
    const bool is_dq = from != kNone && graph.node(from).op == "DequantizeLinear";
    const auto mode = is_dq ? quantMode(graph, from) : std::nullopt;
    const Index behind = mode ? graph.producer(graph.input(from, 0)) : from;
    if (behind != kNone && graph.node(behind).is("Squeeze")) {
        std::optional<Dims> squeezed = graph.intsAttribute(behind, "axes");
        if (const Constant* given = graph.constant(graph.input(behind, 1)))
            squeezed = given->integers();
        if (squeezed && *squeezed == axes) {
            const Index original = graph.input(behind, 0);
            const Index made = graph.output(behind, 0);
            if (mode)
                setDqData(graph, from, original, *mode, widenedAxis(mode->axis));
            else
                graph.setInput(node, slot, original);
            if (comprehensive(graph, made) && graph.value(made).uses.empty())
                graph.removeNode(behind);
            return;
        }
    }
    std::optional<Dims> shape;
    if (graph.value(value).shape)
        shape = widened(*graph.value(value).shape);
    const Index added = addMover(state, "Unsqueeze", value, "axes", axes, std::move(shape));
    if (from != kNone && graph.node(from).is("Transpose")) {
        // One step back in the walk: the Transpose above goes through the new node at once.
        if (const auto perm = permOf(graph, from)) {
            transposeInput(state, added, 0, inverse(*perm));
            transposeOutput(state, added, 0, withAxes(*perm, axes));
            const Index now = graph.output(added, 0);
            graph.setInput(node, slot, graph.output(graph.value(now).uses.front().node, 0));
            return;
        }
    }
    graph.setInput(node, slot, graph.output(added, 0));
    if (is_dq)
        makeUnitBehind(state, from);
}

}  // namespace qdqlens::runtime
