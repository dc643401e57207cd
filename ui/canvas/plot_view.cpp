#include "ui/canvas/plot_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <variant>

#include "core/diagram/box_metrics.h"
#include "ui/canvas/canvas_colors.h"
#include "ui/canvas/canvas_fonts.h"

namespace qdqlens {

namespace {

class PlotPainter {
  public:
    PlotPainter(QPainter& painter, ThemeKind theme) : painter_(painter), theme_(theme) {}

    void operator()(const PlotRect& mark) const { painter_.fillRect(toRectF(mark.place), color(mark.ink)); }
    void operator()(const PlotLine& mark) const {
        EdgeStyle style;
        style.color = plotColor(mark.ink, theme_);
        style.width = mark.width;
        style.dash = mark.dashed ? kPlotDash : std::string_view();
        painter_.setPen(toPen(style));
        painter_.drawLine(toPointF(mark.from), toPointF(mark.to));
    }
    void operator()(const PlotDot& mark) const {
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(color(mark.ink));
        painter_.drawEllipse(toPointF(mark.at), mark.radius, mark.radius);
    }
    void operator()(const PlotText& mark) const {
        LineStyle style;
        style.color = plotColor(mark.ink, theme_);
        style.size = mark.size;
        style.bold = mark.bold;
        const bool middle = mark.anchor == PlotAnchor::kMiddle;
        const double left = mark.anchor == PlotAnchor::kEnd ? lineWidth(mark.text, style) : 0;
        drawMeasuredText(painter_, mark.at.x - left, mark.at.y, mark.text, style,
                         middle ? TextAnchor::kMiddle : TextAnchor::kStart);
    }

  private:
    [[nodiscard]] QColor color(PlotInk ink) const { return toColor(plotColor(ink, theme_)); }

    QPainter& painter_;
    ThemeKind theme_;
};

}  // namespace

PlotView::PlotView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Plot"));
}

void PlotView::setPlot(Plot plot) {
    plot_ = std::move(plot);
    setAccessibleName(QString::fromStdString(plot_.title));
    setAccessibleDescription(QString::fromStdString(plot_.description));
    setMinimumHeight(static_cast<int>(std::ceil(plot_.height)));
    updateGeometry();
    setCurrent(std::nullopt);
    update();
}

void PlotView::setThemeKind(ThemeKind kind) {
    theme_ = kind;
    update();
}

QSize PlotView::sizeHint() const {
    return {static_cast<int>(std::ceil(plot_.width)), static_cast<int>(std::ceil(plot_.height))};
}

void PlotView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.fillRect(event->rect(), toColor(theme(theme_).background));
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (current_) {
        QColor under = palette().color(QPalette::Highlight);
        under.setAlphaF(0.16F);
        painter.fillRect(toRectF(plot_.hints[*current_].place), under);
    }
    for (const PlotMark& mark : plot_.marks) {
        std::visit(PlotPainter(painter, theme_), mark);
    }
}

void PlotView::setCurrent(std::optional<std::size_t> hint) {
    if (hint == current_) {
        return;
    }
    current_ = hint;
    Q_EMIT hinted(hint ? QString::fromStdString(plot_.hints[*hint].text) : QString());
    update();
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    for (std::size_t i = 0; i < plot_.hints.size(); ++i) {
        if (toRectF(plot_.hints[i].place).contains(event->position())) {
            setCurrent(i);
            return;
        }
    }
    setCurrent(std::nullopt);
}

void PlotView::leaveEvent(QEvent* event) {
    setCurrent(std::nullopt);
    QWidget::leaveEvent(event);
}

/// Without a mouse: from hint to hint.
void PlotView::keyPressEvent(QKeyEvent* event) {
    const bool right = event->key() == Qt::Key_Right;
    if ((!right && event->key() != Qt::Key_Left) || plot_.hints.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::size_t last = plot_.hints.size() - 1;
    if (!current_) {
        setCurrent(right ? 0 : last);
    } else if (right) {
        setCurrent(std::min(*current_ + 1, last));
    } else {
        setCurrent(*current_ == 0 ? 0 : *current_ - 1);
    }
}

}  // namespace qdqlens
