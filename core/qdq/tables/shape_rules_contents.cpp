// Operators whose output depends on what small integer vectors hold, and the arithmetic on those themselves.
#include <algorithm>

#include "core/qdq/tables/shape_rules.h"

namespace qdqlens {

namespace {

/// `a op b` for Add, Sub, Mul and Div; unknown where it does not follow for any number a symbol may stand
/// for.
ShapeDim combined(std::string_view op, const ShapeDim& a, const ShapeDim& b) {
    std::int64_t out = 0;
    if (a.value.has_value() && b.value.has_value()) {
        const std::int64_t x = *a.value;
        const std::int64_t y = *b.value;
        bool overflow = false;
        if (op == "Add") {
            overflow = __builtin_add_overflow(x, y, &out);
        } else if (op == "Sub") {
            overflow = __builtin_sub_overflow(x, y, &out);
        } else if (op == "Mul") {
            overflow = __builtin_mul_overflow(x, y, &out);
        } else if (y > 0 && x >= 0 && x % y == 0) {
            out = x / y;  // The rest depends on whether these are integers, and on rounding.
        } else {
            return {};
        }
        return overflow ? ShapeDim{} : numberDim(out);
    }
    const bool sum = op == "Add" || op == "Sub";
    if (b.value == (sum ? 0 : 1)) {
        return a;
    }
    if (a.value == (sum ? 0 : 1) && (op == "Add" || op == "Mul")) {
        return b;
    }
    return op == "Sub" && a == b && !a.symbol.empty() ? numberDim(0) : ShapeDim{};
}

/// From start (input 0) in steps of delta (2) up to limit (1), which is not reached.
std::optional<RuleOutput> range(const RuleInput& in) {
    const auto bound = [&](std::size_t i) {
        return in.content(i).has_value() && in.content(i)->size() == 1 ? in.content(i)->front() : ShapeDim{};
    };
    const ShapeDim start = bound(0);
    const ShapeDim limit = bound(1);
    const ShapeDim delta = bound(2);
    const bool numbers = start.value.has_value() && limit.value.has_value() && delta.value.has_value();
    if (!numbers) {
        // A symbol is never negative.
        return oneShape({start.value == 0 && delta.value == 1 ? limit : ShapeDim{}});
    }
    const std::int64_t step = *delta.value;
    std::int64_t span = 0;
    if (step == 0 || step == INT64_MIN || __builtin_sub_overflow(*limit.value, *start.value, &span)) {
        return std::nullopt;
    }
    const bool forward = (span > 0) == (step > 0) && span != 0;
    return oneShape({numberDim(forward ? (span - (span > 0 ? 1 : -1)) / step + 1 : 0)});
}

/// One row for each dim of the input, one column for each element that is not 0.
std::optional<RuleOutput> nonZero(const RuleInput& in) {
    ShapeDim rank;
    if (in.shape(0).has_value()) {
        rank = numberDim(static_cast<std::int64_t>(in.shape(0)->size()));
    }
    return oneShape({rank, ShapeDim{}});
}

std::optional<RuleOutput> sameAs(const RuleInput& in, std::size_t input) {
    return in.shape(input).has_value() ? oneShape(*in.shape(input)) : std::nullopt;
}

std::optional<RuleOutput> likeData(const RuleInput& in) {
    return sameAs(in, 0);
}

std::optional<RuleOutput> likeIndices(const RuleInput& in) {
    return sameAs(in, 1);
}

}  // namespace

Shape combinedContents(std::string_view op, const Shape& a, const Shape& b) {
    constexpr std::size_t kMaxContents = 1024;
    if (!a.has_value() || !b.has_value() || a->empty() || b->empty() ||
        (a->size() != b->size() && a->size() != 1 && b->size() != 1) || a->size() > kMaxContents ||
        b->size() > kMaxContents || (op != "Add" && op != "Sub" && op != "Mul" && op != "Div")) {
        return std::nullopt;
    }
    Dims out;
    for (std::size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
        out.push_back(combined(op, (*a)[a->size() == 1 ? 0 : i], (*b)[b->size() == 1 ? 0 : i]));
    }
    return out;
}

std::optional<RuleOutput> contentsRule(const RuleInput& in) {
    if (!in.node.isOnnxDomain()) {
        return std::nullopt;
    }
    using Rule = std::optional<RuleOutput> (*)(const RuleInput&);
    static constexpr std::pair<std::string_view, Rule> kRules[] = {
        {"Range", range},        {"NonZero", nonZero},          {"Scatter", likeData},
        {"ScatterND", likeData}, {"ScatterElements", likeData}, {"GatherElements", likeIndices}};
    for (const auto& [op, rule] : kRules) {
        if (in.node.op_type == op) {
            return rule(in);
        }
    }
    return std::nullopt;
}

}  // namespace qdqlens
