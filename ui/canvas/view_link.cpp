#include "ui/canvas/view_link.h"

#include <QRectF>
#include <algorithm>

#include "ui/canvas/canvas_view.h"

namespace qdqlens {

QPointF counterpart(const std::vector<LinkedPoint>& points, QPointF at, bool a_to_b) {
    QPointF sum;
    double weights = 0;
    for (const LinkedPoint& point : points) {
        const QPointF from = a_to_b ? point.a : point.b;
        const QPointF to = a_to_b ? point.b : point.a;
        const QPointF away = from - at;
        const double squared = QPointF::dotProduct(away, away) + 1e-6;
        const double weight = 1 / (squared * squared);
        sum += (to - from) * weight;
        weights += weight;
    }
    return weights > 0 ? at + sum / weights : at;
}

ViewLink::ViewLink(CanvasView* a, CanvasView* b, QObject* parent) : QObject(parent), a_(a), b_(b) {
    for (CanvasView* view : {a, b}) {
        connect(view, &CanvasView::viewMoved, this, [this, view] { follow(view); });
    }
}

void ViewLink::setEnabled(bool enabled) {
    enabled_ = enabled;
    follow(a_);
}

void ViewLink::follow(CanvasView* leader) {
    CanvasView* other = leader == a_ ? b_ : a_;
    if (!enabled_ || moving_ || !leader->figure() || !other->figure()) {
        return;
    }
    moving_ = true;
    ViewState view = leader->viewState();
    view.center = counterpart(points_, view.center, leader == a_);
    other->restore(view);
    moving_ = false;
}

void ViewLink::showReadable(std::optional<std::uint32_t> box_of_a) {
    constexpr double kLeast = 0.6;
    constexpr double kMargin = 56;  // Of both sides together.
    if (!a_->figure() || !b_->figure()) {
        return;
    }
    double zoom = 1;
    for (const CanvasView* view : {a_, b_}) {
        const double room = view->viewport()->width() - kMargin;
        zoom = std::min(zoom, room / std::max(1.0, view->figure()->placement.width));
    }
    zoom = std::max(zoom, kLeast);
    const auto place = [zoom](CanvasView* view, std::optional<std::uint32_t> box) {
        const Placement& placement = view->figure()->placement;
        const double half = view->viewport()->height() / zoom / 2;
        QPointF center(placement.width / 2, std::min(placement.height / 2, half - kMargin / 2 / zoom));
        if (box) {
            center = {placement.boxes[*box].center().x, placement.boxes[*box].center().y};
        }
        view->restore({zoom, center});
    };
    moving_ = true;
    place(a_, box_of_a);
    place(b_, std::nullopt);
    moving_ = false;
    follow(a_);
}

void ViewLink::fitBoth() {
    moving_ = true;
    a_->fit();
    b_->fit();
    const double zoom = std::min(a_->zoom(), b_->zoom());
    a_->setZoom(zoom);
    b_->setZoom(zoom);
    moving_ = false;
}

}  // namespace qdqlens
