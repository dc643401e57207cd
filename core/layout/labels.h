// Labels beside their edges, touching nothing.
#pragma once

#include "core/layout/layout.h"

namespace qdqlens {

/// Room that is kept between a label and the lines around it, px.
inline constexpr double kLabelGap = 2;

/// Moves every label that touches a line (its own too), a box or another label to the nearest free place:
/// along its own edge first, then farther from it. Afterwards no label touches anything; the picture may have
/// grown beyond its bounds. `rankdir` says along which axis edges run.
void settleLabels(Placement& placement, RankDir rankdir);

}  // namespace qdqlens
