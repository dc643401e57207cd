// Pieces of JSON that several files write. Not for the core's users.
#pragma once

#include <nlohmann/json.hpp>

#include "core/qdq/tables/quantization_table.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

using Json = nlohmann::ordered_json;

/// A list of number | string | null; null for an unknown rank.
[[nodiscard]] Json shapeJson(const Shape& shape);
[[nodiscard]] Json quantizationJson(const QuantizationTable& table);

}  // namespace qdqlens
