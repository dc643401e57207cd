// The shapes of a figure beyond plain rectangles and text, in px, for every back end: arrows, marks, rings,
// frames.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/diagram/scene.h"
#include "core/diagram/theme.h"
#include "core/layout/layout.h"

namespace qdqlens {

struct PathStep {
    enum class Kind : std::uint8_t { kMove, kLine, kCubic, kClose };
    Kind kind = Kind::kMove;
    std::array<Point, 3> points{};  ///< kCubic uses all (two control points, end), kMove and kLine the first.
};
using Path = std::vector<PathStep>;

/// The radius that a box of this size can have.
[[nodiscard]] double cornerRadius(const BoxStyle& style, const Rect& box);

/// The focus ring stands outside of the border: its rectangle (middle of the stroke).
inline constexpr double kRingWidth = 2;
inline constexpr double kRingOffset = 3.5;  ///< From the box's edge to the middle of the ring.
[[nodiscard]] Rect focusRing(const Rect& box);
[[nodiscard]] double focusRingRadius(const BoxStyle& style, const Rect& box);

/// Q and DQ carry a strip along the side where their values are quantized: Q where they leave, DQ where they
/// come in.
enum class Side : std::uint8_t { kNone, kTop, kBottom, kLeft, kRight };
inline constexpr double kBarThickness = 3;  ///< Less than any corner that has a bar.
[[nodiscard]] Side quantizedSide(BoxRole role, RankDir rankdir);
/// The strip inside the box's edge and its round corners; filled with BoxStyle.bar.
[[nodiscard]] Path quantizedBar(const Rect& box, double corner, Side side);

/// The border of a box: thicker where it is shared.
[[nodiscard]] double borderWidth(const Box& box, const BoxStyle& style);

/// A collapsed group has a second, thin frame inside its border.
inline constexpr double kInnerFrameInset = 3;
inline constexpr double kInnerFrameWidth = 0.8;
[[nodiscard]] Rect innerFrame(const Rect& box);
[[nodiscard]] double innerFrameRadius(const BoxStyle& style, const Rect& box);

/// The part of a box that holds its folded constants, from above the first of them down to the box's lower
/// edge: filled with BoxStyle.band, under a hairline in BoxStyle.hairline. Empty paths where the box has no
/// constants.
inline constexpr double kHairlineWidth = 0.8;
struct ConstantsBand {
    Path area;
    Path hairline;
};
[[nodiscard]] ConstantsBand constantsBand(const Box& box, const Rect& place, const BoxStyle& style);

/// Marks in the upper corners: right, a fork for a box whose value several boxes eat (Box.shared): stroked
/// with the border's colour. Left, "!" for Box.defect: stroked with Theme.defect.
inline constexpr double kMarkSize = 11;
inline constexpr double kMarkInset = 6;
inline constexpr double kMarkStroke = 1.6;                        ///< Round caps.
[[nodiscard]] Path sharedMark(const Rect& box, RankDir rankdir);  ///< Opens the way the edges go.
[[nodiscard]] Path defectMark(const Rect& box);

/// An edge as drawn: a line that ends in the arrowhead's base, and the arrowhead, whose tip is on the
/// target's border, or on the focus ring around it.
struct EdgeShape {
    std::vector<Point> line;    ///< Start, then cubic triples. Empty where the spline is no spline.
    std::array<Point, 3> head;  ///< Tip first.
};
/// `start_gap` and `end_gap` are kept free at the ends (edgeGap).
[[nodiscard]] EdgeShape edgeShape(std::span<const Point> spline, const EdgeStyle& style, double start_gap,
                                  double end_gap);
/// What an edge leaves free at a box: nothing, or the room of its focus ring.
[[nodiscard]] double edgeGap(const Box& box);

/// Between the frame of an expanded group and what stands in it.
inline constexpr double kGroupPadding = 10;
/// The label of a frame stands over the lines that cross it, on this strip in the background's colour.
[[nodiscard]] Rect groupLabelStrip(const Group& group, const Rect& frame);
/// Where the frame's label begins, on its baseline.
[[nodiscard]] Point groupLabelPoint(const Rect& frame);

/// "op", "input", "output", "stub", "group".
[[nodiscard]] std::string_view boxKindName(BoxKind kind);

}  // namespace qdqlens
