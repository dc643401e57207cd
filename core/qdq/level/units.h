// Structural node units: DequantizeLinears → op (→ Relu or Clip) → QuantizeLinears, whatever a runtime makes
// of them.
#pragma once

#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/folding.h"

namespace qdqlens {

struct NodeUnit {
    NodeId op = kNoNode;
    NodeId activation = kNoNode;  ///< Relu or Clip between the op and its Q.
    /// In file order, op and activation too; at least two.
    std::vector<NodeId> nodes;
};

/// Units of the unfolded nodes, by their ops in file order; no node is in two. A DequantizeLinear belongs to
/// its only consumer, else (several consumers, or a graph output) to the unit of its QuantizeLinear. A node
/// behind the op is taken in only if all that it eats comes from the unit, so that no path leaves a unit and
/// comes back (in graphs without cycles).
[[nodiscard]] std::vector<NodeUnit> findUnits(const Scope& scope, const Folding& folding);

}  // namespace qdqlens
