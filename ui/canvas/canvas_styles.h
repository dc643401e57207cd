// A theme's styles as Qt's colours and pens, made once.
#pragma once

#include <QColor>
#include <QPen>
#include <array>

#include "core/diagram/theme.h"

namespace qdqlens {

struct BoxPaint {
    BoxStyle style;
    QColor fill, border;
    QPen pen;    ///< Of the border; its width is for a box that is not shared.
    QColor far;  ///< Fill and border in one, for boxes too small to have both.
};

struct EdgePaint {
    EdgeStyle style;
    QColor color;
    QPen pen;
    QColor far;  ///< Paler: many thin lines beside each other add up.
};

class CanvasStyles {
  public:
    explicit CanvasStyles(const Theme& theme);

    [[nodiscard]] const BoxPaint& box(BoxRole role) const { return boxes_[static_cast<std::size_t>(role)]; }
    [[nodiscard]] const EdgePaint& edge(EdgeType type, bool to_stub) const {
        return edges_[static_cast<std::size_t>(type)][to_stub ? 1 : 0];
    }

    QColor background, focus, defect;

    static constexpr std::size_t kRoles = static_cast<std::size_t>(BoxRole::kGroup) + 1;
    static constexpr std::size_t kEdgeTypes = static_cast<std::size_t>(EdgeType::kUnknown) + 1;

  private:
    std::array<BoxPaint, kRoles> boxes_;
    std::array<std::array<EdgePaint, 2>, kEdgeTypes> edges_;
};

[[nodiscard]] const CanvasStyles& canvasStyles(ThemeKind kind);

}  // namespace qdqlens
