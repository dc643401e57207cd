// What a model is and holds: the facts at its head, counts, ops, inputs and outputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/tables/op_counts.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

/// A graph input or output.
struct PortRow {
    std::string name;
    std::string dtype;  ///< "float32", "seq(float32)"; "" where unknown (functions have no types).
    Shape shape;
    std::vector<NodeId> nodes;  ///< The consumers of an input, the producer of an output.
};

struct OpsetRow {
    std::string domain;  ///< As the file says it.
    std::int64_t version = 0;
};

struct Summary {
    std::uint64_t file_bytes = 0;
    std::int64_t ir_version = 0;
    std::string producer;
    std::string producer_version;
    std::string graph;                   ///< The scope's name.
    std::vector<OpsetRow> opset_import;  ///< Of the scope: a function has its own.

    std::uint64_t nodes = 0;  ///< Of the scope's own graph, as are these:
    std::uint64_t initializers = 0;
    std::uint64_t sparse_initializers = 0;
    std::uint64_t subgraphs =
        0;  ///< All nested ones at any depth; for the main graph those in functions too.
    std::uint64_t functions = 0;  ///< Of the model.
    /// With all subgraphs; for the main graph with the bodies of all functions too.
    std::uint64_t total_nodes = 0;
    std::uint64_t total_initializers = 0;

    std::vector<PortRow> inputs;  ///< Without those that are initializers.
    std::vector<PortRow> outputs;
    std::vector<OpCount> ops;  ///< Most frequent first, then by name.
};

[[nodiscard]] Summary summarize(const Scope& scope);

}  // namespace qdqlens
