// The graph of a prediction as the bytes of an ONNX model. Internal to core/qdq/runtime.
#pragma once

#include <string>

#include "core/qdq/runtime/graph.h"

namespace qdqlens::runtime {

/// `scope` is the main graph that `graph` was built from: what the graph does not say (the model's head,
/// inputs, outputs, metadata, attributes) comes from there. Nodes are sorted, those of the file in its order
/// where edges allow.
[[nodiscard]] std::string writeModel(const Scope& scope, const Graph& graph);

}  // namespace qdqlens::runtime
