#include "ui/canvas/coverage_image.h"

#include <algorithm>
#include <cmath>

namespace qdqlens {

CoverageImage::CoverageImage(QSize size)
    : width_(size.width()),
      height_(size.height()),
      pixels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

void CoverageImage::add(const QRectF& rect, QRgb color) {
    const auto left = static_cast<float>(std::clamp<double>(rect.left(), 0, width_));
    const auto right = static_cast<float>(std::clamp<double>(rect.right(), 0, width_));
    const auto top = static_cast<float>(std::clamp<double>(rect.top(), 0, height_));
    const auto bottom = static_cast<float>(std::clamp<double>(rect.bottom(), 0, height_));
    if (left >= right || top >= bottom) {
        return;
    }
    const auto red = static_cast<float>(qRed(color));
    const auto green = static_cast<float>(qGreen(color));
    const auto blue = static_cast<float>(qBlue(color));
    for (int y = static_cast<int>(top); static_cast<float>(y) < bottom; ++y) {
        const float high = std::min(bottom, static_cast<float>(y + 1)) - std::max(top, static_cast<float>(y));
        Sum* row = pixels_.data() + static_cast<std::ptrdiff_t>(y) * width_;
        for (int x = static_cast<int>(left); static_cast<float>(x) < right; ++x) {
            const float wide =
                std::min(right, static_cast<float>(x + 1)) - std::max(left, static_cast<float>(x));
            const float area = wide * high;
            Sum& sum = row[x];
            sum.red += red * area;
            sum.green += green * area;
            sum.blue += blue * area;
            sum.area += area;
        }
    }
}

QImage CoverageImage::image(float strength) const {
    QImage image(width_, height_, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < height_; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const Sum* row = pixels_.data() + static_cast<std::ptrdiff_t>(y) * width_;
        for (int x = 0; x < width_; ++x) {
            const Sum& sum = row[x];
            if (sum.area <= 0) {
                line[x] = 0;
                continue;
            }
            const float alpha = std::min(1.0F, sum.area * strength);
            const float scale = alpha / sum.area;
            const auto part = [scale](float value) { return static_cast<int>(value * scale + 0.5F); };
            line[x] =
                qRgba(part(sum.red), part(sum.green), part(sum.blue), static_cast<int>(alpha * 255 + 0.5F));
        }
    }
    return image;
}

}  // namespace qdqlens
