// How large a box is and where its lines stand in it. Every back end draws by these.
#pragma once

#include <vector>

#include "core/diagram/scene.h"

namespace qdqlens {

/// Gives every box its width and height, and every edge's label its room, from text and theme.
void measure(Scene& scene);

/// Baselines of the box's lines, px below its top.
[[nodiscard]] std::vector<double> baselines(const Box& box);

}  // namespace qdqlens
