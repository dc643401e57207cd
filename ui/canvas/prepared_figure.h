// A figure with what painting needs beside it, computed when a part of it first shows.
#pragma once

#include <QPainterPath>
#include <QPolygonF>
#include <memory>
#include <optional>
#include <vector>

#include "core/diagram/drawing.h"
#include "core/diagram/figure.h"
#include "core/diagram/theme.h"
#include "ui/canvas/grid_index.h"

namespace qdqlens {

/// An edge's line and arrowhead.
struct EdgePaths {
    QPainterPath line;
    QPolygonF head;
};

class PreparedFigure {
  public:
    explicit PreparedFigure(std::shared_ptr<const Figure> figure);

    [[nodiscard]] const Figure& figure() const { return *figure_; }
    [[nodiscard]] const std::shared_ptr<const Figure>& figurePtr() const { return figure_; }
    [[nodiscard]] const EdgePaths& edge(std::uint32_t index) const;
    [[nodiscard]] const std::vector<double>& lines(std::uint32_t box) const;
    [[nodiscard]] const std::vector<Rect>& groupFrames() const { return group_frames_; }

    [[nodiscard]] std::vector<std::uint32_t> boxesIn(const QRectF& area) const { return boxes_.query(area); }
    [[nodiscard]] std::vector<std::uint32_t> edgesIn(const QRectF& area) const { return edges_.query(area); }

  private:
    std::shared_ptr<const Figure> figure_;
    GridIndex boxes_;
    GridIndex edges_;
    std::vector<Rect> group_frames_;
    mutable std::vector<std::optional<EdgePaths>> edge_paths_;
    mutable std::vector<std::optional<std::vector<double>>> lines_;
};

[[nodiscard]] QPainterPath toPainterPath(const Path& path);

}  // namespace qdqlens
