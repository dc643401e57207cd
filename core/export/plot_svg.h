// A chart as SVG, by the same rules as a drawing (svg.h).
#pragma once

#include <string>

#include "core/diagram/plot.h"
#include "core/export/svg.h"

namespace qdqlens {

/// Same bytes for the same chart, in every locale.
[[nodiscard]] std::string writePlotSvg(const Plot& plot, const SvgOptions& options = {});

}  // namespace qdqlens
