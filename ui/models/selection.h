// What is selected: a node, a value or a group of the graph, whether or not the picture shows it now.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/diagram/figure.h"

namespace qdqlens {

struct Selection {
    NodeId node = kNoNode;
    ValueId value = kNoValue;  ///< Only where there is no node: a graph input or output, a hub's stub.
    /// A collapsed group, by Box.group; only where there is neither node nor value.
    std::string group = {};

    [[nodiscard]] bool empty() const { return node == kNoNode && value == kNoValue && group.empty(); }
    bool operator==(const Selection&) const = default;
};

/// What a box stands for; a stub with one node or group behind it means that one.
[[nodiscard]] Selection selectionOf(const Box& box);

/// The box that shows a selection: its own box before a stub of it.
[[nodiscard]] std::optional<std::uint32_t> findBox(const Scene& scene, const Selection& selection);
/// The same; the collapsed group that it is in comes after its own box and before a stub.
[[nodiscard]] std::optional<std::uint32_t> findBox(const Scene& scene, const FigureSource& source,
                                                   const Selection& selection);

/// The groups around what is selected, outermost first; a selected group is the last. None for a value, and
/// none where the level and `expanded` of the options show no groups.
[[nodiscard]] std::vector<GroupId> groupsAround(const FigureSource& source, const FigureOptions& options,
                                                const Selection& selection);

}  // namespace qdqlens
