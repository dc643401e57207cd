#include "core/layout/labels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace qdqlens {

namespace {

constexpr double kFlatness = 0.25;  // Chords stay this close to their curve, px.
constexpr double kStep = 4;         // Between the places that are tried along an edge, px.
constexpr double kOtherSide = 8;    // What the side that dot has not chosen costs, px of way.
constexpr int kMostSteps = 200;

struct Span {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void add(const Span& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    [[nodiscard]] bool none() const { return low > high; }
    [[nodiscard]] bool meets(const Span& other) const { return low < other.high && other.low < high; }
};

// Everything here is in ranks' terms, so that both directions are one: `along` the edges (y where ranks run
// from top to bottom), `across` them.
struct Spot {
    double along = 0;
    double across = 0;
};

struct Area {
    Span along;
    Span across;

    [[nodiscard]] bool meets(const Area& other) const {
        return along.meets(other.along) && across.meets(other.across);
    }
    [[nodiscard]] Area grown(double by) const {
        return {{along.low - by, along.high + by}, {across.low - by, across.high + by}};
    }
};

struct Chord {
    Spot a;
    Spot b;
    std::uint32_t edge = 0;

    // What of `across` it covers within a band of `along`.
    [[nodiscard]] Span within(const Span& band) const {
        Span covered;
        const double length = b.along - a.along;
        if (std::max(a.along, b.along) < band.low || std::min(a.along, b.along) > band.high) {
            return covered;
        }
        if (length == 0) {
            covered.add(a.across);
            covered.add(b.across);
            return covered;
        }
        const double t0 = std::clamp((band.low - a.along) / length, 0.0, 1.0);
        const double t1 = std::clamp((band.high - a.along) / length, 0.0, 1.0);
        covered.add(a.across + t0 * (b.across - a.across));
        covered.add(a.across + t1 * (b.across - a.across));
        return covered;
    }
};

Spot onCurve(const Spot* p, double t) {
    const double u = 1 - t;
    const double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
    return {a * p[0].along + b * p[1].along + c * p[2].along + d * p[3].along,
            a * p[0].across + b * p[1].across + c * p[2].across + d * p[3].across};
}

// Into how many chords a cubic falls: their distance from it is at most 3/4 of its second difference over
// their number squared.
int chordCount(const Spot* p) {
    const auto bend = [p](int i) {
        return std::hypot(p[i].along - 2 * p[i + 1].along + p[i + 2].along,
                          p[i].across - 2 * p[i + 1].across + p[i + 2].across);
    };
    const double count = std::ceil(std::sqrt(0.75 * std::max(bend(0), bend(1)) / kFlatness));
    return static_cast<int>(std::clamp(count, 1.0, 256.0));
}

// Items by where they stand along the edges, so that a label asks its own neighbourhood only.
class Bands {
  public:
    Bands(const Span& extent, std::size_t items)
        : low_(extent.low),
          height_(std::max(32.0, (extent.high - extent.low) / static_cast<double>(items + 1))),
          bands_(static_cast<std::size_t>((extent.high - extent.low) / height_) + 1) {}

    void add(const Span& along, std::uint32_t item) {
        for (std::size_t i = index(along.low); i <= index(along.high); ++i) {
            bands_[i].push_back(item);
        }
    }
    // An item that covers several bands may come several times. Ends where `use` returns true.
    template <class Use>
    bool any(const Span& along, Use use) const {
        for (std::size_t i = index(along.low); i <= index(along.high); ++i) {
            for (const std::uint32_t item : bands_[i]) {
                if (use(item)) {
                    return true;
                }
            }
        }
        return false;
    }

  private:
    [[nodiscard]] std::size_t index(double along) const {
        const double i = std::floor((along - low_) / height_);
        return static_cast<std::size_t>(std::clamp(i, 0.0, static_cast<double>(bands_.size() - 1)));
    }

    double low_;
    double height_;
    std::vector<std::vector<std::uint32_t>> bands_;
};

class Settler {
  public:
    Settler(Placement& placement, RankDir rankdir)
        : placement_(placement),
          down_(rankdir == RankDir::kTopBottom),
          chord_bands_(extent(), placement.edges.size() * 4),
          box_bands_(extent(), placement.boxes.size()),
          label_bands_(extent(), placement.labels.size()) {
        for (std::uint32_t i = 0; i < placement.edges.size(); ++i) {
            flatten(i);
        }
        for (std::uint32_t i = 0; i < chords_.size(); ++i) {
            Span along;
            along.add(chords_[i].a.along);
            along.add(chords_[i].b.along);
            chord_bands_.add(along, i);
        }
        for (const Rect& box : placement.boxes) {
            boxes_.push_back(area(box));
            box_bands_.add(boxes_.back().along, static_cast<std::uint32_t>(boxes_.size() - 1));
        }
        for (const Rect& label : placement.labels) {
            labels_.push_back(area(label));
            if (label.width > 0) {
                label_bands_.add(labels_.back().along, static_cast<std::uint32_t>(labels_.size() - 1));
            }
        }
    }

    void run() {
        for (std::uint32_t i = 0; i < labels_.size(); ++i) {
            if (placement_.labels[i].width > 0 && !isFree(i, labels_[i])) {
                labels_[i] = freePlace(i);
                label_bands_.add(labels_[i].along, i);
                Rect& label = placement_.labels[i];
                label.x = down_ ? labels_[i].across.low : labels_[i].along.low;
                label.y = down_ ? labels_[i].along.low : labels_[i].across.low;
            }
        }
    }

  private:
    [[nodiscard]] Spot spot(const Point& p) const { return down_ ? Spot{p.y, p.x} : Spot{p.x, p.y}; }
    [[nodiscard]] Area area(const Rect& r) const {
        const Span x{r.x, r.right()};
        const Span y{r.y, r.bottom()};
        return down_ ? Area{y, x} : Area{x, y};
    }

    [[nodiscard]] Span extent() const {
        Span along;
        for (const Rect& box : placement_.boxes) {
            along.add(area(box).along);
        }
        return along.none() ? Span{0, 0} : along;
    }

    void flatten(std::uint32_t edge) {
        const std::vector<Point>& curve = placement_.edges[edge];
        for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
            const Spot p[4] = {spot(curve[i]), spot(curve[i + 1]), spot(curve[i + 2]), spot(curve[i + 3])};
            const int count = chordCount(p);
            Spot last = p[0];
            for (int k = 1; k <= count; ++k) {
                const Spot next = onCurve(p, static_cast<double>(k) / count);
                chords_.push_back({last, next, edge});
                last = next;
            }
        }
    }

    [[nodiscard]] bool isFree(std::uint32_t label, const Area& place) const {
        const Area wide = place.grown(kLabelGap);
        const bool crossed = chord_bands_.any(wide.along, [&](std::uint32_t i) {
            const Span covered = chords_[i].within(wide.along);
            return !covered.none() && covered.low < wide.across.high && wide.across.low < covered.high;
        });
        if (crossed || box_bands_.any(wide.along, [&](std::uint32_t i) { return boxes_[i].meets(place); })) {
            return false;
        }
        return !label_bands_.any(place.along,
                                 [&](std::uint32_t i) { return i != label && labels_[i].meets(place); });
    }

    // What the edge itself covers in a band.
    [[nodiscard]] Span own(std::uint32_t edge, const Span& band) const {
        Span covered;
        (void)chord_bands_.any(band, [&](std::uint32_t i) {
            if (chords_[i].edge == edge) {
                covered.add(chords_[i].within(band));
            }
            return false;
        });
        return covered;
    }

    [[nodiscard]] Area freePlace(std::uint32_t label) const {
        for (const double away : {0.0, 4.0, 10.0}) {
            if (const auto place = besideEdge(label, away)) {
                return *place;
            }
        }
        return somewhere(label);
    }

    // Beside its own edge, nearest to where dot has put it.
    [[nodiscard]] std::optional<Area> besideEdge(std::uint32_t label, double away) const {
        const Area& start = labels_[label];
        const double size = start.across.high - start.across.low;
        std::optional<Area> best;
        double best_cost = HUGE_VAL;
        for (int k = 0; k <= kMostSteps && k * kStep < best_cost; ++k) {
            bool on_edge = false;
            for (const double sign : {1.0, -1.0}) {
                const double moved = sign * k * kStep;
                const Span band{start.along.low + moved, start.along.high + moved};
                const Span line = own(label, {band.low - kLabelGap, band.high + kLabelGap});
                if (line.none()) {
                    continue;
                }
                on_edge = true;
                for (const bool after : {true, false}) {
                    const double low =
                        after ? line.high + kLabelGap + away : line.low - kLabelGap - away - size;
                    const Area place{band, {low, low + size}};
                    const double cost = k * kStep + (after == down_ ? 0 : kOtherSide);
                    if (cost < best_cost && isFree(label, place)) {
                        best = place;
                        best_cost = cost;
                    }
                }
            }
            if (!on_edge) {
                break;
            }
        }
        return best;
    }

    // The nearest gap in the label's own band. There is one: nothing stands beyond the picture's border.
    [[nodiscard]] Area somewhere(std::uint32_t label) const {
        const Area& start = labels_[label];
        const double size = start.across.high - start.across.low;
        std::vector<double> starts{start.across.low};
        const auto around = [&](const Span& taken) {
            starts.push_back(taken.high + kLabelGap);
            starts.push_back(taken.low - kLabelGap - size);
        };
        const Span wide{start.along.low - kLabelGap, start.along.high + kLabelGap};
        (void)chord_bands_.any(wide, [&](std::uint32_t i) {
            if (const Span covered = chords_[i].within(wide); !covered.none()) {
                around(covered);
            }
            return false;
        });
        (void)box_bands_.any(wide, [&](std::uint32_t i) {
            around(boxes_[i].across);
            return false;
        });
        (void)label_bands_.any(wide, [&](std::uint32_t i) {
            around(labels_[i].across);
            return false;
        });
        std::sort(starts.begin(), starts.end(), [&](double a, double b) {
            return std::abs(a - start.across.low) < std::abs(b - start.across.low);
        });
        for (const double low : starts) {
            if (const Area place{start.along, {low, low + size}}; isFree(label, place)) {
                return place;
            }
        }
        return start;
    }

    Placement& placement_;
    bool down_;
    std::vector<Chord> chords_;
    std::vector<Area> boxes_;
    std::vector<Area> labels_;
    Bands chord_bands_;
    Bands box_bands_;
    Bands label_bands_;  // Also where labels stood before; what counts is labels_.
};

}  // namespace

void settleLabels(Placement& placement, RankDir rankdir) {
    const bool any = std::any_of(placement.labels.begin(), placement.labels.end(),
                                 [](const Rect& label) { return label.width > 0; });
    if (any) {
        Settler(placement, rankdir).run();
    }
}

}  // namespace qdqlens
