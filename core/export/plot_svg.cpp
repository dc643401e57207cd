#include "core/export/plot_svg.h"

#include "core/export/svg_pen.h"

namespace qdqlens {

namespace {

using Paint = SvgPen::Paint;

Ink inkOf(PlotInk ink) {
    return {plotColor(ink, ThemeKind::kLight), plotColor(ink, ThemeKind::kDark)};
}

class PlotWriter {
  public:
    PlotWriter(const Plot& plot, const SvgOptions& options) : plot_(plot), pen_(options) {}

    std::string write() {
        pen_.rect({0, 0, plot_.width, plot_.height}, 0);
        pen_.inks({{Paint::kFill, themeInk(&Theme::background)}});
        pen_.end();
        for (const PlotMark& mark : plot_.marks) {
            std::visit([this](const auto& is) { draw(is); }, mark);
        }
        const std::string body = pen_.take();
        pen_.head(plot_.width, plot_.height, plot_.title, plot_.description);
        return pen_.take() + body + "</svg>\n";
    }

  private:
    void draw(const PlotRect& mark) {
        pen_.rect(mark.place, 0);
        pen_.inks({{Paint::kFill, inkOf(mark.ink)}});
        pen_.end();
    }
    void draw(const PlotLine& mark) {
        pen_.path({{PathStep::Kind::kMove, {mark.from}}, {PathStep::Kind::kLine, {mark.to}}});
        pen_.attribute("fill", "none");
        pen_.inks({{Paint::kStroke, inkOf(mark.ink)}});
        pen_.number("stroke-width", mark.width);
        if (mark.dashed) {
            pen_.attribute("stroke-dasharray", kPlotDash);
        }
        pen_.end();
    }
    void draw(const PlotDot& mark) {
        pen_.open("circle");
        pen_.number("cx", mark.at.x);
        pen_.number("cy", mark.at.y);
        pen_.number("r", mark.radius);
        pen_.inks({{Paint::kFill, inkOf(mark.ink)}});
        pen_.end();
    }
    void draw(const PlotText& mark) {
        const Both<LineStyle> style{
            {.color = plotColor(mark.ink, ThemeKind::kLight), .size = mark.size, .bold = mark.bold},
            {.color = plotColor(mark.ink, ThemeKind::kDark), .size = mark.size, .bold = mark.bold}};
        pen_.text(mark.text, mark.at, style,
                  mark.anchor == PlotAnchor::kStart    ? SvgPen::Anchor::kStart
                  : mark.anchor == PlotAnchor::kMiddle ? SvgPen::Anchor::kMiddle
                                                       : SvgPen::Anchor::kEnd);
    }

    const Plot& plot_;
    SvgPen pen_;
};

}  // namespace

std::string writePlotSvg(const Plot& plot, const SvgOptions& options) {
    return PlotWriter(plot, options).write();
}

}  // namespace qdqlens
