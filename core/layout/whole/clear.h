// Whether curves keep clear of boxes.
#pragma once

#include <vector>

#include "core/layout/layout.h"

namespace qdqlens::whole {

/// Whether the curve (start, then cubic triples) comes into the rectangle.
[[nodiscard]] bool comesInto(const std::vector<Point>& curve, const Rect& rect);

}  // namespace qdqlens::whole
