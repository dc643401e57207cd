#include "core/layout/geometry.h"

#include <algorithm>
#include <cmath>

namespace qdqlens {

namespace {

// Where the line from the middle of `rect` towards `target` leaves it.
Point exitTowards(const Rect& rect, const Point& target) {
    const Point center = rect.center();
    const double dx = target.x - center.x;
    const double dy = target.y - center.y;
    if (dx == 0 && dy == 0) {
        return {center.x, rect.bottom()};
    }
    const double scale = std::min(dx == 0 ? HUGE_VAL : rect.width / 2 / std::abs(dx),
                                  dy == 0 ? HUGE_VAL : rect.height / 2 / std::abs(dy));
    return {center.x + dx * scale, center.y + dy * scale};
}

void move(Point& point, const Point& from, const Point& to) {
    point.x += to.x - from.x;
    point.y += to.y - from.y;
}

struct Bounds {
    double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;

    void add(const Point& point) {
        left = std::min(left, point.x);
        top = std::min(top, point.y);
        right = std::max(right, point.x);
        bottom = std::max(bottom, point.y);
    }
    void add(const Rect& rect) {
        add(Point{rect.x, rect.y});
        add(Point{rect.right(), rect.bottom()});
    }
};

}  // namespace

Point nearestOnBorder(const Rect& rect, const Point& point) {
    const Point inside{std::clamp(point.x, rect.x, rect.right()), std::clamp(point.y, rect.y, rect.bottom())};
    if (inside.x != point.x || inside.y != point.y) {
        return inside;
    }
    const double left = inside.x - rect.x;
    const double right = rect.right() - inside.x;
    const double top = inside.y - rect.y;
    const double bottom = rect.bottom() - inside.y;
    const double least = std::min({left, right, top, bottom});
    if (least == bottom) {
        return {inside.x, rect.bottom()};
    }
    if (least == top) {
        return {inside.x, rect.y};
    }
    return {least == left ? rect.x : rect.right(), inside.y};
}

void attach(std::vector<Point>& curve, const Rect& from, const Rect& to) {
    if (curve.size() < 4 || curve.size() % 3 != 1) {
        const Point start = exitTowards(from, to.center());
        const Point end = exitTowards(to, from.center());
        curve = {start,
                 {start.x + (end.x - start.x) / 3, start.y + (end.y - start.y) / 3},
                 {start.x + (end.x - start.x) * 2 / 3, start.y + (end.y - start.y) * 2 / 3},
                 end};
        return;
    }
    const Point start = nearestOnBorder(from, curve.front());
    move(curve[1], curve.front(), start);
    curve.front() = start;
    const Point end = nearestOnBorder(to, curve.back());
    move(curve[curve.size() - 2], curve.back(), end);
    curve.back() = end;
}

void transpose(Point& point) {
    std::swap(point.x, point.y);
}

void transpose(Rect& rect) {
    std::swap(rect.x, rect.y);
    std::swap(rect.width, rect.height);
}

void moveToOrigin(Placement& placement) {
    Bounds bounds;
    for (const Rect& box : placement.boxes) {
        bounds.add(box);
    }
    for (const std::vector<Point>& edge : placement.edges) {
        for (const Point& point : edge) {
            bounds.add(point);
        }
    }
    for (const std::vector<Rect>* rects : {&placement.labels, &placement.frames}) {
        for (const Rect& rect : *rects) {
            if (rect.width > 0) {
                bounds.add(rect);
            }
        }
    }
    if (bounds.left > bounds.right) {
        return;
    }
    for (Rect& box : placement.boxes) {
        box.x -= bounds.left;
        box.y -= bounds.top;
    }
    for (std::vector<Point>& edge : placement.edges) {
        for (Point& point : edge) {
            point.x -= bounds.left;
            point.y -= bounds.top;
        }
    }
    for (std::vector<Rect>* rects : {&placement.labels, &placement.frames}) {
        for (Rect& rect : *rects) {
            if (rect.width > 0) {
                rect.x -= bounds.left;
                rect.y -= bounds.top;
            }
        }
    }
    placement.width = bounds.right - bounds.left;
    placement.height = bounds.bottom - bounds.top;
}

}  // namespace qdqlens
