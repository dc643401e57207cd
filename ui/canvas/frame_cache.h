// The canvas' last frame, without what follows the hand: when the view is panned it moves along, and only
// what has come into view is painted.
#pragma once

#include <QPixmap>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <functional>

#include "ui/canvas/view_transform.h"

class QPainter;

namespace qdqlens {

class FrameCache {
  public:
    /// Paints a part of the widget; the painter is in the widget's coordinates and clipped to it.
    using Paint = std::function<void(QPainter& painter, const QRectF& part)>;

    /// Something else is to be seen: the next frame is painted anew.
    void invalidate() { valid_ = false; }

    /// The frame of a widget of this size at this view, `ratio` device pixels a pixel.
    [[nodiscard]] const QPixmap& frame(const ViewTransform& view, QSize size, qreal ratio,
                                       const Paint& paint);

  private:
    /// Moves what is kept of the last frame; the parts that are missing then, in device pixels.
    [[nodiscard]] QRegion moveTo(const ViewTransform& view);

    QPixmap pixels_;
    bool valid_ = false;
    double zoom_ = 0;
    QPointF origin_;  ///< As painted: differs from the view's by less than what shows.
};

}  // namespace qdqlens
