// Reshape and its kin, Transpose, Concat, Expand, Tile, Pad, Resize.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "core/graph/constants.h"
#include "core/qdq/tables/shape_rules.h"

namespace qdqlens {

namespace {

/// Axes from the attribute (older versions) or from input 1; nothing where neither is known.
std::optional<std::vector<std::int64_t>> axesOf(const RuleInput& in) {
    if (const auto* axes = in.node.intsAttribute("axes"); axes != nullptr) {
        return *axes;
    }
    return in.numbers(1);
}

/// Takes out what is in both: the rest of the two products must be equal. Symbols cancel too.
void cancel(Dims& a, Dims& b) {
    for (auto dim = a.begin(); dim != a.end();) {
        const bool known = dim->value.has_value() || !dim->symbol.empty();
        const auto same = known ? std::find(b.begin(), b.end(), *dim) : b.end();
        if (same != b.end()) {
            b.erase(same);
            dim = a.erase(dim);
        } else {
            ++dim;
        }
    }
}

/// The one symbol of `left` that is left over where the numbers of both are equal; else unknown.
ShapeDim remainingSymbol(const Dims& left, const Dims& right) {
    Dims numbers, others;
    for (const ShapeDim& dim : left) {
        (dim.value.has_value() ? numbers : others).push_back(dim);
    }
    const auto have = product(numbers);
    const auto want = product(right);
    const bool one = others.size() == 1 && have.has_value() && have == want;
    return one ? others.front() : ShapeDim{};
}

/// A Reshape target against what is there: the -1 is found, and element counts must fit.
std::optional<RuleOutput> fitTarget(const Dims& from, Dims target) {
    RuleOutput out;
    const auto open = std::find_if(target.begin(), target.end(), [](const ShapeDim& dim) {
        return dim.value.has_value() && *dim.value == -1;
    });
    const bool has_open = open != target.end();
    Dims rest = target;
    if (has_open) {
        rest.erase(rest.begin() + (open - target.begin()));
        *open = ShapeDim{};
    }
    Dims left = from;
    cancel(left, rest);
    const auto have = product(left);
    const auto want = product(rest);
    if (have.has_value() && want.has_value()) {
        const bool fits =
            has_open ? (*want > 0 && *have % *want == 0) || (*have == 0 && *want != 0) : *have == *want;
        if (!fits) {
            const auto whole = product(from);
            const std::string count = whole.has_value() ? ", " + std::to_string(*whole) + " elements" : "";
            std::string shown = shapeText(target);
            out.conflict = RuleConflict{shapeText(from) + count,
                                        "what fits into " + (shown.empty() ? std::string("scalar") : shown)};
        } else if (has_open) {
            *open = numberDim(*have / *want);
        }
    } else if (has_open) {
        *open = remainingSymbol(left, rest);
    }
    out.shapes.emplace_back(std::move(target));
    return out;
}

std::optional<RuleOutput> reshape(const RuleInput& in) {
    Shape target = in.content(1);
    if (const auto* attribute = in.node.intsAttribute("shape"); attribute != nullptr) {  // Reshape-1
        target = shapeOf(*attribute);
    }
    if (!target.has_value()) {
        if (in.shape(1).has_value() && in.shape(1)->size() == 1 && (*in.shape(1))[0].value.has_value() &&
            *(*in.shape(1))[0].value >= 0 && *(*in.shape(1))[0].value <= 64) {
            return oneShape(Dims(static_cast<std::size_t>(*(*in.shape(1))[0].value)));
        }
        return std::nullopt;
    }
    const bool allow_zero = in.node.intAttribute("allowzero", 0) != 0;
    for (std::size_t i = 0; i < target->size() && !allow_zero; ++i) {
        if ((*target)[i].value.has_value() && *(*target)[i].value == 0) {
            (*target)[i] =
                in.shape(0).has_value() && i < in.shape(0)->size() ? (*in.shape(0))[i] : ShapeDim{};
        }
    }
    if (!in.shape(0).has_value()) {
        for (ShapeDim& dim : *target) {
            dim = dim.value.has_value() && *dim.value == -1 ? ShapeDim{} : dim;
        }
        return oneShape(*std::move(target));
    }
    return fitTarget(*in.shape(0), *std::move(target));
}

std::optional<RuleOutput> flatten(const RuleInput& in) {
    if (!in.shape(0).has_value()) {
        return std::nullopt;
    }
    const Dims& x = *in.shape(0);
    const auto rank = static_cast<std::int64_t>(x.size());
    std::int64_t axis = in.node.intAttribute("axis", 1);
    axis += axis < 0 ? rank : 0;
    if (axis < 0 || axis > rank) {
        return std::nullopt;
    }
    const auto merged = [](const Dims& dims) {
        Dims left;
        for (const ShapeDim& dim : dims) {
            if (!(dim.value.has_value() && *dim.value == 1)) {
                left.push_back(dim);
            }
        }
        const auto count = product(dims);
        return count.has_value() ? numberDim(*count) : left.size() == 1 ? left.front() : ShapeDim{};
    };
    return oneShape({merged(Dims(x.begin(), x.begin() + axis)), merged(Dims(x.begin() + axis, x.end()))});
}

std::optional<RuleOutput> transpose(const RuleInput& in) {
    if (!in.shape(0).has_value()) {
        return std::nullopt;
    }
    const Dims& x = *in.shape(0);
    Dims dims(x.rbegin(), x.rend());
    if (const auto* perm = in.node.intsAttribute("perm"); perm != nullptr) {
        if (perm->size() != x.size()) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto axis = normalAxis((*perm)[i], x.size());
            if (!axis.has_value()) {
                return std::nullopt;
            }
            dims[i] = x[*axis];
        }
    }
    return oneShape(std::move(dims));
}

std::optional<RuleOutput> squeeze(const RuleInput& in, bool out) {
    const auto axes = axesOf(in);
    if (!in.shape(0).has_value() || !axes.has_value()) {
        return std::nullopt;
    }
    const Dims& x = *in.shape(0);
    const std::size_t rank = out ? x.size() : x.size() + axes->size();
    std::vector<char> marked(rank, 0);
    for (const std::int64_t axis : *axes) {
        const auto at = normalAxis(axis, rank);
        if (!at.has_value() || marked[*at] != 0) {
            return std::nullopt;
        }
        marked[*at] = 1;
    }
    Dims dims;
    std::size_t next = 0;
    for (std::size_t i = 0; i < rank; ++i) {
        if (out ? marked[i] == 0 : true) {
            dims.push_back(out ? x[i] : marked[i] != 0 ? numberDim(1) : x[next++]);
        }
    }
    RuleOutput result;
    result.shapes.emplace_back(std::move(dims));
    result.content = in.content(0);
    return result;
}

std::optional<RuleOutput> concat(const RuleInput& in) {
    std::optional<Dims> dims;
    Dims content;
    bool has_content = true;
    const std::int64_t axis = in.node.intAttribute("axis", 0);
    for (std::size_t i = 0; i < in.shapes.size(); ++i) {
        if (!in.shape(i).has_value() || in.shape(i)->empty()) {
            return std::nullopt;
        }
        const Dims& x = *in.shape(i);
        const auto at = normalAxis(axis, x.size());
        if (!at.has_value() || (dims.has_value() && dims->size() != x.size())) {
            return std::nullopt;
        }
        if (!dims.has_value()) {
            dims = x;
        } else {
            ShapeDim& sum = (*dims)[*at];
            sum = sum.value.has_value() && x[*at].value.has_value() ? numberDim(*sum.value + *x[*at].value)
                                                                    : ShapeDim{};
        }
        has_content = has_content && in.content(i).has_value();
        if (has_content) {
            content.insert(content.end(), in.content(i)->begin(), in.content(i)->end());
        }
    }
    if (!dims.has_value()) {
        return std::nullopt;
    }
    RuleOutput out;
    out.shapes.emplace_back(*std::move(dims));
    if (has_content) {
        out.content = std::move(content);
    }
    return out;
}

std::optional<RuleOutput> pad(const RuleInput& in) {
    const auto* attribute = in.node.intsAttribute("pads");
    const auto pads = attribute != nullptr ? std::optional(*attribute) : in.numbers(1);
    if (!in.shape(0).has_value() || !pads.has_value() || pads->size() % 2 != 0) {
        return std::nullopt;
    }
    Dims dims = *in.shape(0);
    std::vector<std::int64_t> axes(dims.size());
    std::iota(axes.begin(), axes.end(), 0);
    if (in.has(3)) {
        const auto given = in.numbers(3);
        if (!given.has_value()) {
            return std::nullopt;
        }
        axes = *given;
    }
    if (pads->size() != 2 * axes.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto at = normalAxis(axes[i], dims.size());
        if (!at.has_value()) {
            return std::nullopt;
        }
        std::int64_t more = 0;
        if (__builtin_add_overflow((*pads)[i], (*pads)[i + axes.size()], &more) ||
            std::abs(more / 2) > kLargestDim) {
            return std::nullopt;
        }
        if (more != 0) {
            dims[*at] = dims[*at].value.has_value() ? numberDim(*dims[*at].value + more) : ShapeDim{};
        }
    }
    return oneShape(std::move(dims));
}

/// The scales of a Resize, where they are stored, one for each dim.
std::optional<std::vector<float>> scalesOf(const RuleInput& in, std::size_t rank) {
    const auto inputs = in.scope.topology().inputs(in.id);
    const auto constant = in.has(2) ? resolveConstant(in.scope, inputs[2]) : std::nullopt;
    if (!constant.has_value() || constant->type != onnx::DataType::kFloat32) {
        return std::nullopt;
    }
    const auto elements = decodeConstant(in.scope.model(), *constant, rank);
    if (!elements.has_value() || elements->size() != rank) {
        return std::nullopt;
    }
    std::vector<float> scales;
    for (const onnx::Element& element : *elements) {
        scales.push_back(static_cast<float>(element.f()));
    }
    return scales;
}

std::optional<RuleOutput> resize(const RuleInput& in) {
    const bool plain = in.node.attribute("axes") == nullptr &&
                       in.node.stringAttribute("keep_aspect_ratio_policy", "stretch") == "stretch";
    if (!in.shape(0).has_value() || in.opset < 11) {
        return std::nullopt;
    }
    Dims dims(in.shape(0)->size());
    if (plain && in.has(3)) {
        const Shape& sizes = in.content(3);
        dims = sizes.has_value() && sizes->size() == dims.size() ? *sizes : dims;
    } else if (const auto scales = plain ? scalesOf(in, dims.size()) : std::nullopt) {
        for (std::size_t i = 0; i < dims.size(); ++i) {
            const ShapeDim& from = (*in.shape(0))[i];
            // In float32, as operator and runtimes compute it.
            const float size =
                from.value.has_value() ? std::floor(static_cast<float>(*from.value) * (*scales)[i]) : -1.0F;
            if ((*scales)[i] == 1.0F) {
                dims[i] = from;
            } else if (size >= 0 && size < static_cast<float>(kLargestDim)) {
                dims[i] = numberDim(static_cast<std::int64_t>(size));
            }
        }
    }
    return oneShape(std::move(dims));
}

std::optional<RuleOutput> expand(const RuleInput& in) {
    if (!in.shape(0).has_value() || !in.content(1).has_value()) {
        return std::nullopt;
    }
    RuleOutput out;
    Dims dims = broadcast(*in.shape(0), *in.content(1), out.conflict);
    out.shapes.emplace_back(std::move(dims));
    return out;
}

std::optional<RuleOutput> tile(const RuleInput& in) {
    const auto repeats = in.numbers(1);
    if (!in.shape(0).has_value() || !repeats.has_value() || repeats->size() != in.shape(0)->size() ||
        in.opset < 6) {
        return std::nullopt;
    }
    Dims dims = *in.shape(0);
    for (std::size_t i = 0; i < dims.size(); ++i) {
        std::int64_t size = 0;
        const bool known =
            dims[i].value.has_value() && !__builtin_mul_overflow(*dims[i].value, (*repeats)[i], &size);
        dims[i] = (*repeats)[i] == 1 ? dims[i] : known ? numberDim(size) : ShapeDim{};
    }
    return oneShape(std::move(dims));
}

}  // namespace

std::optional<RuleOutput> rearrangeRule(const RuleInput& in) {
    const onnx::Node& node = in.node;
    if (!node.isOnnxDomain()) {
        return std::nullopt;
    }
    using Rule = std::optional<RuleOutput> (*)(const RuleInput&);
    static constexpr std::pair<std::string_view, Rule> kRules[] = {
        {"Reshape", reshape}, {"Flatten", flatten}, {"Transpose", transpose}, {"Concat", concat},
        {"Pad", pad},         {"Resize", resize},   {"Expand", expand},       {"Tile", tile}};
    for (const auto& [op, rule] : kRules) {
        if (node.op_type == op) {
            return rule(in);
        }
    }
    if (node.op_type == "Squeeze" || node.op_type == "Unsqueeze") {
        return squeeze(in, node.op_type == "Squeeze");
    }
    return std::nullopt;
}

}  // namespace qdqlens
