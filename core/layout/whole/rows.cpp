// Boxes in rows by rank: the layout of blocks that an engine cannot do.
#include <algorithm>

#include "core/layout/whole/block.h"
#include "core/layout/whole/curves.h"

namespace qdqlens::whole {

namespace {

// A box, or the place where a long edge passes a row.
struct Cell {
    Index box = kNone;
    double width = 0;
    double x = 0;     // Its middle.
    double wish = 0;  // Mean of what it hangs on in the row above.
};

class Rows {
  public:
    explicit Rows(const BlockRequest& block) : block_(block), request_(block.request) {}

    std::uint64_t passed() {
        rank();
        std::uint64_t sum = 0;
        for (const LayoutRequest::Edge& edge : request_.edges) {
            sum += rank_[edge.to] - rank_[edge.from] - 1;
        }
        return sum;
    }

    Placement run() {
        rank();
        fill();
        arrange();
        return draw();
    }

  private:
    // Longest ways; lanes that leave stand in the last row of all but their hub.
    void rank() {
        const auto count = static_cast<Index>(request_.boxes.size());
        std::vector<std::vector<Index>> out(count);
        std::vector<Index> missing(count, 0);
        for (Index e = 0; e < request_.edges.size(); ++e) {
            out[request_.edges[e].from].push_back(e);
            ++missing[request_.edges[e].to];
        }
        rank_.assign(count, 0);
        std::vector<Index> ready;
        for (Index i = 0; i < count; ++i) {
            if (missing[i] == 0) {
                ready.push_back(i);
            }
        }
        for (std::size_t k = 0; k < ready.size(); ++k) {
            for (const Index e : out[ready[k]]) {
                const Index to = request_.edges[e].to;
                rank_[to] = std::max(rank_[to], rank_[ready[k]] + 1);
                if (--missing[to] == 0) {
                    ready.push_back(to);
                }
            }
        }
        // Sources, ordinary ones, sink to what they feed.
        for (auto k = ready.size(); k-- > 0;) {
            const Index i = ready[k];
            if (i < block_.firstTop() && isSource(i) && !out[i].empty()) {
                Index least = kNone;
                for (const Index e : out[i]) {
                    least = std::min(least, rank_[request_.edges[e].to] - 1);
                }
                rank_[i] = std::max(rank_[i], least);
            }
        }
        Index last = 0;
        for (Index i = 0; i < block_.hubs(); ++i) {
            last = std::max(last, rank_[i]);
        }
        // Above the bottom hub, where there is one.
        for (Index lane = block_.firstBottom(); lane < block_.hubs(); ++lane) {
            rank_[lane] = last;
        }
        for (Index hub = block_.hubs(); hub < count; ++hub) {
            rank_[hub] = rank_[hub] > 0 ? last + 1 : 0;
        }
    }

    [[nodiscard]] bool isSource(Index box) const {
        return std::none_of(request_.edges.begin(), request_.edges.end(),
                            [&](const auto& edge) { return edge.to == box && edge.from < block_.hubs(); });
    }

    [[nodiscard]] bool drawn(Index e) const {
        return request_.edges[e].from < block_.hubs() && request_.edges[e].to < block_.hubs();
    }

    void fill() {
        Index last = 0;
        for (Index i = 0; i < block_.hubs(); ++i) {
            last = std::max(last, rank_[i]);
        }
        rows_.resize(last + 1);
        cell_of_.resize(block_.hubs());
        for (Index i = 0; i < block_.hubs(); ++i) {
            cell_of_[i] = add(rank_[i], i, request_.boxes[i].width);
        }
        ways_.resize(request_.edges.size());
        for (Index e = 0; e < request_.edges.size(); ++e) {
            if (!drawn(e)) {
                continue;
            }
            const LayoutRequest::Edge& edge = request_.edges[e];
            Index above = cell_of_[edge.from];
            ways_[e].push_back(above);
            for (Index row = rank_[edge.from] + 1; row < rank_[edge.to]; ++row) {
                const Index cell = add(row, kNone, 2);
                hangs_.emplace_back(above, cell);
                ways_[e].push_back(cell);
                above = cell;
            }
            hangs_.emplace_back(above, cell_of_[edge.to]);
            ways_[e].push_back(cell_of_[edge.to]);
        }
    }

    Index add(Index row, Index box, double width) {
        cells_.push_back({box, width, 0, 0});
        rows_[row].push_back(static_cast<Index>(cells_.size()) - 1);
        return static_cast<Index>(cells_.size()) - 1;
    }

    // Each row by what it hangs on, from top to bottom. Lanes that come in keep their order.
    void arrange() {
        std::vector<std::vector<Index>> above(cells_.size());
        for (const auto& [from, to] : hangs_) {
            above[to].push_back(from);
        }
        for (std::vector<Index>& row : rows_) {
            double at = 0;
            for (const Index cell : row) {
                double sum = 0;
                for (const Index other : above[cell]) {
                    sum += cells_[other].x;
                }
                cells_[cell].wish = above[cell].empty() ? at : sum / static_cast<double>(above[cell].size());
                at = cells_[cell].wish + cells_[cell].width;
            }
            std::stable_sort(row.begin(), row.end(), [&](Index a, Index b) {
                const bool lanes = isTopLane(a) && isTopLane(b);
                return !lanes && cells_[a].wish < cells_[b].wish;
            });
            keepLanes(row);
            place(row);
        }
    }

    [[nodiscard]] bool isTopLane(Index cell) const {
        return cells_[cell].box != kNone && cells_[cell].box >= block_.firstTop() &&
               cells_[cell].box < block_.firstBottom();
    }

    void keepLanes(std::vector<Index>& row) const {
        std::vector<Index> lanes;
        for (const Index cell : row) {
            if (isTopLane(cell)) {
                lanes.push_back(cell);
            }
        }
        std::sort(lanes.begin(), lanes.end(),
                  [&](Index a, Index b) { return cells_[a].box < cells_[b].box; });
        std::size_t next = 0;
        for (Index& cell : row) {
            if (isTopLane(cell)) {
                cell = lanes[next++];
            }
        }
    }

    // Side by side, the row's middle where its wishes have theirs.
    void place(const std::vector<Index>& row) {
        double right = 0;
        double shift = 0;
        for (const Index cell : row) {
            Cell& c = cells_[cell];
            c.x = right + c.width / 2;
            right += c.width + request_.node_separation;
            shift += c.wish - c.x;
        }
        shift /= static_cast<double>(row.size());
        for (const Index cell : row) {
            cells_[cell].x += shift;
        }
    }

    Placement draw() const {
        Placement placement;
        placement.boxes.resize(request_.boxes.size());
        placement.edges.resize(request_.edges.size());
        placement.labels.resize(request_.edges.size());
        std::vector<double> tops, bottoms;
        double y = 0;
        for (const std::vector<Index>& row : rows_) {
            double height = 0;
            double width = 0;
            for (const Index cell : row) {
                height = std::max(height, boxHeight(cell));
                width += cells_[cell].width + request_.node_separation;
            }
            for (const Index cell : row) {
                if (cells_[cell].box != kNone) {
                    const LayoutRequest::Size& size = request_.boxes[cells_[cell].box];
                    placement.boxes[cells_[cell].box] = {cells_[cell].x - size.width / 2,
                                                         y + (height - size.height) / 2, size.width,
                                                         size.height};
                }
            }
            tops.push_back(y);
            bottoms.push_back(y + height);
            // Lines stay legible where many of them run far sideways.
            y += height + request_.rank_separation + std::min(120.0, width / 40);
        }
        for (Index e = 0; e < request_.edges.size(); ++e) {
            placement.edges[e] = drawn(e) ? curve(e, placement, tops, bottoms) : std::vector<Point>(4);
        }
        for (Index hub = block_.hubs(); hub < request_.boxes.size(); ++hub) {
            placement.boxes[hub] = {0, 0, request_.boxes[hub].width, request_.boxes[hub].height};
        }
        return placement;
    }

    [[nodiscard]] double boxHeight(Index cell) const {
        return cells_[cell].box == kNone ? 0 : request_.boxes[cells_[cell].box].height;
    }

    // Straight down through rows, bent between them.
    [[nodiscard]] std::vector<Point> curve(Index e, const Placement& placement,
                                           const std::vector<double>& tops,
                                           const std::vector<double>& bottoms) const {
        const LayoutRequest::Edge& edge = request_.edges[e];
        const std::vector<Index>& way = ways_[e];
        std::vector<Point> points{{cells_[way[0]].x, placement.boxes[edge.from].bottom()}};
        Index row = rank_[edge.from];
        for (std::size_t k = 0; k + 1 < way.size(); ++k, ++row) {
            const double from = cells_[way[k]].x;
            const double to = cells_[way[k + 1]].x;
            if (points.back().y < bottoms[row]) {
                lineTo(points, {from, bottoms[row]});
            }
            const double middle = (bottoms[row] + tops[row + 1]) / 2;
            points.push_back({from, middle});
            points.push_back({to, middle});
            points.push_back({to, tops[row + 1]});
        }
        const double end = placement.boxes[edge.to].y;
        if (points.back().y < end) {
            lineTo(points, {cells_[way.back()].x, end});
        }
        return points;
    }

    const BlockRequest& block_;
    const LayoutRequest& request_;
    std::vector<Index> rank_;
    std::vector<Cell> cells_;
    std::vector<std::vector<Index>> rows_;
    std::vector<Index> cell_of_;
    std::vector<std::vector<Index>> ways_;  // Of each edge, its cells from top to bottom.
    std::vector<std::pair<Index, Index>> hangs_;
};

}  // namespace

std::uint64_t passedRanks(const BlockRequest& block) {
    return Rows(block).passed();
}

Placement layInRows(const BlockRequest& block) {
    return Rows(block).run();
}

}  // namespace qdqlens::whole
