// How a box stands out where two models are compared: a ring and a sign in a badge, so that it shows without
// colour too.
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <cstdint>

#include "core/diagram/theme.h"

class QPainter;

namespace qdqlens {

enum class BoxMark : std::uint8_t {
    kNone,
    kOnlyA,    ///< The second model has no such node: dashed ring, "−".
    kOnlyB,    ///< The first model has no such node: solid ring, "+".
    kChanged,  ///< Both have it, and it differs: dotted ring, "≠".
};

struct MarkLook {
    QColor color;
    QString sign;
    Qt::PenStyle pen = Qt::SolidLine;
};
[[nodiscard]] MarkLook markLook(BoxMark mark, ThemeKind theme);

/// Around a box with this corner radius. `zoom` is that of the painter: far out the ring keeps a width that
/// can be seen, and the badge is left out.
void paintBoxMark(QPainter& painter, const QRectF& box, double corner, BoxMark mark, ThemeKind theme,
                  double zoom);

/// The badge alone, in a square of this size, for legends.
void paintMarkBadge(QPainter& painter, const QRectF& square, BoxMark mark, ThemeKind theme);

}  // namespace qdqlens
