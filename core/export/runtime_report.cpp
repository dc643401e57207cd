#include "core/export/runtime_report.h"

#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/export/units.h"

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

std::string verdictText(const runtime::Verdict& verdict) {
    std::string text = verdict.runtime_name + " " + verdict.runtime_version + ": ";
    if (!verdict.answer.loads) {
        text += "does not load the model\n";
    } else {
        text += verdict.answer.runs ? "loads and runs the model\n" : "loads the model, does not run it\n";
    }
    if (!verdict.answer.error.empty()) {
        text += "  " + verdict.answer.error + "\n";
    }
    if (!verdict.refused.empty()) {
        text += "Predicted to be refused: " + verdict.refused + "\n";
    }
    for (const runtime::RuntimeOutput& output : verdict.answer.outputs) {
        text += "  output " + shown(output.name) + ": " + output.dtype + " " + shapeText(output.shape) + "\n";
    }
    return text;
}

Table verdictTable(const runtime::Verdict& verdict) {
    Table table;
    table.id = "verdict";
    table.title =
        verdict.compared ? "Its decisions beside the prediction for " + verdict.target : "Its decisions";
    table.columns = {{"Node", false}, {"Operator", false}, {"Became", false}, {"Runs", false}};
    if (verdict.compared) {
        table.columns.push_back({"Predicted", false});
    }
    std::size_t differing = 0;
    for (const NodeComparison& node : verdict.nodes) {
        const onnx::Node& file_node = verdict.scope->topology().node(node.predicted.node);
        TableRow row{{shown(verdict.scope->topology().ref(node.predicted.node)), opOf(file_node),
                      shown(node.real_op), real(node)},
                     {node.predicted.node}};
        if (verdict.compared) {
            row.marked = node.differs();
            differing += row.marked ? 1 : 0;
            row.cells.push_back(std::string(runtime::runsName(node.predicted.runs)) +
                                (row.marked ? " (differs)" : ""));
        }
        table.rows.push_back(std::move(row));
    }
    if (verdict.compared) {
        table.notes.push_back(std::to_string(verdict.nodes.size()) + " nodes compared, " +
                              std::to_string(differing) + (differing == 1 ? " differs." : " differ."));
    }
    return table;
}

Table verdictUnitsTable(const runtime::Verdict& verdict) {
    Table table = verdictTable(verdict);
    table.id = "units";
    table.columns.push_back({"Why", false});
    for (std::size_t k = 0; k < table.rows.size(); ++k) {
        const runtime::NodePrediction& predicted = verdict.nodes[k].predicted;
        table.rows[k].cells.push_back(whyText(predicted));
    }
    const std::string said = verdictText(verdict);
    table.notes.insert(table.notes.begin(), said.substr(0, said.find('\n')) + ".");
    return table;
}

std::string runtimeReportText(const runtime::Verdict& verdict) {
    const std::string text = verdictText(verdict);
    return verdict.nodes.empty() ? text : text + "\n" + tableText(verdictTable(verdict));
}

std::string runtimeReportJson(const runtime::Verdict& verdict) {
    Json json;
    json["schema"] = "qdqlens.runtime/1";
    json["runtime"] = {{"name", verdict.runtime_name}, {"version", verdict.runtime_version}};
    json["target"] = verdict.target;
    json["loads"] = verdict.answer.loads;
    json["runs"] = verdict.answer.runs;
    json["error"] = shown(verdict.answer.error);
    json["refused"] = verdict.refused;
    json["outputs"] = Json::array();
    for (const runtime::RuntimeOutput& output : verdict.answer.outputs) {
        json["outputs"].push_back(
            {{"name", shown(output.name)}, {"dtype", output.dtype}, {"shape", output.shape}});
    }
    json["nodes"] = Json::array();
    for (const NodeComparison& node : verdict.nodes) {
        const Topology& topology = verdict.scope->topology();
        Json entry = {{"name", shown(topology.node(node.predicted.node).name)},
                      {"ref", shown(topology.ref(node.predicted.node))},
                      {"op", opOf(topology.node(node.predicted.node))},
                      {"became", node.real_op},
                      {"runs", real(node)}};
        entry["predicted"] =
            verdict.compared ? Json(std::string(runtime::runsName(node.predicted.runs))) : Json(nullptr);
        json["nodes"].push_back(std::move(entry));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace qdqlens
