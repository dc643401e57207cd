// One panel of a chart: a drawing area with axes around it.
#pragma once

#include <string>

#include "core/diagram/plot.h"
#include "core/diagram/plot_axis.h"

namespace qdqlens {

class PlotPanel {
  public:
    /// Draws grid, axes and tick labels around `area`, which the data go into.
    PlotPanel(Plot& plot, const Rect& area, PlotAxis x, PlotAxis y);

    void heading(const std::string& text);
    /// Below the tick labels of x, in the middle; above those of y, at their right end.
    void axisTitles(const std::string& x, const std::string& y);

    [[nodiscard]] double x(double value) const { return area_.x + x_.position(value) * area_.width; }
    [[nodiscard]] double y(double value) const { return area_.bottom() - y_.position(value) * area_.height; }
    [[nodiscard]] const Rect& area() const { return area_; }

    void add(PlotMark mark) { plot_.marks.push_back(std::move(mark)); }
    void hint(const Rect& place, std::string text) { plot_.hints.push_back({place, std::move(text)}); }

  private:
    void drawAxes();

    Plot& plot_;
    Rect area_;
    PlotAxis x_, y_;
};

}  // namespace qdqlens
