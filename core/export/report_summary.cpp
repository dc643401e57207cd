#include "core/base/text.h"
#include "core/export/report_tables.h"

namespace qdqlens {

namespace {

std::string typeAndShape(const PortRow& port) {
    if (!port.shape.has_value()) {
        return port.dtype;
    }
    return port.dtype + "[" + (port.shape->empty() ? std::string() : shapeText(port.shape)) + "]";
}

struct Fact {
    std::string section, name, value;
};

std::vector<Fact> headFacts(const Summary& s, const std::string& path) {
    std::vector<Fact> facts{{"file", "path", showName(path).text},
                            {"file", "bytes", std::to_string(s.file_bytes)},
                            {"model", "IR version", std::to_string(s.ir_version)},
                            {"model", "producer", s.producer},
                            {"model", "producer version", s.producer_version},
                            {"model", "graph", s.graph}};
    for (const OpsetRow& opset : s.opset_import) {
        facts.push_back(
            {"opset", opset.domain.empty() ? "ai.onnx" : opset.domain, std::to_string(opset.version)});
    }
    facts.push_back({"counts", "nodes", std::to_string(s.nodes)});
    facts.push_back({"counts", "initializers", std::to_string(s.initializers)});
    if (s.sparse_initializers > 0) {
        facts.push_back({"counts", "sparse initializers", std::to_string(s.sparse_initializers)});
    }
    facts.push_back({"counts", "subgraphs", std::to_string(s.subgraphs)});
    facts.push_back({"counts", "functions", std::to_string(s.functions)});
    if (s.total_nodes != s.nodes || s.total_initializers != s.initializers) {
        facts.push_back({"total", "nodes", std::to_string(s.total_nodes)});
        facts.push_back({"total", "initializers", std::to_string(s.total_initializers)});
    }
    return facts;
}

Table portTable(const std::string& id, const std::string& title, const std::vector<PortRow>& ports) {
    Table table{id, title, {{"name"}, {"dtype"}, {"shape"}}, {}, {}};
    for (const PortRow& port : ports) {
        const std::string shape = port.shape.has_value() ? shapeText(port.shape) : "unknown rank";
        table.rows.push_back({{port.name, port.dtype, shape}, port.nodes});
    }
    return table;
}

}  // namespace

std::vector<Table> summaryTables(const Summary& summary, const std::string& path) {
    Table head{"summary", "Model", {{"what"}, {"value"}}, {}, {}};
    for (const Fact& fact : headFacts(summary, path)) {
        std::string name = fact.section == "opset" ? "opset " + fact.name : fact.name;
        if (fact.section == "total") {
            name += " with all nested";
        }
        if (!fact.value.empty()) {
            head.rows.push_back({{std::move(name), fact.value}, {}});
        }
    }
    Table ops{"ops", "Ops", {{"op"}, {"count", true}}, {}, {}};
    for (const OpCount& op : summary.ops) {
        ops.rows.push_back({{opName(op), std::to_string(op.nodes.size())}, op.nodes});
    }
    return {std::move(head), portTable("inputs", "Inputs", summary.inputs),
            portTable("outputs", "Outputs", summary.outputs), std::move(ops)};
}

Table summaryCsvTable(const Summary& summary, const std::string& path) {
    Table table{"summary", "Summary", {{"section"}, {"name"}, {"value"}}, {}, {}};
    for (Fact& fact : headFacts(summary, path)) {
        table.rows.push_back({{std::move(fact.section), std::move(fact.name), std::move(fact.value)}, {}});
    }
    for (const PortRow& port : summary.inputs) {
        table.rows.push_back({{"input", port.name, typeAndShape(port)}, port.nodes});
    }
    for (const PortRow& port : summary.outputs) {
        table.rows.push_back({{"output", port.name, typeAndShape(port)}, port.nodes});
    }
    for (const OpCount& op : summary.ops) {
        table.rows.push_back({{"op", opName(op), std::to_string(op.nodes.size())}, op.nodes});
    }
    return table;
}

}  // namespace qdqlens
