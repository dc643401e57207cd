// Fonts for text whose width was taken from the project's own table.
#pragma once

#include <string_view>

#include "core/diagram/theme.h"

class QPainter;

namespace qdqlens {

enum class TextAnchor { kStart, kMiddle };

/// Draws `text` in the theme's font, not hinted, so that it scales evenly with the zoom, with its baseline at
/// (x, y). Where an installed font is wider than the width table says (another family stands in for it), the
/// text is squeezed to the width that the box was made for.
void drawMeasuredText(QPainter& painter, double x, double y, std::string_view text, const LineStyle& style,
                      TextAnchor anchor);

}  // namespace qdqlens
