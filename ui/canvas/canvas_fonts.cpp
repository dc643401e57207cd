#include "ui/canvas/canvas_fonts.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <vector>

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

/// A font whose glyphs are looked up once: most text needs no shaping, and is drawn without it.
class GlyphFont {
  public:
    struct Glyph {
        quint32 index = 0;  ///< 0: not in the font.
        double advance = 0;
    };

    explicit GlyphFont(const LineStyle& style) : font_(makeFont(style)), raw_(QRawFont::fromFont(font_)) {
        const QString family = QFontInfo(font_).family();
        exact_ = family == families(style.mono ? monoFamily() : sansFamily()).value(0);
    }

    [[nodiscard]] const QFont& font() const { return font_; }
    [[nodiscard]] const QRawFont& raw() const { return raw_; }
    /// It is the family of the width table.
    [[nodiscard]] bool exact() const { return exact_; }

    const Glyph& glyph(QChar point) {
        const auto known = glyphs_.find(point.unicode());
        if (known != glyphs_.end()) {
            return known->second;
        }
        Glyph glyph;
        int count = 1;
        QPointF advance;
        if (raw_.glyphIndexesForChars(&point, 1, &glyph.index, &count) && count == 1 &&
            raw_.advancesForGlyphIndexes(&glyph.index, &advance, 1)) {
            glyph.advance = advance.x();
        } else {
            glyph.index = 0;
        }
        return glyphs_.emplace(point.unicode(), glyph).first->second;
    }

  private:
    QFont font_;
    QRawFont raw_;
    bool exact_ = false;
    std::unordered_map<char16_t, Glyph> glyphs_;
};

GlyphFont& glyphFont(const LineStyle& style) {
    static std::map<std::array<int, 3>, GlyphFont> cache;
    const std::array<int, 3> key{static_cast<int>(std::ceil(style.size)), style.bold, style.mono};
    auto found = cache.find(key);
    if (found == cache.end()) {
        found = cache.emplace(key, GlyphFont(style)).first;
    }
    return found->second;
}

/// Scripts that stand letter beside letter: Latin, Greek, Cyrillic, punctuation, arrows and signs.
bool isPlain(QChar c) {
    const char16_t point = c.unicode();
    return (point >= 0x20 && point < 0x300) || (point >= 0x370 && point < 0x530) ||
           (point >= 0x2010 && point < 0x2028) || (point >= 0x2030 && point < 0x2c00);
}

/// Glyphs side by side, from (0, 0).
struct GlyphLine {
    std::vector<quint32> indexes;
    std::vector<QPointF> places;
    double width = 0;
};
/// False where the text needs more than that.
bool placeGlyphs(GlyphFont& font, const QString& text, GlyphLine& line) {
    line.indexes.clear();
    line.places.clear();
    line.width = 0;
    for (const QChar c : text) {
        const GlyphFont::Glyph& glyph = font.glyph(c);
        if (glyph.index == 0 || !isPlain(c)) {
            return false;
        }
        line.indexes.push_back(glyph.index);
        line.places.emplace_back(line.width, 0);
        line.width += glyph.advance;
    }
    return true;
}

}  // namespace

void drawMeasuredText(QPainter& painter, double x, double y, std::string_view text, const LineStyle& style,
                      TextAnchor anchor) {
    static GlyphLine line;  // The GUI thread's; kept for its room.
    GlyphFont& font = glyphFont(style);
    const double scale = style.size / font.font().pixelSize();
    const QString shown = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    const bool plain = placeGlyphs(font, shown, line);
    const double natural = scale * (plain ? line.width : QFontMetricsF(font.font()).horizontalAdvance(shown));
    double squeeze = 1;
    if (!plain || !font.exact()) {
        const double width = lineWidth(text, style);
        squeeze = natural > width && natural > 0 ? width / natural : 1.0;
    }
    const double left = anchor == TextAnchor::kMiddle ? x - natural * squeeze / 2 : x;
    const QTransform before = painter.worldTransform();
    painter.translate(left, y);
    painter.scale(scale * squeeze, scale);
    painter.setPen(toColor(style.color));
    if (plain) {
        QGlyphRun run;
        run.setRawFont(font.raw());
        run.setRawData(line.indexes.data(), line.places.data(), static_cast<int>(line.indexes.size()));
        painter.drawGlyphRun(QPointF(), run);
    } else {
        painter.setFont(font.font());
        painter.drawText(QPointF(), shown);
    }
    painter.setWorldTransform(before);
}

}  // namespace qdqlens
