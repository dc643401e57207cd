// Lines of a picture, as it is put together.
#pragma once

#include <vector>

#include "core/layout/layout.h"

namespace qdqlens::whole {

/// Sideways, px: what counts as going straight on.
inline constexpr double kStraightWithin = 0.01;

/// Makes `bounds` hold `rect` too.
void add(Rect& bounds, const Rect& rect);

/// The smallest rectangle that holds the points; there is at least one.
[[nodiscard]] Rect boundsOf(const std::vector<Point>& points);

/// The point of a cubic of four points, at `t` between 0 and 1.
[[nodiscard]] Point onCubic(const Point* p, double t);

/// Goes on from the curve's end in a straight line, as a cubic; not at all where it is there already.
void lineTo(std::vector<Point>& curve, const Point& to);

/// Down from `from`, to the side within [strip_top, strip_bottom], down to `to`. Empty where both are one
/// point.
[[nodiscard]] std::vector<Point> joint(const Point& from, const Point& to, double strip_top,
                                       double strip_bottom);

}  // namespace qdqlens::whole
