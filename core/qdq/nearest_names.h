// What somebody may have meant by a query that matches nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/topology.h"

namespace qdqlens {

/// At most three names, nearest first, as shown: of what the query asks for (`op:` op types, `value:` values,
/// `module:` modules, `fx:` FX ops, else nodes). Names that hold the query count as near.
[[nodiscard]] std::vector<std::string> nearestNames(const Topology& topology, std::string_view query);

/// The same among names of the caller's.
[[nodiscard]] std::vector<std::string> nearestNames(const std::vector<std::string>& names,
                                                    std::string_view wanted);

}  // namespace qdqlens
