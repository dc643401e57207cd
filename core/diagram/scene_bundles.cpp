// What goes together between a module and another box is drawn as one: values as an edge, graph inputs and
// outputs as a box.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/text.h"
#include "core/diagram/scene_builder.h"

namespace qdqlens {

namespace {

constexpr std::uint32_t kFewValues = 3;  ///< So many values between two boxes are as many edges.
constexpr std::size_t kFewEnds = 12;     ///< So many graph inputs and outputs are boxes of their own.
constexpr std::size_t kNamed = 12;       ///< Names in a tooltip.

bool isModule(const Box& box) {
    return box.kind == BoxKind::kGroup && box.node == kNoNode;
}

bool isEnd(const Box& box) {
    return box.kind == BoxKind::kInput || box.kind == BoxKind::kOutput;
}

/// The first of several ends becomes the box for all of them.
void standForAll(Scene& scene, const std::vector<std::uint32_t>& ends) {
    Box& box = scene.boxes[ends.front()];
    const char* what = box.kind == BoxKind::kInput ? "input" : "output";
    box.tooltip = fmt::format("{} {}s:", ends.size(), what);
    for (std::size_t i = 0; i < std::min(kNamed, ends.size()); ++i) {
        box.tooltip += (i == 0 ? " " : ", ") + scene.boxes[ends[i]].name;
    }
    box.tooltip += ends.size() > kNamed ? ", …" : "";
    box.lines.push_back({fmt::format("and {} more {}{}", ends.size() - 1, what, ends.size() > 2 ? "s" : ""),
                         LineRole::kNote});
}

}  // namespace

/// In a picture with many graph inputs and outputs, those that only one module has are one box.
void SceneBuilder::bundleEnds() {
    constexpr std::uint32_t kNone = 0xffffffffU;
    constexpr std::uint32_t kSeveral = 0xfffffffeU;
    std::vector<std::uint32_t> other(scene_.boxes.size(),
                                     kNone);  // Of an end, the only box that it is joined to.
    std::size_t count = 0;
    for (const Edge& edge : scene_.edges) {
        for (const auto& [end, box] : {std::pair{edge.from, edge.to}, std::pair{edge.to, edge.from}}) {
            if (isEnd(scene_.boxes[end])) {
                count += other[end] == kNone ? 1 : 0;
                other[end] = other[end] == kNone && isModule(scene_.boxes[box]) ? box : kSeveral;
            }
        }
    }
    if (count <= kFewEnds) {
        return;
    }
    std::map<std::pair<std::uint32_t, BoxKind>, std::vector<std::uint32_t>> bundles;
    for (std::uint32_t b = 0; b < scene_.boxes.size(); ++b) {
        if (other[b] != kNone && other[b] != kSeveral) {
            bundles[{other[b], scene_.boxes[b].kind}].push_back(b);
        }
    }
    std::vector<std::uint32_t> stands_for(scene_.boxes.size());
    for (std::uint32_t b = 0; b < stands_for.size(); ++b) {
        stands_for[b] = b;
    }
    for (const auto& [key, ends] : bundles) {
        if (ends.size() > 1) {
            standForAll(scene_, ends);
            for (const std::uint32_t end : ends) {
                stands_for[end] = ends.front();
            }
        }
    }
    // Vertices stand before all ends, so that their places do not change.
    std::vector<std::uint32_t> place(scene_.boxes.size());
    std::vector<Box> kept;
    for (std::uint32_t b = 0; b < scene_.boxes.size(); ++b) {
        if (stands_for[b] == b) {
            place[b] = static_cast<std::uint32_t>(kept.size());
            kept.push_back(std::move(scene_.boxes[b]));
        } else {
            place[b] = place[stands_for[b]];
            bundled_ends_.insert(place[b]);
        }
    }
    scene_.boxes = std::move(kept);
    for (Edge& edge : scene_.edges) {
        edge.from = place[edge.from];
        edge.to = place[edge.to];
    }
}

/// More values than a few between two boxes, one of which is a module, become one edge.
void SceneBuilder::bundleEdges() {
    using Ends = std::pair<std::uint32_t, std::uint32_t>;
    std::map<Ends, std::uint32_t> counts;
    for (const Edge& edge : scene_.edges) {
        ++counts[{edge.from, edge.to}];
    }
    std::map<Ends, std::size_t> bundles;
    std::vector<Edge> edges;
    std::vector<ValueId> values;
    for (std::size_t i = 0; i < scene_.edges.size(); ++i) {
        Edge& edge = scene_.edges[i];
        const Ends ends{edge.from, edge.to};
        const bool module = isModule(scene_.boxes[edge.from]) || isModule(scene_.boxes[edge.to]);
        const bool many = (module && counts[ends] > kFewValues) || bundled_ends_.contains(edge.from) ||
                          bundled_ends_.contains(edge.to);
        if (const auto known = bundles.find(ends); many && known != bundles.end()) {
            Edge& bundle = edges[known->second];
            ++bundle.values;
            bundle.shape.clear();
            if (bundle.dtype != edge.dtype) {
                bundle.dtype.clear();
                bundle.type = EdgeType::kUnknown;
            }
            continue;
        }
        if (many) {
            bundles.emplace(ends, edges.size());
        }
        edges.push_back(std::move(edge));
        values.push_back(edge_value_[i]);
    }
    scene_.edges = std::move(edges);
    edge_value_ = std::move(values);
}

}  // namespace qdqlens
