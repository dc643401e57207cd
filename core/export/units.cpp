#include "core/export/units.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/qdq/folding.h"

namespace qdqlens {

namespace {

using Json = nlohmann::ordered_json;
using runtime::NodePrediction;
using runtime::Runs;

std::string shown(std::string_view name) {
    return showName(name).text;
}

std::string opOf(const onnx::Node& node) {
    const std::string domain = node.isOnnxDomain() ? std::string() : std::string(node.domain) + ".";
    return shown(domain + std::string(node.op_type));
}

Json refs(const Topology& topology, const std::vector<NodeId>& nodes) {
    Json list = Json::array();
    for (const NodeId node : nodes) {
        list.push_back(shown(topology.ref(node)));
    }
    return list;
}

}  // namespace

Units makeUnits(std::shared_ptr<const Scope> scope, const runtime::Target& target) {
    Units units;
    units.prediction = runtime::predict(*scope, target);
    const Folding folding(*scope, FoldMode::kOn);
    auto& nodes = units.prediction.nodes;
    nodes.erase(std::remove_if(nodes.begin(), nodes.end(),
                               [&](const NodePrediction& node) { return folding.folded(node.node); }),
                nodes.end());
    units.scope = std::move(scope);
    return units;
}

std::string whyText(const NodePrediction& node) {
    return node.reason + (node.mend.empty() ? "" : "; to mend it: " + node.mend);
}

Table unitsTable(const Units& units) {
    const Topology& topology = units.scope->topology();
    Table table;
    table.id = "units";
    table.title = "What " + units.prediction.target + " does with each node";
    table.columns = {
        {"Node", false}, {"Operator", false}, {"Runs", false}, {"Kernel", false}, {"Why", false}};
    std::array<std::size_t, 3> counts{};
    for (const NodePrediction& node : units.prediction.nodes) {
        ++counts[static_cast<std::size_t>(node.runs)];
        table.rows.push_back({{shown(topology.ref(node.node)), opOf(topology.node(node.node)),
                               std::string(runtime::runsName(node.runs)), shown(node.kernel), whyText(node)},
                              {node.node}});
    }
    if (!units.prediction.refused.empty()) {
        table.notes.push_back("The runtime refuses to load this model: " + units.prediction.refused + ".");
    }
    table.notes.push_back(std::to_string(counts[0]) + " int8, " + std::to_string(counts[1]) + " float, " +
                          std::to_string(counts[2]) + " fused.");
    return table;
}

std::string unitsJson(const Units& units) {
    const Topology& topology = units.scope->topology();
    Json json;
    json["schema"] = "qdqlens.units/1";
    json["target"] = units.prediction.target;
    if (!units.prediction.refused.empty()) {
        json["refused"] = units.prediction.refused;
    }
    json["nodes"] = Json::array();
    for (const NodePrediction& node : units.prediction.nodes) {
        json["nodes"].push_back({{"name", shown(topology.node(node.node).name)},
                                 {"ref", shown(topology.ref(node.node))},
                                 {"op", opOf(topology.node(node.node))},
                                 {"runs", std::string(runtime::runsName(node.runs))},
                                 {"kernel", shown(node.kernel)},
                                 {"rule", node.rule},
                                 {"reason", node.reason},
                                 {"mend", node.mend},
                                 {"blame", refs(topology, node.blame)},
                                 {"unit", refs(topology, node.unit)}});
    }
    return json.dump(2) + "\n";
}

}  // namespace qdqlens
