#include "ui/canvas/canvas_view.h"

#include <QAccessible>
#include <QImage>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "core/diagram/box_metrics.h"
#include "ui/canvas/canvas_colors.h"
#include "ui/canvas/far_painter.h"
#include "ui/canvas/overview_map.h"
#include "ui/canvas/port_ring.h"

namespace qdqlens {

namespace {

constexpr double kMargin = 28;
/// Below this zoom the smallest lines of a label cannot be read with ease.
constexpr double kReadable = 0.75;

QRectF expanded(const QRectF& rect, double by) {
    return rect.adjusted(-by, -by, by, by);
}

}  // namespace

CanvasView::CanvasView(QWidget* parent)
    : QAbstractScrollArea(parent), overview_(new OverviewMap(viewport())) {
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->grabGesture(Qt::PinchGesture);
    setAccessibleName(tr("Diagram"));
    setAccessibleDescription(
        tr("The graph around the focus. Arrow keys walk along the edges, Enter focuses."));
    connect(overview_, &OverviewMap::centerRequested, this, [this](QPointF point) {
        view_.place(point, QRectF(viewport()->rect()).center());
        viewChanged(view_.zoom());
    });
}

CanvasView::~CanvasView() = default;

void CanvasView::setFigure(std::shared_ptr<const Figure> figure) {
    auto_box_.reset();
    overview_->setFigure(nullptr);
    prepared_ = figure ? std::make_unique<PreparedFigure>(figure) : nullptr;
    figure_ = std::move(figure);
    emphasis_.selected.reset();
    emphasis_.hovered.reset();
    marks_.clear();
    emphasis_.ends.clear();
    unpainted_ = figure_ != nullptr;
    frame_.invalidate();
    view_.admit(picture(), viewport()->size(), kMargin);
    overview_->setFigure(prepared_.get());
    updateScrollBars();
    overviewChanged();
    viewport()->update();
}

void CanvasView::setThemeKind(ThemeKind kind) {
    theme_kind_ = kind;
    frame_.invalidate();
    overview_->setThemeKind(kind);
    viewport()->update();
}

void CanvasView::setMarks(std::vector<BoxMark> marks) {
    marks_ = std::move(marks);
    frame_.invalidate();
    viewport()->update();
}

void CanvasView::setSelectedBox(std::optional<std::uint32_t> box) {
    emphasis_.selected = box;
    showEnds();
    describe();
    viewport()->update();
}

/// Those of what is pointed at before those of what is selected.
void CanvasView::showEnds() {
    emphasis_.ends.clear();
    if (!figure_) {
        return;
    }
    if (emphasis_.hovered) {
        emphasis_.ends = portRing(*figure_, *emphasis_.hovered);
    }
    if (emphasis_.ends.empty() && emphasis_.selected) {
        emphasis_.ends = portRing(*figure_, *emphasis_.selected);
    }
    std::vector<std::uint32_t> marks = emphasis_.ends;
    if (emphasis_.selected) {
        marks.push_back(*emphasis_.selected);
    }
    overview_->setMarks(std::move(marks));
}

void CanvasView::describe() {
    if (!figure_ || !emphasis_.selected) {
        return;
    }
    QString text;
    for (const TextLine& line : figure_->scene.boxes[*emphasis_.selected].lines) {
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + QString::fromStdString(line.text);
    }
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

QRectF CanvasView::picture() const {
    return figure_ ? QRectF(0, 0, figure_->placement.width, figure_->placement.height) : QRectF();
}

void CanvasView::viewChanged(double old_zoom, AutoView automatic) {
    auto_view_ = automatic;
    updateScrollBars();
    overviewChanged();
    viewport()->update();
    if (old_zoom != view_.zoom()) {
        Q_EMIT zoomChanged(view_.zoom());
    }
    Q_EMIT viewMoved();
}

void CanvasView::overviewChanged() {
    overview_->follow(view_.toScene(QRectF(viewport()->rect())));
}

void CanvasView::setZoom(double zoom) {
    const double old_zoom = view_.zoom();
    view_.zoomAt(QRectF(viewport()->rect()).center(), zoom);
    viewChanged(old_zoom);
}

void CanvasView::zoomBy(double factor, QPointF at) {
    const double old_zoom = view_.zoom();
    view_.zoomAt(at, old_zoom * factor);
    viewChanged(old_zoom);
}

void CanvasView::fit() {
    const double old_zoom = view_.zoom();
    view_.fit(picture(), viewport()->size(), kMargin, 1.0);
    viewChanged(old_zoom, AutoView::kFit);
}

void CanvasView::showReadable(std::optional<std::uint32_t> box) {
    const double old_zoom = view_.zoom();
    auto_box_ = box;
    placeReadable();
    viewChanged(old_zoom, AutoView::kReadable);
}

void CanvasView::placeReadable() {
    const QSizeF size = viewport()->size();
    view_.fit(picture(), size, kMargin, 1.0);
    if (view_.zoom() >= kReadable || !figure_) {
        return;
    }
    // Too much to read at once: the start of it at 100 %, or what is around the box.
    view_.set(1.0, view_.origin());
    QPointF center = picture().center();
    const QRectF start = auto_box_ ? toRectF(figure_->placement.boxes[*auto_box_]) : QRectF();
    if (picture().width() + 2 * kMargin > size.width()) {
        center.setX(auto_box_ ? start.center().x() : size.width() / 2 - kMargin);
    }
    if (picture().height() + 2 * kMargin > size.height()) {
        center.setY(auto_box_ ? start.center().y() : size.height() / 2 - kMargin);
    }
    view_.place(center, {size.width() / 2, size.height() / 2});
}

void CanvasView::centerOn(std::uint32_t box) {
    placeBox(box, QRectF(viewport()->rect()).center());
}

void CanvasView::placePoint(QPointF point, QPointF screen) {
    view_.place(point, screen);
    viewChanged(view_.zoom());
}

void CanvasView::placeBox(std::uint32_t box, QPointF screen) {
    placePoint(toRectF(figure_->placement.boxes[box]).center(), screen);
}

void CanvasView::ensureVisible(std::uint32_t box) {
    const QRectF rect = expanded(boxOnScreen(box), 12);
    const QRectF area = viewport()->rect();
    QPointF delta;
    if (rect.right() > area.right()) {
        delta.setX(area.right() - rect.right());
    }
    if (rect.left() + delta.x() < area.left()) {
        delta.setX(area.left() - rect.left());
    }
    if (rect.bottom() > area.bottom()) {
        delta.setY(area.bottom() - rect.bottom());
    }
    if (rect.top() + delta.y() < area.top()) {
        delta.setY(area.top() - rect.top());
    }
    if (overview_->isVisible() && rect.translated(delta).intersects(overview_->geometry())) {
        delta.ry() += overview_->y() - rect.translated(delta).bottom();  // Not behind the map.
    }
    view_.panBy(delta);
    viewChanged(view_.zoom());
}

QRectF CanvasView::boxOnScreen(std::uint32_t box) const {
    const QRectF rect = toRectF(figure_->placement.boxes[box]);
    return {view_.toScreen(rect.topLeft()), rect.size() * view_.zoom()};
}

std::vector<std::uint32_t> CanvasView::visibleBoxes() const {
    return prepared_ ? prepared_->boxesIn(view_.toScene(QRectF(viewport()->rect())))
                     : std::vector<std::uint32_t>{};
}

std::optional<std::uint32_t> CanvasView::boxAt(QPointF screen) const {
    if (!prepared_) {
        return std::nullopt;
    }
    const auto hits = prepared_->boxesIn({view_.toScene(screen), QSizeF(0, 0)});
    return hits.empty() ? std::nullopt : std::optional(hits.back());
}

QRectF CanvasView::groupOnScreen(std::uint32_t group) const {
    const QRectF frame = toRectF(figure_->placement.frames[group]);
    return {view_.toScreen(frame.topLeft()), frame.size() * view_.zoom()};
}

std::optional<std::uint32_t> CanvasView::groupLabelAt(QPointF screen) const {
    if (!figure_ || detailAt(view_.zoom()) == Detail::kBlocks) {
        return std::nullopt;
    }
    const QPointF at = view_.toScene(screen);
    const LineStyle style = theme(theme_kind_).groupLine();
    std::optional<std::uint32_t> hit;
    for (std::uint32_t i = 0; i < figure_->placement.frames.size(); ++i) {
        const Rect& frame = figure_->placement.frames[i];
        const Point start = groupLabelPoint(frame);
        const QRectF label(frame.x, frame.y,
                           start.x - frame.x + qdqlens::lineWidth(figure_->scene.groups[i].label, style),
                           start.y - frame.y + style.leading / 2);
        if (frame.width > 0 && label.contains(at)) {
            hit = i;  // Inner frames stand behind those around them.
        }
    }
    return hit;
}

ViewState CanvasView::viewState() const {
    // The middle of the widget: that of the viewport moves when scroll bars come and go.
    return {view_.zoom(), view_.toScene(QRectF(rect()).center())};
}

void CanvasView::restore(const ViewState& state) {
    const double old_zoom = view_.zoom();
    view_.set(state.zoom, {});
    view_.place(state.center, QRectF(rect()).center());
    viewChanged(old_zoom);
}

QImage CanvasView::image(double scale) const {
    if (!figure_) {
        return {};
    }
    const QSizeF size = expanded(picture(), kMargin).size() * scale;
    QImage image(size.toSize(), QImage::Format_ARGB32_Premultiplied);
    const Theme& colors = theme(theme_kind_);
    image.fill(toColor(colors.background));
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    painter.translate(kMargin, kMargin);
    CanvasPainter(painter, *prepared_, theme_kind_, 1).paintAll();
    return image;
}

void CanvasView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    if (!figure_ || figure_->scene.boxes.empty()) {
        const Theme& colors = theme(theme_kind_);
        painter.fillRect(event->rect(), toColor(colors.background));
        painter.setPen(toColor(colors.subtitle));
        painter.drawText(viewport()->rect(), Qt::AlignCenter,
                         figure_ ? tr("There are no nodes to draw here.") : tr("There is no picture."));
    } else {
        painter.drawPixmap(0, 0,
                           frame_.frame(view_, viewport()->size(), devicePixelRatioF(),
                                        [this](QPainter& part_painter, const QRectF& part) {
                                            paintPart(part_painter, part);
                                        }));
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(view_.zoom(), view_.zoom());
        painter.translate(-view_.origin());
        CanvasPainter(painter, *prepared_, theme_kind_, view_.zoom()).paintEmphasis(emphasis_);
    }
    if (unpainted_) {
        unpainted_ = false;
        QMetaObject::invokeMethod(this, &CanvasView::figurePainted, Qt::QueuedConnection);
    }
}

void CanvasView::paintMarks(QPainter& painter, const QRectF& area) const {
    if (marks_.empty()) {
        return;
    }
    for (const std::uint32_t box : prepared_->boxesIn(area)) {
        const Rect& place = figure_->placement.boxes[box];
        const BoxStyle style = theme(theme_kind_).box(figure_->scene.boxes[box].role);
        paintBoxMark(painter, toRectF(place), cornerRadius(style, place), marks_[box], theme_kind_,
                     view_.zoom());
    }
}

void CanvasView::paintPart(QPainter& painter, const QRectF& part) const {
    painter.fillRect(part, canvasStyles(theme_kind_).background);
    const bool far = detailAt(view_.zoom()) == Detail::kBlocks;
    if (far) {
        paintFar(painter, *prepared_, theme_kind_, view_, part);
    }
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(view_.zoom(), view_.zoom());
    painter.translate(-view_.origin());
    // Rings and badges stand out of their boxes, from afar by px of the screen.
    const QRectF area = expanded(view_.toScene(part), std::max(14.0, 6 / view_.zoom()));
    if (!far) {
        CanvasPainter(painter, *prepared_, theme_kind_, view_.zoom()).paint(area);
    }
    paintMarks(painter, area);
}

void CanvasView::resizeEvent(QResizeEvent* event) {
    const double old_zoom = view_.zoom();
    view_.admit(picture(), viewport()->size(), kMargin);
    if (auto_view_ == AutoView::kFit) {
        view_.fit(picture(), viewport()->size(), kMargin, 1.0);
    } else if (auto_view_ == AutoView::kReadable) {
        placeReadable();
    } else if (old_size_.isValid()) {
        // The middle of the view stays the middle; scroll bars that come and go move nothing.
        const QSizeF change = QSizeF(size()) - QSizeF(old_size_);
        view_.panBy({change.width() / 2, change.height() / 2});
    }
    old_size_ = size();
    viewChanged(old_zoom, auto_view_);
    QAbstractScrollArea::resizeEvent(event);
}

/// The bars span the picture and what the view shows now, since a box may have to stand where the picture
/// ends.
void CanvasView::updateScrollBars() {
    if (updating_bars_) {
        return;
    }
    updating_bars_ = true;
    const QSize page = viewport()->size();
    const QPointF top_left = view_.origin() * view_.zoom();
    const QRectF all(expanded(picture(), kMargin / 2).topLeft() * view_.zoom(),
                     expanded(picture(), kMargin / 2).size() * view_.zoom());
    const auto apply = [](QScrollBar* bar, double position, double begin, double end, int length) {
        const int at = static_cast<int>(std::lround(position));
        bar->setRange(std::min(at, static_cast<int>(std::lround(begin))),
                      std::max(at, static_cast<int>(std::lround(end)) - length));
        bar->setPageStep(length);
        bar->setSingleStep(40);
        bar->setValue(at);
    };
    apply(horizontalScrollBar(), top_left.x(), all.left(), all.right(), page.width());
    apply(verticalScrollBar(), top_left.y(), all.top(), all.bottom(), page.height());
    updating_bars_ = false;
}

void CanvasView::scrollContentsBy(int dx, int dy) {
    if (updating_bars_) {
        return;
    }
    view_.panBy(QPointF(dx, dy));
    viewChanged(view_.zoom());
}

}  // namespace qdqlens
