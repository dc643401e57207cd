// Boxes in, places out. What lays out is behind LayoutEngine; nobody else knows Graphviz.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/base/error.h"

namespace qdqlens {

/// px at 100 %; y grows downwards.
struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

struct Rect {
    double x = 0;  ///< Left.
    double y = 0;  ///< Top.
    double width = 0;
    double height = 0;
    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
    [[nodiscard]] Point center() const { return {x + width / 2, y + height / 2}; }
    bool operator==(const Rect&) const = default;
};

enum class RankDir : std::uint8_t { kTopBottom, kLeftRight };

/// What the engine is asked: fixed boxes and edges between them. Sizes in px.
struct LayoutRequest {
    struct Size {
        double width = 0;
        double height = 0;
    };
    struct Edge {
        std::uint32_t from = 0;  ///< Index into boxes.
        std::uint32_t to = 0;
        Size label;  ///< Room kept free beside the edge; zero for none.
        /// How much it counts to keep the edge short and straight; 0: it only says what stands below what.
        std::uint16_t weight = 1;
        bool from_middle = false;  ///< It leaves in the middle of its source's lower side.
        bool to_middle = false;    ///< It ends in the middle of its target's upper side.
    };
    /// Boxes with a frame around them, which no other box stands in.
    struct Group {
        static constexpr std::uint32_t kNoParent = 0xffffffffU;
        std::uint32_t parent = kNoParent;  ///< Index into groups, of one that stands before it.
        std::vector<std::uint32_t> boxes;  ///< Those in no inner group. A box is in one group at most.
        Size label;                        ///< Room at the top of the frame.
    };
    std::vector<Size> boxes;
    std::vector<Edge> edges;
    std::vector<Group> groups;
    double group_padding = 10;           ///< Between a frame and what stands in it.
    std::vector<std::uint32_t> ordered;  ///< Boxes whose edges leave them from left to right as given.
    RankDir rankdir = RankDir::kTopBottom;
    double rank_separation = 34;
    double node_separation = 24;
};

/// Where everything stands, by the request's indices. The whole picture starts at (0, 0).
struct Placement {
    std::vector<Rect> boxes;
    /// Start, then cubic Bézier triples; from the border of the source box to the border of the target box.
    std::vector<std::vector<Point>> edges;
    std::vector<Rect> labels;  ///< Room of each edge's label; empty (width 0) where it has none.
    /// Of each group, around its boxes and inner frames; empty (width 0) where the engine could not keep
    /// other boxes out of it.
    std::vector<Rect> frames;
    double width = 0;
    double height = 0;
};

/// Boxes that have found a place while others are still being laid out.
struct PartialPlacement {
    std::vector<std::uint32_t> boxes;  ///< Indices into the request's. Those told before may be among them:
                                       ///< they have moved.
    /// Of these boxes, as they stand to each other and to those told before. The whole moves once more when
    /// the picture is done and starts at (0, 0), and parts that stand beside others may: the placement
    /// that layout() returns is what holds.
    std::vector<Rect> places;
    std::size_t placed = 0;  ///< Of the request's boxes, how many have a place by now.
};
using LayoutSink = std::function<void(const PartialPlacement&)>;

struct LayoutLimits {
    std::chrono::milliseconds timeout{60'000};
};

/// Lays out. One request at a time; a call may block, so it belongs in a job.
class LayoutEngine {
  public:
    virtual ~LayoutEngine() = default;
    /// Errors: kStopped when `stop` was requested, kEngine when the engine died or ran out of time. Whatever
    /// happened, the next call works.
    [[nodiscard]] virtual Result<Placement> layout(const LayoutRequest& request, const LayoutLimits& limits,
                                                   std::stop_token stop) = 0;
    /// Gets ready now, where nobody waits for it. What fails shows with the next layout.
    virtual void warmUp() {}
    /// Whom layout() tells of boxes that have found their place, from its own thread; {}: nobody. Large
    /// pictures alone are laid out by and by; an engine that lays out at one go tells nothing. To stop,
    /// request it at `stop`.
    virtual void setSink(LayoutSink /*sink*/) {}
};

/// A picture of more boxes is laid out as a whole model is; a scene of more has ports where values are used
/// far away.
inline constexpr std::size_t kWholeAbove = 150;

/// What suits a request's size: Graphviz's dot in one helper process, or blocks of it in several
/// (core/layout/whole) above kWholeAbove boxes. Groups are laid out by dot as long as that takes little time;
/// else they have a frame only where no other box happens to stand in it. What the command line and the
/// viewer use.
[[nodiscard]] std::unique_ptr<LayoutEngine> makeLayoutEngine();

/// Graphviz's dot in a helper process (`qdqlens-layout`) that stays warm and is killed for stop, timeout or
/// crash. The helper is looked for in $QDQLENS_LIBEXEC, beside this program, and in the installed libexec
/// folder.
[[nodiscard]] std::unique_ptr<LayoutEngine> makeHelperEngine();

}  // namespace qdqlens
