#include "core/qdq/tables/op_counts.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"

namespace qdqlens {

std::vector<OpCount> countOps(const Topology& topology, const std::vector<NodeId>& nodes) {
    std::map<std::pair<std::string_view, std::string_view>, std::vector<NodeId>> by_op;
    for (const NodeId id : nodes) {
        const onnx::Node& node = topology.node(id);
        by_op[{node.op_type, node.isOnnxDomain() ? std::string_view() : node.domain}].push_back(id);
    }
    std::vector<OpCount> ops;
    for (auto& [key, list] : by_op) {
        ops.push_back({showName(key.second).text, showName(key.first).text, std::move(list)});
    }
    std::stable_sort(ops.begin(), ops.end(),
                     [](const OpCount& a, const OpCount& b) { return a.nodes.size() > b.nodes.size(); });
    return ops;
}

std::vector<OpCount> countOps(const Topology& topology) {
    std::vector<NodeId> nodes;
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        nodes.push_back(NodeId{n});
    }
    return countOps(topology, nodes);
}

std::string opName(const OpCount& op) {
    return op.domain.empty() ? op.op : op.domain + "." + op.op;
}

}  // namespace qdqlens
