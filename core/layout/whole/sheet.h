// Pieces of a picture, put together: one below the other, or side by side.
#pragma once

#include <vector>

#include "core/layout/whole/block.h"

namespace qdqlens::whole {

/// A curve from where `parent` ends, or from the box that produces the value. Start, then cubic triples;
/// empty where it adds nothing.
struct Wire {
    std::vector<Point> curve;
    Index parent = kNone;
};

/// Where a value enters or leaves a piece.
struct Port {
    Index value = kNone;
    Point at;
    Index wire = kNone;  ///< Ends there; kNone: the value's own box stands there.
};

/// Part of a picture: what it holds stands on the sheet, and is moved with it.
struct Piece {
    std::vector<Index> boxes;
    std::vector<Index> wires;
    std::vector<Port> top;  ///< From left to right.
    std::vector<Port> bottom;
    Rect bounds;
    double axis = 0;                ///< The middle of its first block: what a column keeps to.
    double settled = 0;             ///< Nothing more is put above this y: all but the last block ends there.
    std::vector<Index> last_boxes;  ///< What a next piece may stand beside: the last block's.
    std::vector<Index> last_wires;
};

/// All boxes and curves of a picture, by the graph's numbers.
class Sheet {
  public:
    Sheet(const Graph& graph, const BlockStyle& style);

    /// A block's answer.
    Piece take(const BlockRequest& block, const Placement& placement);
    /// Values that only pass.
    Piece rail(Index value);
    /// Puts `next` below `column`; joins the values that leave the one with those that enter the other.
    void putBelow(Piece& column, Piece&& next);
    /// Side by side; `top` and `bottom` are the values of the whole from left to right, as far as known.
    Piece putBeside(std::vector<Piece>&& parts, const std::vector<Index>& top);

    [[nodiscard]] const Rect& box(Index i) const { return boxes_[i]; }
    /// The whole way of an edge of the graph.
    [[nodiscard]] std::vector<Point> way(Index edge) const;
    void move(Piece& piece, double dx, double dy);

  private:
    void mirror(Piece& piece);
    Index addWire(Piece& piece, std::vector<Point> curve, Index parent);
    [[nodiscard]] double clearance(const Piece& above, const Piece& below, double dx) const;
    void join(Piece& column, const Port& from, const Port& to, double strip_top, double strip_bottom);

    BlockStyle style_;
    std::vector<Rect> boxes_;
    std::vector<Wire> wires_;
    std::vector<Index> arrivals_;  // By edge: the wire that ends it.
};

}  // namespace qdqlens::whole
