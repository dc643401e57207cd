// Shapes as tables show them: values of their own, so that inferred ones can stand beside the file's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/onnx/model.h"

namespace qdqlens {

/// A number, a symbol (as shown), or neither.
struct ShapeDim {
    std::optional<std::int64_t> value;
    std::string symbol;  ///< "" where there is a number, or nothing is known.
    bool operator==(const ShapeDim&) const = default;
};

/// No value: the rank is unknown. No dims: a scalar.
using Shape = std::optional<std::vector<ShapeDim>>;

/// As declared; unknown for what is no tensor.
[[nodiscard]] Shape shapeOf(const onnx::Type& type);
[[nodiscard]] Shape shapeOf(const std::vector<std::int64_t>& dims);

/// "batch×3×16×16", "?" for an unknown dim, "scalar", and "" where the rank is unknown.
[[nodiscard]] std::string shapeText(const Shape& shape);

}  // namespace qdqlens
