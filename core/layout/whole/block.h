// A part's block as a request to an engine, and the answer as a piece of the whole.
#pragma once

#include <optional>
#include <vector>

#include "core/layout/layout.h"
#include "core/layout/whole/flow.h"
#include "core/layout/whole/plan.h"

namespace qdqlens::whole {

/// What a block's answer is read by. In `request` stand the part's boxes, then a lane for each value that
/// comes in (from left to right), then a lane for each that leaves, then hubs: boxes that hold lanes at the
/// top or the bottom and are not drawn.
struct BlockRequest {
    /// What an edge of the request draws.
    struct Line {
        Index from_top = kNone;   ///< It starts at this of the lanes that come in; else at a box.
        Index arrives = kNone;    ///< The edge of the graph that it ends; else it ends at a lane, or nowhere.
        Index to_bottom = kNone;  ///< The lane that it ends at.
        /// Others, at hubs, only hold boxes where they are.
        [[nodiscard]] bool drawn() const { return arrives != kNone || to_bottom != kNone; }
    };
    LayoutRequest request;
    std::vector<Line> lines;
    std::vector<Index> boxes;
    std::vector<Index> top;     ///< Values, as their lanes stand.
    std::vector<Index> bottom;  ///< Values that have a lane.
    std::optional<Index> sill;  ///< The one value that leaves, where its box is the lowest: it needs no lane.
    [[nodiscard]] Index firstTop() const { return static_cast<Index>(boxes.size()); }
    [[nodiscard]] Index firstBottom() const { return firstTop() + static_cast<Index>(top.size()); }
    [[nodiscard]] Index hubs() const { return firstBottom() + static_cast<Index>(bottom.size()); }
};

/// Sizes of the graph's boxes, and where their edges may end.
struct BoxShape {
    LayoutRequest::Size size;
    double last_width = 0;      ///< Of the chain's last member.
    bool enter_middle = false;  ///< Edges end in the middle of its upper side: beside it they would end in
    bool leave_middle = false;  ///< the air, or at another member. The same for those that leave.
};

struct BlockStyle {
    double rank_separation = 34;
    double node_separation = 24;
};

class BlockBuilder {
  public:
    BlockBuilder(const Graph& graph, const std::vector<BoxShape>& shapes, const BlockStyle& style);

    /// `top` are the part's values from left to right. `forced`: every source stays below the lanes that
    /// come in, every sink above those that leave, whatever that costs.
    [[nodiscard]] BlockRequest build(const Part& part, const std::vector<Index>& top, bool forced) const;

  private:
    const Graph& graph_;
    const std::vector<BoxShape>& shapes_;
    BlockStyle style_;
    mutable std::vector<Index> place_;  ///< Of a box in the block being built, else kNone.
};

/// How many places in rows its edges pass: what costs an engine most.
[[nodiscard]] std::uint64_t passedRanks(const BlockRequest& block);

/// Whether every lane can be drawn on, straight up or down, past the block's boxes.
[[nodiscard]] bool lanesAreFree(const BlockRequest& block, const Placement& placement);

/// Whether this curve, as the edge `e`, keeps so far out of the boxes that it does not join; less than 0:
/// into them.
[[nodiscard]] bool edgeIsClear(const BlockRequest& block, const Placement& placement, std::size_t e,
                               const std::vector<Point>& curve, double distance);

/// Whether every edge keeps out of the boxes that it does not join: dot cuts a corner at times.
[[nodiscard]] bool edgesAreClear(const BlockRequest& block, const Placement& placement);

/// Lays out a block without an engine: boxes in rows by rank, edges between rows. For what an engine cannot
/// do; no overlap, no edge through a box.
[[nodiscard]] Placement layInRows(const BlockRequest& block);

}  // namespace qdqlens::whole
