// Which rectangles meet a rectangle: a grid of cells, built once a picture.
#pragma once

#include <QPointF>
#include <QRectF>
#include <cstdint>
#include <vector>

namespace qdqlens {

class GridIndex {
  public:
    GridIndex() = default;
    explicit GridIndex(std::vector<QRectF> rects);

    /// Indices of the rectangles that meet `area`, ascending.
    [[nodiscard]] std::vector<std::uint32_t> query(const QRectF& area) const;

  private:
    struct CellRange {
        int left = 0, top = 0, right = -1, bottom = -1;
    };
    [[nodiscard]] CellRange cellsOf(const QRectF& area) const;

    std::vector<QRectF> rects_;
    QRectF bounds_;
    double cell_ = 1;
    int columns_ = 0;
    int rows_ = 0;
    /// Rectangles of all cells, one cell after the other; those of cell c are [first_[c], first_[c + 1]).
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> members_;
};

}  // namespace qdqlens
