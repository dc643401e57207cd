// How a picture lies in a small map: a long one is folded into bands beside each other, so that it shows as
// large as it can.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace qdqlens {

/// Tall pictures have bands from left to right, each read downwards; wide ones from top to bottom.
class MapFold {
  public:
    MapFold() = default;
    /// A picture of this size in at most this room.
    MapFold(QSizeF picture, QSizeF room);

    /// Of the map, within the room.
    [[nodiscard]] QSizeF size() const;
    /// Pixels of the map for one of the picture.
    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] int bands() const { return bands_; }

    /// Where a part of the picture shows: a rectangle in each band that it reaches.
    [[nodiscard]] std::vector<QRectF> toMap(const QRectF& part) const;
    /// Where something small shows: in the band of its middle.
    [[nodiscard]] QRectF spot(const QRectF& part) const;
    /// The picture's point at, or nearest to, a point of the map.
    [[nodiscard]] QPointF toPicture(QPointF at) const;

  private:
    [[nodiscard]] QRectF inBand(const QRectF& part, int band) const;
    [[nodiscard]] QRectF turned(const QRectF& rect) const {
        return wide_ ? QRectF(rect.top(), rect.left(), rect.height(), rect.width()) : rect;
    }
    [[nodiscard]] QPointF turned(QPointF point) const {
        return wide_ ? QPointF(point.y(), point.x()) : point;
    }

    // As of a tall picture; a wide one is turned.
    bool wide_ = false;
    double across_ = 0;  ///< The picture's width.
    double along_ = 0;   ///< The picture's height.
    double scale_ = 0;
    int bands_ = 1;
};

}  // namespace qdqlens
