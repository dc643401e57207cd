// The query language: what `--focus` and the viewer's focus field accept.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/graph/scope.h"
#include "core/qdq/folding.h"

namespace qdqlens {

/// The unfolded nodes that a query means, in file order, each once. In this order of precedence: an exact
/// node name, ref ("#12") or constant's name; `name:TEXT`; `op:Add`, `value:NAME`, `module:conv_stem`,
/// `fx:conv2d`, `residual`, `shared-dq`, `re:PATTERN` (RE2 syntax); a glob over node names; a
/// value's name. A folded node or a constant means its nearest unfolded consumers. Names may be given as
/// shown (escaped). Errors: kQuery, with the nearest names; kUsage for a regular expression that is none.
[[nodiscard]] Result<std::vector<NodeId>> findNodes(const Scope& scope, const Folding& folding,
                                                    std::string_view query);

/// An Add that joins a path with its own shortcut: one operand comes, through Q/DQ and at most one
/// projection, from a value that the other operand is computed from.
[[nodiscard]] bool isResidualAdd(const Topology& topology, const Folding& folding, NodeId node);

/// A DequantizeLinear whose output has several consumers (nodes; a graph output counts as one).
[[nodiscard]] bool isSharedDequantize(const Topology& topology, NodeId node);

}  // namespace qdqlens
