// PNG and PDF of a figure, drawn from its SVG by librsvg and cairo.
#pragma once

#include <string>

#include "core/base/error.h"

namespace qdqlens {

/// `svg` must hold presentation attributes only (a light or dark theme). `scale` is px per px at 100 %.
[[nodiscard]] Result<std::string> renderPng(const std::string& svg, double scale = 2.0);
[[nodiscard]] Result<std::string> renderPdf(const std::string& svg);

}  // namespace qdqlens
