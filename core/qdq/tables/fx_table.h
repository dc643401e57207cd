// Which FX op became which ONNX op, out of node metadata_props.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/folding.h"
#include "core/qdq/tables/summary.h"

namespace qdqlens {

/// An op of the source graph and what stands for it in the file.
struct FxRow {
    /// The FX op, or, where the exporter had decomposed it before FX, the function of the source line:
    /// "adaptive_avg_pool2d" for aten.mean.dim.
    std::string fx_op;
    std::vector<std::string> targets;  ///< "aten.mean.dim", in order of first use.
    std::uint32_t count = 0;           ///< Of the source graph, merged ones included.
    std::uint32_t merged = 0;          ///< Merged into an equal one that is left.
    /// FX names in the gaps of the numbering, merged or not ("dequantize_per_tensor_3"); at most 64 of them.
    std::vector<std::string> missing;
    std::vector<OpCount> onnx;  ///< Most frequent first.
    std::vector<NodeId> nodes;
    std::string note;
};

struct FxTable {
    std::vector<FxRow> rows;  ///< Quantize ops, dequantize ops, then the others; most frequent first.
    /// Why there is no row; "" where there are some.
    std::string absent;
    std::vector<OpCount> without;  ///< Nodes that carry no FX metadata, in a file where others do.
};

/// Merged ops show in a gap of the FX numbering (relu, relu_2) together with a node that has more consumers
/// than FX gave it users, or a consumer that still names the missing one. A gap alone is not counted: dead or
/// folded ops leave gaps too.
[[nodiscard]] FxTable fxTable(const Scope& scope, const Folding& folding);

}  // namespace qdqlens
