// How a graph falls into parts that are laid out one by one: one below the other where few values are alive
// between them, side by side where they do not depend on each other.
#pragma once

#include <vector>

#include "core/layout/whole/flow.h"

namespace qdqlens::whole {

struct PlanLimits {
    Index least_block = 8;    ///< Nothing is cut off before it has so many boxes.
    Index most_block = 150;   ///< Above, a part is cut where it is narrowest.
    Index least_part = 4;     ///< Boxes of the smallest part that stands beside others.
    Index least_beside = 12;  ///< Boxes beside the largest part that make it worth while.
};

/// A value is named by the box that produces it.
struct Part {
    enum class Kind : std::uint8_t {
        kBlock,     ///< Laid out at once.
        kColumn,    ///< `parts` from top to bottom.
        kParallel,  ///< `parts` from left to right; no edge leads from one to another.
    };
    Kind kind = Kind::kBlock;
    std::vector<Index> boxes;   ///< Of a block, producers before consumers. None: values only pass.
    std::vector<Index> top;     ///< Values that come in from above, or only pass.
    std::vector<Index> bottom;  ///< Values that are used below.
    std::vector<Part> parts;
};

/// `order` as goodOrder gives it, of one connected graph.
[[nodiscard]] Part makePlan(const Graph& graph, const std::vector<Index>& order, const PlanLimits& limits);

}  // namespace qdqlens::whole
