#include "core/layout/whole/far_uses.h"

#include <algorithm>

namespace qdqlens::whole {

namespace {

// A value, or a later part of it, while it is alive.
struct Span {
    Index value = 0;
    Index start = 0;  // Place of its producer, or of its first use.
    std::vector<Index> uses;
    bool far = false;
};

class Finder {
  public:
    Finder(Index boxes, const std::vector<ValueUse>& uses, const FarLimits& limits)
        : uses_(uses), limits_(limits), starts_(boxes) {
        std::vector<std::pair<Index, Index>> edges;
        for (const ValueUse& use : uses) {
            edges.emplace_back(use.from, use.to);
        }
        const std::vector<bool> turned = turnedEdges(boxes, edges);
        std::vector<Index> forward;  // Loops and what closes a cycle stay as they are.
        std::vector<std::pair<Index, Index>> kept;
        for (Index i = 0; i < edges.size(); ++i) {
            if (!turned[i] && edges[i].first != edges[i].second) {
                forward.push_back(i);
                kept.push_back(edges[i]);
            }
        }
        const std::vector<Index> order = goodOrder(Graph(boxes, kept));
        at_.resize(boxes);
        for (Index i = 0; i < order.size(); ++i) {
            at_[order[i]] = i;
        }
        std::stable_sort(forward.begin(), forward.end(), [&](Index a, Index b) {
            return uses[a].value != uses[b].value ? uses[a].value < uses[b].value
                                                  : at_[uses[a].to] < at_[uses[b].to];
        });
        for (std::size_t i = 0; i < forward.size();) {
            std::size_t end = i;
            while (end < forward.size() && uses[forward[end]].value == uses[forward[i]].value) {
                ++end;
            }
            addValue({forward.begin() + static_cast<std::ptrdiff_t>(i),
                      forward.begin() + static_cast<std::ptrdiff_t>(end)});
            i = end;
        }
    }

    std::vector<FarGroup> run() {
        for (Index place = 0; place < starts_.size(); ++place) {
            for (std::size_t k = 0; k < starts_[place].size(); ++k) {
                alive_.push_back(starts_[place][k]);
            }
            std::erase_if(alive_, [&](Index i) { return lastUse(spans_[i]) <= place; });
            while (alive_.size() > limits_.most_alive && spill(place)) {
            }
        }
        std::vector<FarGroup> groups;
        for (const std::vector<Index>& starting : starts_) {
            for (const Index i : starting) {
                if (spans_[i].far && !spans_[i].uses.empty()) {
                    groups.push_back({spans_[i].value, std::move(spans_[i].uses)});
                }
            }
        }
        return groups;
    }

  private:
    [[nodiscard]] Index placeOf(Index use) const { return at_[uses_[use].to]; }
    [[nodiscard]] Index lastUse(const Span& span) const {
        return span.uses.empty() ? 0 : placeOf(span.uses.back());
    }

    void addSpan(Span span) {
        starts_[span.start].push_back(static_cast<Index>(spans_.size()));
        spans_.push_back(std::move(span));
    }

    // One value's uses, in the order of the layout.
    void addValue(std::vector<Index> uses) {
        const Index longest = uses.size() > limits_.many ? limits_.longest_of_many : limits_.longest;
        Span span{uses_[uses[0]].value, at_[uses_[uses[0]].from], {}, false};
        for (const Index use : uses) {
            if (placeOf(use) - span.start > longest) {
                Span next{span.value, placeOf(use), {}, true};
                addSpan(std::move(span));
                span = std::move(next);
            }
            span.uses.push_back(use);
        }
        addSpan(std::move(span));
    }

    // Of the values alive behind a place, cuts the one that is needed last. False: all are needed soon.
    bool spill(Index place) {
        std::size_t farthest = alive_.size();
        std::size_t cut = 0;
        Index next_use = place + limits_.near;
        for (std::size_t k = 0; k < alive_.size(); ++k) {
            const std::vector<Index>& uses = spans_[alive_[k]].uses;
            const auto next = std::partition_point(uses.begin(), uses.end(),
                                                   [&](Index use) { return placeOf(use) <= place; });
            if (next != uses.end() && placeOf(*next) > next_use) {
                next_use = placeOf(*next);
                farthest = k;
                cut = static_cast<std::size_t>(next - uses.begin());
            }
        }
        if (farthest == alive_.size()) {
            return false;
        }
        Span& span = spans_[alive_[farthest]];
        Span later{span.value,
                   next_use,
                   {span.uses.begin() + static_cast<std::ptrdiff_t>(cut), span.uses.end()},
                   true};
        span.uses.resize(cut);
        alive_.erase(alive_.begin() + static_cast<std::ptrdiff_t>(farthest));
        addSpan(std::move(later));
        return true;
    }

    const std::vector<ValueUse>& uses_;
    FarLimits limits_;
    std::vector<Index> at_;
    std::vector<Span> spans_;
    std::vector<std::vector<Index>> starts_;  // By place.
    std::vector<Index> alive_;
};

}  // namespace

std::vector<FarGroup> findFarUses(Index boxes, const std::vector<ValueUse>& uses, const FarLimits& limits) {
    return Finder(boxes, uses, limits).run();
}

}  // namespace qdqlens::whole
