#include "core/layout/whole/whole_engine.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/layout/geometry.h"
#include "core/layout/protocol.h"
#include "core/layout/whole/assembly.h"
#include "core/layout/whole/free_labels.h"
#include "core/layout/whole/teller.h"
#include "core/layout/whole/tidy.h"

namespace qdqlens {

namespace {

using namespace whole;
using Clock = std::chrono::steady_clock;

// Blocks whose edges pass more ranks would take dot seconds.
constexpr std::uint64_t kMostPassed = 2000;

LayoutRequest fromTopToBottom(LayoutRequest request) {
    if (request.rankdir == RankDir::kLeftRight) {
        request.rankdir = RankDir::kTopBottom;
        for (LayoutRequest::Size& box : request.boxes) {
            std::swap(box.width, box.height);
        }
        for (LayoutRequest::Edge& edge : request.edges) {
            std::swap(edge.label.width, edge.label.height);
        }
    }
    return request;
}

void transpose(Placement& placement) {
    for (Rect& box : placement.boxes) {
        transpose(box);
    }
    for (std::vector<Point>& edge : placement.edges) {
        for (Point& point : edge) {
            transpose(point);
        }
    }
    for (Rect& label : placement.labels) {
        transpose(label);
    }
    std::swap(placement.width, placement.height);
}

// One layout: asks for blocks and puts their answers together.
class Run {
  public:
    Run(const Contracted& small, const BlockStyle& style, BlockPool& pool, Teller& teller,
        WholeEngine::Stats& stats)
        : builder_(small.graph, small.shapes, style),
          sheet_(small.graph, style),
          pool_(pool),
          teller_(teller),
          stats_(stats) {}

    // What no other block's answer is needed for is asked for at once.
    void askAhead(const Part& part) {
        if (part.kind == Part::Kind::kBlock) {
            if (part.boxes.size() > 1 && part.top.size() <= 1) {
                Asked asked{builder_.build(part, part.top, false), 0};
                if (passedRanks(asked.block) <= kMostPassed) {
                    asked.ticket = pool_.submit(asked.block.request, false);
                    asked_.emplace(&part, std::move(asked));
                }
            }
        }
        for (const Part& inner : part.parts) {
            askAhead(inner);
        }
    }

    // `top`: the values that come in, from left to right. `at`: where the piece will stand, as far as known.
    Result<Piece> lay(const Part& part, const std::vector<Index>& top, const Point& at) {
        switch (part.kind) {
            case Part::Kind::kBlock: {
                Result<Piece> piece = layBlock(part, top);
                if (piece) {
                    teller_.tell(sheet_, piece->boxes, at);
                }
                return piece;
            }
            case Part::Kind::kColumn:
                return layColumn(part, top, at);
            case Part::Kind::kParallel:
                break;
        }
        return layBeside(part, top, at);
    }

    [[nodiscard]] Sheet& sheet() { return sheet_; }
    /// Why the last block that no helper could do was laid in rows.
    [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

  private:
    struct Asked {
        BlockRequest block;
        BlockPool::Ticket ticket = 0;
    };

    Result<Piece> layBlock(const Part& part, const std::vector<Index>& top) {
        if (part.boxes.empty()) {
            return sheet_.rail(part.top[0]);
        }
        const auto ahead = asked_.find(&part);
        BlockRequest block =
            ahead != asked_.end() ? std::move(ahead->second.block) : builder_.build(part, top, false);
        if (part.boxes.size() == 1) {
            return sheet_.take(block, layInRows(block));
        }
        if (ahead == asked_.end() && passedRanks(block) > kMostPassed) {
            return inRows(part, top);
        }
        const BlockPool::Ticket ticket =
            ahead != asked_.end() ? ahead->second.ticket : pool_.submit(block.request, true);
        const Result<Placement>& answer = pool_.wait(ticket);
        if (!answer) {
            failure_ = answer.error();
            return answer.error().kind == ErrorKind::kStopped ? Result<Piece>(tl::unexpected(answer.error()))
                                                              : Result<Piece>(inRows(part, top));
        }
        const bool free = lanesAreFree(block, *answer);
        if (free && edgesAreClear(block, *answer)) {
            return take(block, *answer);
        }
        // Once more, with more room or more force, whichever it lacks.
        block = builder_.build(part, top, !free);
        block.request.node_separation *= 1.5;
        block.request.rank_separation *= 1.5;
        const Result<Placement>& again = pool_.wait(pool_.submit(block.request, true));
        if (again && lanesAreFree(block, *again) && edgesAreClear(block, *again)) {
            return take(block, *again);
        }
        return inRows(part, top);
    }

    Piece take(const BlockRequest& block, Placement answer) {
        openFans(block, answer);
        straightenRails(block, answer);
        return sheet_.take(block, answer);
    }

    Piece inRows(const Part& part, const std::vector<Index>& top) {
        ++stats_.in_rows;
        const BlockRequest block = builder_.build(part, top, true);
        return sheet_.take(block, layInRows(block));
    }

    Result<Piece> layColumn(const Part& part, const std::vector<Index>& top, const Point& at) {
        Result<Piece> column = lay(part.parts[0], top, at);
        for (std::size_t i = 1; i < part.parts.size() && column; ++i) {
            std::vector<Index> values;
            for (const Port& port : column->bottom) {
                values.push_back(port.value);
            }
            Result<Piece> next = lay(part.parts[i], values, {at.x, at.y + column->bounds.bottom()});
            if (!next) {
                return next;
            }
            const std::size_t above = column->boxes.size();
            sheet_.putBelow(*column, std::move(*next));
            teller_.tell(sheet_, std::span(column->boxes).subspan(above), at);
        }
        return column;
    }

    Result<Piece> layBeside(const Part& part, const std::vector<Index>& top, const Point& at) {
        std::vector<Piece> pieces;
        double right = at.x;
        for (const Part& inner : part.parts) {
            std::vector<Index> values;
            for (const Index value : top) {
                if (std::find(inner.top.begin(), inner.top.end(), value) != inner.top.end()) {
                    values.push_back(value);
                }
            }
            Result<Piece> piece = lay(inner, values, {right, at.y});
            if (!piece) {
                return piece;
            }
            right += piece->bounds.width;
            pieces.push_back(std::move(*piece));
        }
        return sheet_.putBeside(std::move(pieces), top);
    }

    BlockBuilder builder_;
    Sheet sheet_;
    BlockPool& pool_;
    Teller& teller_;
    WholeEngine::Stats& stats_;
    std::map<const Part*, Asked> asked_;
    std::optional<Error> failure_;
};

// Independent graphs in columns: the highest first, the others in their order beside it.
void pack(std::vector<Piece>& pieces, Sheet& sheet, const BlockStyle& style) {
    const double gap = 2 * style.rank_separation;
    double area = 0;
    std::size_t highest = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Rect& bounds = pieces[i].bounds;
        area += (bounds.width + gap) * (bounds.height + gap);
        highest = bounds.height > pieces[highest].bounds.height ? i : highest;
    }
    const double room = std::max(pieces[highest].bounds.height, std::sqrt(area));
    std::rotate(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(highest),
                pieces.begin() + static_cast<std::ptrdiff_t>(highest) + 1);
    double x = 0, y = 0, width = 0;
    for (Piece& piece : pieces) {
        if (y > 0 && y + piece.bounds.height > room) {
            x += width + gap;
            y = width = 0;
        }
        sheet.move(piece, x - piece.bounds.x, y - piece.bounds.y);
        y += piece.bounds.height + gap;
        width = std::max(width, piece.bounds.width);
    }
}

}  // namespace

WholeEngine::WholeEngine(Options options) : options_(options) {
    unsigned helpers = options.helpers;
    if (helpers == 0) {
        helpers = std::clamp(std::thread::hardware_concurrency(), 1U, 4U);
    }
    pool_ = std::make_unique<BlockPool>(helpers, options.reuse_equal);
}

WholeEngine::WholeEngine() : WholeEngine(Options{}) {}

WholeEngine::~WholeEngine() = default;

Result<Placement> WholeEngine::layout(const LayoutRequest& request, const LayoutLimits& limits,
                                      std::stop_token stop) {
    if (auto checked = layout_protocol::checkRequest(request); !checked) {
        return tl::unexpected(checked.error());
    }
    if (request.boxes.empty()) {
        return Placement{};
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::kStopped, "stopped");
    }
    const double start = threadCpuSeconds();
    const Clock::time_point now = Clock::now();
    const Clock::time_point deadline =
        limits.timeout >= Clock::time_point::max() - now ? Clock::time_point::max() : now + limits.timeout;
    stats_ = {};
    const LayoutRequest down = fromTopToBottom(request);
    const Contracted small = contractRequest(down);
    const BlockStyle style{request.rank_separation, request.node_separation};
    pool_->begin(deadline, stop);
    Teller teller(down, request.rankdir == RankDir::kLeftRight, small, sink_);
    Run run(small, style, *pool_, teller, stats_);
    std::vector<Part> parts;
    for (const std::vector<Index>& component : small.components) {
        parts.push_back(makePlan(small.graph, component, {}));
    }
    for (const Part& part : parts) {
        run.askAhead(part);
    }
    std::vector<Piece> pieces;
    Point at;
    for (const Part& part : parts) {
        Result<Piece> piece = run.lay(part, {}, at);
        if (!piece) {
            pool_->end();
            return tl::unexpected(piece.error());
        }
        at.x += piece->bounds.width + style.node_separation;
        pieces.push_back(std::move(*piece));
    }
    const BlockPool::Totals totals = pool_->totals();
    pool_->end();
    if (run.failure() && (totals.failed == totals.laid_out || Clock::now() >= deadline)) {
        Error error = *run.failure();  // Not one block's fault.
        error.where = "layout of " + std::to_string(request.boxes.size()) + " boxes: " + error.where;
        return tl::unexpected(std::move(error));
    }
    pack(pieces, run.sheet(), style);
    Placement placement = expand(down, small, run.sheet());
    placeLabels(placement, down);
    moveToOrigin(placement);
    if (request.rankdir == RankDir::kLeftRight) {
        transpose(placement);
    }
    stats_.helper_cpu_seconds = totals.cpu_seconds;
    stats_.blocks = totals.asked;
    stats_.laid_out = totals.laid_out;
    stats_.own_cpu_seconds = threadCpuSeconds() - start + totals.own_cpu_seconds;
    return placement;
}

}  // namespace qdqlens
