#include "core/diagram/drawing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/diagram/box_metrics.h"

namespace qdqlens {

namespace {

Point mix(Point a, Point b, double t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

double distance(Point a, Point b) {
    return std::hypot(b.x - a.x, b.y - a.y);
}

using Cubic = std::array<Point, 4>;

struct Halves {
    Cubic first;
    Cubic second;
};

/// De Casteljau.
Halves split(const Cubic& c, double t) {
    const Point ab = mix(c[0], c[1], t);
    const Point bc = mix(c[1], c[2], t);
    const Point cd = mix(c[2], c[3], t);
    const Point abc = mix(ab, bc, t);
    const Point bcd = mix(bc, cd, t);
    const Point middle = mix(abc, bcd, t);
    return {{c[0], ab, abc, middle}, {middle, bcd, cd, c[3]}};
}

/// A spline without what is nearer than `gap` to its end point, as the crow flies.
std::vector<Point> cutEnd(std::vector<Point> spline, double gap) {
    if (gap <= 0) {
        return spline;
    }
    const Point end = spline.back();
    while (spline.size() > 4 && distance(spline[spline.size() - 4], end) <= gap) {
        spline.resize(spline.size() - 3);
    }
    const std::size_t at = spline.size() - 4;
    const Cubic last{spline[at], spline[at + 1], spline[at + 2], spline[at + 3]};
    double low = 0;
    double high = 1;
    for (int i = 0; i < 30; ++i) {
        const double t = (low + high) / 2;
        const Point reached = split(last, t).first[3];
        const double dx = reached.x - end.x;
        const double dy = reached.y - end.y;
        (dx * dx + dy * dy > gap * gap ? low : high) = t;
    }
    const Cubic kept = split(last, low).first;
    std::copy(kept.begin(), kept.end(), spline.begin() + static_cast<std::ptrdiff_t>(at));
    return spline;
}

std::vector<Point> cutStart(std::vector<Point> spline, double gap) {
    if (gap <= 0) {
        return spline;
    }
    std::reverse(spline.begin(), spline.end());
    spline = cutEnd(std::move(spline), gap);
    std::reverse(spline.begin(), spline.end());
    return spline;
}

PathStep moveTo(double x, double y) {
    return {PathStep::Kind::kMove, {Point{x, y}, Point{}, Point{}}};
}

PathStep lineTo(double x, double y) {
    return {PathStep::Kind::kLine, {Point{x, y}, Point{}, Point{}}};
}

PathStep cubicTo(Point a, Point b, Point c) {
    return {PathStep::Kind::kCubic, {a, b, c}};
}

constexpr double kQuarterCircle = 0.5523;  // Where its control points are, of the radius.

/// The strip along the bottom of a box of w × h at (0, 0).
Path bottomBar(double w, double h, double corner) {
    const double r = std::max(corner, kBarThickness);
    // Where the strip's upper edge meets the round corners.
    const double inset = r - std::sqrt(r * r - (r - kBarThickness) * (r - kBarThickness));
    const double top = h - kBarThickness;
    const double bend = kQuarterCircle * kBarThickness;
    return {moveTo(inset, top),
            cubicTo({inset + (r - inset) * 0.28, top + bend}, {r - (r - inset) * 0.42, h}, {r, h}),
            lineTo(w - r, h),
            cubicTo({w - r + (r - inset) * 0.42, h}, {w - inset - (r - inset) * 0.28, top + bend},
                    {w - inset, top}),
            {PathStep::Kind::kClose, {}}};
}

}  // namespace

double cornerRadius(const BoxStyle& style, const Rect& box) {
    return std::min({style.corner, box.width / 2, box.height / 2});
}

Rect focusRing(const Rect& box) {
    return {box.x - kRingOffset, box.y - kRingOffset, box.width + 2 * kRingOffset,
            box.height + 2 * kRingOffset};
}

double focusRingRadius(const BoxStyle& style, const Rect& box) {
    return cornerRadius(style, box) + kRingOffset;
}

Rect innerFrame(const Rect& box) {
    return {box.x + kInnerFrameInset, box.y + kInnerFrameInset,
            std::max(0.0, box.width - 2 * kInnerFrameInset),
            std::max(0.0, box.height - 2 * kInnerFrameInset)};
}

double innerFrameRadius(const BoxStyle& style, const Rect& box) {
    return std::max(0.0, cornerRadius(style, box) - kInnerFrameInset);
}

Side quantizedSide(BoxRole role, RankDir rankdir) {
    const bool down = rankdir == RankDir::kTopBottom;
    switch (role) {
        case BoxRole::kQuantize:
            return down ? Side::kBottom : Side::kRight;
        case BoxRole::kDequantize:
            return down ? Side::kTop : Side::kLeft;
        default:
            return Side::kNone;
    }
}

Path quantizedBar(const Rect& box, double corner, Side side) {
    if (side == Side::kNone) {
        return {};
    }
    const bool upright = side == Side::kLeft || side == Side::kRight;
    const double along = upright ? box.height : box.width;
    const double across = upright ? box.width : box.height;
    Path path = bottomBar(along, across, corner);
    const auto place = [&](Point p) -> Point {
        switch (side) {
            case Side::kTop:
                return {box.x + p.x, box.y + across - p.y};
            case Side::kLeft:
                return {box.x + across - p.y, box.y + p.x};
            case Side::kRight:
                return {box.x + p.y, box.y + p.x};
            default:
                return {box.x + p.x, box.y + p.y};
        }
    };
    for (PathStep& step : path) {
        for (Point& point : step.points) {
            point = place(point);
        }
    }
    return path;
}

double borderWidth(const Box& box, const BoxStyle& style) {
    constexpr double kSharedBorder = 1.9;
    return box.shared ? std::max(kSharedBorder, style.border_width) : style.border_width;
}

ConstantsBand constantsBand(const Box& box, const Rect& place, const BoxStyle& style) {
    const double down = constantsTop(box);
    if (down <= 0 || down >= place.height) {
        return {};
    }
    // Inside the border, which is not painted over.
    const double border = borderWidth(box, style) / 2;
    const double top = place.y + down;
    const double left = place.x + border;
    const double right = place.right() - border;
    const double bottom = place.bottom() - border;
    const double r = std::clamp(cornerRadius(style, place) - border, 0.0, bottom - top);
    const double bend = r * (1 - kQuarterCircle);
    return {{moveTo(left, top),
             lineTo(right, top),
             lineTo(right, bottom - r),
             cubicTo({right, bottom - bend}, {right - bend, bottom}, {right - r, bottom}),
             lineTo(left + r, bottom),
             cubicTo({left + bend, bottom}, {left, bottom - bend}, {left, bottom - r}),
             {PathStep::Kind::kClose, {}}},
            {moveTo(left, top), lineTo(right, top)}};
}

Path sharedMark(const Rect& box, RankDir rankdir) {
    constexpr double kStem = 3.5;
    constexpr double kLong = kMarkSize - 1;
    constexpr double kHalf = kMarkSize / 2 - 1;
    Path path{moveTo(0, 0), lineTo(0, kStem),
              cubicTo({0, kStem + 3.5}, {-kHalf, kLong - 4.5}, {-kHalf, kLong}), moveTo(0, kStem),
              cubicTo({0, kStem + 3.5}, {kHalf, kLong - 4.5}, {kHalf, kLong})};
    const Point corner{box.right() - kMarkInset - kMarkSize, box.y + kMarkInset};
    for (PathStep& step : path) {
        for (Point& p : step.points) {
            p = rankdir == RankDir::kTopBottom ? Point{corner.x + kMarkSize / 2 + p.x, corner.y + p.y}
                                               : Point{corner.x + p.y, corner.y + kMarkSize / 2 + p.x};
        }
    }
    return path;
}

Path defectMark(const Rect& box) {
    const double x = box.x + kMarkInset + kMarkSize / 2 - 1;
    const double top = box.y + kMarkInset + 0.5;
    return {moveTo(x, top), lineTo(x, top + 6), moveTo(x, top + 9.2), lineTo(x, top + 9.4)};
}

EdgeShape edgeShape(std::span<const Point> spline, const EdgeStyle& style, double start_gap, double end_gap) {
    if (spline.size() < 4 || spline.size() % 3 != 1) {
        return {};
    }
    double length = 0;  // Of the control polygon, so that a loop has one too.
    for (std::size_t i = 1; i < spline.size(); ++i) {
        length += distance(spline[i - 1], spline[i]);
    }
    // A short edge keeps a bit of line: gaps first, then the head, give way.
    double gaps = start_gap + end_gap;
    if (gaps > length / 2) {
        start_gap *= length / 2 / gaps;
        end_gap *= length / 2 / gaps;
        gaps = length / 2;
    }
    std::vector<Point> line = cutStart({spline.begin(), spline.end()}, start_gap);
    line = cutEnd(std::move(line), end_gap);
    const Point tip = line.back();
    const double head = std::min(style.head_length, 0.7 * (length - gaps));
    // The line reaches a little into the head, so that no seam shows between the two.
    constexpr double kOverlap = 1;
    const Point base = cutEnd(line, head).back();
    line = cutEnd(std::move(line), std::max(head - kOverlap, 0.0));
    const double back = distance(base, tip);
    if (back <= 0) {
        return {std::move(line), {tip, tip, tip}};
    }
    const double half = style.head_width / 2 * (head / style.head_length);
    const Point across{(tip.y - base.y) / back * half, -(tip.x - base.x) / back * half};
    return {std::move(line),
            {tip, Point{base.x - across.x, base.y - across.y}, Point{base.x + across.x, base.y + across.y}}};
}

double edgeGap(const Box& box) {
    return box.focus ? kRingOffset + kRingWidth / 2 : 0;
}

Rect groupLabelStrip(const Group& group, const Rect& frame) {
    constexpr double kAir = 3;
    const LineStyle style = theme(ThemeKind::kLight).groupLine();
    return {frame.x + kGroupPadding - kAir, frame.y + kGroupPadding / 2,
            lineWidth(group.label, style) + 2 * kAir, style.leading};
}

Point groupLabelPoint(const Rect& frame) {
    return {frame.x + kGroupPadding,
            frame.y + kGroupPadding / 2 + baseline(theme(ThemeKind::kLight).groupLine())};
}

std::string_view boxKindName(BoxKind kind) {
    switch (kind) {
        case BoxKind::kOp:
            return "op";
        case BoxKind::kInput:
            return "input";
        case BoxKind::kOutput:
            return "output";
        case BoxKind::kStub:
            return "stub";
        case BoxKind::kGroup:
            break;
    }
    return "group";
}

}  // namespace qdqlens
