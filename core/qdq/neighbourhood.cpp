#include "core/qdq/neighbourhood.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace qdqlens {

namespace {

using Distances = std::unordered_map<std::uint32_t, int>;

/// More distinct consumers than `limit`.
bool isHub(const Topology& topology, ValueId value, std::uint32_t limit) {
    const auto uses = topology.uses(value);
    if (uses.size() <= limit) {
        return false;
    }
    std::uint32_t distinct = 0;
    NodeId last = kNoNode;
    for (const Use& use : uses) {  // Uses are in file order, so those of one node stand together.
        distinct += use.node != last ? 1 : 0;
        last = use.node;
    }
    return distinct > limit;
}

class Walk {
  public:
    Walk(const Topology& topology, const Folding& folding, std::uint32_t fan_out)
        : topology_(topology), folding_(folding), fan_out_(fan_out) {}

    /// Hops from `start`, at most `hops` (negative: no limit), through producers and / or consumers.
    [[nodiscard]] Distances run(const std::vector<NodeId>& start, int hops, bool up, bool down) const {
        Distances distance;
        std::deque<std::uint32_t> open;
        for (const NodeId node : start) {
            if (distance.emplace(index(node), 0).second) {
                open.push_back(index(node));
            }
        }
        while (!open.empty()) {
            const NodeId at{open.front()};
            open.pop_front();
            const int d = distance[index(at)];
            if (hops >= 0 && d >= hops) {
                continue;
            }
            const auto reach = [&](NodeId next) {
                if (!folding_.folded(next) && distance.emplace(index(next), d + 1).second) {
                    open.push_back(index(next));
                }
            };
            if (up) {
                visitProducers(at, d == 0, reach);
            }
            if (down) {
                visitConsumers(at, d == 0, reach);
            }
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
            if (producer != kNoNode && (through_hubs || !isHub(topology_, value, fan_out_))) {
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
            if (value == kNoValue || (!through_hubs && isHub(topology_, value, fan_out_))) {
                continue;
            }
            for (const Use& use : topology_.uses(value)) {
                reach(use.node);
            }
        }
    }

    const Topology& topology_;
    const Folding& folding_;
    std::uint32_t fan_out_;
};

Neighbourhood sorted(const Distances& distances) {
    Neighbourhood out;
    out.members.reserve(distances.size());
    for (const auto& [node, distance] : distances) {
        out.members.push_back({NodeId{node}, distance});
    }
    std::sort(out.members.begin(), out.members.end(),
              [](const auto& a, const auto& b) { return a.node < b.node; });
    return out;
}

}  // namespace

Neighbourhood neighbourhood(const Topology& topology, const Folding& folding,
                            const std::vector<NodeId>& focus, const NeighbourhoodOptions& options) {
    const Walk walk(topology, folding, options.fan_out);
    const int hops = std::max(options.hops, 0);
    switch (options.direction) {
        case Direction::kBoth:
            return sorted(walk.run(focus, hops, true, true));
        case Direction::kUp:
            return sorted(walk.run(focus, hops, true, false));
        case Direction::kDown:
            return sorted(walk.run(focus, hops, false, true));
        case Direction::kCone:
            break;
    }
    Distances cone = walk.run(focus, hops, true, false);
    for (const auto& [node, distance] : walk.run(focus, hops, false, true)) {
        const auto [it, inserted] = cone.emplace(node, distance);
        if (!inserted) {
            it->second = std::min(it->second, distance);
        }
    }
    return sorted(cone);
}

Neighbourhood pathsBetween(const Topology& topology, const Folding& folding, const std::vector<NodeId>& from,
                           const std::vector<NodeId>& to) {
    const Walk walk(topology, folding, 0xffffffffU);
    Distances down = walk.run(from, -1, false, true);
    const Distances up = walk.run(to, -1, true, false);
    for (auto it = down.begin(); it != down.end();) {
        it = !up.contains(it->first) ? down.erase(it) : std::next(it);
    }
    return sorted(down);
}

}  // namespace qdqlens
