// What an operator says of its outputs' shapes. Rules hold for the operator versions that are named beside
// them; for others there is no rule.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

using Dims = std::vector<ShapeDim>;

/// What a rule works with. Inputs by position; an unknown rank is nothing.
struct RuleInput {
    const Scope& scope;
    NodeId id;
    const onnx::Node& node;
    std::int64_t opset;  ///< Of the node's domain.
    std::vector<Shape> shapes;
    std::vector<Shape> contents;  ///< Elements of small integer vectors, where known.
    std::vector<bool> present;

    [[nodiscard]] const Shape& shape(std::size_t i) const;
    [[nodiscard]] const Shape& content(std::size_t i) const;
    [[nodiscard]] bool has(std::size_t i) const { return i < present.size() && present[i]; }
    /// Contents that are all numbers.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> numbers(std::size_t i) const;
};

struct RuleConflict {
    std::string got, expected;
};

struct RuleOutput {
    std::vector<Shape> shapes;  ///< By output position; missing ones are unknown.
    Shape content;              ///< Elements of output 0, where it is a small integer vector that is known.
    std::optional<RuleConflict> conflict;
};

/// Nothing where there is no rule for the operator at this version, or its inputs are not known enough.
[[nodiscard]] std::optional<RuleOutput> applyShapeRule(const RuleInput& input);

/// The parts, each for its own operators.
[[nodiscard]] std::optional<RuleOutput> elementwiseRule(const RuleInput& input);
[[nodiscard]] std::optional<RuleOutput> networkRule(const RuleInput& input);  ///< Conv, pools, Gemm, MatMul.
[[nodiscard]] std::optional<RuleOutput> rearrangeRule(
    const RuleInput& input);  ///< Reshape, Transpose, Concat …
[[nodiscard]] std::optional<RuleOutput> shapeMathRule(
    const RuleInput& input);  ///< Shape, Gather, reductions …
[[nodiscard]] std::optional<RuleOutput> contentsRule(const RuleInput& input);  ///< Range, NonZero, scatters.

/// Larger dims than this are unknown here, so that sums and products stay far from overflow.
inline constexpr std::int64_t kLargestDim = std::int64_t{1} << 40;

[[nodiscard]] inline ShapeDim numberDim(std::int64_t value) {
    return {value, {}};
}
/// Product where all are numbers.
[[nodiscard]] std::optional<std::int64_t> product(const Dims& dims);
/// An axis within [0, rank); nothing where it is outside.
[[nodiscard]] std::optional<std::size_t> normalAxis(std::int64_t axis, std::size_t rank);
/// By the rules of multidirectional broadcasting; sets `conflict` where two numbers cannot go together.
[[nodiscard]] Dims broadcast(const Dims& a, const Dims& b, std::optional<RuleConflict>& conflict);
[[nodiscard]] std::optional<RuleOutput> oneShape(Dims dims);
/// What Add, Sub, Mul or Div makes of small integer vectors; one element goes with each of the other's.
[[nodiscard]] Shape combinedContents(std::string_view op, const Shape& a, const Shape& b);

}  // namespace qdqlens
