// The canvas' hands: mouse, wheel, gestures, keys, tool tips.
#include <QApplication>
#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QInputDevice>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPinchGesture>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/canvas/box_walk.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/port_ring.h"

namespace qdqlens {

namespace {

constexpr double kWheelNotch = 120;
constexpr double kZoomPerNotch = 1.2;
constexpr int kPanStep = 60;

/// Two fingers pan, a wheel zooms.
bool fromTouchpad(const QWheelEvent& event) {
    return event.phase() != Qt::NoScrollPhase ||
           (event.device() != nullptr && event.device()->type() == QInputDevice::DeviceType::TouchPad);
}

QString fullText(const Box& box) {
    QString text = QString::fromStdString(box.tooltip);
    if (text.isEmpty()) {
        for (const TextLine& line : box.lines) {
            text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + QString::fromStdString(line.text);
        }
    }
    return text;
}

}  // namespace

void CanvasView::wheelEvent(QWheelEvent* event) {
    const QPoint pixels = event->pixelDelta();
    const QPoint angle = event->angleDelta();
    const bool zooming =
        event->modifiers().testFlag(Qt::ControlModifier) ||
        (!fromTouchpad(*event) && !event->modifiers().testFlag(Qt::ShiftModifier) && angle.y() != 0);
    if (zooming) {
        zoomBy(std::pow(kZoomPerNotch, angle.y() / kWheelNotch), event->position());
    } else {
        QPointF delta = pixels.isNull() ? QPointF(angle) / kWheelNotch * kPanStep : QPointF(pixels);
        if (event->modifiers().testFlag(Qt::ShiftModifier) && delta.x() == 0) {
            delta = {delta.y(), 0};
        }
        view_.panBy(delta);
        viewChanged(view_.zoom());
    }
    event->accept();
}

bool CanvasView::viewportEvent(QEvent* event) {
    switch (event->type()) {
        case QEvent::ToolTip:
            return showToolTip(static_cast<QHelpEvent*>(event));
        case QEvent::Gesture:
            return gesture(static_cast<QGestureEvent*>(event));
        case QEvent::NativeGesture: {
            const auto* native = static_cast<QNativeGestureEvent*>(event);
            if (native->gestureType() == Qt::ZoomNativeGesture) {
                zoomBy(1 + native->value(), native->position());
                return true;
            }
            break;
        }
        case QEvent::Leave:
            if (emphasis_.hovered) {
                emphasis_.hovered.reset();
                showEnds();
                viewport()->update();
            }
            break;
        default:
            break;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

bool CanvasView::gesture(QGestureEvent* event) {
    const auto* pinch = static_cast<QPinchGesture*>(event->gesture(Qt::PinchGesture));
    if (pinch == nullptr) {
        return false;
    }
    zoomBy(pinch->scaleFactor(), viewport()->mapFromGlobal(pinch->centerPoint()));
    return true;
}

bool CanvasView::showToolTip(QHelpEvent* event) {
    const auto box = boxAt(event->pos());
    if (!box) {
        QToolTip::hideText();
        event->ignore();
        return true;
    }
    QString text = fullText(figure_->scene.boxes[*box]);
    if (const QString below = tip_below ? tip_below(figure_->scene.boxes[*box]) : QString();
        !below.isEmpty()) {
        text += QStringLiteral("\n\n") + below;
    }
    QToolTip::showText(event->globalPos(), text, viewport(), boxOnScreen(*box).toAlignedRect());
    return true;
}

void CanvasView::mousePressEvent(QMouseEvent* event) {
    switch (event->button()) {
        case Qt::BackButton:
            Q_EMIT historyStepRequested(-1);
            return;
        case Qt::ForwardButton:
            Q_EMIT historyStepRequested(1);
            return;
        case Qt::LeftButton:
        case Qt::MiddleButton:
            drag_from_ = event->position();
            pressed_at_ = event->position();
            dragging_ = event->button() == Qt::MiddleButton || space_;
            if (dragging_) {
                viewport()->setCursor(Qt::ClosedHandCursor);
            }
            return;
        default:
            QAbstractScrollArea::mousePressEvent(event);
    }
}

void CanvasView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (!drag_from_) {
        hover(at);
        return;
    }
    if (!dragging_ && (at - pressed_at_).manhattanLength() >= QApplication::startDragDistance()) {
        dragging_ = true;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (dragging_) {
        view_.panBy(at - *drag_from_);
        drag_from_ = at;
        viewChanged(view_.zoom());
    }
}

void CanvasView::mouseReleaseEvent(QMouseEvent* event) {
    const bool clicked = drag_from_ && !dragging_ && event->button() == Qt::LeftButton;
    drag_from_.reset();
    dragging_ = false;
    viewport()->setCursor(space_ ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (clicked) {
        const auto box = boxAt(event->position());
        const auto group = box ? std::nullopt : groupLabelAt(event->position());
        if (group) {
            Q_EMIT groupLabelClicked(*group);
        } else {
            selectByHand(box);
        }
    }
    hover(event->position());
}

void CanvasView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (const auto box = boxAt(event->position())) {
        selectByHand(box);
        Q_EMIT boxActivated(*box);
    }
}

void CanvasView::contextMenuEvent(QContextMenuEvent* event) {
    std::optional<std::uint32_t> box = emphasis_.selected;
    QPoint global = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        box = boxAt(viewport()->mapFromGlobal(global));
        selectByHand(box);
    } else if (box) {
        global = viewport()->mapToGlobal(boxOnScreen(*box).center().toPoint());
    }
    Q_EMIT boxMenuRequested(box, global);
}

void CanvasView::hover(QPointF at) {
    const auto box = boxAt(at);
    if (box != emphasis_.hovered) {
        emphasis_.hovered = box;
        showEnds();
        viewport()->update();
    }
    if (!space_ && !dragging_) {
        viewport()->setCursor(box || groupLabelAt(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
}

void CanvasView::selectByHand(std::optional<std::uint32_t> box) {
    setSelectedBox(box);
    Q_EMIT boxSelected(box);
}

bool CanvasView::walkKey(int key) {
    WalkStep step = WalkStep::kUp;
    switch (key) {
        case Qt::Key_Up:
            break;
        case Qt::Key_Down:
            step = WalkStep::kDown;
            break;
        case Qt::Key_Left:
            step = WalkStep::kLeft;
            break;
        case Qt::Key_Right:
            step = WalkStep::kRight;
            break;
        default:
            return false;
    }
    if (!figure_) {
        return true;
    }
    const auto next = emphasis_.selected ? walk(*figure_, *emphasis_.selected, step) : walkStart(*figure_);
    if (next) {
        selectByHand(next);
        ensureVisible(*next);
    }
    return true;
}

bool CanvasView::viewKey(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (emphasis_.selected) {
                Q_EMIT boxActivated(*emphasis_.selected);
            }
            return true;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            Q_EMIT hopsChangeRequested(1);
            return true;
        case Qt::Key_Minus:
            Q_EMIT hopsChangeRequested(-1);
            return true;
        case Qt::Key_J:
            return jumpToEnd(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        case Qt::Key_Space:
            if (!event->isAutoRepeat()) {
                space_ = true;
                viewport()->setCursor(Qt::OpenHandCursor);
            }
            return true;
        case Qt::Key_Escape:
            if (!emphasis_.selected) {
                return false;
            }
            selectByHand(std::nullopt);
            return true;
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            verticalScrollBar()->triggerAction(event->key() == Qt::Key_PageUp
                                                   ? QScrollBar::SliderPageStepSub
                                                   : QScrollBar::SliderPageStepAdd);
            return true;
        default:
            return false;
    }
}

bool CanvasView::hasOtherEnds() const {
    return emphasis_.selected && !portRing(*figure_, *emphasis_.selected).empty();
}

bool CanvasView::jumpToEnd(int by) {
    const auto from = emphasis_.selected;
    const std::vector<std::uint32_t> ring = from ? portRing(*figure_, *from) : std::vector<std::uint32_t>{};
    if (ring.empty()) {
        return false;
    }
    const auto at = std::find(ring.begin(), ring.end(), *from) - ring.begin();
    const auto count = static_cast<std::ptrdiff_t>(ring.size());
    const std::uint32_t next = ring[static_cast<std::size_t>((at + by + count) % count)];
    const QPointF place = boxOnScreen(*from).center();
    const QRectF area = viewport()->rect();
    selectByHand(next);
    placeBox(next, area.contains(place) ? place : area.center());
    return true;
}

void CanvasView::keyPressEvent(QKeyEvent* event) {
    const Qt::KeyboardModifiers held = event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
    if (held == Qt::NoModifier && (walkKey(event->key()) || viewKey(event))) {
        event->accept();
        return;
    }
    event->ignore();
}

void CanvasView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        space_ = false;
        viewport()->setCursor(Qt::ArrowCursor);
    }
    QAbstractScrollArea::keyReleaseEvent(event);
}

void CanvasView::focusInEvent(QFocusEvent* event) {
    emphasis_.keyboard = true;
    viewport()->update();
    QAbstractScrollArea::focusInEvent(event);
}

void CanvasView::focusOutEvent(QFocusEvent* event) {
    emphasis_.keyboard = false;
    space_ = false;
    viewport()->update();
    QAbstractScrollArea::focusOutEvent(event);
}

}  // namespace qdqlens
