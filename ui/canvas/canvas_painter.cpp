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

}  // namespace

Detail detailAt(double zoom) {
    if (zoom < 0.16) {
        return Detail::kShapes;
    }
    return zoom < 0.42 ? Detail::kHeadings : Detail::kAll;
}

CanvasPainter::CanvasPainter(QPainter& painter, const PreparedFigure& prepared, const Theme& theme)
    : painter_(painter),
      prepared_(prepared),
      scene_(prepared.figure().scene),
      placement_(prepared.figure().placement),
      theme_(theme) {}

void CanvasPainter::paintAll() {
    std::vector<std::uint32_t> boxes(scene_.boxes.size());
    std::iota(boxes.begin(), boxes.end(), 0U);
    std::vector<std::uint32_t> edges(scene_.edges.size());
    std::iota(edges.begin(), edges.end(), 0U);
    paint(boxes, edges);
}

void CanvasPainter::paint(const std::vector<std::uint32_t>& boxes, const std::vector<std::uint32_t>& edges) {
    paintGroups();
    for (const bool emphasised : {false, true}) {
        for (const std::uint32_t edge : edges) {
            if (touchesSelection(scene_.edges[edge]) == emphasised) {
                paintEdge(edge, emphasised);
            }
        }
    }
    if (detail_ == Detail::kAll) {
        for (const std::uint32_t edge : edges) {
            paintEdgeLabel(edge);
        }
    }
    for (const std::uint32_t box : boxes) {
        paintBox(box);
    }
}

bool CanvasPainter::touchesSelection(const Edge& edge) const {
    return emphasis_.selected && (edge.from == *emphasis_.selected || edge.to == *emphasis_.selected);
}

void CanvasPainter::paintGroups() {
    painter_.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < scene_.groups.size(); ++i) {
        const Rect& frame = prepared_.groupFrames()[i];
        if (frame.width <= 0) {
            continue;
        }
        const BoxStyle style = theme_.groupFrame(scene_.groups[i].kind);
        painter_.setPen(toPen({.color = style.border,
                               .width = style.border_width,
                               .dash = style.dashed ? kBorderDash : std::string_view()}));
        painter_.drawRoundedRect(toRectF(frame), style.corner, style.corner);
        if (detail_ != Detail::kShapes) {
            const Point at = groupLabelPoint(frame);
            drawMeasuredText(painter_, at.x, at.y, scene_.groups[i].label, theme_.groupLine(),
                             TextAnchor::kStart);
        }
    }
}

void CanvasPainter::paintEdge(std::uint32_t index, bool emphasised) {
    const Edge& edge = scene_.edges[index];
    EdgeStyle style = theme_.edge(edge.type, edge.to_stub);
    if (emphasised) {
        style.color = theme_.focus;
    }
    const EdgePaths& paths = prepared_.edge(index);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(toPen(style));
    painter_.drawPath(paths.line);
    if (style.doubled) {
        painter_.setPen(QPen(toColor(theme_.background), style.gap));
        painter_.drawPath(paths.line);
    }
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(toColor(style.color));
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

void CanvasPainter::paintBox(std::uint32_t index) {
    const Box& box = scene_.boxes[index];
    const Rect& place = placement_.boxes[index];
    const QRectF rect = toRectF(place);
    const BoxStyle style = theme_.box(box.role);
    const double corner = cornerRadius(style, place);
    if (emphasis_.selected == index) {
        paintHalo(rect, corner);
    }
    if (box.focus) {
        const double radius = focusRingRadius(style, place);
        painter_.setPen(QPen(toColor(theme_.focus), kRingWidth));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRoundedRect(toRectF(focusRing(place)), radius, radius);
    }
    QPen border(toColor(box.defect ? theme_.defect : style.border), borderWidth(box, style));
    if (style.dashed) {
        border = toPen({.color = style.border, .width = borderWidth(box, style), .dash = kBorderDash});
    }
    if (emphasis_.selected == index) {
        border = QPen(toColor(theme_.focus), kSelectionWidth);
    } else if (emphasis_.hovered == index) {
        border.setWidthF(border.widthF() + 0.8);
    }
    painter_.setPen(border);
    painter_.setBrush(toColor(style.fill));
    painter_.drawRoundedRect(rect, corner, corner);
    paintParts(box, place, style, border.color());
    if (detail_ != Detail::kShapes) {
        paintLines(index, rect);
    }
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
    if (detail_ == Detail::kShapes) {
        return;
    }
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

void CanvasPainter::paintHalo(const QRectF& rect, double corner) {
    QColor color = toColor(theme_.focus);
    color.setAlphaF(emphasis_.keyboard ? 0.26F : 0.16F);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(color);
    painter_.drawRoundedRect(rect.adjusted(-kHalo, -kHalo, kHalo, kHalo), corner + kHalo, corner + kHalo);
}

void CanvasPainter::paintLines(std::uint32_t index, const QRectF& rect) {
    const Box& box = scene_.boxes[index];
    const std::vector<double>& lines = prepared_.lines(index);
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
