// Which uses of values are too far from where the value comes from to be drawn as a line.
#pragma once

#include <vector>

#include "core/layout/whole/flow.h"

namespace qdqlens::whole {

struct FarLimits {
    Index longest = 250;         ///< Boxes, in the order of the layout, that a line may pass.
    Index longest_of_many = 50;  ///< The same for a value with more than `many` uses.
    Index many = 4;
    Index most_alive = 12;  ///< Values between one box and the next.
    Index near = 25;        ///< What is used so soon stays a line all the same.
};

struct ValueUse {
    Index from = 0;  ///< Box that the value comes from.
    Index to = 0;
    Index value = 0;  ///< Any number that tells values apart.
};

/// Uses of one value that stand near each other and far from its producer.
struct FarGroup {
    Index value = 0;
    std::vector<Index> uses;  ///< Indices into the uses given, in the order of the layout.
};

/// In the order of the layout. Uses that are in no group are near. Linear in boxes and uses.
[[nodiscard]] std::vector<FarGroup> findFarUses(Index boxes, const std::vector<ValueUse>& uses,
                                                const FarLimits& limits);

}  // namespace qdqlens::whole
