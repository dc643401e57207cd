// Theme values as Qt's.
#pragma once

#include <QColor>
#include <QPen>
#include <QRectF>

#include "core/diagram/theme.h"
#include "core/layout/layout.h"

namespace qdqlens {

[[nodiscard]] QColor toColor(Color color);
/// A dash array of the theme as a pen's pattern (in units of the pen's width).
[[nodiscard]] QPen toPen(const EdgeStyle& style);
[[nodiscard]] inline QRectF toRectF(const Rect& rect) {
    return {rect.x, rect.y, rect.width, rect.height};
}
[[nodiscard]] inline QPointF toPointF(const Point& point) {
    return {point.x, point.y};
}

}  // namespace qdqlens
