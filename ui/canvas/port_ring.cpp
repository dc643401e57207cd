#include "ui/canvas/port_ring.h"

#include <algorithm>

namespace qdqlens {

std::vector<std::uint32_t> portRing(const Figure& figure, std::uint32_t box) {
    const std::vector<Box>& boxes = figure.scene.boxes;
    if (boxes[box].kind != BoxKind::kStub || boxes[box].value == kNoValue) {
        return {};
    }
    std::vector<std::uint32_t> ring;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].kind == BoxKind::kStub && boxes[i].value == boxes[box].value) {
            ring.push_back(i);
        }
    }
    if (ring.size() < 2) {
        return {};
    }
    const bool down = figure.scene.rankdir == RankDir::kTopBottom;
    std::stable_sort(ring.begin(), ring.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Rect& first = figure.placement.boxes[a];
        const Rect& second = figure.placement.boxes[b];
        return down ? first.y < second.y : first.x < second.x;
    });
    return ring;
}

}  // namespace qdqlens
