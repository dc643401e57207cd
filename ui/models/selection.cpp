#include "ui/models/selection.h"

#include <algorithm>

namespace qdqlens {

namespace {

std::optional<std::uint32_t> boxOfGroupAround(const Scene& scene, const FigureSource& source, NodeId node) {
    const auto is_group = [](const Box& box) { return box.kind == BoxKind::kGroup; };
    if (std::none_of(scene.boxes.begin(), scene.boxes.end(), is_group)) {
        return std::nullopt;
    }
    const Grouping& grouping = source.grouping();
    const GroupId inner = grouping.groupOf(node);
    if (inner == kNoGroup) {
        return std::nullopt;
    }
    std::vector<std::string> refs;
    for (const GroupId group : grouping.path(inner)) {
        refs.push_back(grouping.ref(group));
    }
    for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
        if (is_group(scene.boxes[i]) &&
            std::find(refs.begin(), refs.end(), scene.boxes[i].group) != refs.end()) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

Selection selectionOf(const Box& box) {
    if (!box.group.empty()) {
        return {kNoNode, kNoValue, box.group};  // Of a unit, `node` is its op.
    }
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

std::optional<std::uint32_t> findBox(const Scene& scene, const FigureSource& source,
                                     const Selection& selection) {
    const std::optional<std::uint32_t> own = findBox(scene, selection);
    if (selection.node == kNoNode || (own && scene.boxes[*own].kind != BoxKind::kStub)) {
        return own;
    }
    const std::optional<std::uint32_t> group = boxOfGroupAround(scene, source, selection.node);
    return group ? group : own;
}

std::vector<GroupId> groupsAround(const FigureSource& source, const FigureOptions& options,
                                  const Selection& selection) {
    if (options.level == Level::kNodes && options.expanded.empty()) {
        return {};
    }
    const Grouping& grouping = source.grouping();
    GroupId inner = kNoGroup;
    if (selection.node != kNoNode) {
        inner = grouping.groupOf(selection.node);
    } else if (!selection.group.empty()) {
        inner = grouping.find(selection.group).value_or(kNoGroup);
    }
    return inner == kNoGroup ? std::vector<GroupId>() : grouping.path(inner);
}

}  // namespace qdqlens
