#include "core/layout/whole/free_labels.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/layout/whole/clear.h"
#include "core/layout/whole/curves.h"

namespace qdqlens::whole {

namespace {

constexpr double kCell = 96;
constexpr double kAside = 4;  // From the line to its label.
constexpr double kApart = 2;  // Between a label and anything else.
constexpr double kStep = 14;  // Between the places that are tried along an edge.
constexpr int kMostTries = 40;
constexpr int kChords = 6;  // Of a cubic, for finding places and cells.

// A stretch of an edge in one cell or a few.
struct Stretch {
    Rect bounds;
    std::uint32_t edge = 0;
    std::uint32_t cubic = 0;
};

bool meet(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

class Cells {
  public:
    void add(const Rect& rect, std::uint32_t item) {
        each(rect, [&](std::uint64_t cell) {
            cells_[cell].push_back(item);
            return false;
        });
    }
    // Whether `use` is true for anything in the cells of `rect`.
    template <class Use>
    [[nodiscard]] bool any(const Rect& rect, Use use) const {
        return each(rect, [&](std::uint64_t cell) {
            const auto found = cells_.find(cell);
            return found != cells_.end() && std::any_of(found->second.begin(), found->second.end(), use);
        });
    }

  private:
    template <class Use>
    static bool each(const Rect& rect, Use use) {
        const auto cell = [](double at) { return static_cast<std::int32_t>(std::floor(at / kCell)); };
        for (std::int32_t x = cell(rect.x); x <= cell(rect.right()); ++x) {
            for (std::int32_t y = cell(rect.y); y <= cell(rect.bottom()); ++y) {
                if (use((std::uint64_t{static_cast<std::uint32_t>(x)} << 32U) |
                        static_cast<std::uint32_t>(y))) {
                    return true;
                }
            }
        }
        return false;
    }
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
};

class Places {
  public:
    explicit Places(Placement& placement) : placement_(placement) {
        for (std::uint32_t i = 0; i < placement.boxes.size(); ++i) {
            boxes_.add(placement.boxes[i], i);
        }
        for (std::uint32_t i = 0; i < placement.edges.size(); ++i) {
            addEdge(i);
        }
        for (std::uint32_t i = 0; i < placement.labels.size(); ++i) {
            if (placement.labels[i].width > 0) {
                labels_.add(placement.labels[i], i);
            }
        }
    }

    void find(std::uint32_t edge, const LayoutRequest::Size& size) {
        const std::vector<Point>& curve = placement_.edges[edge];
        int tries = 0;
        double way = kStep;
        Point last = curve[0];
        for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
            for (int k = 1; k <= kChords; ++k) {
                const Point next = onCubic(&curve[i], static_cast<double>(k) / kChords);
                const double length = std::hypot(next.x - last.x, next.y - last.y);
                for (; way <= length && length > 0; way += kStep) {
                    const Point at{last.x + (next.x - last.x) * way / length,
                                   last.y + (next.y - last.y) * way / length};
                    if (++tries > kMostTries) {
                        return;
                    }
                    if (take(edge, {at.x + kAside, at.y - size.height / 2, size.width, size.height}) ||
                        take(edge,
                             {at.x - kAside - size.width, at.y - size.height / 2, size.width, size.height})) {
                        return;
                    }
                }
                way -= length;
                last = next;
            }
        }
    }

  private:
    void addEdge(std::uint32_t edge) {
        const std::vector<Point>& curve = placement_.edges[edge];
        for (std::uint32_t i = 0; std::size_t{i} + 3 < curve.size(); i += 3) {
            Point last = curve[i];
            for (int k = 1; k <= kChords; ++k) {
                const Point next = onCubic(&curve[i], static_cast<double>(k) / kChords);
                // Room for what the curve bends beyond its chord.
                const double bend = std::hypot(next.x - last.x, next.y - last.y) / 8 + 1;
                Stretch stretch;
                stretch.bounds = {std::min(last.x, next.x) - bend, std::min(last.y, next.y) - bend,
                                  std::abs(next.x - last.x) + 2 * bend, std::abs(next.y - last.y) + 2 * bend};
                stretch.edge = edge;
                stretch.cubic = i;
                lines_.add(stretch.bounds, static_cast<std::uint32_t>(stretches_.size()));
                stretches_.push_back(stretch);
                last = next;
            }
        }
    }

    bool take(std::uint32_t edge, const Rect& place) {
        const Rect wide{place.x - kApart, place.y - kApart, place.width + 2 * kApart,
                        place.height + 2 * kApart};
        if (boxes_.any(wide, [&](std::uint32_t i) { return meet(placement_.boxes[i], wide); }) ||
            labels_.any(wide, [&](std::uint32_t i) { return meet(placement_.labels[i], wide); }) ||
            lines_.any(wide, [&](std::uint32_t i) { return runsInto(stretches_[i], wide); })) {
            return false;
        }
        placement_.labels[edge] = place;
        labels_.add(place, edge);
        return true;
    }

    [[nodiscard]] bool runsInto(const Stretch& stretch, const Rect& rect) const {
        if (!meet(stretch.bounds, rect)) {
            return false;
        }
        const std::vector<Point>& curve = placement_.edges[stretch.edge];
        return comesInto({curve[stretch.cubic], curve[stretch.cubic + 1], curve[stretch.cubic + 2],
                          curve[stretch.cubic + 3]},
                         rect);
    }

    Placement& placement_;
    Cells boxes_, lines_, labels_;
    std::vector<Stretch> stretches_;
};

}  // namespace

void placeLabels(Placement& placement, const LayoutRequest& request) {
    const auto wanted = [&](std::size_t i) {
        return request.edges[i].label.width > 0 && placement.labels[i].width == 0;
    };
    bool any = false;
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        any = any || wanted(i);
    }
    if (!any) {
        return;
    }
    Places places(placement);
    for (std::uint32_t i = 0; i < request.edges.size(); ++i) {
        if (wanted(i)) {
            places.find(i, request.edges[i].label);
        }
    }
}

}  // namespace qdqlens::whole
