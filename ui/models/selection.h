// What is selected: a node or a value of the graph, whether or not the picture shows it now.
#pragma once

#include <cstdint>
#include <optional>

#include "core/diagram/scene.h"

namespace qdqlens {

struct Selection {
    NodeId node = kNoNode;
    ValueId value = kNoValue;  ///< Only where there is no node: a graph input or output, a hub's stub.

    [[nodiscard]] bool empty() const { return node == kNoNode && value == kNoValue; }
    bool operator==(const Selection&) const = default;
};

/// What a box stands for; a stub with one node behind it means that node.
[[nodiscard]] Selection selectionOf(const Box& box);

/// The box that shows a selection: its own box before a stub of it.
[[nodiscard]] std::optional<std::uint32_t> findBox(const Scene& scene, const Selection& selection);

}  // namespace qdqlens
