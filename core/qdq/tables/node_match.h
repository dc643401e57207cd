// Which node of one graph is which node of another.
#pragma once

#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/folding.h"

namespace qdqlens {

/// A graph to be matched, with its folding.
struct MatchSide {
    const Scope& scope;
    const Folding& folding;
};

/// What a value comes from when QuantizeLinear, DequantizeLinear, Identity and Cast are looked through.
struct Origin {
    ValueId value = kNoValue;
    NodeId producer = kNoNode;  ///< None for graph inputs, constants and missing values.
};
[[nodiscard]] Origin originOf(const Scope& scope, ValueId value);

/// By node: its partner in the other graph, or kNoNode. One to one.
struct NodeMatch {
    std::vector<NodeId> a_to_b;
    std::vector<NodeId> b_to_a;
};

/// By unique name and op type; by op type and the names of the outputs; then by structure (same op on the
/// outputs of matched nodes, then before their inputs, looking through Q and DQ); then by unique name alone.
/// Matching B with A gives the same pairs.
[[nodiscard]] NodeMatch matchNodes(const MatchSide& a, const MatchSide& b);

}  // namespace qdqlens
