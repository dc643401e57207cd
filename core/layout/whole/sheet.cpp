#include "core/layout/whole/sheet.h"

#include <algorithm>
#include <cmath>

#include "core/layout/whole/curves.h"

namespace qdqlens::whole {

namespace {

constexpr double kLeastStrip = 6;  // Between a block and the next where lanes go straight on.
constexpr double kMostStrip = 240;
constexpr double kClear = 14;     // Between what stands above and below each other, across a joint.
constexpr double kLineClear = 6;  // The same, where one of them is a line.
constexpr double kBeside = 4;     // Kept beside each other, at least.
constexpr double kReach = 260;    // How far blocks reach into each other.
constexpr double kFarOff = 600;   // From a column's axis, before it is brought back to it.

double stripHeight(double sideways) {
    return sideways < kStraightWithin ? kLeastStrip : std::min(kMostStrip, 16 + sideways / 8);
}

// How far to the side a piece that would stand `dx` to the right is to be brought back. Where several values
// pass, blocks that lean to one side cannot be mirrored; a column of them would drift away.
double backToAxis(double axis, const Rect& piece, double dx) {
    const double off = piece.center().x + dx - axis;
    return std::abs(off) <= std::max(kFarOff, piece.width / 2) ? 0 : off;
}

const Port* find(const std::vector<Port>& ports, Index value) {
    const auto found =
        std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return port.value == value; });
    return found == ports.end() ? nullptr : &*found;
}

// What of a piece reaches lowest in each interval of x.
class Contour {
  public:
    // All that is raised lies between `left` and `right`.
    Contour(double left, double right) : first_(step(left)), lowest_(step(right) - first_ + 1, -HUGE_VAL) {}

    void raise(const Rect& rect, double margin, double y) {
        const std::size_t last = at(rect.right() + margin);
        for (std::size_t k = at(rect.x - margin); k <= last; ++k) {
            lowest_[k] = std::max(lowest_[k], y);
        }
    }
    // What reaches lowest above the rectangle.
    [[nodiscard]] double above(double left, double right) const {
        if (step(right) < first_ || step(left) >= first_ + static_cast<std::int64_t>(lowest_.size())) {
            return -HUGE_VAL;
        }
        const auto begin = lowest_.begin();
        return *std::max_element(begin + static_cast<std::ptrdiff_t>(at(left)),
                                 begin + static_cast<std::ptrdiff_t>(at(right)) + 1);
    }

  private:
    static std::int64_t step(double x) { return static_cast<std::int64_t>(std::floor(x / 8)); }
    [[nodiscard]] std::size_t at(double x) const {
        return static_cast<std::size_t>(
            std::clamp<std::int64_t>(step(x) - first_, 0, static_cast<std::int64_t>(lowest_.size()) - 1));
    }

    std::int64_t first_;
    std::vector<double> lowest_;
};

}  // namespace

Sheet::Sheet(const Graph& graph, const BlockStyle& style)
    : style_(style), boxes_(graph.size()), arrivals_(graph.edgeCount(), kNone) {}

Index Sheet::addWire(Piece& piece, std::vector<Point> curve, Index parent) {
    wires_.push_back({std::move(curve), parent});
    piece.wires.push_back(static_cast<Index>(wires_.size()) - 1);
    return piece.wires.back();
}

Piece Sheet::take(const BlockRequest& block, const Placement& placement) {
    Piece piece;
    piece.boxes = block.boxes;
    for (Index i = 0; i < block.boxes.size(); ++i) {
        boxes_[block.boxes[i]] = placement.boxes[i];
    }
    piece.bounds = placement.boxes[0];
    for (Index i = 0; i < block.firstTop(); ++i) {
        add(piece.bounds, placement.boxes[i]);
    }
    const auto lane = [&](Index i) {
        const Point at = placement.boxes[i].center();
        add(piece.bounds, {at.x, at.y, 0, 0});
        return at;
    };
    for (Index k = 0; k < block.top.size(); ++k) {
        piece.top.push_back({block.top[k], lane(block.firstTop() + k), addWire(piece, {}, kNone)});
    }
    for (Index k = 0; k < block.bottom.size(); ++k) {
        piece.bottom.push_back({block.bottom[k], lane(block.firstBottom() + k), kNone});
    }
    for (Index e = 0; e < block.lines.size(); ++e) {
        const BlockRequest::Line& line = block.lines[e];
        if (!line.drawn()) {
            continue;
        }
        std::vector<Point> curve = placement.edges[e];
        const auto endAt = [&](std::size_t end, std::size_t control, const Point& at) {
            curve[control].x += at.x - curve[end].x;
            curve[control].y += at.y - curve[end].y;
            curve[end] = at;
        };
        if (line.from_top != kNone) {
            endAt(0, 1, piece.top[line.from_top].at);
        }
        if (line.to_bottom != kNone) {
            endAt(curve.size() - 1, curve.size() - 2, piece.bottom[line.to_bottom].at);
        }
        add(piece.bounds, boundsOf(curve));
        const Index wire =
            addWire(piece, std::move(curve), line.from_top != kNone ? piece.top[line.from_top].wire : kNone);
        if (line.arrives != kNone) {
            arrivals_[line.arrives] = wire;
        } else {
            piece.bottom[line.to_bottom].wire = wire;
        }
    }
    if (block.sill) {
        const Rect& box = boxes_[*block.sill];
        piece.bottom.push_back({*block.sill, {box.center().x, box.bottom()}, kNone});
    }
    std::sort(piece.bottom.begin(), piece.bottom.end(),
              [](const Port& a, const Port& b) { return a.at.x < b.at.x; });
    piece.axis = piece.bounds.center().x;
    piece.settled = piece.bounds.y;
    piece.last_boxes = piece.boxes;
    piece.last_wires = piece.wires;
    return piece;
}

Piece Sheet::rail(Index value) {
    Piece piece;
    const Index wire = addWire(piece, {}, kNone);
    piece.top = {{value, {0, 0}, wire}};
    piece.bottom = piece.top;
    piece.bounds = {-1, 0, 2, 0};
    return piece;
}

void Sheet::move(Piece& piece, double dx, double dy) {
    for (const Index i : piece.boxes) {
        boxes_[i].x += dx;
        boxes_[i].y += dy;
    }
    for (const Index i : piece.wires) {
        for (Point& point : wires_[i].curve) {
            point.x += dx;
            point.y += dy;
        }
    }
    for (std::vector<Port>* ports : {&piece.top, &piece.bottom}) {
        for (Port& port : *ports) {
            port.at.x += dx;
            port.at.y += dy;
        }
    }
    piece.bounds.x += dx;
    piece.bounds.y += dy;
    piece.axis += dx;
    piece.settled += dy;
}

// Left becomes right, about x = 0.
void Sheet::mirror(Piece& piece) {
    for (const Index i : piece.boxes) {
        boxes_[i].x = -boxes_[i].right();
    }
    for (const Index i : piece.wires) {
        for (Point& point : wires_[i].curve) {
            point.x = -point.x;
        }
    }
    for (std::vector<Port>* ports : {&piece.top, &piece.bottom}) {
        for (Port& port : *ports) {
            port.at.x = -port.at.x;
        }
        std::reverse(ports->begin(), ports->end());
    }
    piece.bounds.x = -piece.bounds.right();
    piece.axis = -piece.axis;
}

// How far `below`, moved by dx, must come down to keep clear of `above`.
double Sheet::clearance(const Piece& above, const Piece& below, double dx) const {
    const double low = above.bounds.bottom() - kReach;
    const double high = below.bounds.y + kReach;
    Contour boxes(above.bounds.x - kBeside, above.bounds.right() + kBeside), lines = boxes;
    for (const Index i : above.last_boxes) {
        if (boxes_[i].bottom() > low) {
            boxes.raise(boxes_[i], kBeside, boxes_[i].bottom());
        }
    }
    const auto curves = [](const std::vector<Point>& curve, const auto& use) {
        for (std::size_t k = 0; k + 3 < curve.size(); k += 3) {
            use(boundsOf({curve[k], curve[k + 1], curve[k + 2], curve[k + 3]}));
        }
    };
    for (const Index i : above.last_wires) {
        curves(wires_[i].curve, [&](const Rect& rect) {
            if (rect.bottom() > low) {
                lines.raise(rect, kBeside, rect.bottom());
            }
        });
    }
    double need = -HUGE_VAL;
    const auto meet = [&](const Contour& edge, const Rect& rect, double gap) {
        need = std::max(need, edge.above(rect.x + dx, rect.right() + dx) + gap - rect.y);
    };
    for (const Index i : below.boxes) {
        if (boxes_[i].y < high) {
            meet(boxes, boxes_[i], kClear);
            meet(lines, boxes_[i], kLineClear);
        }
    }
    for (const Index i : below.wires) {
        curves(wires_[i].curve, [&](const Rect& rect) {
            if (rect.y < high) {
                // Where the value's own box stands on the joint, its lines start at the box.
                meet(boxes, rect, 0);
                meet(lines, rect, 0);
            }
        });
    }
    return need;
}

void Sheet::join(Piece& column, const Port& from, const Port& to, double strip_top, double strip_bottom) {
    Wire& wire = wires_[to.wire];
    wire.parent = from.wire;
    wire.curve = joint(from.at, to.at, strip_top, strip_bottom);
    if (!wire.curve.empty()) {
        add(column.bounds, boundsOf(wire.curve));
    }
}

void Sheet::putBelow(Piece& column, Piece&& next) {
    if (next.top.size() == 1) {  // A column of blocks that all lean to one side would drift away.
        if (const Port* from = find(column.bottom, next.top[0].value)) {
            const double off = from->at.x - column.axis;
            const auto distance = [&](double x, double sign) {
                return std::abs(off + sign * (x - next.top[0].at.x));
            };
            const auto drift = [&](double sign) {
                double sum = distance(next.bounds.center().x, sign);
                for (const Port& port : next.bottom) {
                    sum += 2 * distance(port.at.x, sign) / static_cast<double>(next.bottom.size());
                }
                return sum;
            };
            if (drift(-1) < drift(1)) {
                mirror(next);
            }
        }
    }
    std::vector<double> ways;
    for (const Port& port : next.top) {
        if (const Port* from = find(column.bottom, port.value)) {
            ways.push_back(from->at.x - port.at.x);
        }
    }
    double dx = column.bounds.center().x - next.bounds.center().x;
    if (!ways.empty()) {
        std::sort(ways.begin(), ways.end());
        dx = ways[ways.size() / 2];
    }
    if (ways.size() > 1) {
        dx -= backToAxis(column.axis, next.bounds, dx);
    }
    double sideways = 0;
    for (const double way : ways) {
        sideways = std::max(sideways, std::abs(way - dx));
    }
    double dy = column.bounds.bottom() - next.bounds.y + (ways.empty() ? style_.rank_separation : 0);
    const double strip = stripHeight(sideways);
    if (ways.size() == 1) {
        const double aligned = find(column.bottom, next.top[0].value)->at.y - next.top[0].at.y;
        const double settled =
            std::max(column.settled + kClear, column.bounds.bottom() - kReach) - next.bounds.y;
        dy = std::max({aligned, settled, clearance(column, next, dx)});
    } else if (!ways.empty()) {
        dy += strip;
    }
    const double strip_top = column.bounds.bottom();
    move(next, dx, dy);
    const double settled = column.bounds.bottom();
    for (const Port& port : next.top) {
        if (const Port* from = find(column.bottom, port.value)) {
            join(column, *from, port, strip_top, std::max(strip_top, next.bounds.y));
        }
    }
    column.boxes.insert(column.boxes.end(), next.boxes.begin(), next.boxes.end());
    column.wires.insert(column.wires.end(), next.wires.begin(), next.wires.end());
    add(column.bounds, next.bounds);
    column.bottom = std::move(next.bottom);
    column.settled = std::max(settled, next.settled);
    column.last_boxes = std::move(next.last_boxes);
    column.last_wires = std::move(next.last_wires);
}

Piece Sheet::putBeside(std::vector<Piece>&& parts, const std::vector<Index>& top) {
    Piece whole;
    double x = 0;
    double most = 0;
    for (const Piece& part : parts) {
        most = std::max(most, part.bounds.height);
    }
    for (Piece& part : parts) {
        // What hangs on nothing above stands as low as it can.
        const double y = part.top.empty() ? most - part.bounds.height : 0;
        const double dx = x - part.bounds.x;
        const double dy = y - part.bounds.y;
        move(part, dx, dy);
        x += part.bounds.width + style_.node_separation;
        whole.boxes.insert(whole.boxes.end(), part.boxes.begin(), part.boxes.end());
        whole.wires.insert(whole.wires.end(), part.wires.begin(), part.wires.end());
        whole.bottom.insert(whole.bottom.end(), part.bottom.begin(), part.bottom.end());
    }
    whole.bounds = {0, 0, x - style_.node_separation, most};
    // One port for each value, in the order that is asked for, above the middle of what it leads to.
    double sideways = 0;
    double last = -HUGE_VAL;
    for (const Index value : top) {
        double sum = 0;
        int count = 0;
        double nearest = 0;
        for (const Piece& part : parts) {
            if (const Port* port = find(part.top, value)) {
                sum += port->at.x;
                ++count;
                nearest = port->at.x;
            }
        }
        if (count == 0) {
            continue;
        }
        const double at = std::max(count == 1 ? nearest : sum / count, last + style_.node_separation / 2);
        last = at;
        whole.top.push_back({value, {at, 0}, addWire(whole, {}, kNone)});
        for (const Piece& part : parts) {
            if (const Port* port = find(part.top, value)) {
                sideways = std::max(sideways, std::abs(port->at.x - at));
            }
        }
    }
    const double strip = whole.top.empty() ? 0 : stripHeight(sideways);
    for (Port& port : whole.top) {
        port.at.y = -strip;
        for (const Piece& part : parts) {
            if (const Port* to = find(part.top, port.value)) {
                join(whole, port, *to, -strip, 0);
            }
        }
    }
    if (!whole.top.empty()) {
        add(whole.bounds, {whole.bounds.x, -strip, 0, 0});
    }
    // Lanes go down to the lowest end.
    for (Port& port : whole.bottom) {
        const Point to{port.at.x, most};
        std::vector<Point> curve = joint(port.at, to, most, most);
        port.wire = addWire(whole, std::move(curve), port.wire);
        port.at = to;
    }
    std::sort(whole.bottom.begin(), whole.bottom.end(),
              [](const Port& a, const Port& b) { return a.at.x < b.at.x; });
    whole.axis = whole.bounds.center().x;
    whole.settled = whole.bounds.bottom();
    return whole;
}

std::vector<Point> Sheet::way(Index edge) const {
    std::vector<Index> wires;
    for (Index i = arrivals_[edge]; i != kNone; i = wires_[i].parent) {
        wires.push_back(i);
    }
    std::vector<Point> points;
    for (auto i = wires.rbegin(); i != wires.rend(); ++i) {
        const std::vector<Point>& curve = wires_[*i].curve;
        if (!curve.empty()) {
            points.insert(points.end(), curve.begin() + (points.empty() ? 0 : 1), curve.end());
        }
    }
    return points;
}

}  // namespace qdqlens::whole
