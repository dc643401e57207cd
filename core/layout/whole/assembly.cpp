#include "core/layout/whole/assembly.h"

#include <algorithm>
#include <cmath>

#include "core/layout/geometry.h"

namespace qdqlens::whole {

namespace {

constexpr double kWidthStep = 8;  // Boxes of nearly one width are laid out as equal ones.
constexpr Index kMostInChain = 5;
constexpr double kLabelRoom = 4;  // Beside the line in a chain.
constexpr double kBow = 5;        // Between parallel edges.
constexpr double kLoop = 12;      // How far a self loop reaches.

std::vector<std::vector<Index>> componentsOf(const Graph& graph, const std::vector<Index>& order) {
    std::vector<Index> component(graph.size(), kNone);
    Index count = 0;
    std::vector<Index> stack;
    for (const Index start : order) {
        if (component[start] != kNone) {
            continue;
        }
        component[start] = count;
        stack.push_back(start);
        while (!stack.empty()) {
            const Index node = stack.back();
            stack.pop_back();
            for (const auto neighbours : {graph.consumers(node), graph.producers(node)}) {
                for (const Index next : neighbours) {
                    if (component[next] == kNone) {
                        component[next] = count;
                        stack.push_back(next);
                    }
                }
            }
        }
        ++count;
    }
    std::vector<std::vector<Index>> components(count);
    for (const Index node : order) {
        components[component[node]].push_back(node);
    }
    return components;
}

// Below each box, to the next of its chain: a label may need more.
std::vector<double> gapsOf(const LayoutRequest& request, const Chains& chains) {
    std::vector<double> gaps(request.boxes.size(), request.rank_separation);
    for (const LayoutRequest::Edge& edge : request.edges) {
        if (edge.label.width > 0 && chains.chain_of[edge.from] == chains.chain_of[edge.to]) {
            gaps[edge.from] = std::max(gaps[edge.from], edge.label.height + 2 * kLabelRoom);
        }
    }
    return gaps;
}

std::vector<BoxShape> shapesOf(const LayoutRequest& request, const Chains& chains,
                               const std::vector<double>& gaps) {
    std::vector<BoxShape> shapes(chains.members.size());
    for (Index c = 0; c < chains.members.size(); ++c) {
        const std::vector<Index>& members = chains.members[c];
        BoxShape& shape = shapes[c];
        for (const Index member : members) {
            shape.size.width = std::max(shape.size.width, request.boxes[member].width);
            shape.size.height += request.boxes[member].height;
            shape.size.height += member != members.back() ? gaps[member] : 0;
        }
        shape.last_width = request.boxes[members.back()].width;
        shape.enter_middle = shape.leave_middle = members.size() > 1;
    }
    // A label in a chain stands to the right of its line.
    for (const LayoutRequest::Edge& edge : request.edges) {
        const Index c = chains.chain_of[edge.from];
        if (edge.label.width > 0 && c == chains.chain_of[edge.to] && edge.from != edge.to) {
            shapes[c].size.width = std::max(shapes[c].size.width, 2 * (edge.label.width + 2 * kLabelRoom));
        }
    }
    for (BoxShape& shape : shapes) {
        shape.size.width = std::ceil(shape.size.width / kWidthStep) * kWidthStep;
    }
    return shapes;
}

std::vector<Point> straight(const Point& from, const Point& to) {
    return {from,
            {from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3},
            {from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3},
            to};
}

std::vector<Point> loop(const Rect& box) {
    const double right = box.right();
    return {{right, box.y + box.height * 0.35},
            {right + kLoop, box.y + box.height * 0.2},
            {right + kLoop, box.y + box.height * 0.8},
            {right, box.y + box.height * 0.65}};
}

}  // namespace

Contracted contractRequest(const LayoutRequest& request) {
    const auto count = static_cast<Index>(request.boxes.size());
    std::vector<std::pair<Index, Index>> edges;
    edges.reserve(request.edges.size());
    for (const LayoutRequest::Edge& edge : request.edges) {
        edges.emplace_back(edge.from, edge.to);
    }
    Contracted small;
    small.turned = turnedEdges(count, edges);
    std::vector<Index> kept;
    for (Index i = 0; i < edges.size(); ++i) {
        if (small.turned[i]) {
            std::swap(edges[i].first, edges[i].second);
        }
        if (edges[i].first != edges[i].second) {
            edges[kept.size()] = edges[i];
            kept.push_back(i);
        }
    }
    edges.resize(kept.size());
    std::vector<Index> numbers;
    const Graph all(count, edges, &numbers);
    small.way.assign(request.edges.size(), kNone);
    for (Index i = 0; i < kept.size(); ++i) {
        small.way[kept[i]] = numbers[i];
    }
    small.chains = findChains(all, kMostInChain);
    small.graph = contract(all, small.chains);
    small.edge.assign(all.edgeCount(), kNone);
    for (Index c = 0; c < small.graph.size(); ++c) {
        // Only a chain's last box leads out of it, and no two of its edges to one chain.
        const Index last = small.chains.members[c].back();
        for (Index k = 0; k < all.consumers(last).size(); ++k) {
            small.edge[all.firstEdge(last) + k] = small.graph.firstEdge(c) + k;
        }
    }
    small.order = goodOrder(small.graph);
    small.components = componentsOf(small.graph, small.order);
    small.gaps = gapsOf(request, small.chains);
    small.shapes = shapesOf(request, small.chains, small.gaps);
    return small;
}

void placeMembers(const LayoutRequest& request, const Contracted& small, Index c, const Rect& place,
                  std::vector<Rect>& boxes) {
    double y = place.y;
    for (const Index member : small.chains.members[c]) {
        const LayoutRequest::Size& size = request.boxes[member];
        boxes[member] = {place.center().x - size.width / 2, y, size.width, size.height};
        y += size.height + small.gaps[member];
    }
}

Placement expand(const LayoutRequest& request, const Contracted& small, const Sheet& sheet) {
    Placement placement;
    placement.boxes.resize(request.boxes.size());
    for (Index c = 0; c < small.chains.members.size(); ++c) {
        placeMembers(request, small, c, sheet.box(c), placement.boxes);
    }
    std::vector<int> drawn(small.edge.size(), 0);  // By ways.
    placement.edges.resize(request.edges.size());
    placement.labels.resize(request.edges.size());
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        Index from = request.edges[i].from;
        Index to = request.edges[i].to;
        std::vector<Point>& curve = placement.edges[i];
        if (from == to) {
            curve = loop(placement.boxes[from]);
            continue;
        }
        if (small.turned[i]) {
            std::swap(from, to);
        }
        const Index edge = small.edge[small.way[i]];
        const Rect& above = placement.boxes[from];
        const Rect& below = placement.boxes[to];
        if (edge == kNone) {
            curve = straight({above.center().x, above.bottom()}, {below.center().x, below.y});
            const LayoutRequest::Size& label = request.edges[i].label;
            if (label.width > 0 && below.y > above.bottom()) {
                placement.labels[i] = {above.center().x + kLabelRoom,
                                       (above.bottom() + below.y - label.height) / 2, label.width,
                                       label.height};
            }
        } else {
            curve = sheet.way(edge);
        }
        const int same = drawn[small.way[i]]++;
        if (same > 0) {
            placement.labels[i] = {};
        }
        if (same > 0 && curve.size() >= 4) {  // Beside each other, left and right in turn.
            const double aside = (same % 2 == 1 ? 1 : -1) * kBow * ((same + 1) / 2);
            for (std::size_t k = 1; k + 1 < curve.size(); ++k) {
                curve[k].x += aside;
            }
        }
        if (small.turned[i]) {
            std::reverse(curve.begin(), curve.end());
            std::swap(from, to);
        }
        attach(curve, placement.boxes[from], placement.boxes[to]);
    }
    return placement;
}

}  // namespace qdqlens::whole
