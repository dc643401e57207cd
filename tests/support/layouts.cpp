#include "tests/support/layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace qdqlens::test {

namespace {

constexpr double kTolerance = 1e-6;

bool overlap(const Rect& a, const Rect& b, double slack = kTolerance) {
    return a.x + slack < b.right() && b.x + slack < a.right() && a.y + slack < b.bottom() &&
           b.y + slack < a.bottom();
}

bool contains(const Rect& rect, const Point& point, double slack = kTolerance) {
    return point.x > rect.x + slack && point.x < rect.right() - slack && point.y > rect.y + slack &&
           point.y < rect.bottom() - slack;
}

bool onBorder(const Rect& rect, const Point& point) {
    const bool inside = point.x >= rect.x - kTolerance && point.x <= rect.right() + kTolerance &&
                        point.y >= rect.y - kTolerance && point.y <= rect.bottom() + kTolerance;
    return inside && !contains(rect, point);
}

Point onCurve(const Point* p, double t) {
    const double u = 1 - t;
    const double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
            a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

// The deepest that the curve goes into the rectangle, px.
double depthInside(const std::vector<Point>& curve, const Rect& rect) {
    constexpr int kSteps = 64;
    double deepest = 0;
    for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
        for (int step = 0; step <= kSteps; ++step) {
            const Point p = onCurve(&curve[i], static_cast<double>(step) / kSteps);
            if (contains(rect, p)) {
                deepest = std::max(
                    deepest, std::min({p.x - rect.x, rect.right() - p.x, p.y - rect.y, rect.bottom() - p.y}));
            }
        }
    }
    return deepest;
}

std::string shown(const Rect& r) {
    return fmt::format("[{:.2f} {:.2f} {:.2f} x {:.2f}]", r.x, r.y, r.width, r.height);
}

bool outside(const Placement& placement, const Rect& rect) {
    return rect.x < -kTolerance || rect.y < -kTolerance || rect.right() > placement.width + kTolerance ||
           rect.bottom() > placement.height + kTolerance;
}

std::string edgeFault(const Placement& placement, const LayoutRequest& request, std::size_t i) {
    const std::vector<Point>& edge = placement.edges[i];
    if (edge.size() < 4 || edge.size() % 3 != 1) {
        return fmt::format("edge {} has {} points", i, edge.size());
    }
    if (!onBorder(placement.boxes[request.edges[i].from], edge.front())) {
        return fmt::format("edge {} starts off its box at {:.3f},{:.3f}", i, edge.front().x, edge.front().y);
    }
    if (!onBorder(placement.boxes[request.edges[i].to], edge.back())) {
        return fmt::format("edge {} ends off its box at {:.3f},{:.3f}", i, edge.back().x, edge.back().y);
    }
    for (const Point& p : edge) {
        if (outside(placement, {p.x, p.y, 0, 0})) {
            return fmt::format("edge {} leaves the picture", i);
        }
    }
    return "";
}

}  // namespace

std::string faultOf(const Placement& placement, const LayoutRequest& request) {
    if (placement.boxes.size() != request.boxes.size() || placement.edges.size() != request.edges.size() ||
        placement.labels.size() != request.edges.size()) {
        return "another number of things";
    }
    for (std::size_t i = 0; i < placement.boxes.size(); ++i) {
        const Rect& box = placement.boxes[i];
        if (box.width != request.boxes[i].width || box.height != request.boxes[i].height) {
            return fmt::format("box {} has another size", i);
        }
        if (outside(placement, box)) {
            return fmt::format("box {} stands outside", i);
        }
        for (std::size_t k = 0; k < i; ++k) {
            if (overlap(box, placement.boxes[k])) {
                return fmt::format("boxes {} {} and {} {} overlap", i, shown(box), k,
                                   shown(placement.boxes[k]));
            }
        }
    }
    for (std::size_t i = 0; i < placement.edges.size(); ++i) {
        if (std::string fault = edgeFault(placement, request, i); !fault.empty()) {
            return fault;
        }
    }
    return "";
}

std::string labelFaultOf(const Placement& placement, const LayoutRequest& request) {
    for (std::size_t i = 0; i < placement.labels.size(); ++i) {
        const Rect& label = placement.labels[i];
        if (label.width != request.edges[i].label.width || label.height != request.edges[i].label.height) {
            return fmt::format("label {} has another size", i);
        }
        if (label.width == 0) {
            continue;
        }
        if (outside(placement, label)) {
            return fmt::format("label {} stands outside", i);
        }
        for (std::size_t k = 0; k < placement.boxes.size(); ++k) {
            if (overlap(label, placement.boxes[k])) {
                return fmt::format("label {} {} overlaps box {} {}", i, shown(label), k,
                                   shown(placement.boxes[k]));
            }
        }
        for (std::size_t k = 0; k < i; ++k) {
            if (placement.labels[k].width > 0 && overlap(label, placement.labels[k])) {
                return fmt::format("labels {} {} and {} {} overlap", i, shown(label), k,
                                   shown(placement.labels[k]));
            }
        }
        for (std::size_t k = 0; k < placement.edges.size(); ++k) {
            if (const double depth = depthInside(placement.edges[k], label); depth > 0) {
                return fmt::format("edge {} runs {:.3f} px into label {} {}", k, depth, i, shown(label));
            }
        }
    }
    return "";
}

std::string frameFaultOf(const Placement& placement, const LayoutRequest& request) {
    constexpr std::uint32_t kNone = LayoutRequest::Group::kNoParent;
    if (placement.frames.size() != request.groups.size()) {
        return "another number of frames";
    }
    const auto within = [&](std::uint32_t group, std::uint32_t outer) {
        while (group != kNone && group != outer) {
            group = request.groups[group].parent;
        }
        return group == outer;
    };
    std::vector<std::uint32_t> group_of(request.boxes.size(), kNone);
    for (std::uint32_t g = 0; g < request.groups.size(); ++g) {
        for (const std::uint32_t box : request.groups[g].boxes) {
            group_of[box] = g;
        }
    }
    const auto holds = [](const Rect& outer, const Rect& inner) {
        return inner.x >= outer.x - kTolerance && inner.y >= outer.y - kTolerance &&
               inner.right() <= outer.right() + kTolerance && inner.bottom() <= outer.bottom() + kTolerance;
    };
    for (std::uint32_t g = 0; g < request.groups.size(); ++g) {
        const Rect& frame = placement.frames[g];
        if (frame.width <= 0) {
            continue;
        }
        for (std::uint32_t box = 0; box < request.boxes.size(); ++box) {
            const bool own = within(group_of[box], g);
            if (own && !holds(frame, placement.boxes[box])) {
                return fmt::format("frame {} {} does not hold box {} {}", g, shown(frame), box,
                                   shown(placement.boxes[box]));
            }
            if (!own && overlap(frame, placement.boxes[box])) {
                return fmt::format("frame {} {} overlaps box {} {}", g, shown(frame), box,
                                   shown(placement.boxes[box]));
            }
        }
        for (std::uint32_t other = 0; other < g; ++other) {
            const Rect& rect = placement.frames[other];
            const bool around = within(g, other);
            if (rect.width > 0 && (around ? !holds(rect, frame) : overlap(rect, frame))) {
                return fmt::format("frames {} {} and {} {}", other, shown(rect), g, shown(frame));
            }
        }
    }
    return "";
}

int edgesThroughBoxes(const Placement& placement, const LayoutRequest& request) {
    int count = 0;
    for (std::size_t i = 0; i < placement.edges.size(); ++i) {
        for (std::size_t k = 0; k < placement.boxes.size(); ++k) {
            const bool end = k == request.edges[i].from || k == request.edges[i].to;
            count += !end && depthInside(placement.edges[i], placement.boxes[k]) > 0 ? 1 : 0;
        }
    }
    return count;
}

LayoutRequest neighbourhood(std::uint32_t seed, std::uint32_t boxes, bool labels) {
    // Of the engine alone, since the library's distributions are not the same everywhere.
    std::mt19937 random(seed);
    const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    LayoutRequest request;
    const auto connect = [&](std::uint32_t from, std::uint32_t to) {
        LayoutRequest::Edge edge{from, to, {}};
        if (labels) {
            edge.label = {60.0 + 6.6 * below(14), 15.5};
        }
        request.edges.push_back(edge);
    };
    std::vector<std::uint32_t> ends;  // What the next box may consume.
    for (std::uint32_t i = 0; i < boxes; ++i) {
        request.boxes.push_back({90.0 + 7.3 * below(22), 24.0 + 14.5 * (1 + below(4))});
        if (i > 0) {
            const std::uint32_t recent = std::min<std::uint32_t>(static_cast<std::uint32_t>(ends.size()), 4);
            connect(ends[ends.size() - 1 - below(recent)], i);
            if (below(4) == 0) {
                connect(ends[ends.size() - 1 -
                             below(std::min<std::uint32_t>(static_cast<std::uint32_t>(ends.size()), 9))],
                        i);
            }
        }
        ends.push_back(i);
    }
    return request;
}

Placement inOneColumn(const LayoutRequest& request) {
    Placement placement;
    for (const LayoutRequest::Size& size : request.boxes) {
        placement.boxes.push_back({0, placement.height, size.width, size.height});
        placement.width = std::max(placement.width, size.width);
        placement.height += size.height + request.rank_separation;
    }
    for (const LayoutRequest::Edge& edge : request.edges) {
        const Point from = placement.boxes[edge.from].center();
        const Point to = placement.boxes[edge.to].center();
        placement.edges.push_back({from, from, to, to});
        placement.labels.emplace_back();
    }
    return placement;
}

}  // namespace qdqlens::test
