// The lines in an op's box, by the command line's contract.
#pragma once

#include <string>
#include <vector>

#include "core/diagram/scene.h"
#include "core/graph/scope.h"
#include "core/qdq/folding.h"

namespace qdqlens {

/// Op type, node name, folded constants in input order (each with its formal name in front: "W ‹…›"), Q/DQ
/// parameters. Long names are cut in the middle; the box's tooltip has them whole.
[[nodiscard]] std::vector<TextLine> opLines(const Scope& scope, const Folding& folding, NodeId id);

}  // namespace qdqlens
