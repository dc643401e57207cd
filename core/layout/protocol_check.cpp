// What may be asked of a layout helper, and what it may answer.
#include <cmath>

#include "core/layout/protocol.h"

namespace qdqlens::layout_protocol {

namespace {

tl::unexpected<Error> garbled(const char* what) {
    return fail(ErrorKind::kEngine, std::string("garbled layout message: ") + what);
}

bool isFinite(const Rect& rect) {
    return std::isfinite(rect.x) && std::isfinite(rect.y) && std::isfinite(rect.width) &&
           std::isfinite(rect.height);
}

bool isFinite(const Point& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

bool isSize(double value, double most) {
    return value > 0 && value <= most;  // Neither NaN nor infinity passes.
}

bool isSeparation(double value) {
    return value >= 0 && value <= kMaxSize;
}

tl::unexpected<Error> badSize(const char* kind, std::size_t index, const LayoutRequest::Size& size) {
    return fail(ErrorKind::kEngine,
                "cannot lay out a size of " + std::to_string(size.width) + " x " +
                    std::to_string(size.height) + " px",
                kind + std::to_string(index));
}

Result<void> checkGroups(const LayoutRequest& request) {
    std::vector<char> filled(request.groups.size(), 0);
    std::vector<char> taken(request.boxes.size(), 0);
    for (std::size_t i = request.groups.size(); i-- > 0;) {  // Inner ones first.
        const LayoutRequest::Group& group = request.groups[i];
        const bool outermost = group.parent == LayoutRequest::Group::kNoParent;
        if (!outermost && group.parent >= i) {
            return fail(ErrorKind::kEngine, "the group stands before the one around it",
                        "group " + std::to_string(i));
        }
        const bool none = group.label.width == 0 && group.label.height == 0;
        if (!none &&
            (!isSize(group.label.width, kMaxLabelSize) || !isSize(group.label.height, kMaxLabelSize))) {
            return badSize("label of group ", i, group.label);
        }
        for (const std::uint32_t box : group.boxes) {
            if (box >= request.boxes.size() || taken[box] != 0) {
                return fail(ErrorKind::kEngine, "the group holds a box that is not there, or in another",
                            "group " + std::to_string(i));
            }
            taken[box] = 1;
            filled[i] = 1;
        }
        if (filled[i] == 0) {
            return fail(ErrorKind::kEngine, "the group holds nothing", "group " + std::to_string(i));
        }
        if (!outermost) {
            filled[group.parent] = 1;
        }
    }
    return {};
}

}  // namespace

Result<void> checkRequest(const LayoutRequest& request) {
    if (!isSeparation(request.rank_separation) || !isSeparation(request.node_separation) ||
        !isSeparation(request.group_padding)) {
        return fail(ErrorKind::kEngine, "cannot lay out with these separations");
    }
    for (std::size_t i = 0; i < request.boxes.size(); ++i) {
        const LayoutRequest::Size& box = request.boxes[i];
        if (!isSize(box.width, kMaxSize) || !isSize(box.height, kMaxSize)) {
            return badSize("box ", i, box);
        }
    }
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        const LayoutRequest::Edge& edge = request.edges[i];
        if (edge.from >= request.boxes.size() || edge.to >= request.boxes.size()) {
            return fail(ErrorKind::kEngine, "the edge ends at a box that is not there",
                        "edge " + std::to_string(i));
        }
        const bool none = edge.label.width == 0 && edge.label.height == 0;
        if (!none &&
            (!isSize(edge.label.width, kMaxLabelSize) || !isSize(edge.label.height, kMaxLabelSize))) {
            return badSize("label of edge ", i, edge.label);
        }
    }
    for (const std::uint32_t box : request.ordered) {
        if (box >= request.boxes.size()) {
            return fail(ErrorKind::kEngine, "an order is asked for at a box that is not there",
                        "box " + std::to_string(box));
        }
    }
    return checkGroups(request);
}

Result<void> checkAnswer(const Placement& placement, const LayoutRequest& request) {
    if (placement.boxes.size() != request.boxes.size() || placement.edges.size() != request.edges.size() ||
        placement.labels.size() != request.edges.size() || placement.frames.size() != request.groups.size()) {
        return garbled("a placement of something else");
    }
    if (!std::isfinite(placement.width) || !std::isfinite(placement.height)) {
        return garbled("a picture without a size");
    }
    for (std::size_t i = 0; i < placement.boxes.size(); ++i) {
        const Rect& box = placement.boxes[i];
        if (!isFinite(box) || box.width != request.boxes[i].width || box.height != request.boxes[i].height) {
            return garbled("a box of another size");
        }
    }
    for (const Rect& frame : placement.frames) {
        if (!isFinite(frame)) {
            return garbled("a frame without a place");
        }
    }
    for (std::size_t i = 0; i < placement.edges.size(); ++i) {
        const std::vector<Point>& edge = placement.edges[i];
        if (edge.size() < 4 || edge.size() % 3 != 1) {
            return garbled("an edge that is no curve");
        }
        for (const Point& point : edge) {
            if (!isFinite(point)) {
                return garbled("an edge that leads nowhere");
            }
        }
        const Rect& label = placement.labels[i];
        const LayoutRequest::Size& asked = request.edges[i].label;
        if (!isFinite(label) || label.width != asked.width || label.height != asked.height) {
            return garbled("a label of another size");
        }
    }
    return {};
}

}  // namespace qdqlens::layout_protocol
