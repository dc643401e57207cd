#include "ui/canvas/box_mark.h"

#include <QPainter>
#include <QPen>
#include <algorithm>

namespace qdqlens {

namespace {

constexpr double kGap = 4.5;    ///< Between box and ring, beyond the ring of a focus.
constexpr double kRing = 2;     ///< Width of the ring, px at 100 %.
constexpr double kLeast = 1.5;  ///< … and on the screen, however far out.
constexpr double kBadge = 15;
constexpr double kBadgeFrom = 0.3;  ///< The zoom from which a sign can be read.

/// Signs drawn as strokes: fonts place them differently, and some lack them.
void paintSign(QPainter& painter, const QRectF& square, BoxMark mark) {
    const QPointF middle = square.center();
    const double arm = square.width() * 0.24;
    const auto across = [&](double y) {
        painter.drawLine(middle + QPointF(-arm, y), middle + QPointF(arm, y));
    };
    switch (mark) {
        case BoxMark::kOnlyA:
            across(0);
            break;
        case BoxMark::kOnlyB:
            across(0);
            painter.drawLine(middle + QPointF(0, -arm), middle + QPointF(0, arm));
            break;
        case BoxMark::kChanged:
            across(-arm * 0.45);
            across(arm * 0.45);
            painter.drawLine(middle + QPointF(-arm * 0.6, arm), middle + QPointF(arm * 0.6, -arm));
            break;
        case BoxMark::kNone:
            break;
    }
}

}  // namespace

MarkLook markLook(BoxMark mark, ThemeKind theme) {
    const bool dark = theme == ThemeKind::kDark;
    switch (mark) {
        case BoxMark::kOnlyA:
            return {QColor(dark ? 0xfff85149 : 0xffcf222e), QStringLiteral("−"), Qt::DashLine};
        case BoxMark::kOnlyB:
            return {QColor(dark ? 0xff3fb950 : 0xff1a7f37), QStringLiteral("+"), Qt::SolidLine};
        case BoxMark::kChanged:
            return {QColor(dark ? 0xffbc8cff : 0xff8250df), QStringLiteral("≠"), Qt::DotLine};
        case BoxMark::kNone:
            break;
    }
    return {};
}

void paintMarkBadge(QPainter& painter, const QRectF& square, BoxMark mark, ThemeKind theme) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(markLook(mark, theme).color);
    painter.drawEllipse(square);
    const QColor sign(theme == ThemeKind::kDark ? 0xff0d1117 : 0xffffffff);
    painter.setPen(QPen(sign, square.width() * 0.115, Qt::SolidLine, Qt::RoundCap));
    paintSign(painter, square, mark);
}

void paintBoxMark(QPainter& painter, const QRectF& box, double corner, BoxMark mark, ThemeKind theme,
                  double zoom) {
    if (mark == BoxMark::kNone) {
        return;
    }
    const MarkLook look = markLook(mark, theme);
    const double width = std::max(kRing, kLeast / zoom);
    const bool far = zoom < kBadgeFrom;
    QPen pen(look.color, width, look.pen, Qt::FlatCap, Qt::RoundJoin);
    if (look.pen == Qt::DotLine) {
        pen.setDashPattern({1.2, 1.4});
    }
    const QRectF ring = box.adjusted(-kGap, -kGap, kGap, kGap);
    painter.setPen(pen);
    QColor wash = look.color;
    wash.setAlphaF(0.22F);
    painter.setBrush(far ? QBrush(wash) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(ring, corner + kGap, corner + kGap);
    if (!far) {
        const QPointF at = ring.topRight() + QPointF(-kBadge * 0.62, -kBadge * 0.38);
        paintMarkBadge(painter, {at, QSizeF(kBadge, kBadge)}, mark, theme);
    }
}

}  // namespace qdqlens
