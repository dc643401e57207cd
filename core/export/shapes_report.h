// Shapes as text and JSON ("qdqlens.shapes/1").
#pragma once

#include <string>
#include <vector>

#include "core/export/tables.h"
#include "core/qdq/tables/shapes.h"

namespace qdqlens {

[[nodiscard]] std::vector<Table> shapesTables(const ShapeTable& shapes);
[[nodiscard]] std::string shapesText(const ShapeTable& shapes);
[[nodiscard]] std::string shapesJson(const ShapeTable& shapes);

}  // namespace qdqlens
