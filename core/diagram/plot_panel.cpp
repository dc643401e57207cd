#include "core/diagram/plot_panel.h"

#include <utility>

namespace qdqlens {

namespace {

constexpr double kTickLength = 4;
constexpr double kTickSize = 9.5;
constexpr double kTitleSize = 9.5;
constexpr double kHeadingSize = 11.5;

}  // namespace

PlotPanel::PlotPanel(Plot& plot, const Rect& area, PlotAxis x, PlotAxis y)
    : plot_(plot), area_(area), x_(std::move(x)), y_(std::move(y)) {
    drawAxes();
}

void PlotPanel::drawAxes() {
    for (const PlotTick& tick : y_.ticks()) {
        const double at = y(tick.value);
        add(PlotLine{{area_.x, at}, {area_.right(), at}, PlotInk::kGrid, 0.8});
        add(PlotText{tick.text,
                     {area_.x - 6, at + kTickSize * 0.35},
                     PlotInk::kSoft,
                     kTickSize,
                     false,
                     PlotAnchor::kEnd});
    }
    for (const PlotTick& tick : x_.ticks()) {
        const double at = x(tick.value);
        add(PlotLine{{at, area_.bottom()}, {at, area_.bottom() + kTickLength}, PlotInk::kAxis, 1});
        add(PlotText{tick.text,
                     {at, area_.bottom() + kTickLength + kTickSize + 1},
                     PlotInk::kSoft,
                     kTickSize,
                     false,
                     PlotAnchor::kMiddle});
    }
    add(PlotLine{{area_.x, area_.bottom()}, {area_.right(), area_.bottom()}, PlotInk::kAxis, 1});
}

void PlotPanel::heading(const std::string& text) {
    add(PlotText{text, {area_.x, area_.y - 24}, PlotInk::kText, kHeadingSize, true, PlotAnchor::kStart});
}

void PlotPanel::axisTitles(const std::string& x_title, const std::string& y_title) {
    add(PlotText{x_title,
                 {area_.center().x, area_.bottom() + 30},
                 PlotInk::kSoft,
                 kTitleSize,
                 false,
                 PlotAnchor::kMiddle});
    add(PlotText{y_title, {area_.x - 6, area_.y - 10}, PlotInk::kSoft, kTitleSize, false, PlotAnchor::kEnd});
}

}  // namespace qdqlens
