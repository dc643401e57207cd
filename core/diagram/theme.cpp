#include "core/diagram/theme.h"

namespace qdqlens {

namespace {

struct BoxColors {
    Color fill;
    Color border;
};

struct Palette {
    Color text;
    Color muted;
    Color constant;
    Color band, hairline, group_frame;
    BoxColors plain, quantize, dequantize, port, stub, group;
    Color float_edge, quantized_edge, wide_edge, unknown_edge;
};

constexpr Palette kLightPalette{
    .text = "#1f2328",
    .muted = "#57606a",
    .constant = "#4a4f86",
    .band = "#f3f3fb",
    .hairline = "#c9cbe3",
    .group_frame = "#b4bcc5",
    .plain = {"#ffffff", "#7d8590"},
    .quantize = {"#fff2d9", "#b9822a"},
    .dequantize = {"#e0f1ed", "#3b8878"},
    .port = {"#eef1f4", "#7d8590"},
    .stub = {"#f8f9fb", "#a3abb5"},
    .group = {"#f3f5f7", "#7d8590"},
    .float_edge = "#57606a",
    .quantized_edge = "#975800",
    .wide_edge = "#5b4bb5",
    .unknown_edge = "#6a737d",
};

constexpr Palette kDarkPalette{
    .text = "#e6edf3",
    .muted = "#a0a8b2",
    .constant = "#b4baea",
    .band = "#1d2033",
    .hairline = "#3c4166",
    .group_frame = "#444c56",
    .plain = {"#171c24", "#6b7480"},
    .quantize = {"#35280f", "#b38637"},
    .dequantize = {"#10312b", "#4a9c8b"},
    .port = {"#222932", "#6b7480"},
    .stub = {"#12171e", "#525b66"},
    .group = {"#1b212a", "#6b7480"},
    .float_edge = "#a0a8b2",
    .quantized_edge = "#e3a548",
    .wide_edge = "#ac9ff5",
    .unknown_edge = "#8f98a3",
};

constexpr Theme kLight{.background = "#ffffff",
                       .title = "#1f2328",
                       .subtitle = "#57606a",
                       .focus = "#0969da",
                       .defect = "#cf222e",
                       .kind = ThemeKind::kLight};

constexpr Theme kDark{.background = "#0d1117",
                      .title = "#e6edf3",
                      .subtitle = "#a0a8b2",
                      .focus = "#58a6ff",
                      .defect = "#ff7b72",
                      .kind = ThemeKind::kDark};

const Palette& palette(ThemeKind kind) {
    return kind == ThemeKind::kDark ? kDarkPalette : kLightPalette;
}

constexpr double kPill = 100;  // More than half of any box.

}  // namespace

BoxStyle Theme::box(BoxRole role) const {
    const Palette& p = palette(kind);
    BoxStyle style;
    style.band = p.band;
    style.hairline = p.hairline;
    const auto color = [&](const BoxColors& colors) {
        style.fill = colors.fill;
        style.border = colors.border;
    };
    switch (role) {
        case BoxRole::kPlain:
            color(p.plain);
            break;
        case BoxRole::kQuantize:
        case BoxRole::kDequantize:
            color(role == BoxRole::kQuantize ? p.quantize : p.dequantize);
            style.bar = p.quantized_edge;
            break;
        case BoxRole::kInput:
        case BoxRole::kOutput:
            color(p.port);
            style.corner = kPill;
            break;
        case BoxRole::kStub:
            color(p.stub);
            style.border_width = 1;
            style.dashed = true;
            style.corner = kPill;
            break;
        case BoxRole::kGroup:
            color(p.group);
            style.corner = 8;
            break;
    }
    return style;
}

BoxStyle Theme::groupFrame(FrameLook frame) const {
    const Palette& p = palette(kind);
    BoxStyle style;
    style.fill = background;
    style.border = p.group_frame;
    style.border_width = 1;
    style.corner = 9;
    if (frame == FrameLook::kInt8) {
        style.border = p.quantized_edge;
        style.border_width = 1.6;
    } else if (frame == FrameLook::kFloat) {
        style.border = p.float_edge;
        style.dashed = true;
    }
    return style;
}

LineStyle Theme::line(LineRole role, BoxKind box_kind) const {
    const Palette& p = palette(kind);
    if (box_kind == BoxKind::kStub) {
        return {.color = p.muted, .size = 9.5, .leading = 12.5, .mono = role == LineRole::kName};
    }
    switch (role) {
        case LineRole::kOpType:
            return {.color = p.text, .size = 13, .leading = 17, .bold = true};
        case LineRole::kName:
            return {.color = p.muted, .size = 10.5, .leading = 14.5, .mono = true};
        case LineRole::kConstant:
            return {.color = p.constant, .size = 10.5, .leading = 14.5};
        case LineRole::kParameters:
            return {.color = p.text, .size = 10.5, .leading = 14.5};
        case LineRole::kNote:
            break;
    }
    return {.color = p.muted, .size = 9.5, .leading = 13};
}

EdgeStyle Theme::edge(EdgeType type, bool to_stub) const {
    const Palette& p = palette(kind);
    switch (type) {
        case EdgeType::kQuantized:
            return {.color = p.quantized_edge,
                    .width = 2.8,
                    .dash = to_stub ? "5 3.5" : "",
                    .head_length = 9.5,
                    .head_width = 8.4};
        case EdgeType::kWide:
            return {.color = p.wide_edge,
                    .width = 3.4,
                    .dash = to_stub ? "5 3.5" : "",
                    .doubled = true,
                    .gap = 1.4,
                    .head_length = 8.5,
                    .head_width = 7.4};
        case EdgeType::kUnknown:
            return {.color = p.unknown_edge, .width = 1.5, .dash = to_stub ? "1.5 5" : "1.5 2.5"};
        case EdgeType::kFloat:
            break;
    }
    return {.color = p.float_edge, .width = 1.2, .dash = to_stub ? "5 3.5" : ""};
}

LineStyle Theme::edgeLabel(EdgeType type) const {
    return {.color = edge(type, false).color, .size = 9.5, .leading = 13};
}

LineStyle Theme::titleLine() const {
    return {.color = title, .size = 15, .leading = 19, .bold = true};
}

LineStyle Theme::subtitleLine() const {
    return {.color = subtitle, .size = 10.5, .leading = 15};
}

LineStyle Theme::legendLine() const {
    return {.color = subtitle, .size = 9.5, .leading = 18};
}

LineStyle Theme::groupLine() const {
    return {.color = subtitle, .size = 10, .leading = 15, .bold = true};
}

const Theme& theme(ThemeKind kind) {
    return kind == ThemeKind::kDark ? kDark : kLight;
}

std::string_view sansFamily() {
    return "DejaVu Sans, Bitstream Vera Sans, Verdana, Noto Sans, sans-serif";
}

std::string_view monoFamily() {
    return "DejaVu Sans Mono, Bitstream Vera Sans Mono, Menlo, Consolas, monospace";
}

}  // namespace qdqlens
