#include "ui/canvas/map_fold.h"

#include <algorithm>
#include <cmath>

namespace qdqlens {

namespace {

constexpr double kGap = 3;  ///< Between bands, px.
constexpr int kMostBands = 32;
/// Fewer bands are easier to read, and taken where they show the picture nearly as large as more do.
constexpr double kNearly = 0.6;

}  // namespace

MapFold::MapFold(QSizeF picture, QSizeF room)
    : wide_(picture.width() * room.height() > picture.height() * room.width()) {
    if (picture.isEmpty() || room.isEmpty()) {
        return;
    }
    if (wide_) {
        picture.transpose();
        room.transpose();
    }
    across_ = picture.width();
    along_ = picture.height();
    const auto scaleOf = [&](int bands) {
        const double wide = (room.width() - (bands - 1) * kGap) / (bands * across_);
        return std::min(wide, bands * room.height() / along_);
    };
    double best = 0;
    for (int bands = 1; bands <= kMostBands; ++bands) {
        best = std::max(best, scaleOf(bands));
    }
    while (scaleOf(bands_) < best * kNearly) {
        ++bands_;
    }
    scale_ = scaleOf(bands_);
}

QSizeF MapFold::size() const {
    const QSizeF size(bands_ * across_ * scale_ + (bands_ - 1) * kGap, along_ * scale_ / bands_);
    return wide_ ? size.transposed() : size;
}

/// `part` and the answer as of a tall picture.
QRectF MapFold::inBand(const QRectF& part, int band) const {
    const double begin = along_ / bands_ * band;
    return {band * (across_ * scale_ + kGap) + part.left() * scale_, (part.top() - begin) * scale_,
            part.width() * scale_, part.height() * scale_};
}

std::vector<QRectF> MapFold::toMap(const QRectF& part) const {
    std::vector<QRectF> rects;
    const QRectF inside = turned(part) & QRectF(0, 0, across_, along_);
    const double length = along_ / bands_;
    for (int band = 0; band < bands_; ++band) {
        const double top = std::max(inside.top(), length * band);
        const double bottom = std::min(inside.bottom(), length * (band + 1));
        if (top < bottom && inside.width() > 0) {
            rects.push_back(turned(inBand({inside.left(), top, inside.width(), bottom - top}, band)));
        }
    }
    return rects;
}

QRectF MapFold::spot(const QRectF& part) const {
    const QRectF upright = turned(part);
    const int band = std::clamp(static_cast<int>(upright.center().y() / along_ * bands_), 0, bands_ - 1);
    return turned(inBand(upright, band));
}

QPointF MapFold::toPicture(QPointF at) const {
    const QPointF point = turned(at);
    const double pitch = across_ * scale_ + kGap;
    const int band = std::clamp(static_cast<int>(std::floor((point.x() + kGap / 2) / pitch)), 0, bands_ - 1);
    const double length = along_ / bands_;
    return turned(QPointF(std::clamp((point.x() - band * pitch) / scale_, 0.0, across_),
                          std::clamp(point.y() / scale_, 0.0, length) + length * band));
}

}  // namespace qdqlens
