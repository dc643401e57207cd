#include "core/qdq/level/grouping.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/graph/module_path.h"
#include "core/qdq/level/group_tree.h"
#include "core/qdq/nearest_names.h"

namespace qdqlens {

namespace {

/// Level modules opens what holds nearly everything, while the picture stays a page.
constexpr std::uint32_t kMostBoxes = 80;
constexpr std::uint32_t kFewBoxes = 10;

constexpr std::size_t kMaxCompared = 256;  ///< Bytes of a name that may be near another.

/// The tree laid flat, depth first.
class Flattener {
  public:
    Flattener(const Scope& scope, const UnitGraph& graph, const GroupTree& tree,
              std::vector<NodeGroup>& groups, std::vector<NodeId>& order, std::vector<GroupId>& group_of)
        : scope_(scope), graph_(graph), tree_(tree), groups_(groups), order_(order), group_of_(group_of) {}

    void parts(const std::vector<GroupTree::Part>& parts, GroupId parent, std::uint32_t depth) {
        for (const GroupTree::Part& part : parts) {
            if (part.item != GroupTree::kNone) {
                item(graph_.items[part.item], parent, depth);
                continue;
            }
            const GroupTree::Branch& branch = tree_.branches[part.branch];
            const GroupId id = begin(branch.kind, parent, depth);
            groups_.back().name = branch.name;
            groups_.back().parts = static_cast<std::uint32_t>(branch.parts.size());
            this->parts(branch.parts, id, depth + 1);
            end(id, parent);
        }
    }

  private:
    GroupId begin(GroupKind kind, GroupId parent, std::uint32_t depth) {
        const GroupId id{static_cast<std::uint32_t>(groups_.size())};
        NodeGroup group;
        group.kind = kind;
        group.parent = parent;
        group.depth = depth;
        group.first = static_cast<std::uint32_t>(order_.size());
        groups_.push_back(std::move(group));
        return id;
    }
    void end(GroupId id, GroupId parent) {
        NodeGroup& group = groups_[index(id)];
        group.count = static_cast<std::uint32_t>(order_.size()) - group.first;
        if (parent != kNoGroup) {
            groups_[index(parent)].units += group.units;
        }
    }
    void node(NodeId id, GroupId group) {
        order_.push_back(id);
        group_of_[index(id)] = group;
    }
    void item(const UnitGraph::Item& item, GroupId parent, std::uint32_t depth) {
        if (item.unit == UnitGraph::kNone) {
            node(item.op, parent);
            return;
        }
        const NodeUnit& unit = graph_.units[item.unit];
        const GroupId id = begin(GroupKind::kUnit, parent, depth);
        NodeGroup& group = groups_.back();
        group.name = scope_.topology().ref(unit.op);
        group.op = unit.op;
        group.activation = unit.activation;
        group.units = 1;
        group.parts = static_cast<std::uint32_t>(unit.nodes.size());
        for (const NodeId one : unit.nodes) {
            node(one, id);
        }
        end(id, parent);
    }

    const Scope& scope_;
    const UnitGraph& graph_;
    const GroupTree& tree_;
    std::vector<NodeGroup>& groups_;
    std::vector<NodeId>& order_;
    std::vector<GroupId>& group_of_;
};

}  // namespace

Grouping::Grouping(const Scope& scope, const Folding& folding)
    : group_of_(scope.topology().nodeCount(), kNoGroup) {
    const UnitGraph graph(scope, folding);
    GroupTree tree = moduleTree(scope, graph);
    addBlocks(scope, graph, tree);
    Flattener(scope, graph, tree, groups_, order_, group_of_).parts(tree.branches[0].parts, kNoGroup, 0);
    for (const bool units : {false, true}) {
        for (std::uint32_t g = 0; g < groups_.size(); ++g) {
            if ((groups_[g].kind == GroupKind::kUnit) == units) {
                by_name_.emplace(groups_[g].name, GroupId{g});
            }
        }
    }
    unit_boxes_ = static_cast<std::uint32_t>(graph.items.size());
    chooseTransparent(static_cast<std::uint32_t>(tree.branches[0].parts.size()));
}

/// Opens the largest group again and again: one that holds most of the nodes, or any while there are hardly
/// any boxes; but none that is not made of groups, unless it is all there is.
void Grouping::chooseTransparent(std::uint32_t root_parts) {
    module_boxes_ = root_parts;
    std::vector<char> has_inner(groups_.size(), 0);
    for (const NodeGroup& inner : groups_) {
        if (inner.kind != GroupKind::kUnit && inner.parent != kNoGroup) {
            has_inner[index(inner.parent)] = 1;
        }
    }
    std::vector<GroupId> closed;
    const auto addChildren = [&](GroupId parent) {
        const std::uint32_t first = parent == kNoGroup ? 0 : index(parent) + 1;
        for (std::uint32_t g = first; g < groups_.size(); ++g) {
            if (parent != kNoGroup && groups_[g].depth <= group(parent).depth) {
                break;
            }
            if (groups_[g].parent == parent && groups_[g].kind != GroupKind::kUnit) {
                closed.push_back(GroupId{g});
            }
        }
    };
    addChildren(kNoGroup);
    while (true) {
        const bool alone = module_boxes_ == 1;
        const auto largest = std::max_element(closed.begin(), closed.end(), [&](GroupId a, GroupId b) {
            const bool a_opens = alone || has_inner[index(a)] != 0;
            const bool b_opens = alone || has_inner[index(b)] != 0;
            return a_opens != b_opens ? b_opens : group(a).count < group(b).count;
        });
        if (largest == closed.end() || (!alone && has_inner[index(*largest)] == 0)) {
            return;
        }
        const GroupId id = *largest;
        const bool most = std::size_t{group(id).count} * 2 > order_.size();
        if (!most && module_boxes_ >= kFewBoxes) {
            return;
        }
        closed.erase(largest);
        if (module_boxes_ - 1 + group(id).parts <= kMostBoxes) {
            module_boxes_ += group(id).parts - 1;
            transparent_.push_back(id);
            addChildren(id);
        }
    }
}

std::span<const NodeId> Grouping::nodes(GroupId id) const {
    return std::span(order_).subspan(group(id).first, group(id).count);
}

std::vector<GroupId> Grouping::path(GroupId id) const {
    std::vector<GroupId> path;
    for (; id != kNoGroup; id = group(id).parent) {
        path.push_back(id);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

std::optional<GroupId> Grouping::named(std::string_view name) const {
    const auto known = by_name_.find(name);
    return known == by_name_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<GroupId> Grouping::find(std::string_view name) const {
    if (const auto group = named(name)) {
        return group;
    }
    if (const auto group = named(unescapeName(name))) {
        return group;
    }
    std::string_view slashed = name;
    while (!slashed.empty() && slashed.front() == '/') {
        slashed.remove_prefix(1);
    }
    while (!slashed.empty() && slashed.back() == '/') {
        slashed.remove_suffix(1);
    }
    if (const auto group = named(dottedModule(slashed))) {
        return group;
    }
    if (name.size() > 1 && name.size() < 11 && name.front() == 'g' &&
        name.find_first_not_of("0123456789", 1) == std::string_view::npos) {
        const unsigned long at = std::stoul(std::string(name.substr(1)));
        if (at < groups_.size()) {
            return GroupId{static_cast<std::uint32_t>(at)};
        }
    }
    return std::nullopt;
}

std::string Grouping::ref(GroupId id) const {
    const std::string& name = group(id).name;
    return named(name) == id ? name : fmt::format("g{}", index(id));
}

std::vector<std::string> Grouping::nearest(std::string_view name) const {
    std::vector<std::string> names;
    for (const NodeGroup& group : groups_) {
        if (!group.name.empty() && group.name.size() <= kMaxCompared) {
            names.push_back(group.name);
        }
    }
    return nearestNames(names, name);
}

}  // namespace qdqlens
