// The nodes within some hops of a focus, over the folded graph.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/topology.h"
#include "core/qdq/folding.h"

namespace qdqlens {

enum class Direction : std::uint8_t {
    kBoth,  ///< Undirected hops.
    kUp,    ///< Against the data flow.
    kDown,  ///< Along it.
    kCone,  ///< kUp and kDown together.
};

struct NeighbourhoodOptions {
    int hops = 2;
    Direction direction = Direction::kBoth;
    /// A value with more consumers is walked through only from the focus itself.
    std::uint32_t fan_out = 12;
};

/// Unfolded nodes and their hops from the nearest focus, in file order.
struct Neighbourhood {
    struct Member {
        NodeId node = kNoNode;
        int distance = 0;
    };
    std::vector<Member> members;
};

/// `focus` must hold unfolded nodes.
[[nodiscard]] Neighbourhood neighbourhood(const Topology& topology, const Folding& folding,
                                          const std::vector<NodeId>& focus,
                                          const NeighbourhoodOptions& options);

/// The unfolded nodes on directed paths from any of `from` to any of `to`, ends included; distance counts
/// from `from`. Empty where there is no path.
[[nodiscard]] Neighbourhood pathsBetween(const Topology& topology, const Folding& folding,
                                         const std::vector<NodeId>& from, const std::vector<NodeId>& to);

}  // namespace qdqlens
