#include "core/layout/whole/tidy.h"

#include <algorithm>
#include <cmath>

#include "core/layout/whole/curves.h"

namespace qdqlens::whole {

namespace {

constexpr int kSteps = 6;        // Of each cubic, where it is followed roughly.
constexpr double kSideways = 3;  // Of a strip's height: a line that goes farther to the side is a flat one.
constexpr Index kFewFlat = 3;    // No fan yet.
constexpr double kForEachFlat = 6;  // px of height.
constexpr double kSlope = 6;        // What the longest of them is to have at most.
constexpr double kMostRoom = 110;

constexpr double kLongRail = 160;  // px of height, from which on a line is a rail.
constexpr double kBulge = 12;      // px to the side.
constexpr double kBetweenRails = 8;
constexpr double kRailClear = 10;      // From a rail to a box beside it.
constexpr double kClearOfBoxes = 5.5;  // Of its bends: a parallel edge takes a few px more.

// Calls use(from, to) for short pieces of the curve.
template <class Use>
void follow(const std::vector<Point>& curve, Use use) {
    for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
        Point last = curve[i];
        for (int step = 1; step <= kSteps; ++step) {
            const Point next = onCubic(&curve[i], static_cast<double>(step) / kSteps);
            use(last, next);
            last = next;
        }
    }
}

// From side to side free of boxes.
struct Strip {
    double top = 0;
    double bottom = 0;
    double more = 0;        // Height that it lacks.
    double more_above = 0;  // What all strips above lack.
};

std::vector<Strip> stripsOf(const BlockRequest& block, const Placement& placement) {
    std::vector<std::pair<double, double>> spans;
    for (Index i = 0; i < block.hubs(); ++i) {
        spans.emplace_back(placement.boxes[i].y, placement.boxes[i].bottom());
    }
    std::sort(spans.begin(), spans.end());
    std::vector<Strip> strips;
    double bottom = spans.front().second;
    for (const auto& [from, to] : spans) {
        if (from > bottom + 1) {
            strips.push_back({bottom, from, 0, 0});
        }
        bottom = std::max(bottom, to);
    }
    return strips;
}

// How far each line goes to the side in each strip tells how much room that lacks.
void measure(const BlockRequest& block, const Placement& placement, std::vector<Strip>& strips) {
    std::vector<double> sideways(strips.size(), 0);
    std::vector<double> farthest(strips.size(), 0);
    std::vector<Index> flat(strips.size(), 0);
    std::vector<std::size_t> touched;
    for (std::size_t e = 0; e < block.lines.size(); ++e) {
        if (!block.lines[e].drawn()) {
            continue;
        }
        follow(placement.edges[e], [&](const Point& from, const Point& to) {
            const double y = (from.y + to.y) / 2;
            const auto strip = std::partition_point(strips.begin(), strips.end(),
                                                    [y](const Strip& s) { return s.bottom < y; });
            if (strip != strips.end() && strip->top <= y) {
                const auto k = static_cast<std::size_t>(strip - strips.begin());
                if (sideways[k] == 0) {
                    touched.push_back(k);
                }
                sideways[k] += std::abs(to.x - from.x);
            }
        });
        for (const std::size_t k : touched) {
            flat[k] += sideways[k] > kSideways * (strips[k].bottom - strips[k].top) ? 1 : 0;
            farthest[k] = std::max(farthest[k], sideways[k]);
            sideways[k] = 0;
        }
        touched.clear();
    }
    double above = 0;
    for (std::size_t k = 0; k < strips.size(); ++k) {
        Strip& strip = strips[k];
        strip.more_above = above;
        if (flat[k] > kFewFlat) {
            strip.more = std::clamp(std::min(kForEachFlat * (flat[k] - kFewFlat),
                                             farthest[k] / kSlope - (strip.bottom - strip.top)),
                                    0.0, kMostRoom);
        }
        above += strip.more;
    }
}

// Whether enough lines go far enough to the side for it to be worth while to look where.
bool mayHaveFans(const BlockRequest& block, const Placement& placement) {
    Index far = 0;
    for (std::size_t e = 0; e < block.lines.size(); ++e) {
        far += block.lines[e].drawn() &&
                       boundsOf(placement.edges[e]).width > kSlope * block.request.rank_separation / 2
                   ? 1
                   : 0;
    }
    return far > kFewFlat;
}

// Where the y of before stands now.
double opened(const std::vector<Strip>& strips, double y) {
    const auto strip =
        std::partition_point(strips.begin(), strips.end(), [y](const Strip& s) { return s.bottom <= y; });
    if (strip == strips.end()) {
        return y + strips.back().more_above + strips.back().more;
    }
    const double part = std::clamp((y - strip->top) / (strip->bottom - strip->top), 0.0, 1.0);
    return y + strip->more_above + strip->more * part;
}

struct Rail {
    double x = 0;
    double top = 0;
    double bottom = 0;
};

// Where the line bulges most beyond the space between its ends, and by how much; less than 0 to the left.
std::pair<double, double> bulgeOf(const std::vector<Point>& curve) {
    const auto [left, right] = std::minmax(curve.front().x, curve.back().x);
    double x = left;
    double most = 0;
    follow(curve, [&](const Point& /*from*/, const Point& to) {
        const double beyond = std::max(left - to.x, to.x - right);
        if (beyond > most) {
            most = beyond;
            x = to.x;
        }
    });
    return {x, x < left ? -most : most};
}

// As near as the boxes that it passes allow, but no farther out than the line bulges.
double railPlace(const BlockRequest& block, const Placement& placement, const std::vector<Point>& curve,
                 double x, double bulge) {
    const double row = block.request.rank_separation;
    const double side = bulge < 0 ? -1 : 1;
    double near = side * (x - bulge);  // Times side, farther out is more.
    for (Index i = 0; i < block.hubs(); ++i) {
        const Rect& box = placement.boxes[i];
        const double out = side * (bulge < 0 ? box.x : box.right()) + kRailClear;
        if (out < side * x && box.y < curve.back().y - row && box.bottom() > curve.front().y + row) {
            near = std::max(near, out);
        }
    }
    return side * near;
}

// To the side in the row's gap and slowly down, straight down, and the same up to the end. `first` and
// `last`: the height of the bends.
std::vector<Point> railCurve(const Point& from, const Point& to, double x, double row, double first,
                             double last) {
    std::vector<Point> curve{from, {from.x, from.y + row / 2}, {x, from.y + row / 3}, {x, from.y + first}};
    lineTo(curve, {x, to.y - last});
    curve.insert(curve.end(), {{x, to.y - row / 3}, {to.x, to.y - row / 2}, to});
    return curve;
}

}  // namespace

void openFans(const BlockRequest& block, Placement& placement) {
    if (!mayHaveFans(block, placement)) {
        return;
    }
    std::vector<Strip> strips = stripsOf(block, placement);
    if (strips.empty()) {
        return;
    }
    measure(block, placement, strips);
    if (strips.back().more_above + strips.back().more <= 0) {
        return;
    }
    Placement open = placement;
    for (Rect& box : open.boxes) {
        box.y = opened(strips, box.y);
    }
    for (std::vector<Point>& edge : open.edges) {
        for (Point& point : edge) {
            point.y = opened(strips, point.y);
        }
    }
    if (edgesAreClear(block, open)) {
        placement = std::move(open);
    }
}

void straightenRails(const BlockRequest& block, Placement& placement) {
    std::vector<Rail> rails;
    const auto isTaken = [&](const Rail& rail) {
        return std::any_of(rails.begin(), rails.end(), [&](const Rail& other) {
            return std::abs(other.x - rail.x) < kBetweenRails && rail.top < other.bottom &&
                   other.top < rail.bottom;
        });
    };
    for (std::size_t e = 0; e < block.lines.size(); ++e) {
        std::vector<Point>& curve = placement.edges[e];
        if (!block.lines[e].drawn() || curve.size() < 7 || curve.back().y - curve.front().y < kLongRail) {
            continue;
        }
        const auto [farthest, bulge] = bulgeOf(curve);
        if (std::abs(bulge) < kBulge) {
            continue;
        }
        const double x = railPlace(block, placement, curve, farthest, bulge);
        const Rail rail{x, curve.front().y, curve.back().y};
        if (isTaken(rail)) {
            continue;
        }
        const double row = block.request.rank_separation;
        for (const auto& [first, last] : {std::pair{2.0, 2.0}, {1.0, 2.0}, {2.0, 1.0}, {1.0, 1.0}}) {
            std::vector<Point> straight =
                railCurve(curve.front(), curve.back(), x, row, first * row, last * row);
            if (edgeIsClear(block, placement, e, straight, kClearOfBoxes)) {
                curve = std::move(straight);
                rails.push_back(rail);
                break;
            }
        }
    }
}

}  // namespace qdqlens::whole
