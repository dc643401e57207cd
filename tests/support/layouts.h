// What must hold of every placement, as questions that name the first fault. Also graphs to be laid out.
#pragma once

#include <cstdint>
#include <string>

#include "core/layout/layout.h"

namespace qdqlens::test {

/// "" where all of this holds, else what does not: counts and sizes are the request's; nothing stands outside
/// of the picture, which starts at (0, 0); no two boxes overlap; every edge starts on its source's border and
/// ends on its target's.
[[nodiscard]] std::string faultOf(const Placement& placement, const LayoutRequest& request);

/// As faultOf, for labels: none overlaps a box, another label, or any edge, its own included.
[[nodiscard]] std::string labelFaultOf(const Placement& placement, const LayoutRequest& request);

/// As faultOf, for frames that have a place: each holds its boxes and inner frames, and overlaps no other box
/// and no frame but those around it.
[[nodiscard]] std::string frameFaultOf(const Placement& placement, const LayoutRequest& request);

/// How many edges pass through the inside of a box that is not their end.
[[nodiscard]] int edgesThroughBoxes(const Placement& placement, const LayoutRequest& request);

/// Like the surroundings of a node in a quantized model: chains of Q, DQ and ops with branches that join
/// again, box sizes and label sizes as text gives them. The same for the same seed.
[[nodiscard]] LayoutRequest neighbourhood(std::uint32_t seed, std::uint32_t boxes, bool labels);

/// All boxes below each other, edges from centre to centre: what an engine of a test answers.
[[nodiscard]] Placement inOneColumn(const LayoutRequest& request);

}  // namespace qdqlens::test
