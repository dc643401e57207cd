// The groups that a graph's unfolded nodes stand in: a forest of modules, stacks and blocks, with node units
// at its leaves. Which of them are shown as one box is LevelView's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/folding.h"

namespace qdqlens {

/// Index into Grouping's groups; the box or frame of a group has the id "g<index>".
enum class GroupId : std::uint32_t {};
inline constexpr GroupId kNoGroup{0xffffffffU};
[[nodiscard]] constexpr std::uint32_t index(GroupId id) {
    return static_cast<std::uint32_t>(id);
}

enum class GroupKind : std::uint8_t {
    kUnit,    ///< DequantizeLinears → op (→ activation) → QuantizeLinears.
    kModule,  ///< By the module path of the source network.
    kStack,   ///< Blocks of one structure, one behind the other: "block 1…12".
    kBlock,   ///< One of them.
};

struct NodeGroup {
    GroupKind kind = GroupKind::kUnit;
    GroupId parent = kNoGroup;  ///< Stands before its children.
    std::uint32_t depth = 0;    ///< 0 for roots.
    /// What FigureOptions.expanded and `--expand` call it, as bytes. Modules: the path, "encoder.layer.3";
    /// blocks "block 3", in one another "block 3.1"; units: the ref of their op. Unique among modules, stacks
    /// and blocks.
    std::string name;
    NodeId op = kNoNode;          ///< Units: the op that the others belong to.
    NodeId activation = kNoNode;  ///< Units: the Relu or Clip behind it, if any.
    std::uint32_t first = 0;      ///< Where its nodes begin in Grouping's order, those of inner groups too.
    std::uint32_t count = 0;      ///< Of its nodes.
    std::uint32_t units = 0;      ///< Units in it; of a unit 1.
    std::uint32_t parts = 0;      ///< Boxes that it opens into: child groups and single nodes.
};

/// Immutable. Every unfolded node is in at most one group of each depth.
class Grouping {
  public:
    /// Time in proportion to nodes and edges. Refers to nothing afterwards.
    Grouping(const Scope& scope, const Folding& folding);
    Grouping(const Grouping&) = delete;
    Grouping& operator=(const Grouping&) = delete;

    /// Parents before children; siblings in the order of their first nodes.
    [[nodiscard]] const std::vector<NodeGroup>& groups() const { return groups_; }
    [[nodiscard]] const NodeGroup& group(GroupId id) const { return groups_[index(id)]; }
    /// The nodes of a group, those of inner groups too.
    [[nodiscard]] std::span<const NodeId> nodes(GroupId id) const;
    /// The innermost group of a node; kNoGroup for folded nodes and those in none.
    [[nodiscard]] GroupId groupOf(NodeId node) const { return group_of_[index(node)]; }
    /// The groups around a group, outermost first, itself last: breadcrumbs.
    [[nodiscard]] std::vector<GroupId> path(GroupId id) const;

    /// By name (modules, stacks and blocks before units; also as shown, and of modules in the slashed form of
    /// the file's names), or by the id of its box, "g7".
    [[nodiscard]] std::optional<GroupId> find(std::string_view name) const;
    /// What find() finds the group by: its name, or "g7" where that means another.
    [[nodiscard]] std::string ref(GroupId id) const;
    /// At most three names of groups that are near, nearest first, as bytes.
    [[nodiscard]] std::vector<std::string> nearest(std::string_view name) const;

    /// Boxes at level units when nothing is expanded: units and nodes in none.
    [[nodiscard]] std::uint32_t unitBoxes() const { return unit_boxes_; }
    /// Groups that level modules shows open without a frame, since nearly everything is in them.
    [[nodiscard]] const std::vector<GroupId>& transparent() const { return transparent_; }
    /// Boxes at level modules when nothing is expanded.
    [[nodiscard]] std::uint32_t moduleBoxes() const { return module_boxes_; }

  private:
    [[nodiscard]] std::optional<GroupId> named(std::string_view name) const;
    void chooseTransparent(std::uint32_t root_parts);

    std::vector<NodeGroup> groups_;
    std::vector<NodeId> order_;  ///< Grouped nodes, depth first.
    std::vector<GroupId> group_of_;
    std::unordered_map<std::string_view, GroupId> by_name_;  ///< Points into groups_.
    std::vector<GroupId> transparent_;
    std::uint32_t unit_boxes_ = 0;
    std::uint32_t module_boxes_ = 0;
};

}  // namespace qdqlens
