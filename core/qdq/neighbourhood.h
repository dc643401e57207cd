// What stands within some hops of a focus, over the folded graph at a level of detail.
#pragma once

#include <cstdint>
#include <vector>

#include "core/qdq/level/level_view.h"

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

/// Vertices (unfolded nodes, collapsed groups) and their hops from the nearest focus, in the order of their
/// first nodes.
struct Neighbourhood {
    struct Member {
        VertexId vertex{};
        int distance = 0;
    };
    std::vector<Member> members;
};

/// `focus` must hold unfolded nodes; one in a collapsed group means the group.
[[nodiscard]] Neighbourhood neighbourhood(const LevelView& view, const std::vector<NodeId>& focus,
                                          const NeighbourhoodOptions& options);

/// What stands on directed paths from any of `from` to any of `to`, ends included; distance counts from
/// `from`. Empty where there is no path.
[[nodiscard]] Neighbourhood pathsBetween(const LevelView& view, const std::vector<NodeId>& from,
                                         const std::vector<NodeId>& to);

}  // namespace qdqlens
