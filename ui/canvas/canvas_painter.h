// Paints a figure, or the part of it that shows, by the theme: what the SVG writer does in text, with
// QPainter.
#pragma once

#include <QRectF>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/diagram/theme.h"
#include "ui/canvas/prepared_figure.h"

class QPainter;

namespace qdqlens {

/// How much of a picture is drawn, by what can be made out at a zoom.
enum class Detail {
    kShapes,    ///< Boxes and edges, no text.
    kHeadings,  ///< The first line of each box.
    kAll,
};
[[nodiscard]] Detail detailAt(double zoom);

/// What a screen adds to a figure.
struct Emphasis {
    std::optional<std::uint32_t> selected;  ///< With its edges.
    std::optional<std::uint32_t> hovered;
    bool keyboard = false;  ///< The canvas has the keyboard's focus.
};

/// The painter is in the figure's coordinates. `boxes` and `edges` are the indices to paint.
class CanvasPainter {
  public:
    CanvasPainter(QPainter& painter, const PreparedFigure& prepared, const Theme& theme);

    void setDetail(Detail detail) { detail_ = detail; }
    void setEmphasis(const Emphasis& emphasis) { emphasis_ = emphasis; }

    void paint(const std::vector<std::uint32_t>& boxes, const std::vector<std::uint32_t>& edges);
    void paintAll();

  private:
    void paintGroups();
    void paintEdge(std::uint32_t index, bool emphasised);
    void paintEdgeLabel(std::uint32_t index);
    void paintBox(std::uint32_t index);
    void paintHalo(const QRectF& rect, double corner);
    void paintParts(const Box& box, const Rect& place, const BoxStyle& style, const QColor& border);
    void paintLines(std::uint32_t index, const QRectF& rect);
    void fill(const Path& path, Color color);
    void stroke(const Path& path, const QColor& color, double width);
    [[nodiscard]] bool touchesSelection(const Edge& edge) const;

    QPainter& painter_;
    const PreparedFigure& prepared_;
    const Scene& scene_;
    const Placement& placement_;
    const Theme& theme_;
    Detail detail_ = Detail::kAll;
    Emphasis emphasis_;
};

}  // namespace qdqlens
