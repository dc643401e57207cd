#include "ui/canvas/overview_map.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/canvas/canvas_colors.h"
#include "ui/canvas/canvas_styles.h"
#include "ui/canvas/coverage_image.h"

namespace qdqlens {

namespace {

constexpr double kMargin = 12;  ///< To the canvas' corner.
/// At most so much of the canvas, and so many px.
constexpr double kMostWidth = 0.24;
constexpr double kMostHeight = 0.42;
constexpr QSizeF kLargest(200, 260);
/// A canvas that is smaller has no room for a map.
constexpr QSize kLeastCanvas(360, 280);
constexpr double kLeastFrame = 4;
/// Boxes are drawn at least so wide and high, px, and thin ones more strongly than they are.
constexpr double kLeastBox = 0.8;
constexpr float kPower = 0.6F;

QRectF atLeast(const QRectF& rect, double size) {
    const double more_width = std::max(0.0, size - rect.width()) / 2;
    const double more_height = std::max(0.0, size - rect.height()) / 2;
    return rect.adjusted(-more_width, -more_height, more_width, more_height);
}

}  // namespace

OverviewMap::OverviewMap(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Overview map"));
    setToolTip(tr("The whole picture. Click or drag to move the view."));
    hide();
}

void OverviewMap::setFigure(const PreparedFigure* prepared) {
    prepared_ = prepared;
    marks_.clear();
    covered_ = {};
    dragging_ = false;
}

void OverviewMap::setThemeKind(ThemeKind kind) {
    theme_kind_ = kind;
    pixels_ = {};
    update();
}

void OverviewMap::setMarks(std::vector<std::uint32_t> boxes) {
    marks_ = std::move(boxes);
    update();
}

void OverviewMap::setWanted(bool wanted) {
    wanted_ = wanted;
    follow(visible_);
}

void OverviewMap::follow(const QRectF& visible) {
    visible_ = visible;
    const QSize canvas = parentWidget()->size();
    const bool room = canvas.width() >= kLeastCanvas.width() && canvas.height() >= kLeastCanvas.height();
    if (!wanted_ || prepared_ == nullptr || !room) {
        hide();
        return;
    }
    const Placement& placement = prepared_->figure().placement;
    if (!dragging_ && visible_.contains(QRectF(0, 0, placement.width, placement.height))) {
        hide();
        return;
    }
    if (covered_ != canvas) {
        arrange();
    }
    show();
    update();
}

void OverviewMap::arrange() {
    covered_ = parentWidget()->size();
    const Placement& placement = prepared_->figure().placement;
    const QSizeF room(std::min(kLargest.width(), covered_.width() * kMostWidth),
                      std::min(kLargest.height(), covered_.height() * kMostHeight));
    fold_ = MapFold({placement.width, placement.height}, room);
    pixels_ = {};
    const QSize size(static_cast<int>(fold_.size().width()) + 1 + 2 * kPadding,
                     static_cast<int>(fold_.size().height()) + 1 + 2 * kPadding);
    setGeometry(QRect(QPoint(covered_.width() - size.width() - static_cast<int>(kMargin),
                             covered_.height() - size.height() - static_cast<int>(kMargin)),
                      size));
}

void OverviewMap::drawPixels() {
    const double ratio = devicePixelRatioF();
    const CanvasStyles& styles = canvasStyles(theme_kind_);
    CoverageImage sum((QSizeF(size()) * ratio).toSize());
    const Figure& figure = prepared_->figure();
    for (std::size_t i = 0; i < figure.placement.boxes.size(); ++i) {
        const Box& box = figure.scene.boxes[i];
        const QRectF spot =
            atLeast(fold_.spot(toRectF(figure.placement.boxes[i])), kLeastBox).translated(kPadding, kPadding);
        sum.add({spot.topLeft() * ratio, spot.size() * ratio},
                (box.focus ? styles.focus : styles.box(box.role).far).rgb());
    }
    const QImage boxes = sum.image(kPower);
    QImage image(boxes.size(), QImage::Format_RGB32);
    image.fill(styles.background);
    QPainter painter(&image);
    paintEdges(painter, ratio);
    painter.drawImage(0, 0, boxes);
    painter.end();
    image.setDevicePixelRatio(ratio);
    pixels_ = QPixmap::fromImage(std::move(image));
}

/// Where there are so few that they can be told apart.
void OverviewMap::paintEdges(QPainter& painter, double ratio) const {
    constexpr std::size_t kMost = 1500;
    const Figure& figure = prepared_->figure();
    if (fold_.bands() > 1 || figure.placement.edges.size() > kMost) {
        return;
    }
    const auto at = [&](const Point& point) {
        return (fold_.spot(QRectF(toPointF(point), QSizeF(0, 0))).topLeft() + QPointF(kPadding, kPadding)) *
               ratio;
    };
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < figure.placement.edges.size(); ++i) {
        const std::vector<Point>& points = figure.placement.edges[i];
        const Edge& edge = figure.scene.edges[i];
        painter.setPen(QPen(canvasStyles(theme_kind_).edge(edge.type, edge.to_stub).far, 0));
        for (std::size_t k = 3; k < points.size(); k += 3) {
            painter.drawLine(at(points[k - 3]), at(points[k]));
        }
    }
}

void OverviewMap::paintEvent(QPaintEvent* /*event*/) {
    if (prepared_ == nullptr) {
        return;
    }
    if (pixels_.isNull() || pixels_.devicePixelRatio() != devicePixelRatioF()) {
        drawPixels();
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, pixels_);
    paintFrame(painter);
    const CanvasStyles& styles = canvasStyles(theme_kind_);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(styles.box(BoxRole::kStub).border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setPen(Qt::NoPen);
    for (const std::uint32_t mark : marks_) {
        const QRectF spot = fold_.spot(toRectF(prepared_->figure().placement.boxes[mark]));
        painter.fillRect(atLeast(spot.translated(kPadding, kPadding), 3), styles.focus);
    }
}

/// What shows, in as many pieces as the map is folded there.
void OverviewMap::paintFrame(QPainter& painter) {
    QColor color = canvasStyles(theme_kind_).focus;
    painter.setPen(QPen(color, 1));
    color.setAlphaF(0.18F);
    painter.setBrush(color);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const QRectF& piece : fold_.toMap(visible_)) {
        const QRectF frame = atLeast(piece.translated(kPadding, kPadding), kLeastFrame);
        painter.drawRect(frame.toAlignedRect().adjusted(-1, -1, 0, 0));
    }
}

QPointF OverviewMap::pictureAt(QPointF at) const {
    return fold_.toPicture(at - QPointF(kPadding, kPadding));
}

void OverviewMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || prepared_ == nullptr) {
        return;
    }
    const QPointF at = pictureAt(event->position());
    const double slack = kLeastFrame / std::max(fold_.scale(), 1e-9);
    const bool in_frame = atLeast(visible_, slack).contains(at);
    grip_ = in_frame ? at - visible_.center() : QPointF();
    dragging_ = true;
    setCursor(Qt::ClosedHandCursor);
    if (!in_frame) {
        Q_EMIT centerRequested(at);
    }
}

void OverviewMap::mouseMoveEvent(QMouseEvent* event) {
    if (dragging_) {
        Q_EMIT centerRequested(pictureAt(event->position()) - grip_);
    }
}

void OverviewMap::mouseReleaseEvent(QMouseEvent* /*event*/) {
    dragging_ = false;
    setCursor(Qt::PointingHandCursor);
    follow(visible_);
}

/// The menu of the canvas would speak of a box below the map.
void OverviewMap::contextMenuEvent(QContextMenuEvent* event) {
    event->accept();
}

}  // namespace qdqlens
