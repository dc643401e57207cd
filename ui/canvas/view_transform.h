// From the picture's coordinates (px at 100 %) to the widget's, and back.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <algorithm>

namespace qdqlens {

/// Where one looks: kept with each step of the history.
struct ViewState {
    double zoom = 1;
    QPointF center;  ///< The picture's point in the middle of the view.
};

class ViewTransform {
  public:
    /// Unless a picture needs a smaller one to be seen whole.
    static constexpr double kMinZoom = 0.02;
    static constexpr double kMaxZoom = 8.0;

    [[nodiscard]] double zoom() const { return zoom_; }
    /// The picture's point in the widget's top left corner.
    [[nodiscard]] QPointF origin() const { return origin_; }

    [[nodiscard]] QPointF toScreen(QPointF scene) const { return (scene - origin_) * zoom_; }
    [[nodiscard]] QPointF toScene(QPointF screen) const { return screen / zoom_ + origin_; }
    [[nodiscard]] QRectF toScene(const QRectF& screen) const {
        return {toScene(screen.topLeft()), screen.size() / zoom_};
    }

    /// From now on `picture` can be seen whole in `size`.
    void admit(const QRectF& picture, QSizeF size, double margin) {
        smallest_ = std::min(kMinZoom, zoomToFit(picture, size, margin));
    }
    void set(double zoom, QPointF origin) {
        zoom_ = std::clamp(zoom, smallest_, kMaxZoom);
        origin_ = origin;
    }
    /// What stands at `screen` stays there.
    void zoomAt(QPointF screen, double zoom) {
        const QPointF fixed = toScene(screen);
        zoom_ = std::clamp(zoom, smallest_, kMaxZoom);
        origin_ = fixed - screen / zoom_;
    }
    /// Puts a point of the picture to a place of the widget.
    void place(QPointF scene, QPointF screen) { origin_ = scene - screen / zoom_; }
    void panBy(QPointF screen_delta) { origin_ -= screen_delta / zoom_; }

    /// All of `picture` in the middle of `size`, never larger than `largest`.
    void fit(const QRectF& picture, QSizeF size, double margin, double largest) {
        zoom_ = std::clamp(std::min(zoomToFit(picture, size, margin), largest), smallest_, kMaxZoom);
        place(picture.center(), {size.width() / 2, size.height() / 2});
    }

  private:
    static double zoomToFit(const QRectF& picture, QSizeF size, double margin) {
        return std::min(std::max(1.0, size.width() - 2 * margin) / std::max(1.0, picture.width()),
                        std::max(1.0, size.height() - 2 * margin) / std::max(1.0, picture.height()));
    }

    double zoom_ = 1;
    double smallest_ = kMinZoom;
    QPointF origin_;
};

}  // namespace qdqlens
