// Frames around groups that the layout knew nothing of.
#pragma once

#include <vector>

#include "core/layout/layout.h"

namespace qdqlens {

/// By request.groups: the rectangle around what stands in it, with padding and room for its label; empty
/// (width 0) where a box or frame that is not its own stands in it.
[[nodiscard]] std::vector<Rect> freeFrames(const LayoutRequest& request, const Placement& placement);

}  // namespace qdqlens
