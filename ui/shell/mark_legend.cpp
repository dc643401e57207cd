#include "ui/shell/mark_legend.h"

#include <QPainter>

namespace qdqlens {

namespace {

constexpr int kBadge = 15;
constexpr int kSpace = 6;   ///< Between a badge and its text.
constexpr int kApart = 18;  ///< Between entries.

}  // namespace

MarkLegend::MarkLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void MarkLegend::setEntries(std::vector<Entry> entries) {
    entries_ = std::move(entries);
    setAccessibleName(text());
    updateGeometry();
    update();
}

void MarkLegend::setThemeKind(ThemeKind kind) {
    theme_ = kind;
    update();
}

QString MarkLegend::text() const {
    QStringList parts;
    for (const Entry& entry : entries_) {
        const QString sign = markLook(entry.mark, theme_).sign;
        parts.append(sign.isEmpty() ? entry.text : sign + u' ' + entry.text);
    }
    return parts.join(QStringLiteral(" · "));
}

QSize MarkLegend::sizeHint() const {
    int width = 0;
    for (const Entry& entry : entries_) {
        width += fontMetrics().horizontalAdvance(entry.text) + kApart +
                 (entry.mark == BoxMark::kNone ? 0 : kBadge + kSpace);
    }
    return {width, fontMetrics().height() + 6};
}

QSize MarkLegend::minimumSizeHint() const {
    return {0, sizeHint().height()};
}

void MarkLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double x = 0;
    for (const Entry& entry : entries_) {
        if (entry.mark != BoxMark::kNone) {
            paintMarkBadge(painter, QRectF(x, (height() - kBadge) / 2.0, kBadge, kBadge), entry.mark, theme_);
            x += kBadge + kSpace;
        }
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, entry.text);
        x += fontMetrics().horizontalAdvance(entry.text) + kApart;
    }
}

}  // namespace qdqlens
