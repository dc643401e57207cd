// Colours, type sizes and line widths: one table for the screen, SVG, PNG and PDF.
#pragma once

#include <string_view>

#include "core/diagram/scene.h"

namespace qdqlens {

enum class ThemeKind { kLight, kDark };

/// "#rrggbb".
using Color = std::string_view;

struct BoxStyle {
    Color fill;
    Color border;
    double border_width = 1.1;
    bool dashed = false;
    double corner = 5;  ///< Radius, px.
};

struct LineStyle {
    Color color;
    double size = 10.5;     ///< Font size, px.
    double leading = 14.5;  ///< Baseline to baseline, px.
    bool bold = false;
    bool mono = false;
};

struct EdgeStyle {
    Color color;
    double width = 1.2;
    std::string_view dash;  ///< SVG stroke-dasharray, "" for solid.
};

struct Theme {
    Color background;
    Color title;
    Color subtitle;
    Color focus;  ///< The ring around a focused box.
    Color defect;

    [[nodiscard]] BoxStyle box(BoxRole role) const;
    [[nodiscard]] LineStyle line(LineRole role, BoxKind kind) const;
    [[nodiscard]] EdgeStyle edge(EdgeType type, bool to_stub) const;
    [[nodiscard]] LineStyle edgeLabel(EdgeType type) const;

    ThemeKind kind = ThemeKind::kLight;
};

[[nodiscard]] const Theme& theme(ThemeKind kind);

/// Font family lists, as CSS says them. The first of each is the one of the width table.
[[nodiscard]] std::string_view sansFamily();
[[nodiscard]] std::string_view monoFamily();

}  // namespace qdqlens
