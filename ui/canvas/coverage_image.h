// Rectangles that are smaller than pixels, as an image: a pixel shows how much of which colour is in it.
#pragma once

#include <QImage>
#include <QRectF>
#include <QRgb>
#include <cstdint>
#include <vector>

namespace qdqlens {

class CoverageImage {
  public:
    /// In pixels.
    explicit CoverageImage(QSize size);

    /// Adds a rectangle, in pixels; what is outside of the image is left out.
    void add(const QRectF& rect, QRgb color);

    /// What was added, over nothing: premultiplied. Where coverages add up to more than all of a pixel, they
    /// share it. Thin coverage stands out more with a smaller
    /// `power` (1: as it is).
    [[nodiscard]] QImage image(float power) const;

  private:
    /// Of all of a pixel, in parts of kUnit: colours times what they cover, and what is covered.
    struct Sum {
        std::uint16_t red = 0, green = 0, blue = 0, area = 0;
    };
    static constexpr float kUnit = 4096;
    /// What comes on top of so many layers is left out.
    static constexpr std::uint16_t kFull = 60000;
    int width_;
    int height_;
    std::vector<Sum> pixels_;
};

}  // namespace qdqlens
