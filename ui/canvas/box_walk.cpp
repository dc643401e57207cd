#include "ui/canvas/box_walk.h"

#include <cmath>
#include <limits>

namespace qdqlens {

namespace {

/// Coordinates along the ranks (`along`) and across them, whatever the rank direction.
struct Axes {
    double along = 0;
    double across = 0;
    double begin = 0, end = 0;  ///< Extent along the ranks.
};

Axes axesOf(const Figure& figure, std::uint32_t box) {
    const Rect& rect = figure.placement.boxes[box];
    const Point center = rect.center();
    if (figure.scene.rankdir == RankDir::kTopBottom) {
        return {center.y, center.x, rect.y, rect.bottom()};
    }
    return {center.x, center.y, rect.x, rect.right()};
}

std::optional<std::uint32_t> alongEdge(const Figure& figure, std::uint32_t from, bool forward) {
    const Axes here = axesOf(figure, from);
    std::optional<std::uint32_t> best;
    double best_distance = std::numeric_limits<double>::max();
    for (const Edge& edge : figure.scene.edges) {
        const std::uint32_t near_end = forward ? edge.from : edge.to;
        const std::uint32_t far_end = forward ? edge.to : edge.from;
        if (near_end != from || far_end == from) {
            continue;
        }
        const double distance = std::abs(axesOf(figure, far_end).across - here.across);
        if (distance < best_distance) {
            best_distance = distance;
            best = far_end;
        }
    }
    return best;
}

std::optional<std::uint32_t> besides(const Figure& figure, std::uint32_t from, bool forward) {
    const Axes here = axesOf(figure, from);
    std::optional<std::uint32_t> best;
    double best_distance = std::numeric_limits<double>::max();
    for (std::uint32_t i = 0; i < figure.scene.boxes.size(); ++i) {
        const Axes there = axesOf(figure, i);
        const bool overlap = there.begin < here.end && here.begin < there.end;
        const double distance = forward ? there.across - here.across : here.across - there.across;
        if (i != from && overlap && distance > 0 && distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

}  // namespace

std::optional<std::uint32_t> walk(const Figure& figure, std::uint32_t from, WalkStep step) {
    const bool top_bottom = figure.scene.rankdir == RankDir::kTopBottom;
    const bool vertical = step == WalkStep::kUp || step == WalkStep::kDown;
    const bool forward = step == WalkStep::kDown || step == WalkStep::kRight;
    return vertical == top_bottom ? alongEdge(figure, from, forward) : besides(figure, from, forward);
}

std::optional<std::uint32_t> walkStart(const Figure& figure) {
    std::optional<std::uint32_t> top;
    for (std::uint32_t i = 0; i < figure.scene.boxes.size(); ++i) {
        if (figure.scene.boxes[i].focus) {
            return i;
        }
        if (!top || axesOf(figure, i).along < axesOf(figure, *top).along) {
            top = i;
        }
    }
    return top;
}

}  // namespace qdqlens
