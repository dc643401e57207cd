// What stands around the boxes of a figure: margins, title, subtitle and legend, in px.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagram/drawing.h"
#include "core/diagram/scene.h"
#include "core/layout/layout.h"

namespace qdqlens {

inline constexpr double kFigureMargin = 24;

/// A line of text at its left end on the baseline.
struct FrameText {
    std::string text;
    Point at;
};

/// How inferred shapes are written: in parentheses.
inline constexpr std::string_view kInferredSample = "(n×m)";

/// One entry of the legend: a sample and what it means.
struct LegendEntry {
    enum class Sample : std::uint8_t {
        kEdge,    ///< An edge of `edge_type`.
        kStub,    ///< A dashed edge, as to a stub.
        kBar,     ///< A Q or DQ box with the strip on its quantized side.
        kFocus,   ///< A box with the focus ring.
        kShared,  ///< The fork.
        kDefect,  ///< The exclamation mark.
        kShape,   ///< A word: how an inferred shape is written.
    };
    Sample sample = Sample::kEdge;
    EdgeType edge_type = EdgeType::kFloat;
    Rect sample_box;  ///< The box that shows kBar, kFocus, or whose corner shows kShared, kDefect.
    std::vector<Point> sample_edge;  ///< kEdge, kStub: a spline.
    FrameText text;
};

/// The whole figure. The placement's (0, 0) is at `origin`; everything else is in the figure's coordinates.
struct FigureFrame {
    double width = 0;
    double height = 0;
    Point origin;
    std::vector<FrameText> title;  ///< One a line: long ones are wrapped.
    std::vector<FrameText> subtitle;
    std::vector<LegendEntry> legend;  ///< Empty where Scene.legend is off: else what occurs in the scene.
    std::vector<Rect> groups;         ///< By Scene.groups; width 0 where there is no frame.
};
[[nodiscard]] FigureFrame figureFrame(const Scene& scene, const Placement& placement);

/// The box at this index and the spline of an edge, in the figure's coordinates.
[[nodiscard]] Placement inFigure(const Placement& placement, const FigureFrame& frame);

}  // namespace qdqlens
