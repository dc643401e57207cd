#include "core/qdq/neighbourhood.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace qdqlens {

namespace {

using Distances = std::unordered_map<std::uint32_t, int>;

class Walk {
  public:
    Walk(const LevelView& view, std::uint32_t fan_out)
        : view_(view), topology_(view.topology()), folding_(view.folding()), fan_out_(fan_out) {}

    /// Hops from `start`, at most `hops` (negative: no limit), through producers and / or consumers.
    [[nodiscard]] Distances run(const std::vector<NodeId>& start, int hops, bool up, bool down) const {
        Distances distance;
        std::deque<std::uint32_t> open;
        for (const NodeId node : start) {
            const VertexId vertex = view_.vertexOf(node);
            if (distance.emplace(index(vertex), 0).second) {
                open.push_back(index(vertex));
            }
        }
        while (!open.empty()) {
            const VertexId at{open.front()};
            open.pop_front();
            const int d = distance[index(at)];
            if (hops >= 0 && d >= hops) {
                continue;
            }
            const auto reach = [&](NodeId next) {
                if (folding_.folded(next)) {
                    return;
                }
                const VertexId vertex = view_.vertexOf(next);
                if (distance.emplace(index(vertex), d + 1).second) {
                    open.push_back(index(vertex));
                }
            };
            view_.eachNode(at, [&](NodeId node) {
                if (up) {
                    visitProducers(node, d == 0, reach);
                }
                if (down) {
                    visitConsumers(node, d == 0, reach);
                }
            });
        }
        return distance;
    }

  private:
    template <class Reach>
    void visitProducers(NodeId node, bool through_hubs, Reach reach) const {
        const auto visit = [&](ValueId value) {
            if (value == kNoValue || folding_.constant(value)) {
                return;
            }
            const NodeId producer = topology_.value(value).producer;
            if (producer != kNoNode && (through_hubs || !view_.isHub(value, fan_out_))) {
                reach(producer);
            }
        };
        for (const ValueId value : topology_.inputs(node)) {
            visit(value);
        }
        for (const ValueId value : topology_.captures(node)) {
            visit(value);
        }
    }

    template <class Reach>
    void visitConsumers(NodeId node, bool through_hubs, Reach reach) const {
        for (const ValueId value : topology_.outputs(node)) {
            if (value == kNoValue || (!through_hubs && view_.isHub(value, fan_out_))) {
                continue;
            }
            for (const Use& use : topology_.uses(value)) {
                reach(use.node);
            }
        }
    }

    const LevelView& view_;
    const Topology& topology_;
    const Folding& folding_;
    std::uint32_t fan_out_;
};

/// A group stands where its first node does.
NodeId firstNode(const LevelView& view, VertexId vertex) {
    NodeId first = kNoNode;
    view.eachNode(vertex, [&](NodeId node) { first = std::min(first, node); });
    return first;
}

Neighbourhood sorted(const LevelView& view, const Distances& distances) {
    std::vector<std::pair<NodeId, Neighbourhood::Member>> placed;
    placed.reserve(distances.size());
    for (const auto& [vertex, distance] : distances) {
        placed.push_back({firstNode(view, VertexId{vertex}), {VertexId{vertex}, distance}});
    }
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    Neighbourhood out;
    out.members.reserve(placed.size());
    for (const auto& [first, member] : placed) {
        out.members.push_back(member);
    }
    return out;
}

}  // namespace

Neighbourhood neighbourhood(const LevelView& view, const std::vector<NodeId>& focus,
                            const NeighbourhoodOptions& options) {
    const Walk walk(view, options.fan_out);
    const int hops = std::max(options.hops, 0);
    switch (options.direction) {
        case Direction::kBoth:
            return sorted(view, walk.run(focus, hops, true, true));
        case Direction::kUp:
            return sorted(view, walk.run(focus, hops, true, false));
        case Direction::kDown:
            return sorted(view, walk.run(focus, hops, false, true));
        case Direction::kCone:
            break;
    }
    Distances cone = walk.run(focus, hops, true, false);
    for (const auto& [vertex, distance] : walk.run(focus, hops, false, true)) {
        const auto [it, inserted] = cone.emplace(vertex, distance);
        if (!inserted) {
            it->second = std::min(it->second, distance);
        }
    }
    return sorted(view, cone);
}

Neighbourhood pathsBetween(const LevelView& view, const std::vector<NodeId>& from,
                           const std::vector<NodeId>& to) {
    const Walk walk(view, 0xffffffffU);
    Distances down = walk.run(from, -1, false, true);
    const Distances up = walk.run(to, -1, true, false);
    for (auto it = down.begin(); it != down.end();) {
        it = !up.contains(it->first) ? down.erase(it) : std::next(it);
    }
    return sorted(view, down);
}

}  // namespace qdqlens
