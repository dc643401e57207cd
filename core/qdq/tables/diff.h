// Two models beside each other: sizes, ops, and what is in one and not in the other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/tables/node_match.h"

namespace qdqlens {

struct DiffFigure {
    std::string name;  ///< A part of the size table, or an op ("Conv", "com.microsoft.QGemm").
    std::uint64_t a = 0, b = 0;
    std::vector<NodeId> nodes_a = {}, nodes_b = {};  ///< Of an op.
};

struct DiffNode {
    NodeId node = kNoNode;
    std::string ref;
    std::string op;
};

/// One thing that differs between two nodes that are the same one, or between inputs or outputs of the
/// graphs.
struct DiffChange {
    std::string a, b;  ///< Refs; names of inputs and outputs.
    std::string
        what;  ///< "op", "attribute group", "W", "contents of W", "input 0", "quantization", "input shape".
    std::string from, to;
    NodeId node_a = kNoNode, node_b = kNoNode;
};

struct ModelDiff {
    std::vector<DiffFigure> sizes;  ///< total, initializer, node, metadata_props, other, external.
    std::vector<DiffFigure> ops;    ///< All of both, most frequent first.
    std::vector<DiffNode> only_a, only_b;
    std::vector<DiffChange> changed;
    NodeMatch match;
    std::vector<std::string> findings;  ///< Sentences about the sizes.

    /// Nothing differs: neither nodes, nor sizes, nor contents.
    [[nodiscard]] bool same() const;
};

/// `diff(B, A)` is `diff(A, B)` with sides exchanged. Compares stored contents where type and dims are equal.
[[nodiscard]] ModelDiff diffModels(const std::shared_ptr<const Scope>& a,
                                   const std::shared_ptr<const Scope>& b);

/// What differs between two matched nodes.
void compareNodes(const MatchSide& a, const MatchSide& b, NodeId node_a, NodeId node_b,
                  const NodeMatch& match, std::vector<DiffChange>& changes);

}  // namespace qdqlens
