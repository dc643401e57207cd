// What the boxes of a picture stand for at a level of detail: single nodes, or collapsed groups.
#pragma once

#include <cstdint>
#include <vector>

#include "core/qdq/folding.h"
#include "core/qdq/level/grouping.h"

namespace qdqlens {

enum class Level : std::uint8_t {
    kNodes,    ///< Every unfolded node is a box.
    kUnits,    ///< Node units are boxes.
    kModules,  ///< The outermost modules and blocks are boxes.
};

/// A vertex of the graph as it is drawn: an unfolded node, or a collapsed group for all nodes in it.
enum class VertexId : std::uint32_t {};
[[nodiscard]] constexpr std::uint32_t index(VertexId id) {
    return static_cast<std::uint32_t>(id);
}

/// Refers to what it was made from.
class LevelView {
  public:
    /// Every node for itself.
    LevelView(const Topology& topology, const Folding& folding) : topology_(&topology), folding_(&folding) {}
    /// `expanded` groups, and at level modules those around them, are open, with a frame.
    LevelView(const Topology& topology, const Folding& folding, const Grouping& grouping, Level level,
              const std::vector<GroupId>& expanded);

    [[nodiscard]] const Topology& topology() const { return *topology_; }
    [[nodiscard]] const Folding& folding() const { return *folding_; }
    /// Null where every node stands for itself.
    [[nodiscard]] const Grouping* grouping() const { return grouping_; }

    /// `node` must be unfolded.
    [[nodiscard]] VertexId vertexOf(NodeId node) const {
        return vertex_of_.empty() ? VertexId{index(node)} : vertex_of_[index(node)];
    }
    [[nodiscard]] VertexId vertexOf(GroupId group) const {
        return VertexId{topology_->nodeCount() + index(group)};
    }
    /// The collapsed group that a vertex is; kNoGroup for a node.
    [[nodiscard]] GroupId group(VertexId vertex) const {
        const bool node = index(vertex) < topology_->nodeCount();
        return node ? kNoGroup : GroupId{index(vertex) - topology_->nodeCount()};
    }
    /// The node that a vertex is; kNoNode for a group.
    [[nodiscard]] NodeId node(VertexId vertex) const {
        return index(vertex) < topology_->nodeCount() ? NodeId{index(vertex)} : kNoNode;
    }
    /// Calls visit(NodeId) for every node that a vertex stands for.
    template <class Visit>
    void eachNode(VertexId vertex, Visit visit) const {
        if (const GroupId of = group(vertex); of != kNoGroup) {
            for (const NodeId one : grouping_->nodes(of)) {
                visit(one);
            }
        } else {
            visit(NodeId{index(vertex)});
        }
    }
    /// Every vertex once, in the order of their first nodes.
    [[nodiscard]] std::vector<VertexId> vertices() const;

    /// More than `limit` vertices eat the value, besides the one that makes it.
    [[nodiscard]] bool isHub(ValueId value, std::uint32_t limit) const;

    /// The group is open and has a frame.
    [[nodiscard]] bool framed(GroupId group) const { return framed_[index(group)] != 0; }
    /// Framed groups, outer ones before those in them.
    [[nodiscard]] const std::vector<GroupId>& frames() const { return frames_; }
    /// The innermost framed group around a vertex; kNoGroup where there is none.
    [[nodiscard]] GroupId frameOf(VertexId vertex) const;

  private:
    const Topology* topology_;
    const Folding* folding_;
    const Grouping* grouping_ = nullptr;
    std::vector<VertexId> vertex_of_;  ///< By node; empty where every node stands for itself.
    std::vector<char> framed_;
    std::vector<GroupId> frames_;
};

}  // namespace qdqlens
