// Colours, type sizes and line widths: one table for the screen, SVG, PNG and PDF.
// Text has a contrast of at least 4.5 : 1 against what it stands on, in both themes.
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
    bool dashed = false;  ///< Border dashed by kBorderDash.
    double corner = 5;    ///< Radius, px; at most half of the box (cornerRadius in drawing.h).
    Color bar;   ///< Fill of the strip on the box's quantized side (quantizedSide in drawing.h); "" for none.
    Color band;  ///< Behind the folded constants (constantsBand in drawing.h).
    Color hairline;  ///< Above them.
};

struct LineStyle {
    Color color;
    double size = 10.5;     ///< Font size, px.
    double leading = 14.5;  ///< Height of the line, px.
    bool bold = false;
    bool mono = false;
};

struct EdgeStyle {
    Color color;
    double width = 1.2;
    std::string_view dash;  ///< SVG stroke-dasharray in px, "" for solid.
    /// Two lines in place of one: a stroke of `width` in `color`, and on it one of `gap` in the background's
    /// colour.
    bool doubled = false;
    double gap = 0;
    double head_length = 8;  ///< Arrowhead, px.
    double head_width = 6.4;
};

/// Dashes of a box's border, px.
inline constexpr std::string_view kBorderDash = "3 2.5";

struct Theme {
    Color background;
    Color title;
    Color subtitle;
    Color focus;  ///< The ring around a focused box.
    Color defect;

    [[nodiscard]] BoxStyle box(BoxRole role) const;
    [[nodiscard]] BoxStyle groupFrame(FrameLook look) const;  ///< Not filled.
    [[nodiscard]] LineStyle line(LineRole role, BoxKind kind) const;
    [[nodiscard]] EdgeStyle edge(EdgeType type, bool to_stub) const;
    [[nodiscard]] LineStyle edgeLabel(EdgeType type) const;
    [[nodiscard]] LineStyle titleLine() const;
    [[nodiscard]] LineStyle subtitleLine() const;
    [[nodiscard]] LineStyle legendLine() const;
    [[nodiscard]] LineStyle groupLine() const;

    ThemeKind kind = ThemeKind::kLight;
};

[[nodiscard]] const Theme& theme(ThemeKind kind);

/// Font family lists, as CSS says them. The first of each is the one of the width table; the next ones have
/// the same or smaller advances, so that text stays in its box where the first is not installed.
[[nodiscard]] std::string_view sansFamily();
[[nodiscard]] std::string_view monoFamily();

}  // namespace qdqlens
