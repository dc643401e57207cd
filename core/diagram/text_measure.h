// Text widths from the project's own table, so that a figure is the same whatever fonts are installed.
#pragma once

#include <string_view>

namespace qdqlens {

enum class Face { kSans, kSansBold, kMono };

/// Width in px of valid UTF-8 at a font size in px. Advances of DejaVu Sans (resources/width-table); full
/// width for CJK and other East Asian wide code points, nothing for combining marks; an average for what is
/// in neither.
[[nodiscard]] double textWidth(std::string_view text, Face face, double size);

}  // namespace qdqlens
