#include "ui/canvas/grid_index.h"

#include <algorithm>
#include <cmath>

namespace qdqlens {

namespace {

constexpr double kSmallestCell = 128;
constexpr double kMaxCells = 1 << 18;
constexpr std::int64_t kMostCellsOfOne = 256;

QRectF boundsOf(const std::vector<QRectF>& rects) {
    QRectF bounds = rects.front();
    for (const QRectF& rect : rects) {
        bounds.setLeft(std::min(bounds.left(), rect.left()));
        bounds.setTop(std::min(bounds.top(), rect.top()));
        bounds.setRight(std::max(bounds.right(), rect.right()));
        bounds.setBottom(std::max(bounds.bottom(), rect.bottom()));
    }
    return bounds;
}

}  // namespace

GridIndex::GridIndex(std::vector<QRectF> rects) : rects_(std::move(rects)) {
    if (rects_.empty()) {
        return;
    }
    bounds_ = boundsOf(rects_);
    cell_ = std::max({kSmallestCell, std::sqrt(bounds_.width() * bounds_.height() / kMaxCells),
                      std::max(bounds_.width(), bounds_.height()) / kMaxCells});
    columns_ = static_cast<int>(bounds_.width() / cell_) + 1;
    rows_ = static_cast<int>(bounds_.height() / cell_) + 1;
    first_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
    const auto isLarge = [](const CellRange& range) {
        return static_cast<std::int64_t>(range.right - range.left + 1) * (range.bottom - range.top + 1) >
               kMostCellsOfOne;
    };
    for (std::uint32_t i = 0; i < rects_.size(); ++i) {
        const CellRange range = cellsOf(rects_[i]);
        if (isLarge(range)) {
            large_.push_back(i);
        } else {
            eachCell(range, [this](int x, int y) { ++first_[cell(x, y)]; });
        }
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& count : first_) {
        sum += count;
        count = sum;
    }
    members_.resize(sum);
    for (std::uint32_t i = 0; i < rects_.size(); ++i) {
        const CellRange range = cellsOf(rects_[i]);
        if (!isLarge(range)) {
            eachCell(range, [&](int x, int y) { members_[--first_[cell(x, y)]] = i; });
        }
    }
}

GridIndex::CellRange GridIndex::cellsOf(const QRectF& area) const {
    const auto column = [&](double x) {
        return static_cast<int>(std::clamp(std::floor((x - bounds_.left()) / cell_), 0.0, columns_ - 1.0));
    };
    const auto row = [&](double y) {
        return static_cast<int>(std::clamp(std::floor((y - bounds_.top()) / cell_), 0.0, rows_ - 1.0));
    };
    return {column(area.left()), row(area.top()), column(area.right()), row(area.bottom())};
}

std::vector<std::uint32_t> GridIndex::query(const QRectF& area) const {
    std::vector<std::uint32_t> found;
    visit(area, [&found](std::uint32_t index) { found.push_back(index); });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace qdqlens
