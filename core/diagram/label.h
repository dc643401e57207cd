// The lines in an op's box, by the command line's contract.
#pragma once

#include <string>
#include <vector>

#include "core/diagram/scene.h"
#include "core/graph/scope.h"
#include "core/qdq/folding.h"
#include "core/qdq/level/grouping.h"

namespace qdqlens {

/// Op type, node name, folded constants in input order (each with its formal name in front: "W ‹…›"), Q/DQ
/// parameters. Long names are cut in the middle; the box's tooltip has them whole.
[[nodiscard]] std::vector<TextLine> opLines(const Scope& scope, const Folding& folding, NodeId id);

/// The lines in a collapsed group's box. A unit: its op with the activation ("Conv + Relu"), the op's name,
/// its constants as they are stored ("W ‹int8[16×3×3×3]›" for what stands behind a folded DequantizeLinear),
/// scales in and out. Others: the name, how much is in it, its most frequent ops.
[[nodiscard]] std::vector<TextLine> groupLines(const Scope& scope, const Folding& folding,
                                               const Grouping& grouping, GroupId id);

/// Broken at spaces into at most `lines` lines that fit a box; the last one ends in "…" where there was more.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t lines);

/// "Conv + Relu conv1", "encoder.layer.3": how a group is called in a line of text.
[[nodiscard]] std::string groupText(const Scope& scope, const Grouping& grouping, GroupId id);

/// What stands in the frame of an open group: "encoder.layer.3 · 112 nodes".
[[nodiscard]] std::string frameText(const Scope& scope, const Grouping& grouping, GroupId id);

}  // namespace qdqlens
