#include "ui/canvas/prepared_figure.h"

#include <algorithm>

#include "core/diagram/box_metrics.h"
#include "ui/canvas/canvas_colors.h"

namespace qdqlens {

namespace {

/// Encloses the curve, its arrowhead and its label.
QRectF edgeBounds(const std::vector<Point>& points, const Rect* label) {
    if (points.empty()) {
        return {};
    }
    double left = points.front().x;
    double right = left;
    double top = points.front().y;
    double bottom = top;
    for (const Point& point : points) {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
    }
    constexpr double kHead = 6;  // Arrowheads and thick lines stand out of the curve's hull.
    const QRectF bounds =
        QRectF(left, top, right - left, bottom - top).adjusted(-kHead, -kHead, kHead, kHead);
    return label != nullptr && label->width > 0 ? bounds.united(toRectF(*label)) : bounds;
}

GridIndex indexEdges(const Placement& placement) {
    std::vector<QRectF> bounds;
    bounds.reserve(placement.edges.size());
    for (std::size_t i = 0; i < placement.edges.size(); ++i) {
        bounds.push_back(
            edgeBounds(placement.edges[i], i < placement.labels.size() ? &placement.labels[i] : nullptr));
    }
    return GridIndex(std::move(bounds));
}

GridIndex indexBoxes(const Placement& placement) {
    std::vector<QRectF> rects;
    rects.reserve(placement.boxes.size());
    for (const Rect& rect : placement.boxes) {
        rects.push_back(toRectF(rect));
    }
    return GridIndex(std::move(rects));
}

}  // namespace

PreparedFigure::PreparedFigure(std::shared_ptr<const Figure> figure)
    : figure_(std::move(figure)),
      boxes_(indexBoxes(figure_->placement)),
      edges_(indexEdges(figure_->placement)),
      group_frames_(figure_->placement.frames) {
    far_looks_.reserve(figure_->scene.boxes.size());
    for (const Box& box : figure_->scene.boxes) {
        far_looks_.push_back({box.role, box.focus, box.defect});
    }
    indexIncidence();
}

void PreparedFigure::indexIncidence() {
    const std::vector<Edge>& edges = figure_->scene.edges;
    first_incident_.assign(figure_->scene.boxes.size() + 1, 0);
    for (const Edge& edge : edges) {
        ++first_incident_[edge.from];
        ++first_incident_[edge.to];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& count : first_incident_) {
        sum += count;
        count = sum;
    }
    incident_.resize(sum);
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
        incident_[--first_incident_[edges[i].from]] = i;
        incident_[--first_incident_[edges[i].to]] = i;
    }
}

const EdgePaths& PreparedFigure::edge(std::uint32_t index) const {
    constexpr std::size_t kKept = 2048;
    if (const auto kept = edge_paths_.find(index); kept != edge_paths_.end()) {
        return kept->second;
    }
    if (edge_paths_.size() >= kKept) {
        edge_paths_.clear();
    }
    EdgePaths& paths = edge_paths_[index];
    const Edge& edge = figure_->scene.edges[index];
    const EdgeStyle style =
        theme(ThemeKind::kLight).edge(edge.type, edge.to_stub);  // Sizes are those of every theme.
    const EdgeShape shape =
        edgeShape(figure_->placement.edges[index], style, edgeGap(figure_->scene.boxes[edge.from]),
                  edgeGap(figure_->scene.boxes[edge.to]));
    if (!shape.line.empty()) {
        paths.line.moveTo(toPointF(shape.line.front()));
        for (std::size_t i = 1; i + 2 < shape.line.size(); i += 3) {
            paths.line.cubicTo(toPointF(shape.line[i]), toPointF(shape.line[i + 1]),
                               toPointF(shape.line[i + 2]));
        }
        for (const Point& point : shape.head) {
            paths.head << toPointF(point);
        }
    }
    return paths;
}

QPainterPath toPainterPath(const Path& path) {
    QPainterPath painter_path;
    for (const PathStep& step : path) {
        switch (step.kind) {
            case PathStep::Kind::kMove:
                painter_path.moveTo(toPointF(step.points[0]));
                break;
            case PathStep::Kind::kLine:
                painter_path.lineTo(toPointF(step.points[0]));
                break;
            case PathStep::Kind::kCubic:
                painter_path.cubicTo(toPointF(step.points[0]), toPointF(step.points[1]),
                                     toPointF(step.points[2]));
                break;
            case PathStep::Kind::kClose:
                painter_path.closeSubpath();
                break;
        }
    }
    return painter_path;
}

}  // namespace qdqlens
