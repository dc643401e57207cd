// Reductions, Gather, Slice, Split, and the arithmetic on shapes themselves.
#include <algorithm>

#include "core/qdq/tables/shape_rules.h"

namespace qdqlens {

namespace {

bool isReduction(const onnx::Node& node) {
    return node.isOnnxDomain() && node.op_type.substr(0, 6) == "Reduce" && node.op_type.size() > 6;
}

/// Versions differ only in where the axes are.
std::optional<RuleOutput> reduce(const RuleInput& in) {
    if (!in.shape(0).has_value()) {
        return std::nullopt;
    }
    const Dims& x = *in.shape(0);
    std::optional<std::vector<std::int64_t>> axes;
    if (const auto* attribute = in.node.intsAttribute("axes"); attribute != nullptr) {
        axes = *attribute;
    } else if (in.has(1)) {
        axes = in.numbers(1);
        if (!axes.has_value()) {
            return std::nullopt;
        }
    }
    const bool keep = in.node.intAttribute("keepdims", 1) != 0;
    if (!axes.has_value() || axes->empty()) {
        if (in.node.intAttribute("noop_with_empty_axes", 0) != 0) {
            return oneShape(x);
        }
        return oneShape(keep ? Dims(x.size(), numberDim(1)) : Dims{});
    }
    std::vector<char> reduced(x.size(), 0);
    for (const std::int64_t axis : *axes) {
        const auto at = normalAxis(axis, x.size());
        if (!at.has_value()) {
            return std::nullopt;
        }
        reduced[*at] = 1;
    }
    Dims dims;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (reduced[i] == 0) {
            dims.push_back(x[i]);
        } else if (keep) {
            dims.push_back(numberDim(1));
        }
    }
    return oneShape(std::move(dims));
}

std::optional<RuleOutput> argReduce(const RuleInput& in) {
    if (!in.shape(0).has_value()) {
        return std::nullopt;
    }
    Dims dims = *in.shape(0);
    const auto at = normalAxis(in.node.intAttribute("axis", 0), dims.size());
    if (!at.has_value()) {
        return std::nullopt;
    }
    if (in.node.intAttribute("keepdims", 1) != 0) {
        dims[*at] = numberDim(1);
    } else {
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(*at));
    }
    return oneShape(std::move(dims));
}

std::optional<RuleOutput> shapeOp(const RuleInput& in) {
    if (!in.shape(0).has_value()) {
        return oneShape({ShapeDim{}});
    }
    const auto rank = static_cast<std::int64_t>(in.shape(0)->size());
    const auto clamped = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    const std::int64_t start = clamped(in.node.intAttribute("start", 0));
    const std::int64_t end = std::max(start, clamped(in.node.intAttribute("end", rank)));
    RuleOutput out;
    out.shapes.emplace_back(Dims{numberDim(end - start)});
    out.content = Dims(in.shape(0)->begin() + start, in.shape(0)->begin() + end);
    return out;
}

std::optional<RuleOutput> gather(const RuleInput& in) {
    if (!in.shape(0).has_value() || !in.shape(1).has_value()) {
        return std::nullopt;
    }
    const Dims& data = *in.shape(0);
    const auto axis = normalAxis(in.node.intAttribute("axis", 0), data.size());
    if (!axis.has_value()) {
        return std::nullopt;
    }
    Dims dims(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(*axis));
    dims.insert(dims.end(), in.shape(1)->begin(), in.shape(1)->end());
    dims.insert(dims.end(), data.begin() + static_cast<std::ptrdiff_t>(*axis) + 1, data.end());
    RuleOutput out;
    out.shapes.emplace_back(std::move(dims));
    const auto indices = in.numbers(1);
    if (in.content(0).has_value() && indices.has_value() && data.size() == 1) {
        Dims content;
        for (const std::int64_t i : *indices) {
            const auto at = normalAxis(i, in.content(0)->size());
            if (!at.has_value()) {
                return out;
            }
            content.push_back((*in.content(0))[*at]);
        }
        out.content = std::move(content);
    }
    return out;
}

struct SliceSpec {
    std::vector<std::int64_t> starts, ends, axes, steps;
};

std::optional<SliceSpec> sliceSpec(const RuleInput& in) {
    SliceSpec spec;
    const auto* starts = in.node.intsAttribute("starts");
    const auto* ends = in.node.intsAttribute("ends");
    std::optional<std::vector<std::int64_t>> axes, steps;
    if (starts != nullptr && ends != nullptr) {
        spec.starts = *starts;
        spec.ends = *ends;
        if (const auto* given = in.node.intsAttribute("axes"); given != nullptr) {
            axes = *given;
        }
    } else {
        const auto first = in.numbers(1);
        const auto last = in.numbers(2);
        axes = in.numbers(3);
        steps = in.numbers(4);
        if (!first.has_value() || !last.has_value() || (in.has(3) && !axes) || (in.has(4) && !steps)) {
            return std::nullopt;
        }
        spec.starts = *first;
        spec.ends = *last;
    }
    for (std::size_t i = 0; i < spec.starts.size(); ++i) {
        spec.axes.push_back(axes.has_value() && i < axes->size() ? (*axes)[i] : static_cast<std::int64_t>(i));
        spec.steps.push_back(steps.has_value() && i < steps->size() ? (*steps)[i] : 1);
    }
    return spec.ends.size() == spec.starts.size() ? std::optional(spec) : std::nullopt;
}

std::optional<RuleOutput> slice(const RuleInput& in) {
    const auto spec = sliceSpec(in);
    if (!in.shape(0).has_value() || !spec.has_value()) {
        return std::nullopt;
    }
    RuleOutput out;
    Dims dims = *in.shape(0);
    for (std::size_t i = 0; i < spec->starts.size(); ++i) {
        const auto at = normalAxis(spec->axes[i], dims.size());
        if (!at.has_value() || spec->steps[i] == 0 || spec->steps[i] == INT64_MIN) {
            return std::nullopt;
        }
        if (!dims[*at].value.has_value()) {
            dims[*at] = ShapeDim{};
            continue;
        }
        const std::int64_t size = *dims[*at].value;
        if (size <= 0) {
            continue;
        }
        const std::int64_t step = spec->steps[i];
        const auto clamp = [&](std::int64_t value, std::int64_t low, std::int64_t high) {
            return std::clamp(value < 0 && value >= -size ? value + size : value, low, high);
        };
        const std::int64_t start =
            step > 0 ? clamp(spec->starts[i], 0, size) : clamp(spec->starts[i], 0, size - 1);
        const std::int64_t end =
            step > 0 ? clamp(spec->ends[i], 0, size) : clamp(spec->ends[i], -1, size - 1);
        const std::int64_t length = step > 0 ? end - start : start - end;
        const std::int64_t stride = step > 0 ? step : -step;
        dims[*at] = numberDim(length <= 0 ? 0 : (length - 1) / stride + 1);
        if (in.content(0).has_value() && step == 1 && dims.size() == 1 && start <= end &&
            static_cast<std::size_t>(end) <= in.content(0)->size()) {
            out.content = Dims(in.content(0)->begin() + start, in.content(0)->begin() + end);
        }
    }
    out.shapes.emplace_back(std::move(dims));
    return out;
}

std::optional<RuleOutput> split(const RuleInput& in) {
    if (!in.shape(0).has_value()) {
        return std::nullopt;
    }
    const Dims& x = *in.shape(0);
    const auto axis = normalAxis(in.node.intAttribute("axis", 0), x.size());
    const std::size_t parts = in.node.outputs.size();
    const auto* attribute = in.node.intsAttribute("split");
    auto sizes = attribute != nullptr ? std::optional(*attribute) : in.numbers(1);
    if (!axis.has_value() || parts == 0 || (in.has(1) && !sizes.has_value())) {
        return std::nullopt;
    }
    if (!sizes.has_value() && x[*axis].value.has_value()) {  // Equal parts; since 18 the last may be smaller.
        const auto count = static_cast<std::int64_t>(parts);
        const std::int64_t each = (*x[*axis].value + count - 1) / count;
        if (*x[*axis].value % count != 0 && (in.opset < 18 || *x[*axis].value - each * (count - 1) < 0)) {
            return std::nullopt;
        }
        sizes.emplace(parts, each);
        sizes->back() = *x[*axis].value - each * (count - 1);
    }
    RuleOutput out;
    for (std::size_t i = 0; i < parts; ++i) {
        Dims dims = x;
        dims[*axis] = sizes.has_value() && i < sizes->size() ? numberDim((*sizes)[i]) : ShapeDim{};
        out.shapes.emplace_back(std::move(dims));
    }
    return out;
}

std::optional<RuleOutput> constantOfShape(const RuleInput& in) {
    return in.content(0).has_value() ? oneShape(*in.content(0)) : std::nullopt;
}

std::optional<RuleOutput> scalar(const RuleInput&) {
    return oneShape({});
}

}  // namespace

std::optional<RuleOutput> shapeMathRule(const RuleInput& in) {
    if (!in.node.isOnnxDomain()) {
        return std::nullopt;
    }
    if (isReduction(in.node)) {
        return reduce(in);
    }
    using Rule = std::optional<RuleOutput> (*)(const RuleInput&);
    static constexpr std::pair<std::string_view, Rule> kRules[] = {
        {"ArgMax", argReduce}, {"ArgMin", argReduce},
        {"Shape", shapeOp},    {"Size", scalar},
        {"Gather", gather},    {"Slice", slice},
        {"Split", split},      {"ConstantOfShape", constantOfShape}};
    for (const auto& [op, rule] : kRules) {
        if (in.node.op_type == op) {
            return rule(in);
        }
    }
    return std::nullopt;
}

}  // namespace qdqlens
