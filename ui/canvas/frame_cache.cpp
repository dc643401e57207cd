#include "ui/canvas/frame_cache.h"

#include <QPainter>
#include <QRegion>
#include <cmath>

namespace qdqlens {

namespace {

/// A picture may be off its place by so much of a device pixel.
constexpr double kUnseen = 0.04;

}  // namespace

QRegion FrameCache::moveTo(const ViewTransform& view) {
    const QRegion all(pixels_.rect());
    if (!valid_ || zoom_ != view.zoom()) {
        return all;
    }
    const double scale = zoom_ * pixels_.devicePixelRatio();
    const QPointF exact = (origin_ - view.origin()) * scale;
    if (std::abs(exact.x()) >= pixels_.width() || std::abs(exact.y()) >= pixels_.height()) {
        return all;
    }
    const QPoint by = exact.toPoint();
    if ((exact - by).manhattanLength() > kUnseen) {
        return all;
    }
    QRegion missing;
    if (!by.isNull()) {
        pixels_.scroll(by.x(), by.y(), pixels_.rect(), &missing);
        origin_ -= QPointF(by) / scale;
    }
    return missing;
}

const QPixmap& FrameCache::frame(const ViewTransform& view, QSize size, qreal ratio, const Paint& paint) {
    const QSize pixels = (QSizeF(size) * ratio).toSize();
    if (pixels_.size() != pixels || pixels_.devicePixelRatio() != ratio) {
        pixels_ = QPixmap(pixels);
        pixels_.setDevicePixelRatio(ratio);
        valid_ = false;
    }
    const QRegion missing = moveTo(view);
    if (missing == QRegion(pixels_.rect())) {
        zoom_ = view.zoom();
        origin_ = view.origin();
        valid_ = true;
    }
    for (const QRect& each : missing) {
        QPainter painter(&pixels_);
        const QRectF part(QPointF(each.topLeft()) / ratio, QSizeF(each.size()) / ratio);
        painter.setClipRect(part);
        paint(painter, part);
    }
    return pixels_;
}

}  // namespace qdqlens
