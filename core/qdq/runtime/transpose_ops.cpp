// How a Transpose goes through each operator.
#include <algorithm>

#include "core/qdq/runtime/transpose.h"

namespace qdqlens::runtime {
namespace {

using Kind = Handler::Kind;

std::size_t at(std::int64_t axis) {
    return static_cast<std::size_t>(axis);
}

void outputs(State& state, Index node, const Dims& perm) {
    if (isIdentity(perm))
        return;
    for (std::size_t slot = 0; slot < state.graph.node(node).outputs.size(); ++slot)
        transposeOutput(state, node, slot, perm);
}

bool simple(State& state, const Push& what) {
    const Dims back = inverse(what.perm);
    for (const std::size_t slot : what.inputs)
        transposeInput(state, what.node, slot, back);
    outputs(state, what.node, what.perm);
    return true;
}

bool broadcastNode(State& state, const Push& what) {
    Graph& graph = state.graph;
    std::vector<std::size_t> missing;
    for (const std::size_t slot : what.inputs) {
        const Index value = graph.input(what.node, slot);
        if (value == kNone || !graph.value(value).shape ||
            graph.value(value).shape->size() > what.perm.size())
            return false;
        missing.push_back(what.perm.size() - graph.value(value).shape->size());
    }
    for (std::size_t k = 0; k < missing.size(); ++k) {
        if (missing[k] == 0)
            continue;
        Dims axes;
        for (std::size_t axis = 0; axis < missing[k]; ++axis)
            axes.push_back(static_cast<std::int64_t>(axis));
        unsqueezeInput(state, what.node, what.inputs[k], axes);
    }
    return simple(state, what);
}

bool withAxis(State& state, const Push& what, std::optional<std::int64_t> fallback) {
    Graph& graph = state.graph;
    constexpr std::int64_t kAbsent = std::int64_t{1} << 62;
    Dims axis{graph.intAttribute(what.node, "axis", fallback.value_or(kAbsent))};
    if (axis[0] == kAbsent || !normalizeAxes(axis, what.perm.size()))
        return false;
    simple(state, what);
    graph.setAttribute(what.node, "axis", what.perm[at(axis[0])]);
    return true;
}

bool softmax(State& state, const Push& what) {
    if (state.graph.opset >= 13)
        return withAxis(state, what, -1);
    Dims axis{state.graph.intAttribute(what.node, "axis", 1)};
    if (!normalizeAxes(axis, what.perm.size()))
        return false;
    for (std::size_t k = 0; k < what.perm.size(); ++k) {
        if ((static_cast<std::int64_t>(k) < axis[0]) != (what.perm[k] < axis[0]))
            return false;
    }
    return simple(state, what);
}

Dims sortedAxes(const Dims& axes, const Dims& perm) {
    Dims result = permuted(perm, axes);
    std::sort(result.begin(), result.end());
    return result;
}

Index integers(Graph& graph, const Dims& numbers) {
    Value value;
    value.name = "const_transpose_optimizer";
    value.type = onnx::DataType::kInt64;
    const Dims dims{static_cast<std::int64_t>(numbers.size())};
    value.shape = dims;
    value.constant = std::make_shared<Constant>(onnx::DataType::kInt64, dims,
                                                std::vector<double>(numbers.begin(), numbers.end()));
    return graph.addValue(std::move(value));
}

std::optional<Dims> constantInput(const Graph& graph, Index node, std::size_t slot) {
    const Constant* constant = graph.constant(graph.input(node, slot));
    return constant != nullptr ? constant->integers() : std::nullopt;
}

bool reduce(State& state, const Push& what) {
    Graph& graph = state.graph;
    const bool by_input = graph.opset >= (graph.node(what.node).op == "ReduceSum" ? 13 : 18);
    const bool keep = graph.intAttribute(what.node, "keepdims", 1) != 0;
    std::optional<Dims> axes =
        by_input ? constantInput(graph, what.node, 1) : graph.intsAttribute(what.node, "axes");
    const bool given = by_input ? graph.input(what.node, 1) != kNone : axes.has_value();
    if (given && !axes)
        return false;
    if (!given || axes->empty()) {
        const bool nothing = by_input && graph.intAttribute(what.node, "noop_with_empty_axes", 0) != 0;
        transposeInput(state, what.node, 0, inverse(what.perm));
        if (keep || nothing)
            outputs(state, what.node, what.perm);
        return true;
    }
    if (!normalizeAxes(*axes, what.perm.size()))
        return false;
    const Dims moved = sortedAxes(*axes, what.perm);
    if (by_input)
        graph.setInput(what.node, 1, integers(graph, moved));
    else
        graph.setAttribute(what.node, "axes", moved);
    transposeInput(state, what.node, 0, inverse(what.perm));
    outputs(state, what.node, keep ? what.perm : withoutAxes(what.perm, moved));
    return true;
}

bool arg(State& state, const Push& what) {
    Graph& graph = state.graph;
    Dims axis{graph.intAttribute(what.node, "axis", 0)};
    if (!normalizeAxes(axis, what.perm.size()))
        return false;
    const Dims moved{what.perm[at(axis[0])]};
    graph.setAttribute(what.node, "axis", moved[0]);
    transposeInput(state, what.node, 0, inverse(what.perm));
    const bool keep = graph.intAttribute(what.node, "keepdims", 1) != 0;
    outputs(state, what.node, keep ? what.perm : withoutAxes(what.perm, moved));
    return true;
}

bool squeeze(State& state, const Push& what) {
    Graph& graph = state.graph;
    auto axes =
        graph.opset >= 13 ? constantInput(graph, what.node, 1) : graph.intsAttribute(what.node, "axes");
    if (!axes || !normalizeAxes(*axes, what.perm.size()))
        return false;
    const Dims moved = sortedAxes(*axes, what.perm);
    if (graph.opset >= 13)
        graph.setInput(what.node, 1, integers(graph, moved));
    else
        graph.setAttribute(what.node, "axes", moved);
    transposeInput(state, what.node, 0, inverse(what.perm));
    outputs(state, what.node, withoutAxes(what.perm, moved));
    return true;
}

bool unsqueeze(State& state, const Push& what) {
    Graph& graph = state.graph;
    auto axes =
        graph.opset >= 13 ? constantInput(graph, what.node, 1) : graph.intsAttribute(what.node, "axes");
    if (!axes || !normalizeAxes(*axes, what.perm.size() + axes->size()))
        return false;
    transposeInput(state, what.node, 0, inverse(what.perm));
    transposeOutput(state, what.node, 0, withAxes(what.perm, *axes));
    return true;
}

bool slice(State& state, const Push& what) {
    Graph& graph = state.graph;
    const bool by_input = graph.opset >= 10;
    std::optional<Dims> axes =
        by_input ? constantInput(graph, what.node, 3) : graph.intsAttribute(what.node, "axes");
    if (by_input && graph.input(what.node, 3) != kNone && !axes)
        return false;
    if (!axes) {
        std::size_t count = 0;
        if (by_input) {
            const Index starts = graph.input(what.node, 1);
            const auto& shape = graph.value(starts).shape;
            if (!shape || shape->size() != 1 || (*shape)[0] < 0)
                return false;
            count = at((*shape)[0]);
        } else {
            count = graph.intsAttribute(what.node, "starts").value_or(Dims{}).size();
        }
        axes.emplace();
        for (std::size_t k = 0; k < count; ++k)
            axes->push_back(static_cast<std::int64_t>(k));
    }
    if (!normalizeAxes(*axes, what.perm.size()))
        return false;
    const Dims moved = permuted(what.perm, *axes);
    if (by_input)
        graph.setInput(what.node, 3, integers(graph, moved));
    else
        graph.setAttribute(what.node, "axes", moved);
    transposeInput(state, what.node, 0, inverse(what.perm));
    outputs(state, what.node, what.perm);
    return true;
}

/// An input with one number an axis (or two: Pad) is reordered, by a Gather where it is not constant.
void permuteNumbers(State& state, Index node, std::size_t slot, const Dims& perm) {
    Graph& graph = state.graph;
    const Index value = graph.input(node, slot);
    if (value == kNone)
        return;
    if (const Constant* constant = graph.constant(value)) {
        if (constant->dims().size() == 1 && constant->dims()[0] == 0)
            return;
        if (constant->values() != nullptr && constant->values()->size() == perm.size()) {
            std::vector<double> numbers;
            for (const std::int64_t p : perm)
                numbers.push_back((*constant->values())[at(p)]);
            Value made;
            made.name = "const_transpose_optimizer";
            made.type = constant->type();
            made.shape = constant->dims();
            made.constant =
                std::make_shared<Constant>(constant->type(), constant->dims(), std::move(numbers));
            graph.setInput(node, slot, graph.addValue(std::move(made)));
            return;
        }
    }
    Value out;
    out.name = "Gather_out0";
    out.type = graph.value(value).type;
    out.shape = graph.value(value).shape;
    Node gather;
    gather.op = gather.name = "Gather";
    gather.since = 13;
    gather.inputs = {value, integers(graph, perm)};
    const Index made = graph.addValue(std::move(out));
    gather.outputs = {made};
    graph.addNode(std::move(gather));
    graph.setInput(node, slot, made);
}

Dims twice(const Dims& perm) {
    Dims result = perm;
    for (const std::int64_t p : perm)
        result.push_back(p + static_cast<std::int64_t>(perm.size()));
    return result;
}

bool resize(State& state, const Push& what) {
    if (!what.assigned || (what.perm != Dims{0, 2, 3, 1} && what.perm != Dims{0, 3, 1, 2}))
        return false;
    const Dims back = inverse(what.perm);
    if (state.graph.opset < 11) {
        permuteNumbers(state, what.node, 1, back);
    } else {
        permuteNumbers(state, what.node, 1, twice(back));
        for (std::size_t slot = 2; slot < state.graph.node(what.node).inputs.size(); ++slot) {
            permuteNumbers(state, what.node, slot, back);
        }
    }
    transposeInput(state, what.node, 0, back);
    outputs(state, what.node, what.perm);
    return true;
}

bool channelsLast(State& state, const Push& what, bool rename) {
    Graph& graph = state.graph;
    Dims last_to_first{0};
    const auto rank = static_cast<std::int64_t>(what.perm.size());
    if (rank < 2)
        return false;
    last_to_first.push_back(rank - 1);
    for (std::int64_t k = 1; k + 1 < rank; ++k)
        last_to_first.push_back(k);
    if (rename) {  // MaxPool on 8 bits: NhwcMaxPool.
        const auto type = graph.value(graph.output(what.node, 0)).type;
        if (!what.assigned || graph.outputsPresent(what.node) > 1 || what.perm != last_to_first)
            return false;
        if (type != onnx::DataType::kInt8 && type != onnx::DataType::kUInt8)
            return false;
        Node swapped = graph.node(what.node);
        swapped.op = "NhwcMaxPool";
        swapped.domain = "com.microsoft";
        swapped.since = 1;
        graph.removeNode(what.node);
        swapped.alive = true;
        Push moved = what;
        moved.node = graph.addNode(std::move(swapped));
        return simple(state, moved);
    }
    const bool is_last = graph.intAttribute(what.node, "channels_last", 0) != 0;
    if (is_last ? inverse(what.perm) != last_to_first : what.perm != last_to_first)
        return false;
    graph.setAttribute(what.node, "channels_last", static_cast<std::int64_t>(is_last ? 0 : 1));
    return simple(state, what);
}

bool shape(State& state, const Push& what) {
    Graph& graph = state.graph;
    const auto rank = static_cast<std::int64_t>(what.perm.size());
    Dims wanted = what.perm;
    if (graph.opset >= 15) {
        const auto bound = [&](std::string_view name, std::int64_t fallback) {
            const std::int64_t value = graph.intAttribute(what.node, name, fallback);
            return std::clamp<std::int64_t>(value < 0 ? value + rank : value, 0, rank);
        };
        const std::int64_t start = bound("start", 0);
        const std::int64_t end = std::max(start, bound("end", rank));
        wanted.assign(what.perm.begin() + start, what.perm.begin() + end);
        graph.setAttribute(what.node, "start", Cleared{});
        graph.setAttribute(what.node, "end", Cleared{});
    }
    transposeInput(state, what.node, 0, inverse(what.perm));
    Node gather;
    gather.op = gather.name = "Gather";
    gather.since = 13;
    gather.inputs = {kNone, integers(graph, wanted)};
    gather.outputs = {kNone};
    gather.attributes["axis"] = std::int64_t{0};
    const Index added = graph.addNode(std::move(gather));
    graph.moveOutput(what.node, 0, added, 0);
    graph.value(graph.output(what.node, 0)).shape = Dims{rank};
    graph.setInput(added, 0, graph.output(what.node, 0));
    return true;
}

bool qdq(State& state, const Push& what) {
    Graph& graph = state.graph;
    const Index scale = graph.input(what.node, 1);
    const bool scalar = scale != kNone && graph.value(scale).shape && graph.value(scale).shape->empty();
    if (!scalar && graph.opset >= 13) {
        Dims axis{graph.intAttribute(what.node, "axis", 1)};
        if (!normalizeAxes(axis, what.perm.size()))
            return false;
        graph.setAttribute(what.node, "axis", what.perm[at(axis[0])]);
    }
    transposeInput(state, what.node, 0, inverse(what.perm));
    outputs(state, what.node, what.perm);
    return true;
}

}  // namespace

bool push(State& state, const Handler& handler, const Push& what) {
    Graph& graph = state.graph;
    switch (handler.kind) {
        case Kind::kSimple:
            return simple(state, what);
        case Kind::kBroadcast:
            return broadcastNode(state, what);
        case Kind::kAxis:
            return withAxis(state, what, std::nullopt);
        case Kind::kSplit:
            return withAxis(state, what, 0);
        case Kind::kSoftmax:
            return softmax(state, what);
        case Kind::kShape:
            return shape(state, what);
        case Kind::kPad:
            if (graph.opset < 11)
                return false;
            permuteNumbers(state, what.node, 1, twice(inverse(what.perm)));
            return simple(state, what);
        case Kind::kReduce:
            return reduce(state, what);
        case Kind::kArg:
            return arg(state, what);
        case Kind::kSqueeze:
            return squeeze(state, what);
        case Kind::kUnsqueeze:
            return unsqueeze(state, what);
        case Kind::kSlice:
            return slice(state, what);
        case Kind::kTile:
            permuteNumbers(state, what.node, 1, inverse(what.perm));
            return simple(state, what);
        case Kind::kQdq:
            return qdq(state, what);
        case Kind::kTranspose: {
            const auto second = permOf(graph, what.node);
            return second && second->size() == what.perm.size() && pushIntoTranspose(state, what, *second);
        }
        case Kind::kReshape:
            return pushIntoReshape(state, what);
        case Kind::kResize:
            return resize(state, what);
        case Kind::kMaxPool:
            return channelsLast(state, what, true);
        case Kind::kNever:
            return false;
        case Kind::kQLinearPool:
            return channelsLast(state, what, false);
    }
    return false;
}

}  // namespace qdqlens::runtime
