#include "ui/canvas/coverage_image.h"

#include <algorithm>
#include <array>
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
    const float red = static_cast<float>(qRed(color)) / 255;
    const float green = static_cast<float>(qGreen(color)) / 255;
    const float blue = static_cast<float>(qBlue(color)) / 255;
    for (int y = static_cast<int>(top); static_cast<float>(y) < bottom; ++y) {
        const float high = std::min(bottom, static_cast<float>(y + 1)) - std::max(top, static_cast<float>(y));
        Sum* row = pixels_.data() + static_cast<std::ptrdiff_t>(y) * width_;
        for (int x = static_cast<int>(left); static_cast<float>(x) < right; ++x) {
            const float wide =
                std::min(right, static_cast<float>(x + 1)) - std::max(left, static_cast<float>(x));
            const float area = wide * high * kUnit;
            Sum& sum = row[x];
            if (sum.area < kFull) {
                const auto more = [area](float part) { return static_cast<std::uint16_t>(part * area); };
                sum.red = static_cast<std::uint16_t>(sum.red + more(red));
                sum.green = static_cast<std::uint16_t>(sum.green + more(green));
                sum.blue = static_cast<std::uint16_t>(sum.blue + more(blue));
                sum.area = static_cast<std::uint16_t>(sum.area + more(1));
            }
        }
    }
}

QImage CoverageImage::image(float power) const {
    QImage image(width_, height_, QImage::Format_ARGB32_Premultiplied);
    std::array<float, 257> alphas{};  // By coverage, in parts of 256.
    for (std::size_t i = 0; i < alphas.size(); ++i) {
        alphas[i] = std::pow(static_cast<float>(i) / 256, power);
    }
    for (int y = 0; y < height_; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const Sum* row = pixels_.data() + static_cast<std::ptrdiff_t>(y) * width_;
        for (int x = 0; x < width_; ++x) {
            const Sum& sum = row[x];
            if (sum.area == 0) {
                line[x] = 0;
                continue;
            }
            const float alpha = alphas[std::min<std::size_t>(256, (sum.area + 8U) / 16)];
            const float scale = 255 * alpha / static_cast<float>(sum.area);
            const auto part = [scale](std::uint16_t value) {
                return static_cast<int>(static_cast<float>(value) * scale + 0.5F);
            };
            line[x] =
                qRgba(part(sum.red), part(sum.green), part(sum.blue), static_cast<int>(alpha * 255 + 0.5F));
        }
    }
    return image;
}

}  // namespace qdqlens
