// Scene and Placement as SVG, by the command line's contract. Text stays text, presentation attributes carry
// the look.
#pragma once

#include <string>

#include "core/diagram/scene.h"
#include "core/layout/layout.h"

namespace qdqlens {

enum class SvgTheme { kLight, kDark, kAuto };

struct SvgOptions {
    SvgTheme theme = SvgTheme::kLight;
    std::string id_prefix;  ///< In front of every id, so that several figures can stand on one page.
};

/// Same bytes for the same scene and placement, in every locale. Coordinates are rounded to 0.1.
[[nodiscard]] std::string writeSvg(const Scene& scene, const Placement& placement,
                                   const SvgOptions& options = {});

}  // namespace qdqlens
