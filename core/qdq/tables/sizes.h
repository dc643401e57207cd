// Where a file's bytes are: the four figures of the size table, and every byte in exactly one row.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/scope.h"

namespace qdqlens {

/// total = initializer + node + other. A node includes its attributes, Constant tensors and subgraphs.
struct Sizes {
    std::uint64_t total = 0;        ///< Of the file.
    std::uint64_t initializer = 0;  ///< Payloads of the TensorProtos directly in the graph.
    std::uint64_t node = 0;         ///< Payloads of the NodeProtos directly in the graph.
    /// Of the same nodes, part of `node`: each entry's payload and 2 for tag and length (a little short where
    /// an entry is longer than 127 bytes).
    std::uint64_t metadata_props = 0;
    std::uint64_t other = 0;  ///< The rest, headers of fields too.
    std::uint64_t external =
        0;  ///< Bytes in other files that any tensor of the model refers to; not in total.
};
[[nodiscard]] Sizes sizesOf(const Scope& scope);

/// Bytes of a tensor's contents in another file: its `length`, else what dims and type need; 0 where neither
/// says it, and for tensors whose contents are in the file.
[[nodiscard]] std::uint64_t externalBytes(const onnx::Tensor& tensor);

struct ByteRow {
    std::string row;
    std::uint64_t bytes = 0;
};

/// Every byte of the file in exactly one row, headers of fields beside what they stand before; largest first.
/// "initializers: weight", "constants: activation scale", "nodes", "node metadata: namespace", "value_info",
/// …; those in subgraphs and functions begin so: "subgraph nodes". Walks the wire format on its own, from the
/// bytes; the roles of tensors come from the graphs.
[[nodiscard]] std::vector<ByteRow> byteRows(const std::shared_ptr<const onnx::Model>& model);

}  // namespace qdqlens
