// Shapes of operators that move, take out or put in axes.
#include <algorithm>

#include "core/qdq/runtime/shapes.h"

namespace qdqlens::runtime::shapes {
namespace {

std::optional<Dims> axesOf(const Graph& graph, Index node, std::int64_t since_input) {
    if (graph.node(node).since >= since_input) {
        const Constant* axes = graph.constant(graph.input(node, 1));
        return axes != nullptr ? axes->integers() : std::nullopt;
    }
    return graph.intsAttribute(node, "axes");
}

bool normalize(Dims& axes, std::size_t rank) {
    for (std::int64_t& axis : axes) {
        if (axis < 0)
            axis += static_cast<std::int64_t>(rank);
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank))
            return false;
    }
    return true;
}

bool listed(const Dims& axes, std::size_t k) {
    return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(k)) != axes.end();
}

}  // namespace

std::optional<Dims> broadcast(const std::vector<std::optional<Dims>>& shapes) {
    std::size_t rank = 0;
    for (const auto& shape : shapes) {
        if (!shape)
            return std::nullopt;
        rank = std::max(rank, shape->size());
    }
    Dims result(rank, 1);
    for (const auto& shape : shapes) {
        for (std::size_t k = 0; k < shape->size(); ++k) {
            std::int64_t& dim = result[rank - shape->size() + k];
            const std::int64_t other = (*shape)[k];
            if (dim == 1)
                dim = other;
            else if (dim == -1 && other > 1)
                dim = other;
        }
    }
    return result;
}

std::optional<Dims> reshaped(const Graph& graph, Index node, const Dims& in) {
    const Constant* wanted = graph.constant(graph.input(node, 1));
    if (wanted == nullptr) {
        const Index shape = graph.input(node, 1);
        if (shape == kNone || !graph.value(shape).shape || graph.value(shape).shape->size() != 1)
            return std::nullopt;
        const std::int64_t rank = graph.value(shape).shape->front();
        return rank >= 0 && rank < 64 ? std::optional<Dims>(Dims(static_cast<std::size_t>(rank), -1))
                                      : std::nullopt;
    }
    auto out = wanted->integers();
    if (!out)
        return std::nullopt;
    std::int64_t total = 1;
    bool known = true;
    for (const std::int64_t dim : in) {
        known = known && dim >= 0;
        total *= known ? dim : 1;
    }
    const bool zero_is_zero = graph.intAttribute(node, "allowzero", 0) != 0;
    std::int64_t rest = 1;
    std::optional<std::size_t> open;
    for (std::size_t k = 0; k < out->size(); ++k) {
        std::int64_t& dim = (*out)[k];
        if (dim == 0 && !zero_is_zero)
            dim = k < in.size() ? in[k] : -1;
        else if (dim == -1)
            open = k;
        if (dim < 0 && open != k)
            known = false;
        if (dim > 0)
            rest *= dim;
    }
    if (open && known && rest > 0)
        (*out)[*open] = total / rest;
    return out;
}

std::optional<Dims> reduced(const Graph& graph, Index node, const Dims& in) {
    const Node& n = graph.node(node);
    const bool keep = graph.intAttribute(node, "keepdims", 1) != 0;
    Dims axes;
    if (n.op == "ArgMax" || n.op == "ArgMin") {
        axes = {graph.intAttribute(node, "axis", 0)};
    } else if (const bool by_input = n.since >= (n.op == "ReduceSum" ? 13 : 18);
               by_input && graph.input(node, 1) == kNone) {
        if (graph.intAttribute(node, "noop_with_empty_axes", 0) != 0)
            return in;
    } else {
        auto given = axesOf(graph, node, n.op == "ReduceSum" ? 13 : 18);
        if (!given && by_input)
            return std::nullopt;
        axes = given.value_or(Dims{});
    }
    if (!normalize(axes, in.size()))
        return std::nullopt;
    Dims out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        const bool gone = axes.empty() || listed(axes, k);
        if (!gone)
            out.push_back(in[k]);
        else if (keep)
            out.push_back(1);
    }
    return out;
}

std::optional<Dims> sliced(const Graph& graph, Index node, const Dims& in) {
    Dims out = in;
    const auto part = [&](std::size_t slot, std::string_view attribute) -> std::optional<Dims> {
        if (graph.node(node).since < 10)
            return graph.intsAttribute(node, attribute);
        const Constant* constant = graph.constant(graph.input(node, slot));
        return constant != nullptr ? constant->integers() : std::nullopt;
    };
    const auto starts = part(1, "starts");
    const auto ends = part(2, "ends");
    auto axes = part(3, "axes");
    const auto steps = part(4, "steps");
    if (!starts || !ends || starts->size() != ends->size())
        return Dims(in.size(), -1);
    if (!axes) {
        axes.emplace();
        for (std::size_t k = 0; k < starts->size(); ++k)
            axes->push_back(static_cast<std::int64_t>(k));
    }
    if (!normalize(*axes, in.size()) || axes->size() != starts->size())
        return Dims(in.size(), -1);
    for (std::size_t k = 0; k < axes->size(); ++k) {
        std::int64_t& dim = out[static_cast<std::size_t>((*axes)[k])];
        const std::int64_t step = steps && k < steps->size() ? (*steps)[k] : 1;
        if (dim < 0 || step <= 0) {
            dim = -1;
            continue;
        }
        const auto clamp = [&](std::int64_t at) {
            return std::clamp<std::int64_t>(at < 0 ? at + dim : at, 0, dim);
        };
        const std::int64_t from = clamp((*starts)[k]);
        const std::int64_t to = clamp((*ends)[k]);
        dim = to > from ? (to - from + step - 1) / step : 0;
    }
    return out;
}

std::optional<Dims> concatenated(const Graph& graph, Index node) {
    std::optional<Dims> out;
    std::int64_t axis = graph.intAttribute(node, "axis", 0);
    for (const Index input : graph.node(node).inputs) {
        if (input == kNone || !graph.value(input).shape)
            return std::nullopt;
        const Dims& shape = *graph.value(input).shape;
        if (!out) {
            out = shape;
            if (axis < 0)
                axis += static_cast<std::int64_t>(shape.size());
            if (axis < 0 || axis >= static_cast<std::int64_t>(shape.size()))
                return std::nullopt;
            continue;
        }
        if (shape.size() != out->size())
            return std::nullopt;
        std::int64_t& dim = (*out)[static_cast<std::size_t>(axis)];
        const std::int64_t more = shape[static_cast<std::size_t>(axis)];
        dim = dim < 0 || more < 0 ? -1 : dim + more;
    }
    return out;
}

std::optional<Dims> split(const Graph& graph, Index node, const Dims& in, std::size_t slot) {
    Dims out = in;
    Dims axis{graph.intAttribute(node, "axis", 0)};
    if (!normalize(axis, in.size()))
        return std::nullopt;
    std::int64_t& dim = out[static_cast<std::size_t>(axis[0])];
    std::optional<Dims> parts;
    if (const Constant* given = graph.constant(graph.input(node, 1)))
        parts = given->integers();
    else
        parts = graph.intsAttribute(node, "split");
    const auto count = static_cast<std::int64_t>(graph.node(node).outputs.size());
    if (parts && slot < parts->size())
        dim = (*parts)[slot];
    else
        dim = dim >= 0 && dim % count == 0 ? dim / count : -1;
    return out;
}

std::optional<Dims> gathered(const Graph& graph, Index node, const Dims& in) {
    const Index indices = graph.input(node, 1);
    if (indices == kNone || !graph.value(indices).shape)
        return std::nullopt;
    Dims axis{graph.intAttribute(node, "axis", 0)};
    if (!normalize(axis, in.size()))
        return std::nullopt;
    Dims out(in.begin(), in.begin() + axis[0]);
    out.insert(out.end(), graph.value(indices).shape->begin(), graph.value(indices).shape->end());
    out.insert(out.end(), in.begin() + axis[0] + 1, in.end());
    return out;
}

std::optional<Dims> unsqueezed(const Graph& graph, Index node, const Dims& in) {
    auto axes = axesOf(graph, node, 13);
    if (!axes || !normalize(*axes, in.size() + axes->size()))
        return std::nullopt;
    Dims out;
    std::size_t from = 0;
    for (std::size_t k = 0; k < in.size() + axes->size(); ++k) {
        if (listed(*axes, k))
            out.push_back(1);
        else if (from < in.size())
            out.push_back(in[from++]);
    }
    return out;
}

std::optional<Dims> squeezed(const Graph& graph, Index node, const Dims& in) {
    auto axes = axesOf(graph, node, 13);
    if (!axes || !normalize(*axes, in.size()))
        return std::nullopt;
    Dims out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (!listed(*axes, k))
            out.push_back(in[k]);
    }
    return out;
}

std::optional<Dims> transposed(const Graph& graph, Index node, const Dims& in) {
    const auto perm = graph.intsAttribute(node, "perm");
    if (!perm)
        return Dims(in.rbegin(), in.rend());
    if (perm->size() != in.size())
        return std::nullopt;
    Dims out;
    for (const std::int64_t p : *perm) {
        if (p < 0 || p >= static_cast<std::int64_t>(in.size()))
            return std::nullopt;
        out.push_back(in[static_cast<std::size_t>(p)]);
    }
    return out;
}

}  // namespace qdqlens::runtime::shapes
