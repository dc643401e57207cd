#include "tests/support/layout_quality.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace qdqlens::test {

namespace {

constexpr double kCell = 120;
constexpr int kChords = 10;  // Of each cubic.

struct Chord {
    Point a, b;
    std::uint32_t edge = 0;
};

std::vector<Point> flatten(const std::vector<Point>& curve) {
    std::vector<Point> points;
    if (!curve.empty()) {
        points.push_back(curve[0]);
    }
    for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
        for (int k = 1; k <= kChords; ++k) {
            const double t = static_cast<double>(k) / kChords;
            const double u = 1 - t;
            const double w[4] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
            Point p;
            for (std::size_t j = 0; j < 4; ++j) {
                p.x += w[j] * curve[i + j].x;
                p.y += w[j] * curve[i + j].y;
            }
            points.push_back(p);
        }
    }
    return points;
}

std::vector<Chord> chordsOf(const Placement& placement, const std::vector<bool>& wanted) {
    std::vector<Chord> chords;
    for (std::uint32_t e = 0; e < placement.edges.size(); ++e) {
        if (!wanted.empty() && !wanted[e]) {
            continue;
        }
        const std::vector<Point> points = flatten(placement.edges[e]);
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            chords.push_back({points[i], points[i + 1], e});
        }
    }
    return chords;
}

// What stands in each square of the plane.
class Grid {
  public:
    void add(const Rect& rect, std::uint32_t item) {
        each(rect, [&](std::uint64_t cell) { cells_[cell].push_back(item); });
    }
    // Some come several times.
    template <class Use>
    void around(const Rect& rect, Use use) const {
        each(rect, [&](std::uint64_t cell) {
            if (const auto found = cells_.find(cell); found != cells_.end()) {
                for (const std::uint32_t item : found->second) {
                    use(item);
                }
            }
        });
    }
    [[nodiscard]] const std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>& cells() const {
        return cells_;
    }

  private:
    template <class Use>
    static void each(const Rect& rect, Use use) {
        const auto cell = [](double v) { return static_cast<std::int32_t>(std::floor(v / kCell)); };
        for (std::int32_t x = cell(rect.x); x <= cell(rect.right()); ++x) {
            for (std::int32_t y = cell(rect.y); y <= cell(rect.bottom()); ++y) {
                use((std::uint64_t{static_cast<std::uint32_t>(x)} << 32U) | static_cast<std::uint32_t>(y));
            }
        }
    }
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
};

Rect around(const Chord& chord) {
    return {std::min(chord.a.x, chord.b.x), std::min(chord.a.y, chord.b.y), std::abs(chord.a.x - chord.b.x),
            std::abs(chord.a.y - chord.b.y)};
}

bool meets(const Rect& a, const Rect& b, double slack) {
    return a.x + slack < b.right() && b.x + slack < a.right() && a.y + slack < b.bottom() &&
           b.y + slack < a.bottom();
}

double side(const Point& a, const Point& b, const Point& p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool cross(const Chord& m, const Chord& n) {
    const double tiny = 1e-6;
    const double a = side(m.a, m.b, n.a), b = side(m.a, m.b, n.b);
    const double c = side(n.a, n.b, m.a), d = side(n.a, n.b, m.b);
    return ((a > tiny && b < -tiny) || (a < -tiny && b > tiny)) &&
           ((c > tiny && d < -tiny) || (c < -tiny && d > tiny));
}

// Liang and Barsky's test.
bool runsThrough(const Chord& chord, const Rect& rect) {
    double t0 = 0, t1 = 1;
    const double dx = chord.b.x - chord.a.x, dy = chord.b.y - chord.a.y;
    const double p[4] = {-dx, dx, -dy, dy};
    const double q[4] = {chord.a.x - rect.x, rect.right() - chord.a.x, chord.a.y - rect.y,
                         rect.bottom() - chord.a.y};
    for (int i = 0; i < 4; ++i) {
        if (p[i] == 0) {
            if (q[i] <= 0) {
                return false;
            }
            continue;
        }
        const double t = q[i] / p[i];
        if (p[i] < 0) {
            t0 = std::max(t0, t);
        } else {
            t1 = std::min(t1, t);
        }
    }
    return t0 < t1;
}

Rect shrunk(const Rect& rect, double by) {
    return {rect.x + by, rect.y + by, rect.width - 2 * by, rect.height - 2 * by};
}

std::uint64_t pairOf(std::uint32_t a, std::uint32_t b) {
    return (std::uint64_t{std::min(a, b)} << 32U) | std::max(a, b);
}

}  // namespace

std::uint64_t countOverlaps(const Placement& placement) {
    Grid grid;
    std::unordered_set<std::uint64_t> pairs;
    for (std::uint32_t i = 0; i < placement.boxes.size(); ++i) {
        grid.around(placement.boxes[i], [&](std::uint32_t k) {
            if (meets(placement.boxes[i], placement.boxes[k], 1e-6)) {
                pairs.insert(pairOf(i, k));
            }
        });
        grid.add(placement.boxes[i], i);
    }
    return pairs.size();
}

std::uint64_t countEdgesThroughBoxes(const Placement& placement, const LayoutRequest& request) {
    Grid grid;
    for (std::uint32_t i = 0; i < placement.boxes.size(); ++i) {
        grid.add(placement.boxes[i], i);
    }
    std::unordered_set<std::uint64_t> pairs;
    for (const Chord& chord : chordsOf(placement, {})) {
        grid.around(around(chord), [&](std::uint32_t box) {
            const LayoutRequest::Edge& edge = request.edges[chord.edge];
            if (box != edge.from && box != edge.to && runsThrough(chord, shrunk(placement.boxes[box], 0.5))) {
                pairs.insert((std::uint64_t{chord.edge} << 32U) | box);
            }
        });
    }
    return pairs.size();
}

std::uint64_t countCrossings(const Placement& placement, const LayoutRequest& request,
                             const std::vector<bool>& edges) {
    const std::vector<Chord> chords = chordsOf(placement, edges);
    Grid grid;
    std::unordered_set<std::uint64_t> pairs;
    for (std::uint32_t i = 0; i < chords.size(); ++i) {
        const Rect bounds = around(chords[i]);
        const LayoutRequest::Edge& a = request.edges[chords[i].edge];
        grid.around(bounds, [&](std::uint32_t k) {
            const LayoutRequest::Edge& b = request.edges[chords[k].edge];
            const bool common = a.from == b.from || a.to == b.to || a.from == b.to || a.to == b.from;
            if (!common && cross(chords[i], chords[k])) {
                pairs.insert(pairOf(i, k));
            }
        });
        grid.add(bounds, i);
    }
    return pairs.size();
}

double curveLength(const std::vector<Point>& curve) {
    const std::vector<Point> points = flatten(curve);
    double length = 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        length += std::hypot(points[i + 1].x - points[i].x, points[i + 1].y - points[i].y);
    }
    return length;
}

std::uint64_t countLabelsInTheWay(const Placement& placement) {
    Grid boxes, labels, lines;
    for (std::uint32_t i = 0; i < placement.boxes.size(); ++i) {
        boxes.add(placement.boxes[i], i);
    }
    const std::vector<Chord> chords = chordsOf(placement, {});
    for (std::uint32_t i = 0; i < chords.size(); ++i) {
        lines.add(around(chords[i]), i);
    }
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < placement.labels.size(); ++i) {
        const Rect& label = placement.labels[i];
        if (label.width <= 0) {
            continue;
        }
        bool touches = false;
        boxes.around(label,
                     [&](std::uint32_t k) { touches = touches || meets(label, placement.boxes[k], 1e-6); });
        labels.around(label,
                      [&](std::uint32_t k) { touches = touches || meets(label, placement.labels[k], 1e-6); });
        lines.around(label, [&](std::uint32_t k) { touches = touches || runsThrough(chords[k], label); });
        labels.add(label, i);
        count += touches ? 1 : 0;
    }
    return count;
}

}  // namespace qdqlens::test
