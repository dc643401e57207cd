// A figure with what painting needs beside it: where to look things up, and the paths of the edges that were
// painted lately.
#pragma once

#include <QPainterPath>
#include <QPolygonF>
#include <memory>
#include <span>
#include <unordered_map>
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

/// What decides the colour of a box from afar.
struct FarLook {
    BoxRole role = BoxRole::kPlain;
    bool focus = false;
    bool defect = false;
};

class PreparedFigure {
  public:
    explicit PreparedFigure(std::shared_ptr<const Figure> figure);

    [[nodiscard]] const Figure& figure() const { return *figure_; }
    /// Kept for as many edges as a screen shows. Good until the next call.
    [[nodiscard]] const EdgePaths& edge(std::uint32_t index) const;
    [[nodiscard]] const std::vector<Rect>& groupFrames() const { return group_frames_; }
    /// Beside each other in memory: from afar every box is asked.
    [[nodiscard]] FarLook farLook(std::uint32_t box) const { return far_looks_[box]; }
    /// The edges that begin or end at a box.
    [[nodiscard]] std::span<const std::uint32_t> edgesOf(std::uint32_t box) const {
        return std::span(incident_).subspan(first_incident_[box],
                                            first_incident_[box + 1] - first_incident_[box]);
    }

    [[nodiscard]] std::vector<std::uint32_t> boxesIn(const QRectF& area) const { return boxes_.query(area); }
    [[nodiscard]] std::vector<std::uint32_t> edgesIn(const QRectF& area) const { return edges_.query(area); }
    /// In no particular order: visit(index), and visit(index, bounds).
    template <class Visit>
    void visitBoxes(const QRectF& area, Visit visit) const {
        boxes_.visit(area, visit);
    }
    template <class Visit>
    void visitEdges(const QRectF& area, Visit visit) const {
        edges_.visit(area, [&](std::uint32_t index) { visit(index, edges_.rect(index)); });
    }

  private:
    void indexIncidence();

    std::shared_ptr<const Figure> figure_;
    GridIndex boxes_;
    GridIndex edges_;
    std::vector<Rect> group_frames_;
    std::vector<FarLook> far_looks_;
    /// Edges of all boxes, one box after the other; those of box b are [first_incident_[b],
    /// first_incident_[b + 1]).
    std::vector<std::uint32_t> first_incident_;
    std::vector<std::uint32_t> incident_;
    mutable std::unordered_map<std::uint32_t, EdgePaths> edge_paths_;
};

[[nodiscard]] QPainterPath toPainterPath(const Path& path);

}  // namespace qdqlens
