// dtype and shape of a value: what the file declares, and what follows from Q/DQ and from ops that keep the
// type.
#pragma once

#include <string>

#include "core/graph/scope.h"

namespace qdqlens {

/// dtype of a value: its constant's, else the declared one, else by rule (a QuantizeLinear gives its zero
/// point's type, a DequantizeLinear its scale's, Cast its `to`, Shape int64, comparisons bool, and the ops
/// that keep their first input's type); kUndefined where none of that says it. No shape is ever guessed.
[[nodiscard]] onnx::DataType valueType(const Scope& scope, ValueId value);

/// "float32", "int8", "seq(float32)", "optional(…)", "map(int64, …)"; "" where unknown.
[[nodiscard]] std::string valueTypeText(const Scope& scope, ValueId value);

/// The same for a declared type alone.
[[nodiscard]] std::string typeText(const onnx::Type& type);

/// "batch×16×8×8"; "?" for a dim that is neither number nor symbol; "" where the rank is unknown or 0.
[[nodiscard]] std::string valueShapeText(const Scope& scope, ValueId value);

}  // namespace qdqlens
