#include "core/layout/whole/block.h"

#include <algorithm>

#include "core/layout/whole/clear.h"
#include "core/layout/whole/curves.h"

namespace qdqlens::whole {

namespace {

constexpr double kLaneSize = 1;
constexpr Index kSeriesWeight = 8;  // What follows in one line stands in one line.

// Fills one request. Ranks here are longest ways: what dot will do at least.
class Build {
  public:
    Build(const Graph& graph, const std::vector<BoxShape>& shapes, std::vector<Index>& place,
          const Part& part, const std::vector<Index>& top, bool forced)
        : graph_(graph), shapes_(shapes), place_(place), part_(part), forced_(forced) {
        block_.boxes = part.boxes;
        block_.top = top;
        for (Index i = 0; i < part.boxes.size(); ++i) {
            place_[part.boxes[i]] = i;
        }
    }

    BlockRequest run() {
        measureDepths();
        chooseSill();
        addBoxes();
        addEdges();
        tieTop();
        tieBottom();
        for (const Index box : part_.boxes) {
            place_[box] = kNone;
        }
        return std::move(block_);
    }

  private:
    [[nodiscard]] Index place(Index box) const { return place_[box]; }
    [[nodiscard]] bool comesIn(Index value) const {
        return std::find(block_.top.begin(), block_.top.end(), value) != block_.top.end();
    }

    void measureDepths() {
        depth_.assign(block_.boxes.size(), 0);
        from_lane_.assign(block_.boxes.size(), kNone);
        for (const Index value : block_.top) {
            for (const Index consumer : graph_.consumers(value)) {
                if (place(consumer) != kNone) {
                    depth_[place(consumer)] = from_lane_[place(consumer)] = 1;
                }
            }
        }
        for (Index i = 0; i < block_.boxes.size(); ++i) {
            for (const Index consumer : graph_.consumers(block_.boxes[i])) {
                const Index to = place(consumer);
                if (to == kNone) {
                    continue;
                }
                depth_[to] = std::max(depth_[to], depth_[i] + 1);
                if (from_lane_[i] != kNone) {
                    from_lane_[to] = from_lane_[to] == kNone ? from_lane_[i] + 1
                                                             : std::max(from_lane_[to], from_lane_[i] + 1);
                }
            }
            deepest_ = std::max(deepest_, depth_[i]);
        }
    }

    [[nodiscard]] bool isSink(Index i) const {
        for (const Index consumer : graph_.consumers(block_.boxes[i])) {
            if (place(consumer) != kNone) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] bool isSource(Index i) const {
        for (const Index producer : graph_.producers(block_.boxes[i])) {
            if (place(producer) != kNone || comesIn(producer)) {
                return false;
            }
        }
        return true;
    }

    void chooseSill() {
        if (part_.bottom.size() == 1 && place(part_.bottom[0]) != kNone && !forced_) {
            const Index i = place(part_.bottom[0]);
            if (depth_[i] == deepest_ && isSink(i)) {
                block_.sill = part_.bottom[0];
                return;
            }
        }
        block_.bottom = part_.bottom;
    }

    void addBoxes() {
        for (const Index box : block_.boxes) {
            block_.request.boxes.push_back(shapes_[box].size);
        }
        const bool one = block_.top.size() == 1;
        for (const Index value : block_.top) {
            // The box above reaches down to its lane: what stands beside the lane keeps clear of it.
            block_.request.boxes.push_back(
                {one ? std::max(kLaneSize, shapes_[value].last_width) : kLaneSize, kLaneSize});
        }
        block_.request.boxes.resize(block_.request.boxes.size() + block_.bottom.size(),
                                    {kLaneSize, kLaneSize});
    }

    void addLine(Index from, Index to, Index weight, const BlockRequest::Line& line) {
        LayoutRequest::Edge edge{from, to, {}};
        edge.weight = static_cast<std::uint16_t>(std::min<Index>(weight, 1000));
        const auto& boxes = block_.boxes;
        edge.from_middle = from >= boxes.size() || shapes_[boxes[from]].leave_middle;
        edge.to_middle = to >= boxes.size() || shapes_[boxes[to]].enter_middle;
        block_.request.edges.push_back(edge);
        block_.lines.push_back(line);
    }

    void addEdges() {
        for (Index i = 0; i < block_.boxes.size(); ++i) {
            addConsumers(block_.boxes[i], i, kNone);
        }
        for (Index k = 0; k < block_.top.size(); ++k) {
            addConsumers(block_.top[k], block_.firstTop() + k, k);
        }
        for (Index k = 0; k < block_.bottom.size(); ++k) {
            const Index value = block_.bottom[k];
            const auto passes = std::find(block_.top.begin(), block_.top.end(), value);
            const bool pass = passes != block_.top.end();
            const auto lane = static_cast<Index>(passes - block_.top.begin());
            const Index from = pass ? block_.firstTop() + lane : place(value);
            addLine(from, block_.firstBottom() + k, pass ? 3 : 2, {pass ? lane : kNone, kNone, k});
        }
    }

    [[nodiscard]] bool isSeries(Index value, Index consumer) const {
        return graph_.consumers(value).size() == 1 && graph_.producers(consumer).size() == 1;
    }

    void addConsumers(Index value, Index from, Index lane) {
        Index edge = graph_.firstEdge(value);
        for (const Index consumer : graph_.consumers(value)) {
            if (place(consumer) != kNone) {
                addLine(from, place(consumer), isSeries(value, consumer) ? kSeriesWeight : 1,
                        {lane, edge, kNone});
            }
            ++edge;
        }
    }

    // Boxes that would stand above the lanes that come in: those on long ways to what the lanes feed.
    [[nodiscard]] std::vector<Index> highSources() const {
        std::vector<std::int64_t> latest(block_.boxes.size());
        std::vector<Index> high;
        for (auto i = static_cast<Index>(block_.boxes.size()); i-- > 0;) {
            std::int64_t least = std::int64_t{1} << 30;
            if (from_lane_[i] != kNone) {
                least = from_lane_[i];
            } else {
                for (const Index consumer : graph_.consumers(block_.boxes[i])) {
                    if (place(consumer) != kNone) {
                        least = std::min(least, latest[place(consumer)] - 1);
                    }
                }
            }
            latest[i] = least;
            if ((least < 0 || forced_) && isSource(i)) {
                high.push_back(i);
            }
        }
        return high;
    }

    Index addHub() {
        block_.request.boxes.push_back({kLaneSize, kLaneSize});
        return static_cast<Index>(block_.request.boxes.size()) - 1;
    }

    [[nodiscard]] Index weightOf(Index box, bool from) const {
        Index weight = 1;
        for (const LayoutRequest::Edge& edge : block_.request.edges) {
            weight += (from ? edge.from : edge.to) == box ? edge.weight : 0;
        }
        return weight;
    }

    void tieTop() {
        if (block_.top.empty()) {
            return;
        }
        const std::vector<Index> high = highSources();
        if (block_.top.size() == 1 && high.empty()) {
            return;
        }
        const Index hub = addHub();
        block_.request.ordered.push_back(hub);
        for (Index k = 0; k < block_.top.size(); ++k) {
            addLine(hub, block_.firstTop() + k, weightOf(block_.firstTop() + k, true), {});
        }
        for (const Index source : high) {
            addLine(hub, source, 0, {});
        }
    }

    void tieBottom() {
        if (block_.bottom.empty()) {
            return;
        }
        Index lanes = 0;
        for (const Index value : block_.bottom) {
            lanes = std::max(lanes, place(value) != kNone ? depth_[place(value)] + 1 : 1);
        }
        std::vector<Index> low;
        for (Index i = 0; i < block_.boxes.size(); ++i) {
            if ((forced_ || depth_[i] > lanes) && isSink(i)) {
                low.push_back(i);
            }
        }
        if (block_.bottom.size() == 1 && low.empty()) {
            return;
        }
        const Index hub = addHub();
        for (Index k = 0; k < block_.bottom.size(); ++k) {
            addLine(block_.firstBottom() + k, hub, weightOf(block_.firstBottom() + k, false), {});
        }
        for (const Index sink : low) {
            addLine(sink, hub, 0, {});
        }
    }

    const Graph& graph_;
    const std::vector<BoxShape>& shapes_;
    std::vector<Index>& place_;
    const Part& part_;
    bool forced_;
    BlockRequest block_;
    std::vector<Index> depth_;
    std::vector<Index> from_lane_;  // Longest way from a lane that comes in; kNone: there is none.
    Index deepest_ = 0;
};

}  // namespace

BlockBuilder::BlockBuilder(const Graph& graph, const std::vector<BoxShape>& shapes, const BlockStyle& style)
    : graph_(graph), shapes_(shapes), style_(style), place_(graph.size(), kNone) {}

BlockRequest BlockBuilder::build(const Part& part, const std::vector<Index>& top, bool forced) const {
    BlockRequest block = Build(graph_, shapes_, place_, part, top, forced).run();
    block.request.rank_separation = style_.rank_separation;
    block.request.node_separation = style_.node_separation;
    return block;
}

bool lanesAreFree(const BlockRequest& block, const Placement& placement) {
    const auto meets = [&](Index lane, bool above) {
        const Rect& at = placement.boxes[lane];
        for (Index i = 0; i < block.boxes.size(); ++i) {
            const Rect& box = placement.boxes[i];
            const bool beyond = above ? box.y < at.y : box.bottom() > at.bottom();
            if (beyond && box.x < at.right() + 3 && at.x - 3 < box.right()) {
                return true;
            }
        }
        return false;
    };
    for (Index lane = block.firstTop(); lane < block.firstBottom(); ++lane) {
        if (meets(lane, true) ||
            (lane > block.firstTop() && placement.boxes[lane].x < placement.boxes[lane - 1].x)) {
            return false;
        }
    }
    for (Index lane = block.firstBottom(); lane < block.hubs(); ++lane) {
        if (meets(lane, false)) {
            return false;
        }
    }
    if (block.sill) {
        const auto at = std::find(block.boxes.begin(), block.boxes.end(), *block.sill);
        return !meets(static_cast<Index>(at - block.boxes.begin()), false);
    }
    return true;
}

bool edgeIsClear(const BlockRequest& block, const Placement& placement, std::size_t e,
                 const std::vector<Point>& curve, double distance) {
    const LayoutRequest::Edge& edge = block.request.edges[e];
    const Rect bounds = boundsOf(curve);
    for (Index i = 0; i < block.boxes.size(); ++i) {
        const Rect& box = placement.boxes[i];
        const Rect room{box.x - distance, box.y - distance, box.width + 2 * distance,
                        box.height + 2 * distance};
        const bool near = room.x < bounds.right() && bounds.x < room.right() && room.y < bounds.bottom() &&
                          bounds.y < room.bottom();
        if (near && i != edge.from && i != edge.to && comesInto(curve, room)) {
            return false;
        }
    }
    return true;
}

bool edgesAreClear(const BlockRequest& block, const Placement& placement) {
    constexpr double kCorner = -0.3;  // px that do not show.
    for (std::size_t e = 0; e < block.lines.size(); ++e) {
        if (block.lines[e].drawn() && !edgeIsClear(block, placement, e, placement.edges[e], kCorner)) {
            return false;
        }
    }
    return true;
}

}  // namespace qdqlens::whole
