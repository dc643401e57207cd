// Fonts for text whose width was taken from the project's own table.
#pragma once

#include <QFont>
#include <string_view>

#include "core/diagram/theme.h"

class QPainter;

namespace qdqlens {

/// The theme's font for a line, sized in px at 100 %. Not hinted, so that it scales evenly with the zoom.
[[nodiscard]] QFont canvasFont(const LineStyle& style);

enum class TextAnchor { kStart, kMiddle };

/// Draws `text` with its baseline at (x, y). Where an installed font is wider than the width table says
/// (another family stands in for it), the text is squeezed to the width that the box was made for.
void drawMeasuredText(QPainter& painter, double x, double y, std::string_view text, const LineStyle& style,
                      TextAnchor anchor);

}  // namespace qdqlens
