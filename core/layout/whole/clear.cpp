#include "core/layout/whole/clear.h"

#include <algorithm>

namespace qdqlens::whole {

namespace {

constexpr int kHalvings = 12;
constexpr double kTiny = 0.1;  // px.

Point middle(const Point& a, const Point& b) {
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

// Halves the cubic until its hull keeps out of the rectangle, or lies in it.
bool cubicComesInto(const Point* p, const Rect& rect, int halvings) {
    const auto [left, right] = std::minmax({p[0].x, p[1].x, p[2].x, p[3].x});
    const auto [top, bottom] = std::minmax({p[0].y, p[1].y, p[2].y, p[3].y});
    if (right <= rect.x || left >= rect.right() || bottom <= rect.y || top >= rect.bottom()) {
        return false;
    }
    const auto inside = [&](const Point& at) {
        return at.x > rect.x && at.x < rect.right() && at.y > rect.y && at.y < rect.bottom();
    };
    if (inside(p[0]) || inside(p[3])) {
        return true;
    }
    if (halvings == 0 || (right - left < kTiny && bottom - top < kTiny)) {
        return false;
    }
    const Point ab = middle(p[0], p[1]), bc = middle(p[1], p[2]), cd = middle(p[2], p[3]);
    const Point abc = middle(ab, bc), bcd = middle(bc, cd), half = middle(abc, bcd);
    const Point first[4] = {p[0], ab, abc, half};
    const Point second[4] = {half, bcd, cd, p[3]};
    return cubicComesInto(first, rect, halvings - 1) || cubicComesInto(second, rect, halvings - 1);
}

}  // namespace

bool comesInto(const std::vector<Point>& curve, const Rect& rect) {
    for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
        if (cubicComesInto(&curve[i], rect, kHalvings)) {
            return true;
        }
    }
    return false;
}

}  // namespace qdqlens::whole
