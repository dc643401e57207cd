#include "ui/canvas/canvas_styles.h"

#include "core/diagram/drawing.h"
#include "ui/canvas/canvas_colors.h"

namespace qdqlens {

namespace {

QColor mixed(const QColor& a, const QColor& b, float share_of_b) {
    const auto part = [share_of_b](float x, float y) { return x + (y - x) * share_of_b; };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()),
                            part(a.blueF(), b.blueF()));
}

}  // namespace

CanvasStyles::CanvasStyles(const Theme& theme)
    : background(toColor(theme.background)), focus(toColor(theme.focus)), defect(toColor(theme.defect)) {
    constexpr float kBorderShare = 0.55F;
    constexpr float kEdgeShare = 0.55F;
    for (std::size_t i = 0; i < kRoles; ++i) {
        BoxPaint& box = boxes_[i];
        box.style = theme.box(static_cast<BoxRole>(i));
        box.fill = toColor(box.style.fill);
        box.border = toColor(box.style.border);
        box.pen = QPen(box.border, box.style.border_width);
        if (box.style.dashed) {
            box.pen =
                toPen({.color = box.style.border, .width = box.style.border_width, .dash = kBorderDash});
        }
        box.far = mixed(box.fill, box.border, kBorderShare);
    }
    for (std::size_t i = 0; i < kEdgeTypes; ++i) {
        for (const bool to_stub : {false, true}) {
            EdgePaint& edge = edges_[i][to_stub ? 1 : 0];
            edge.style = theme.edge(static_cast<EdgeType>(i), to_stub);
            edge.color = toColor(edge.style.color);
            edge.pen = toPen(edge.style);
            edge.far = mixed(background, edge.color, kEdgeShare);
        }
    }
}

const CanvasStyles& canvasStyles(ThemeKind kind) {
    static const CanvasStyles kLight(theme(ThemeKind::kLight));
    static const CanvasStyles kDark(theme(ThemeKind::kDark));
    return kind == ThemeKind::kDark ? kDark : kLight;
}

}  // namespace qdqlens
