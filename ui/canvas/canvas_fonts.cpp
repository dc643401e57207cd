#include "ui/canvas/canvas_fonts.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <array>
#include <cmath>
#include <map>

#include "core/diagram/box_metrics.h"
#include "ui/canvas/canvas_colors.h"

namespace qdqlens {

namespace {

/// The families of a CSS list, without quotes; generic names become Qt's style hints.
QStringList families(std::string_view css) {
    QStringList list;
    const auto text = QString::fromUtf8(css.data(), static_cast<qsizetype>(css.size()));
    for (QString name : text.split(u',')) {
        name = name.trimmed().remove(u'\'').remove(u'"');
        if (!name.isEmpty() && name != QStringLiteral("sans-serif") && name != QStringLiteral("monospace")) {
            list.append(name);
        }
    }
    return list;
}

QFont makeFont(const LineStyle& style) {
    QFont font;
    font.setFamilies(families(style.mono ? monoFamily() : sansFamily()));
    font.setStyleHint(style.mono ? QFont::Monospace : QFont::SansSerif);
    font.setBold(style.bold);
    font.setKerning(false);  // The table holds plain advances.
    font.setHintingPreference(QFont::PreferNoHinting);
    // Fonts have whole pixel sizes only: the size is rounded up here and the painter scales it down.
    font.setPixelSize(static_cast<int>(std::ceil(style.size)));
    return font;
}

struct FontEntry {
    QFont font;
    bool exact = false;  ///< It is the family of the width table.
};

const FontEntry& fontEntry(const LineStyle& style) {
    static std::map<std::array<int, 3>, FontEntry> cache;
    const std::array<int, 3> key{static_cast<int>(std::ceil(style.size)), style.bold, style.mono};
    const auto found = cache.find(key);
    if (found != cache.end()) {
        return found->second;
    }
    FontEntry entry{makeFont(style), false};
    const QString family = QFontInfo(entry.font).family();
    entry.exact = family == families(style.mono ? monoFamily() : sansFamily()).value(0);
    return cache.emplace(key, std::move(entry)).first->second;
}

bool isAscii(std::string_view text) {
    for (const char c : text) {
        if (static_cast<unsigned char>(c) >= 0x80) {
            return false;
        }
    }
    return true;
}

}  // namespace

QFont canvasFont(const LineStyle& style) {
    return fontEntry(style).font;
}

void drawMeasuredText(QPainter& painter, double x, double y, std::string_view text, const LineStyle& style,
                      TextAnchor anchor) {
    const FontEntry& entry = fontEntry(style);
    const double scale = style.size / entry.font.pixelSize();
    const double width = lineWidth(text, style);
    const QString shown = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    double natural = width;
    if (!entry.exact || !isAscii(text)) {
        natural = QFontMetricsF(entry.font).horizontalAdvance(shown) * scale;
    }
    const double squeeze = natural > width && natural > 0 ? width / natural : 1.0;
    const double left = anchor == TextAnchor::kMiddle ? x - natural * squeeze / 2 : x;
    painter.save();
    painter.translate(left, y);
    painter.scale(scale * squeeze, scale);
    painter.setFont(entry.font);
    painter.setPen(toColor(style.color));
    painter.drawText(QPointF(0, 0), shown);
    painter.restore();
}

}  // namespace qdqlens
