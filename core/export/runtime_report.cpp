#include "core/export/runtime_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/export/tables.h"

namespace qdqlens {

namespace {

using Json = nlohmann::ordered_json;
using runtime::NodeComparison;

std::string shown(std::string_view name) {
    return showName(name).text;
}

std::string real(const NodeComparison& node) {
    if (!node.int8) {
        return "fused";
    }
    return *node.int8 ? "int8" : "float";
}

std::string opOf(const onnx::Node& node) {
    const std::string domain = node.isOnnxDomain() ? std::string() : std::string(node.domain) + ".";
    return shown(domain + std::string(node.op_type));
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t dim : shape) {
        text += (text.empty() ? "" : "×") + std::to_string(dim);
    }
    return text;
}

}  // namespace

bool RuntimeReport::held() const {
    return answer.loads && answer.runs &&
           std::all_of(nodes.begin(), nodes.end(), [this](const NodeComparison& node) {
               return !compared || node.agrees() || node.vanished();
           });
}

std::string runtimeReportText(const RuntimeReport& report) {
    std::string text = report.runtime_name + " " + report.runtime_version + ": ";
    if (!report.answer.loads) {
        text += "does not load the model\n";
    } else {
        text += report.answer.runs ? "loads and runs the model\n" : "loads the model, does not run it\n";
    }
    if (!report.answer.error.empty()) {
        text += "  " + report.answer.error + "\n";
    }
    if (!report.refused.empty()) {
        text += "Predicted to be refused: " + report.refused + "\n";
    }
    for (const runtime::RuntimeOutput& output : report.answer.outputs) {
        text += "  output " + shown(output.name) + ": " + output.dtype + " " + shapeText(output.shape) + "\n";
    }
    if (report.nodes.empty()) {
        return text;
    }
    Table table;
    table.title =
        report.compared ? "Its decisions beside the prediction for " + report.target : "Its decisions";
    table.columns = {
        {"Node", false}, {"Operator", false}, {"Became", false}, {"Runs", false}, {"Predicted", false}};
    std::size_t differing = 0;
    for (const NodeComparison& node : report.nodes) {
        const onnx::Node& file_node = report.scope->topology().node(node.predicted.node);
        std::string predicted;
        if (report.compared) {
            predicted = runtime::runsName(node.predicted.runs);
            if (!node.agrees() && !node.vanished()) {
                ++differing;
                predicted += " (differs)";
            }
        }
        table.rows.push_back({{shown(report.scope->topology().ref(node.predicted.node)), opOf(file_node),
                               node.real_op, real(node), std::move(predicted)},
                              {node.predicted.node}});
    }
    if (report.compared) {
        table.notes.push_back(std::to_string(report.nodes.size()) + " nodes compared, " +
                              std::to_string(differing) + (differing == 1 ? " differs." : " differ."));
    }
    return text + "\n" + tableText(table);
}

std::string runtimeReportJson(const RuntimeReport& report) {
    Json json;
    json["schema"] = "qdqlens.runtime/1";
    json["runtime"] = {{"name", report.runtime_name}, {"version", report.runtime_version}};
    json["target"] = report.target;
    json["loads"] = report.answer.loads;
    json["runs"] = report.answer.runs;
    json["error"] = shown(report.answer.error);
    json["refused"] = report.refused;
    json["outputs"] = Json::array();
    for (const runtime::RuntimeOutput& output : report.answer.outputs) {
        json["outputs"].push_back(
            {{"name", shown(output.name)}, {"dtype", output.dtype}, {"shape", output.shape}});
    }
    json["nodes"] = Json::array();
    for (const NodeComparison& node : report.nodes) {
        const Topology& topology = report.scope->topology();
        Json entry = {{"name", shown(topology.node(node.predicted.node).name)},
                      {"ref", shown(topology.ref(node.predicted.node))},
                      {"op", opOf(topology.node(node.predicted.node))},
                      {"became", node.real_op},
                      {"runs", real(node)}};
        entry["predicted"] =
            report.compared ? Json(std::string(runtime::runsName(node.predicted.runs))) : Json(nullptr);
        json["nodes"].push_back(std::move(entry));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace qdqlens
