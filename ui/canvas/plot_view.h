// A chart on the screen: what the SVG writer does in text, with QPainter; what a pointer is over is said.
#pragma once

#include <QWidget>
#include <optional>

#include "core/diagram/plot.h"

namespace qdqlens {

class PlotView : public QWidget {
    Q_OBJECT

  public:
    explicit PlotView(QWidget* parent = nullptr);

    /// As high as the plot is; drawn at 100 %.
    void setPlot(Plot plot);
    [[nodiscard]] const Plot& plot() const { return plot_; }
    void setThemeKind(ThemeKind kind);
    /// The hint under the pointer, or that the arrow keys lead to.
    [[nodiscard]] std::optional<std::size_t> current() const { return current_; }

    [[nodiscard]] QSize sizeHint() const override;

  Q_SIGNALS:
    /// Empty: nothing is pointed at.
    void hinted(const QString& text);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void setCurrent(std::optional<std::size_t> hint);

    Plot plot_;
    ThemeKind theme_ = ThemeKind::kLight;
    std::optional<std::size_t> current_;
};

}  // namespace qdqlens
