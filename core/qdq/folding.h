// Which nodes stand in their consumers' labels instead of in boxes of their own.
#pragma once

#include <vector>

#include "core/graph/scope.h"

namespace qdqlens {

enum class FoldMode { kOn, kOff };

/// Folded: Constant nodes, and nodes that eat only constants (a weight's DequantizeLinear above all). Never:
/// an op without inputs other than Constant, a random op, a node whose subgraphs capture outer values, a node
/// whose value is a graph output, one that no unfolded node consumes.
class Folding {
  public:
    Folding(const Scope& scope, FoldMode mode);

    [[nodiscard]] bool folded(NodeId node) const { return folded_[index(node)] != 0; }
    [[nodiscard]] std::uint32_t foldedCount() const { return folded_count_; }
    /// The value is constant for its consumers: an initializer, or made by a folded node.
    [[nodiscard]] bool constant(ValueId value) const { return constant_[index(value)] != 0; }
    /// The unfolded nodes that eat a constant value, directly or through folded nodes; each once, in file
    /// order.
    [[nodiscard]] std::vector<NodeId> consumers(ValueId value) const;

  private:
    const Topology* topology_;
    std::vector<char> folded_;
    std::vector<char> constant_;
    std::uint32_t folded_count_ = 0;
};

}  // namespace qdqlens
