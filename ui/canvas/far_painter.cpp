#include "ui/canvas/far_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/diagram/box_metrics.h"
#include "ui/canvas/canvas_colors.h"
#include "ui/canvas/canvas_fonts.h"
#include "ui/canvas/canvas_styles.h"
#include "ui/canvas/coverage_image.h"

namespace qdqlens {

namespace {

/// Below this zoom boxes are so thin that they are added up pixel by pixel.
constexpr double kAddedUp = 0.045;
/// Boxes that are added up are drawn at least so wide, px of the screen.
constexpr double kLeastWidth = 1.2;
/// Boxes at least so high, px of the screen, have a border.
constexpr double kBordered = 5;
/// What is shorter, px of the screen, is no line but a dot, and left out.
constexpr double kShortestLine = 2.5;
/// Curves that bend within fewer px of the screen are drawn straight.
constexpr double kBent = 14;

class FarPainter {
  public:
    FarPainter(QPainter& painter, const PreparedFigure& prepared, ThemeKind kind, const ViewTransform& view,
               const QRectF& part)
        : painter_(painter),
          prepared_(prepared),
          scene_(prepared.figure().scene),
          placement_(prepared.figure().placement),
          theme_(theme(kind)),
          styles_(canvasStyles(kind)),
          view_(view),
          part_(part),
          area_(view.toScene(part.adjusted(-2, -2, 2, 2))) {}

    void paint() {
        paintGroups();
        paintEdges();
        if (view_.zoom() < kAddedUp) {
            addUpBoxes();
        } else {
            paintBoxes();
        }
        paintGroupNames();
    }

  private:
    [[nodiscard]] QRectF onScreen(const Rect& rect) const {
        return {view_.toScreen({rect.x, rect.y}), QSizeF(rect.width, rect.height) * view_.zoom()};
    }
    [[nodiscard]] const QColor& blockColor(FarLook box) const {
        if (box.focus) {
            return styles_.focus;
        }
        return box.defect ? styles_.defect : styles_.box(box.role).far;
    }

    void paintGroups() {
        painter_.setRenderHint(QPainter::Antialiasing, false);
        const BoxPaint& group = styles_.box(BoxRole::kGroup);
        painter_.setPen(QPen(group.far, 0));
        painter_.setBrush(group.fill);
        for (const Rect& frame : prepared_.groupFrames()) {
            const QRectF rect = onScreen(frame);
            if (frame.width > 0 && rect.height() > 3 && GridIndex::meet(rect, part_)) {
                painter_.drawRect(rect.toAlignedRect());
            }
        }
    }

    void paintEdges() {
        std::array<std::array<QPainterPath, 2>, CanvasStyles::kEdgeTypes> lines;
        const double shortest = kShortestLine / view_.zoom();
        prepared_.visitEdges(area_, [&](std::uint32_t index, const QRectF& bounds) {
            if (std::max(bounds.width(), bounds.height()) >= shortest) {
                const Edge& edge = scene_.edges[index];
                addLine(lines[static_cast<std::size_t>(edge.type)][edge.to_stub ? 1 : 0],
                        placement_.edges[index]);
            }
        });
        painter_.setRenderHint(QPainter::Antialiasing, true);
        painter_.setBrush(Qt::NoBrush);
        for (std::size_t type = 0; type < lines.size(); ++type) {
            for (const bool to_stub : {false, true}) {
                painter_.setPen(QPen(styles_.edge(static_cast<EdgeType>(type), to_stub).far, 0));
                painter_.drawPath(lines[type][to_stub ? 1 : 0]);
            }
        }
    }

    void addLine(QPainterPath& path, const std::vector<Point>& points) const {
        if (points.size() < 4) {
            return;
        }
        const auto at = [&](std::size_t i) { return view_.toScreen(toPointF(points[i])); };
        path.moveTo(at(0));
        for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
            const QPointF end = at(i + 2);
            const QPointF across = end - path.currentPosition();
            if (std::min(std::abs(across.x()), std::abs(across.y())) < kBent) {
                path.lineTo(end);
            } else {
                path.cubicTo(at(i), at(i + 1), end);
            }
        }
    }

    void addUpBoxes() {
        const double ratio = painter_.device()->devicePixelRatioF();
        const QRectF picture = onScreen({0, 0, placement_.width, placement_.height}).adjusted(-2, -2, 2, 2);
        const QRectF room = QRectF((picture & part_).toAlignedRect()) & part_;
        if (room.isEmpty()) {
            return;
        }
        CoverageImage sum((room.size() * ratio).toSize());
        prepared_.visitBoxes(area_, [&](std::uint32_t index) {
            QRectF rect = onScreen(placement_.boxes[index]);
            // A picture that is all there must be seen, however thin it is.
            const double wider = std::max(0.0, kLeastWidth - rect.width()) / 2;
            rect.adjust(-wider, 0, wider, 0);
            sum.add({(rect.topLeft() - room.topLeft()) * ratio, rect.size() * ratio},
                    blockColor(prepared_.farLook(index)).rgb());
        });
        QImage image = sum.image(0.7F);
        image.setDevicePixelRatio(ratio);
        painter_.drawImage(room.topLeft(), image);
    }

    void paintBoxes() {
        painter_.setRenderHint(QPainter::Antialiasing, false);
        prepared_.visitBoxes(area_, [&](std::uint32_t index) {
            const FarLook box = prepared_.farLook(index);
            const QRectF exact = onScreen(placement_.boxes[index]);
            const QRect rect(QPoint(qRound(exact.left()), qRound(exact.top())),
                             QPoint(std::max(qRound(exact.left()), qRound(exact.right()) - 1),
                                    std::max(qRound(exact.top()), qRound(exact.bottom()) - 1)));
            if (exact.height() < kBordered) {
                painter_.fillRect(rect, blockColor(box));
                return;
            }
            const BoxPaint& style = styles_.box(box.role);
            const bool marked = box.focus || box.defect;
            painter_.fillRect(rect, marked ? blockColor(box) : style.border);
            painter_.fillRect(rect.adjusted(1, 1, -1, -1), style.fill);
        });
    }

    void paintGroupNames() {
        painter_.setRenderHint(QPainter::Antialiasing, true);
        const LineStyle style = theme_.groupLine();
        constexpr double kPadding = 4;
        for (std::size_t i = 0; i < scene_.groups.size(); ++i) {
            const QRectF frame = onScreen(prepared_.groupFrames()[i]);
            const QRectF plate(
                frame.topLeft() + QPointF(1, 1),
                QSizeF(lineWidth(scene_.groups[i].label, style) + 2 * kPadding, style.leading));
            if (plate.width() > frame.width() || plate.height() + kPadding > frame.height() ||
                !GridIndex::meet(plate, part_)) {
                continue;
            }
            painter_.fillRect(plate, styles_.box(BoxRole::kGroup).fill);
            drawMeasuredText(painter_, plate.left() + kPadding, plate.top() + baseline(style),
                             scene_.groups[i].label, style, TextAnchor::kStart);
        }
    }

    QPainter& painter_;
    const PreparedFigure& prepared_;
    const Scene& scene_;
    const Placement& placement_;
    const Theme& theme_;
    const CanvasStyles& styles_;
    const ViewTransform& view_;
    QRectF part_;
    QRectF area_;
};

}  // namespace

void paintFar(QPainter& painter, const PreparedFigure& prepared, ThemeKind kind, const ViewTransform& view,
              const QRectF& part) {
    FarPainter(painter, prepared, kind, view, part).paint();
}

}  // namespace qdqlens
