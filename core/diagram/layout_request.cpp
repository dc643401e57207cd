#include "core/diagram/layout_request.h"

namespace qdqlens {

LayoutRequest layoutRequest(const Scene& scene) {
    LayoutRequest request;
    request.rankdir = scene.rankdir;
    request.boxes.reserve(scene.boxes.size());
    for (const Box& box : scene.boxes) {
        request.boxes.push_back({box.width, box.height});
    }
    request.edges.reserve(scene.edges.size());
    for (const Edge& edge : scene.edges) {
        LayoutRequest::Edge wanted{edge.from, edge.to, {}};
        if (!edge.label.empty()) {
            wanted.label = {edge.label_width, edge.label_height};
        }
        request.edges.push_back(wanted);
    }
    return request;
}

}  // namespace qdqlens
