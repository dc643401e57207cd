// Constants and folded nodes in words, as they stand in labels.
#pragma once

#include <string>

#include "core/graph/scope.h"

namespace qdqlens {

/// Op type as shown, with its domain where that is not ONNX's own: "Conv", "com.microsoft.QGemm".
[[nodiscard]] std::string opText(const onnx::Node& node);

/// A constant as it stands in a label, without the ‹›: "float32[16]", "[2, 32]", "0.02",
/// "DequantizeLinear(int8[16×3×3×3])", "Transpose(DequantizeLinear(…))". The value must be constant
/// (Folding::constant), in this graph or an enclosing one. "" for kNoValue.
[[nodiscard]] std::string foldedText(const Scope& scope, ValueId value);

}  // namespace qdqlens
