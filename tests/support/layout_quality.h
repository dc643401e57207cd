// How good a placement is, in figures: for comparison of one layout with another, on graphs of any size.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/layout.h"

namespace qdqlens::test {

/// Pairs of boxes that overlap.
[[nodiscard]] std::uint64_t countOverlaps(const Placement& placement);

/// Pairs of an edge and a box that is none of its ends, where the edge comes more than half a px into the
/// box.
[[nodiscard]] std::uint64_t countEdgesThroughBoxes(const Placement& placement, const LayoutRequest& request);

/// Points where edges cross. Edges with a common end do not count: they may run together for a while.
/// `edges`: which ones to look at; empty for all.
[[nodiscard]] std::uint64_t countCrossings(const Placement& placement, const LayoutRequest& request,
                                           const std::vector<bool>& edges = {});

/// Of one curve, px.
[[nodiscard]] double curveLength(const std::vector<Point>& curve);

/// Labels that touch a box, another label or an edge.
[[nodiscard]] std::uint64_t countLabelsInTheWay(const Placement& placement);

}  // namespace qdqlens::test
