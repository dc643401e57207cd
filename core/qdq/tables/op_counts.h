// Nodes by op type.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/topology.h"

namespace qdqlens {

/// The nodes of one op type of one domain. "" and "ai.onnx" are the same domain, shown as "".
struct OpCount {
    std::string domain;
    std::string op;
    std::vector<NodeId> nodes;  ///< In file order; never empty.
};

/// Most frequent first, then by name.
[[nodiscard]] std::vector<OpCount> countOps(const Topology& topology, const std::vector<NodeId>& nodes);
[[nodiscard]] std::vector<OpCount> countOps(const Topology& topology);

/// "Conv", "com.microsoft.QGemm".
[[nodiscard]] std::string opName(const OpCount& op);

}  // namespace qdqlens
