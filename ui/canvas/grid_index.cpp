#include "ui/canvas/grid_index.h"

#include <algorithm>
#include <cmath>

namespace qdqlens {

namespace {

constexpr double kSmallestCell = 128;
constexpr double kMaxCells = 1 << 18;

/// QRectF::intersects is false for flat rectangles, and a straight edge is flat.
bool meet(const QRectF& a, const QRectF& b) {
    return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() && b.top() <= a.bottom();
}

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
    cell_ = std::max(kSmallestCell, std::sqrt(bounds_.width() * bounds_.height() / kMaxCells));
    columns_ = static_cast<int>(bounds_.width() / cell_) + 1;
    rows_ = static_cast<int>(bounds_.height() / cell_) + 1;
    first_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
    // Two passes: count, then fill.
    for (int pass = 0; pass < 2; ++pass) {
        for (std::uint32_t i = 0; i < rects_.size(); ++i) {
            const CellRange range = cellsOf(rects_[i]);
            for (int y = range.top; y <= range.bottom; ++y) {
                for (int x = range.left; x <= range.right; ++x) {
                    const auto cell = static_cast<std::size_t>(y * columns_ + x);
                    if (pass == 0) {
                        ++first_[cell];
                    } else {
                        members_[--first_[cell]] = i;
                    }
                }
            }
        }
        if (pass == 0) {
            std::uint32_t sum = 0;
            for (std::uint32_t& count : first_) {
                sum += count;
                count = sum;
            }
            members_.resize(sum);
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
    if (rects_.empty() || !meet(area, bounds_)) {
        return found;
    }
    const CellRange range = cellsOf(area);
    for (int y = range.top; y <= range.bottom; ++y) {
        for (int x = range.left; x <= range.right; ++x) {
            const auto cell = static_cast<std::size_t>(y * columns_ + x);
            for (std::uint32_t k = first_[cell]; k < first_[cell + 1]; ++k) {
                if (meet(rects_[members_[k]], area)) {
                    found.push_back(members_[k]);
                }
            }
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace qdqlens
