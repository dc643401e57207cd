// Paints a figure, or the part of it that shows, by the theme: what the SVG writer does in text, with
// QPainter.
#pragma once

#include <QRectF>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/diagram/theme.h"
#include "ui/canvas/canvas_styles.h"
#include "ui/canvas/prepared_figure.h"

class QPainter;

namespace qdqlens {

/// How much of a picture is drawn, by what can be made out at a zoom.
enum class Detail {
    kBlocks,    ///< From afar: see far_painter.h.
    kHeadings,  ///< The first line of each box.
    kAll,
};
[[nodiscard]] Detail detailAt(double zoom);

/// What a screen adds to a figure: what follows the hand.
struct Emphasis {
    std::optional<std::uint32_t> selected;  ///< With its edges.
    std::optional<std::uint32_t> hovered;
    std::vector<std::uint32_t> ends;  ///< Where else the value of a stub is drawn.
    bool keyboard = false;            ///< The canvas has the keyboard's focus.
};

/// The painter is in the figure's coordinates, `zoom` times as large.
class CanvasPainter {
  public:
    CanvasPainter(QPainter& painter, const PreparedFigure& prepared, ThemeKind kind, double zoom);

    void paint(const QRectF& area);
    void paintAll();
    /// On top of what was painted, from afar too.
    void paintEmphasis(const Emphasis& emphasis);

  private:
    /// How a box differs from what it is like by itself.
    struct Look {
        std::optional<QColor> border;
        double border_width = 0;  ///< Instead of its own; 0: its own.
    };
    void paint(const std::vector<std::uint32_t>& boxes, const std::vector<std::uint32_t>& edges);
    void paintGroups();
    void paintGroupLabels();
    void paintEdge(std::uint32_t index, const std::optional<QColor>& color);
    void paintEdgeLabel(std::uint32_t index);
    void paintBox(std::uint32_t index, const Look& look);
    void paintHalo(std::uint32_t index, float strength);
    void paintParts(const Box& box, const Rect& place, const BoxStyle& style, const QColor& border);
    void paintLines(const Box& box, const QRectF& rect);
    void fill(const Path& path, Color color);
    void stroke(const Path& path, const QColor& color, double width);
    [[nodiscard]] QRectF atLeast(const QRectF& rect, double pixels) const;

    QPainter& painter_;
    const PreparedFigure& prepared_;
    const Scene& scene_;
    const Placement& placement_;
    const Theme& theme_;
    const CanvasStyles& styles_;
    double zoom_;
    Detail detail_;
};

}  // namespace qdqlens
