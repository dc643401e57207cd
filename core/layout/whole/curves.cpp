#include "core/layout/whole/curves.h"

#include <algorithm>
#include <cmath>

namespace qdqlens::whole {

void add(Rect& bounds, const Rect& rect) {
    const double right = std::max(bounds.right(), rect.right());
    const double bottom = std::max(bounds.bottom(), rect.bottom());
    bounds.x = std::min(bounds.x, rect.x);
    bounds.y = std::min(bounds.y, rect.y);
    bounds.width = right - bounds.x;
    bounds.height = bottom - bounds.y;
}

Rect boundsOf(const std::vector<Point>& points) {
    Rect bounds{points[0].x, points[0].y, 0, 0};
    for (const Point& point : points) {
        add(bounds, {point.x, point.y, 0, 0});
    }
    return bounds;
}

Point onCubic(const Point* p, double t) {
    const double u = 1 - t;
    const double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
            a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

void lineTo(std::vector<Point>& curve, const Point& to) {
    const Point from = curve.back();
    if (std::abs(from.x - to.x) < kStraightWithin && std::abs(from.y - to.y) < kStraightWithin) {
        return;
    }
    curve.push_back({from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3});
    curve.push_back({from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3});
    curve.push_back(to);
}

std::vector<Point> joint(const Point& from, const Point& to, double strip_top, double strip_bottom) {
    std::vector<Point> curve{from};
    if (std::abs(from.x - to.x) >= kStraightWithin) {
        if (strip_top > from.y) {
            lineTo(curve, {from.x, strip_top});
        }
        const double top = curve.back().y;
        const double middle = (top + strip_bottom) / 2;
        curve.push_back({from.x, middle});
        curve.push_back({to.x, middle});
        curve.push_back({to.x, strip_bottom});
    }
    if (to.y > curve.back().y + kStraightWithin) {
        lineTo(curve, to);
    }
    if (curve.size() == 1) {
        curve.clear();
    }
    return curve;
}

}  // namespace qdqlens::whole
