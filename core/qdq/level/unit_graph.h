// The unfolded graph with each node unit as one item.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/qdq/level/units.h"

namespace qdqlens {

struct UnitGraph {
    static constexpr std::uint32_t kNone = 0xffffffffU;
    struct Item {
        NodeId op = kNoNode;         ///< The node itself, or its unit's op.
        std::uint32_t unit = kNone;  ///< Index into `units`; kNone for a node in none.
    };

    UnitGraph(const Scope& scope, const Folding& folding);

    std::vector<NodeUnit> units;
    std::vector<Item> items;             ///< By `op` in file order.
    std::vector<std::uint32_t> item_of;  ///< By node; kNone for folded ones.
    /// From item to item, each pair once, none to itself; sorted.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    std::vector<char> at_border;  ///< By item: it eats a graph input or makes a graph output.
};

}  // namespace qdqlens
