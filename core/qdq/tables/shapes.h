// Shapes under given dims: what the file says with its symbols replaced, what follows from the operators, and
// where the two cannot both hold. Never a guess: what no rule says is unknown.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/graph/scope.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

class ShapeLibrary;

/// `--set batch=4` or `--set x=4,3,16,16`.
struct ShapeSetting {
    std::string name;
    std::vector<std::int64_t> dims;
};
/// Errors: kUsage.
[[nodiscard]] Result<ShapeSetting> parseShapeSetting(std::string_view text);

enum class ShapeSource : std::uint8_t { kFile, kInferred, kUnknown };

/// A graph input or a node's output.
struct ShapeRow {
    ValueId value = kNoValue;
    std::string name;
    std::string dtype;
    Shape shape;
    ShapeSource source = ShapeSource::kUnknown;
    std::vector<NodeId> nodes;  ///< Its producer.
};

struct ShapeConflict {
    std::string where;  ///< "input x, dim 0"; "node node_view (Reshape)".
    std::string got, expected;
    NodeId node = kNoNode;
};

struct ShapeTable {
    std::vector<ShapeRow> rows;
    std::vector<ShapeConflict> conflicts;
};

/// `library` (core/qdq/tables/shape_library.h) is asked about what our own rules leave open; where it is null
/// or fails, that is unknown. Errors: kQuery for a name that is neither an input nor a symbol of the graph,
/// kStopped.
[[nodiscard]] Result<ShapeTable> shapeTable(const Scope& scope, const std::vector<ShapeSetting>& settings,
                                            ShapeLibrary* library = nullptr,
                                            const std::stop_token& stop = {});

/// By value: what the file and our own rules say of the graph as it is.
[[nodiscard]] std::vector<Shape> inferredShapes(const Scope& scope);

}  // namespace qdqlens
