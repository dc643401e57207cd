#include "core/layout/frames.h"

#include <algorithm>
#include <optional>

namespace qdqlens {

namespace {

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

Rect joined(const Rect& a, const Rect& b) {
    const double x = std::min(a.x, b.x);
    const double y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace

std::vector<Rect> freeFrames(const LayoutRequest& request, const Placement& placement) {
    const std::size_t count = request.groups.size();
    // Inner groups stand behind outer ones.
    std::vector<std::optional<Rect>> inside(count);
    std::vector<Rect> frames(count);
    for (std::size_t g = count; g-- > 0;) {
        const LayoutRequest::Group& group = request.groups[g];
        std::optional<Rect>& all = inside[g];
        for (const std::uint32_t box : group.boxes) {
            all = all ? joined(*all, placement.boxes[box]) : placement.boxes[box];
        }
        if (!all) {
            continue;
        }
        const double pad = request.group_padding;
        const double width = std::max(all->width + 2 * pad, group.label.width);
        frames[g] = {all->x - pad, all->y - pad - group.label.height, width,
                     all->height + 2 * pad + group.label.height};
        if (group.parent != LayoutRequest::Group::kNoParent) {
            std::optional<Rect>& around = inside[group.parent];
            around = around ? joined(*around, frames[g]) : frames[g];
        }
    }
    const auto within = [&](std::uint32_t group, std::uint32_t outer) {
        while (group != LayoutRequest::Group::kNoParent && group != outer) {
            group = request.groups[group].parent;
        }
        return group == outer;
    };
    std::vector<std::uint32_t> group_of(request.boxes.size(), LayoutRequest::Group::kNoParent);
    for (std::uint32_t g = 0; g < count; ++g) {
        for (const std::uint32_t box : request.groups[g].boxes) {
            group_of[box] = g;
        }
    }
    for (std::uint32_t g = 0; g < count; ++g) {
        const auto foreign = [&](std::size_t box) {
            return overlap(frames[g], placement.boxes[box]) && !within(group_of[box], g);
        };
        for (std::size_t b = 0; b < placement.boxes.size() && frames[g].width > 0; ++b) {
            if (foreign(b)) {
                frames[g] = {};
            }
        }
        for (std::uint32_t other = 0; other < g && frames[g].width > 0; ++other) {
            if (frames[other].width > 0 && !within(g, other) && overlap(frames[g], frames[other])) {
                frames[g] = {};
            }
        }
    }
    return frames;
}

}  // namespace qdqlens
