#include "ui/canvas/canvas_painter.h"

#include <QPainter>
#include <algorithm>
#include <numeric>

#include "core/diagram/box_metrics.h"
#include "ui/canvas/canvas_colors.h"
#include "ui/canvas/canvas_fonts.h"

namespace qdqlens {

namespace {

constexpr double kHalo = 7;
constexpr double kSelectionWidth = 2.2;
constexpr double kHoverWidth = 0.8;  ///< Added to a border.
/// What is emphasised is at least so large on the screen, px.
constexpr double kLeastMark = 7;

}  // namespace

Detail detailAt(double zoom) {
    if (zoom < 0.16) {
        return Detail::kBlocks;
    }
    return zoom < 0.42 ? Detail::kHeadings : Detail::kAll;
}

CanvasPainter::CanvasPainter(QPainter& painter, const PreparedFigure& prepared, ThemeKind kind, double zoom)
    : painter_(painter),
      prepared_(prepared),
      scene_(prepared.figure().scene),
      placement_(prepared.figure().placement),
      theme_(theme(kind)),
      styles_(canvasStyles(kind)),
      zoom_(zoom),
      detail_(detailAt(zoom)) {}

void CanvasPainter::paintAll() {
    std::vector<std::uint32_t> boxes(scene_.boxes.size());
    std::iota(boxes.begin(), boxes.end(), 0U);
    std::vector<std::uint32_t> edges(scene_.edges.size());
    std::iota(edges.begin(), edges.end(), 0U);
    paint(boxes, edges);
}

void CanvasPainter::paint(const QRectF& area) {
    paint(prepared_.boxesIn(area), prepared_.edgesIn(area));
}

void CanvasPainter::paint(const std::vector<std::uint32_t>& boxes, const std::vector<std::uint32_t>& edges) {
    paintGroups();
    for (const std::uint32_t edge : edges) {
        paintEdge(edge, {});
    }
    if (detail_ == Detail::kAll) {
        for (const std::uint32_t edge : edges) {
            paintEdgeLabel(edge);
        }
    }
    paintGroupLabels();
    for (const std::uint32_t box : boxes) {
        paintBox(box, {});
    }
}

void CanvasPainter::paintEmphasis(const Emphasis& emphasis) {
    for (const std::uint32_t end : emphasis.ends) {
        paintHalo(end, 0.12F);
    }
    if (emphasis.hovered && emphasis.hovered != emphasis.selected) {
        const Box& box = scene_.boxes[*emphasis.hovered];
        const double own = borderWidth(box, styles_.box(box.role).style);
        paintBox(*emphasis.hovered, {std::nullopt, own + kHoverWidth});
    }
    const Look chosen{styles_.focus, kSelectionWidth};
    for (const std::uint32_t end : emphasis.ends) {
        if (end != emphasis.selected) {
            paintBox(end, {styles_.focus, kSelectionWidth * 0.6});
        }
    }
    if (emphasis.selected) {
        paintHalo(*emphasis.selected, emphasis.keyboard ? 0.26F : 0.16F);
        for (const std::uint32_t edge : prepared_.edgesOf(*emphasis.selected)) {
            paintEdge(edge, styles_.focus);
        }
        paintBox(*emphasis.selected, chosen);
    }
}

void CanvasPainter::paintGroups() {
    painter_.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < scene_.groups.size(); ++i) {
        const Rect& frame = prepared_.groupFrames()[i];
        if (frame.width <= 0) {
            continue;
        }
        const BoxStyle style = theme_.groupFrame(scene_.groups[i].look);
        painter_.setPen(toPen({.color = style.border,
                               .width = style.border_width,
                               .dash = style.dashed ? kBorderDash : std::string_view()}));
        painter_.drawRoundedRect(toRectF(frame), style.corner, style.corner);
    }
}

/// Over the edges that cross them.
void CanvasPainter::paintGroupLabels() {
    for (std::size_t i = 0; i < scene_.groups.size(); ++i) {
        const Rect& frame = prepared_.groupFrames()[i];
        if (frame.width <= 0) {
            continue;
        }
        painter_.fillRect(toRectF(groupLabelStrip(scene_.groups[i], frame)), toColor(theme_.background));
        const Point at = groupLabelPoint(frame);
        drawMeasuredText(painter_, at.x, at.y, scene_.groups[i].label, theme_.groupLine(),
                         TextAnchor::kStart);
    }
}

void CanvasPainter::paintEdge(std::uint32_t index, const std::optional<QColor>& color) {
    const Edge& edge = scene_.edges[index];
    const EdgePaint& paint = styles_.edge(edge.type, edge.to_stub);
    const EdgePaths& paths = prepared_.edge(index);
    QPen pen = paint.pen;
    if (color) {
        pen.setColor(*color);
        pen.setWidthF(std::max(pen.widthF(), 1 / zoom_));
    }
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(pen);
    painter_.drawPath(paths.line);
    if (paint.style.doubled) {
        painter_.setPen(QPen(styles_.background, paint.style.gap));
        painter_.drawPath(paths.line);
    }
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(color.value_or(paint.color));
    painter_.drawPolygon(paths.head);
}

void CanvasPainter::paintEdgeLabel(std::uint32_t index) {
    const Edge& edge = scene_.edges[index];
    if (edge.label.empty() || index >= placement_.labels.size() || placement_.labels[index].width <= 0) {
        return;
    }
    const Rect& room = placement_.labels[index];
    const LineStyle style = theme_.edgeLabel(edge.type);
    const double y = room.y + (room.height - style.leading) / 2 + baseline(style);
    if (scene_.rankdir == RankDir::kTopBottom) {
        drawMeasuredText(painter_, room.x + kLabelMargin, y, edge.label, style, TextAnchor::kStart);
    } else {
        drawMeasuredText(painter_, room.center().x, y, edge.label, style, TextAnchor::kMiddle);
    }
}

void CanvasPainter::paintBox(std::uint32_t index, const Look& look) {
    const Box& box = scene_.boxes[index];
    const Rect& place = placement_.boxes[index];
    const QRectF rect = toRectF(place);
    const BoxPaint& paint = styles_.box(box.role);
    const double corner = cornerRadius(paint.style, place);
    if (box.focus) {
        const double radius = focusRingRadius(paint.style, place);
        painter_.setPen(QPen(styles_.focus, kRingWidth));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRoundedRect(toRectF(focusRing(place)), radius, radius);
    }
    QPen border = paint.pen;
    border.setWidthF(look.border_width > 0 ? look.border_width : borderWidth(box, paint.style));
    if (look.border) {
        border = QPen(*look.border, std::max(border.widthF(), 1.2 / zoom_));
    } else if (box.defect) {
        border.setColor(styles_.defect);
    }
    painter_.setPen(border);
    painter_.setBrush(paint.fill);
    if (detail_ == Detail::kBlocks) {
        const double least = std::min(corner, rect.height() / 2);
        painter_.drawRoundedRect(atLeast(rect, kLeastMark), least, least);
        return;
    }
    painter_.drawRoundedRect(rect, corner, corner);
    paintParts(box, place, paint.style, border.color());
    paintLines(box, rect);
}

/// From afar a box can be smaller than a pixel.
QRectF CanvasPainter::atLeast(const QRectF& rect, double pixels) const {
    const double more_width = std::max(0.0, pixels / zoom_ - rect.width()) / 2;
    const double more_height = std::max(0.0, pixels / zoom_ - rect.height()) / 2;
    return rect.adjusted(-more_width, -more_height, more_width, more_height);
}

void CanvasPainter::paintParts(const Box& box, const Rect& place, const BoxStyle& style,
                               const QColor& border) {
    const double corner = cornerRadius(style, place);
    if (box.kind == BoxKind::kGroup) {
        const double radius = innerFrameRadius(style, place);
        painter_.setPen(QPen(border, kInnerFrameWidth));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRoundedRect(toRectF(innerFrame(place)), radius, radius);
    }
    if (detail_ == Detail::kAll) {
        const ConstantsBand band = constantsBand(box, place, style);
        fill(band.area, style.band);
        stroke(band.hairline, toColor(style.hairline), kHairlineWidth);
    }
    fill(quantizedBar(place, corner, quantizedSide(box.role, scene_.rankdir)), style.bar);
    if (box.shared) {
        stroke(sharedMark(place, scene_.rankdir), toColor(style.border), kMarkStroke);
    }
    if (box.defect) {
        stroke(defectMark(place), toColor(theme_.defect), kMarkStroke);
    }
}

void CanvasPainter::fill(const Path& path, Color color) {
    if (!path.empty()) {
        painter_.fillPath(toPainterPath(path), toColor(color));
    }
}

void CanvasPainter::stroke(const Path& path, const QColor& color, double width) {
    if (!path.empty()) {
        painter_.strokePath(toPainterPath(path),
                            QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
}

void CanvasPainter::paintHalo(std::uint32_t index, float strength) {
    const Box& box = scene_.boxes[index];
    const Rect& place = placement_.boxes[index];
    const double by = std::max(kHalo, kLeastMark / zoom_);
    QColor color = styles_.focus;
    color.setAlphaF(strength);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(color);
    const double corner = cornerRadius(styles_.box(box.role).style, place) + by;
    painter_.drawRoundedRect(toRectF(place).adjusted(-by, -by, by, by), corner, corner);
}

void CanvasPainter::paintLines(const Box& box, const QRectF& rect) {
    const std::vector<double> lines = baselines(box);
    const std::size_t count =
        detail_ == Detail::kHeadings ? std::min<std::size_t>(1, lines.size()) : lines.size();
    for (std::size_t i = 0; i < count; ++i) {
        const TextLine& line = box.lines[i];
        const double y = rect.top() + lines[i];
        LineStyle style = theme_.line(line.role, box.kind);
        const auto runs = textRuns(line);
        if (runs.size() == 1 && !runs.front().bold) {
            drawMeasuredText(painter_, rect.center().x(), y, line.text, style, TextAnchor::kMiddle);
            continue;
        }
        double x = rect.center().x() - lineWidth(line, style) / 2;
        const bool bold = style.bold;
        for (const TextRun& run : runs) {
            style.bold = bold || run.bold;
            drawMeasuredText(painter_, x, y, run.text, style, TextAnchor::kStart);
            x += lineWidth(run.text, style);
        }
    }
}

}  // namespace qdqlens
