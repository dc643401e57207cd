// What every placement needs, whoever made it: lines that end on their boxes, a picture that starts at (0,
// 0).
#pragma once

#include <vector>

#include "core/layout/layout.h"

namespace qdqlens {

/// The point of the rectangle's border that is nearest to `point`.
[[nodiscard]] Point nearestOnBorder(const Rect& rect, const Point& point);

/// Makes `curve` (start, then cubic Bézier triples) start on the border of `from` and end on that of `to`:
/// its ends move to the nearest point of the border, their control points with them. A curve that is none
/// becomes a straight line.
void attach(std::vector<Point>& curve, const Rect& from, const Rect& to);

/// Left to right becomes top to bottom.
void transpose(Point& point);
void transpose(Rect& rect);

/// The smallest rectangle that holds boxes, labels, frames and the lines' control points, moved to (0, 0).
void moveToOrigin(Placement& placement);

}  // namespace qdqlens
