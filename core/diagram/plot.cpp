#include "core/diagram/plot.h"

namespace qdqlens {

Color plotColor(PlotInk ink, ThemeKind kind) {
    const Theme& colors = theme(kind);
    const bool dark = kind == ThemeKind::kDark;
    switch (ink) {
        case PlotInk::kText:
            return colors.title;
        case PlotInk::kSoft:
            return colors.subtitle;
        case PlotInk::kAxis:
            return dark ? "#6b7480" : "#7d8590";
        case PlotInk::kGrid:
            return dark ? "#222932" : "#e6e9ed";
        case PlotInk::kMark:
            return colors.box(BoxRole::kDequantize).border;
        case PlotInk::kLimit:
            return colors.edge(EdgeType::kQuantized, false).color;
        case PlotInk::kOutlier:
            return colors.defect;
        case PlotInk::kBand:
            break;
    }
    return colors.edge(EdgeType::kWide, false).color;
}

}  // namespace qdqlens
