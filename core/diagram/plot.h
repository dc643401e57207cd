// A chart as marks in px: the same for SVG, PNG, PDF and the screen, which paint them in order.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/diagram/theme.h"
#include "core/layout/layout.h"

namespace qdqlens {

enum class PlotInk : std::uint8_t {
    kText,     ///< Headings, numbers that matter.
    kSoft,     ///< Tick labels, axis titles, notes.
    kAxis,     ///< Axis lines.
    kGrid,     ///< Lines at ticks.
    kMark,     ///< Data.
    kLimit,    ///< Data at the limits of the type.
    kOutlier,  ///< Data that stand out.
    kBand,     ///< Brackets and lines that tell a range or a middle.
};
[[nodiscard]] Color plotColor(PlotInk ink, ThemeKind kind);

struct PlotRect {
    Rect place;
    PlotInk ink = PlotInk::kMark;
};
struct PlotLine {
    Point from, to;
    PlotInk ink = PlotInk::kAxis;
    double width = 1;
    bool dashed = false;  ///< By kPlotDash.
};
inline constexpr std::string_view kPlotDash = "4 3";
struct PlotDot {
    Point at;
    double radius = 2;
    PlotInk ink = PlotInk::kMark;
};
enum class PlotAnchor : std::uint8_t { kStart, kMiddle, kEnd };
struct PlotText {
    std::string text;
    Point at;  ///< On the baseline.
    PlotInk ink = PlotInk::kSoft;
    double size = 10;
    bool bold = false;
    PlotAnchor anchor = PlotAnchor::kStart;
};
using PlotMark = std::variant<PlotRect, PlotLine, PlotDot, PlotText>;

/// What a pointer over a place is told.
struct PlotHint {
    Rect place;
    std::string text;
};

/// Drawn on Theme::background; y grows downwards from the upper edge.
struct Plot {
    double width = 0;
    double height = 0;
    std::string title;        ///< Also among the marks.
    std::string description;  ///< The same in words.
    std::vector<PlotMark> marks;
    std::vector<PlotHint> hints;
};

}  // namespace qdqlens
