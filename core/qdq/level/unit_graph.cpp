#include "core/qdq/level/unit_graph.h"

#include <algorithm>

namespace qdqlens {

UnitGraph::UnitGraph(const Scope& scope, const Folding& folding)
    : units(findUnits(scope, folding)), item_of(scope.topology().nodeCount(), kNone) {
    const Topology& topology = scope.topology();
    std::vector<std::uint32_t> unit_of(topology.nodeCount(), kNone);
    for (std::uint32_t u = 0; u < units.size(); ++u) {
        for (const NodeId node : units[u].nodes) {
            unit_of[index(node)] = u;
        }
    }
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const std::uint32_t unit = unit_of[n];
        if (!folding.folded(NodeId{n}) && (unit == kNone || units[unit].op == NodeId{n})) {
            item_of[n] = static_cast<std::uint32_t>(items.size());
            items.push_back({NodeId{n}, unit});
        }
    }
    for (const NodeUnit& unit : units) {
        for (const NodeId node : unit.nodes) {
            item_of[index(node)] = item_of[index(unit.op)];
        }
    }
    at_border.resize(items.size(), 0);
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const std::uint32_t item = item_of[n];
        if (item == kNone) {
            continue;
        }
        for (const ValueId value : topology.inputs(NodeId{n})) {
            if (value != kNoValue && topology.value(value).isInput()) {
                at_border[item] = 1;
            }
        }
        for (const ValueId value : topology.outputs(NodeId{n})) {
            if (value == kNoValue) {
                continue;
            }
            if (topology.value(value).graph_output != nullptr) {
                at_border[item] = 1;
            }
            for (const Use& use : topology.uses(value)) {
                const std::uint32_t to = item_of[index(use.node)];
                if (to != kNone && to != item) {
                    edges.emplace_back(item, to);
                }
            }
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

}  // namespace qdqlens
