#include "core/base/text.h"
#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {

void State::say(std::string pass, std::string what, const std::vector<NodeId>& nodes) {
    trace.push_back({std::move(pass), std::move(what), nodes});
}

void State::fuse(Index gone, const std::string& kernel, const std::string& how, Index into) {
    for (const NodeId origin : graph.node(gone).origins) {
        Fate& fate = fates[origin];
        fate.fused = true;
        fate.kernel = kernel;
        fate.how = how;
        if (into != kNone && !graph.node(into).origins.empty())
            fate.into = graph.node(into).origins.front();
    }
}

std::string opName(const Node& node) {
    return node.domain.empty() ? node.op : node.domain + "." + node.op;
}

std::string nameNode(const Graph& graph, Index index) {
    const Node& node = graph.node(index);
    std::string_view name = node.name;
    // A copy of a shared DQ goes by the name that the file has for it.
    constexpr std::string_view kCopy = "/duplicated";
    while (isDq(node) && name.size() > kCopy.size() && name.substr(name.size() - kCopy.size()) == kCopy) {
        name.remove_suffix(kCopy.size());
    }
    if (!name.empty()) {
        return opName(node) + " '" + showName(name).text + "'";
    }
    if (!node.origins.empty()) {
        return opName(node) + " #" + std::to_string(qdqlens::index(node.origins.front()));
    }
    return opName(node);
}

}  // namespace qdqlens::runtime
