// Nodes that lie on a cycle. ONNX forbids them; files have them all the same.
#pragma once

#include <vector>

#include "core/graph/topology.h"

namespace qdqlens {

/// In file order; linear time, no recursion.
[[nodiscard]] std::vector<NodeId> nodesOnCycles(const Topology& topology);

}  // namespace qdqlens
