// Arrow keys: along the edges, and between boxes that stand beside each other.
#pragma once

#include <cstdint>
#include <optional>

#include "core/diagram/figure.h"

namespace qdqlens {

enum class WalkStep { kUp, kDown, kLeft, kRight };

/// Where a step leads from a box: along an edge in the direction of the ranks (to the end that is nearest
/// across them), to the next box of the same rank otherwise. Nothing where there is none.
[[nodiscard]] std::optional<std::uint32_t> walk(const Figure& figure, std::uint32_t from, WalkStep step);

/// Where a walk begins when nothing is selected: the first focused box, else the topmost one.
[[nodiscard]] std::optional<std::uint32_t> walkStart(const Figure& figure);

}  // namespace qdqlens
