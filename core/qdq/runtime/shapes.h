// Shapes of operators' outputs, by what they do to dims. Internal to core/qdq/runtime. Each returns nothing
// where the rank cannot be told; a dim of -1 is not known.
#pragma once

#include "core/qdq/runtime/graph.h"

namespace qdqlens::runtime::shapes {

// Windows and products.
[[nodiscard]] std::optional<Dims> convolved(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> multiplied(const Dims& a, const Dims& b);
[[nodiscard]] std::optional<Dims> resized(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> padded(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> tiled(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> blocks(const Graph& graph, Index node, const Dims& in);

// Axes.
[[nodiscard]] std::optional<Dims> broadcast(const std::vector<std::optional<Dims>>& shapes);
[[nodiscard]] std::optional<Dims> reshaped(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> reduced(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> sliced(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> concatenated(const Graph& graph, Index node);
[[nodiscard]] std::optional<Dims> split(const Graph& graph, Index node, const Dims& in, std::size_t slot);
[[nodiscard]] std::optional<Dims> gathered(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> unsqueezed(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> squeezed(const Graph& graph, Index node, const Dims& in);
[[nodiscard]] std::optional<Dims> transposed(const Graph& graph, Index node, const Dims& in);

}  // namespace qdqlens::runtime::shapes
