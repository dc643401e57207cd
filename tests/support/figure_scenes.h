// Scenes for golden figures, made by hand, and the placements that were recorded for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagram/scene.h"
#include "core/layout/layout.h"

namespace qdqlens::test {

/// The first conv unit of a quantized network: five boxes, the graph's input, a stub.
[[nodiscard]] Scene convUnit();
/// Around a residual Add, with a DequantizeLinear that feeds two boxes. Stubs on both sides, legend.
[[nodiscard]] Scene residualAdd();
/// Every kind of box, edge and mark, a group in a group, names that are odd, left to right.
[[nodiscard]] Scene everyKind();

struct GoldenScene {
    std::string name;
    Scene scene;
};
/// All of them, measured.
[[nodiscard]] std::vector<GoldenScene> goldenScenes();

/// tests/golden/data/NAME.placement.json: {"width", "height", "boxes": [[x, y, width, height]…],
/// "edges": [[[x, y]…]…], "labels": [[x, y, width, height]…]}.
[[nodiscard]] Placement recordedPlacement(std::string_view name);

}  // namespace qdqlens::test
