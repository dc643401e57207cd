// Which rectangles meet a rectangle: a grid of cells, built once a picture.
#pragma once

#include <QPointF>
#include <QRectF>
#include <algorithm>
#include <cstdint>
#include <vector>

namespace qdqlens {

class GridIndex {
  public:
    GridIndex() = default;
    explicit GridIndex(std::vector<QRectF> rects);

    /// Calls `visit(index)` once for each rectangle that meets `area`, in no particular order.
    template <class Visit>
    void visit(const QRectF& area, Visit visit) const;
    [[nodiscard]] const QRectF& rect(std::uint32_t index) const { return rects_[index]; }
    /// Indices of the rectangles that meet `area`, ascending.
    [[nodiscard]] std::vector<std::uint32_t> query(const QRectF& area) const;

    /// QRectF::intersects is false for flat rectangles, and a straight edge is flat.
    [[nodiscard]] static bool meet(const QRectF& a, const QRectF& b) {
        return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() &&
               b.top() <= a.bottom();
    }

  private:
    struct CellRange {
        int left = 0, top = 0, right = -1, bottom = -1;
    };
    [[nodiscard]] CellRange cellsOf(const QRectF& area) const;
    [[nodiscard]] std::size_t cell(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
    }
    template <class Each>
    void eachCell(const CellRange& range, Each each) const {
        for (int y = range.top; y <= range.bottom; ++y) {
            for (int x = range.left; x <= range.right; ++x) {
                each(x, y);
            }
        }
    }

    std::vector<QRectF> rects_;
    QRectF bounds_;
    double cell_ = 1;
    int columns_ = 0;
    int rows_ = 0;
    /// Rectangles of all cells, one cell after the other; those of cell c are [first_[c], first_[c + 1]).
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> members_;
    std::vector<std::uint32_t> large_;  ///< In too many cells to be listed in each.
};

template <class Visit>
void GridIndex::visit(const QRectF& area, Visit visit) const {
    if (rects_.empty() || !meet(area, bounds_)) {
        return;
    }
    if (area.contains(bounds_)) {
        for (std::uint32_t i = 0; i < rects_.size(); ++i) {
            visit(i);
        }
        return;
    }
    for (const std::uint32_t index : large_) {
        if (meet(rects_[index], area)) {
            visit(index);
        }
    }
    const CellRange range = cellsOf(area);
    eachCell(range, [&](int x, int y) {
        const std::size_t at = cell(x, y);
        for (std::uint32_t k = first_[at]; k < first_[at + 1]; ++k) {
            const QRectF& rect = rects_[members_[k]];
            // A rectangle of several cells is met in the first of them that is looked at: it begins in this
            // one, or before all of them.
            const bool begins = (x == range.left || (rect.left() - bounds_.left()) / cell_ >= x) &&
                                (y == range.top || (rect.top() - bounds_.top()) / cell_ >= y);
            if (begins && meet(rect, area)) {
                visit(members_[k]);
            }
        }
    });
}

}  // namespace qdqlens
