#include "core/diagram/layout_request.h"

#include <map>
#include <utility>

#include "core/diagram/box_metrics.h"
#include "core/diagram/drawing.h"

namespace qdqlens {

namespace {

constexpr std::uint16_t kFirstOfSeveral = 32;

}  // namespace

LayoutRequest layoutRequest(const Scene& scene) {
    LayoutRequest request;
    request.rankdir = scene.rankdir;
    request.boxes.reserve(scene.boxes.size());
    for (const Box& box : scene.boxes) {
        request.boxes.push_back({box.width, box.height});
    }
    request.edges.reserve(scene.edges.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> first;  // Of the edges between two boxes.
    for (const Edge& edge : scene.edges) {
        LayoutRequest::Edge wanted{edge.from, edge.to, {}};
        const auto [known, inserted] = first.emplace(std::pair(edge.from, edge.to), request.edges.size());
        if (!inserted) {
            // One of several counts more: pulled by all alike, a chain of such boxes leans to the side.
            request.edges[known->second].weight = kFirstOfSeveral;
        }
        if (!edge.label.empty()) {
            wanted.label = {edge.label_width, edge.label_height};
        }
        request.edges.push_back(wanted);
    }
    request.group_padding = kGroupPadding;
    const LineStyle style = theme(ThemeKind::kLight).groupLine();
    for (const Group& group : scene.groups) {
        request.groups.push_back(
            {.parent = group.parent,
             .boxes = {},
             .label = {lineWidth(group.label, style) + 2 * kGroupPadding, style.leading}});
    }
    const std::vector<std::uint32_t> group_of = innermostGroups(scene);
    for (std::uint32_t box = 0; box < scene.boxes.size(); ++box) {
        if (group_of[box] != Group::kNoParent) {
            request.groups[group_of[box]].boxes.push_back(box);
        }
    }
    return request;
}

}  // namespace qdqlens
