#include "ui/models/selection.h"

namespace qdqlens {

Selection selectionOf(const Box& box) {
    if (box.node != kNoNode) {
        return {box.node, kNoValue};
    }
    return {kNoNode, box.value};
}

std::optional<std::uint32_t> findBox(const Scene& scene, const Selection& selection) {
    if (selection.empty()) {
        return std::nullopt;
    }
    std::optional<std::uint32_t> stub;
    for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
        const Box& box = scene.boxes[i];
        if (selectionOf(box) != selection) {
            continue;
        }
        if (box.kind != BoxKind::kStub) {
            return i;
        }
        if (!stub) {
            stub = i;
        }
    }
    return stub;
}

}  // namespace qdqlens
