// The lines in an op's box, by the command line's contract.
#pragma once

#include <string>
#include <vector>

#include "core/diagram/scene.h"
#include "core/graph/scope.h"
#include "core/qdq/folding.h"

namespace qdqlens {

/// Op type as shown, with its domain where that is not ONNX's own: "Conv", "com.microsoft.QGemm".
[[nodiscard]] std::string opText(const onnx::Node& node);

/// A constant as it stands in a label, without the ‹›: "float32[16]", "[2, 32]", "0.02",
/// "DequantizeLinear(int8[16×3×3×3])", "Transpose(DequantizeLinear(…))". Null value or none: "".
[[nodiscard]] std::string foldedText(const Scope& scope, const Folding& folding, ValueId value);

/// Op type, node name, folded constants in input order (each with its formal name in front: "W ‹…›"), Q/DQ
/// parameters. Long names are cut in the middle; the box's tooltip has them whole.
[[nodiscard]] std::vector<TextLine> opLines(const Scope& scope, const Folding& folding, NodeId id);

}  // namespace qdqlens
