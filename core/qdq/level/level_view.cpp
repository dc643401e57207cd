#include "core/qdq/level/level_view.h"

#include <algorithm>
#include <utility>

namespace qdqlens {

LevelView::LevelView(const Topology& topology, const Folding& folding, const Grouping& grouping, Level level,
                     const std::vector<GroupId>& expanded)
    : topology_(&topology), folding_(&folding), grouping_(&grouping) {
    const std::vector<NodeGroup>& groups = grouping.groups();
    std::vector<char> closed(groups.size(), 0);  // Unless something around it is.
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        closed[g] = level == Level::kModules || (level == Level::kUnits && groups[g].kind == GroupKind::kUnit)
                        ? 1
                        : 0;
    }
    if (level == Level::kModules) {
        for (const GroupId open : grouping.transparent()) {
            closed[index(open)] = 0;
        }
    }
    framed_.assign(groups.size(), 0);
    for (const GroupId wanted : expanded) {
        framed_[index(wanted)] = 1;
        for (GroupId g = groups[index(wanted)].parent; g != kNoGroup; g = groups[index(g)].parent) {
            framed_[index(g)] |= closed[index(g)];
        }
    }
    vertex_of_.resize(topology.nodeCount());
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        vertex_of_[n] = VertexId{n};
    }
    for (std::uint32_t g = 0; g < groups.size();) {  // Depth first, so that what is in g follows g.
        if (framed_[g] != 0) {
            frames_.push_back(GroupId{g});
        }
        if (closed[g] == 0 || framed_[g] != 0) {
            ++g;
            continue;
        }
        for (const NodeId node : grouping.nodes(GroupId{g})) {
            vertex_of_[index(node)] = vertexOf(GroupId{g});
        }
        const std::uint32_t depth = groups[g].depth;
        for (++g; g < groups.size() && groups[g].depth > depth; ++g) {
        }
    }
}

std::vector<VertexId> LevelView::vertices() const {
    std::vector<VertexId> out;
    std::vector<char> seen(grouping_ == nullptr ? 0 : grouping_->groups().size(), 0);
    for (std::uint32_t n = 0; n < topology_->nodeCount(); ++n) {
        if (folding_->folded(NodeId{n})) {
            continue;
        }
        const VertexId vertex = vertexOf(NodeId{n});
        const GroupId of = group(vertex);
        if (of == kNoGroup || std::exchange(seen[index(of)], 1) == 0) {
            out.push_back(vertex);
        }
    }
    return out;
}

bool LevelView::isHub(ValueId value, std::uint32_t limit) const {
    const auto uses = topology_->uses(value);
    if (uses.size() <= limit) {
        return false;
    }
    const NodeId producer = topology_->value(value).producer;
    std::vector<VertexId> distinct;
    for (const Use& use : uses) {
        if (folding_->folded(use.node)) {
            continue;
        }
        const VertexId vertex = vertexOf(use.node);
        const bool own = producer != kNoNode && node(vertex) == kNoNode && vertexOf(producer) == vertex;
        if (!own && std::find(distinct.begin(), distinct.end(), vertex) == distinct.end()) {
            distinct.push_back(vertex);
        }
        if (distinct.size() > limit) {
            return true;
        }
    }
    return false;
}

GroupId LevelView::frameOf(VertexId vertex) const {
    if (grouping_ == nullptr) {
        return kNoGroup;
    }
    const GroupId self = group(vertex);
    GroupId at = self != kNoGroup ? grouping_->group(self).parent : grouping_->groupOf(node(vertex));
    while (at != kNoGroup && !framed(at)) {
        at = grouping_->group(at).parent;
    }
    return at;
}

}  // namespace qdqlens
