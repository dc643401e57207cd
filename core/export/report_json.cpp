#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/export/report.h"
#include "core/export/report_json.h"

namespace qdqlens {

Json shapeJson(const Shape& shape) {
    if (!shape.has_value()) {
        return nullptr;
    }
    Json dims = Json::array();
    for (const ShapeDim& dim : *shape) {
        if (dim.value.has_value()) {
            dims.push_back(*dim.value);
        } else if (!dim.symbol.empty()) {
            dims.push_back(dim.symbol);
        } else {
            dims.push_back(nullptr);
        }
    }
    return dims;
}

namespace {

Json portsJson(const std::vector<PortRow>& ports) {
    Json out = Json::array();
    for (const PortRow& port : ports) {
        out.push_back({{"name", port.name}, {"dtype", port.dtype}, {"shape", shapeJson(port.shape)}});
    }
    return out;
}

void addSummary(const Summary& summary, Json& json) {
    Json opsets = Json::array();
    for (const OpsetRow& opset : summary.opset_import) {
        opsets.push_back({{"domain", opset.domain}, {"version", opset.version}});
    }
    json["model"] = {{"ir_version", summary.ir_version},
                     {"producer", summary.producer},
                     {"producer_version", summary.producer_version},
                     {"graph", summary.graph},
                     {"opset_import", std::move(opsets)}};
    json["counts"] = {{"nodes", summary.nodes},
                      {"initializers", summary.initializers},
                      {"sparse_initializers", summary.sparse_initializers},
                      {"subgraphs", summary.subgraphs},
                      {"functions", summary.functions}};
    json["total"] = {{"nodes", summary.total_nodes}, {"initializers", summary.total_initializers}};
    json["inputs"] = portsJson(summary.inputs);
    json["outputs"] = portsJson(summary.outputs);
    json["ops"] = Json::array();
    for (const OpCount& op : summary.ops) {
        json["ops"].push_back({{"domain", op.domain}, {"op", op.op}, {"count", op.nodes.size()}});
    }
}

void addFx(const FxTable& fx, Json& json) {
    json["fx"] = Json::array();
    for (const FxRow& row : fx.rows) {
        Json onnx = Json::array();
        for (const OpCount& op : row.onnx) {
            onnx.push_back({{"op", opName(op)}, {"count", op.nodes.size()}});
        }
        json["fx"].push_back({{"fx_op", row.fx_op},
                              {"count", row.count},
                              {"merged", row.merged},
                              {"onnx", std::move(onnx)},
                              {"note", row.note},
                              {"targets", row.targets},
                              {"missing", row.missing}});
    }
    if (!fx.absent.empty()) {
        json["fx_absent"] = fx.absent;
    }
}

Json initializersJson(const std::vector<InitializerRow>& rows) {
    Json out = Json::array();
    for (const InitializerRow& row : rows) {
        out.push_back({{"role", row.role},
                       {"dtype", row.dtype},
                       {"count", row.count},
                       {"shapes", row.shapes},
                       {"bytes", row.bytes},
                       {"external", row.external}});
    }
    return out;
}

void addSizes(const SizesPart& sizes, Json& json) {
    const Sizes& s = sizes.figures;
    json["sizes"] = {{"total", s.total}, {"initializer", s.initializer},
                     {"node", s.node},   {"metadata_props", s.metadata_props},
                     {"other", s.other}, {"external", s.external}};
    json["bytes"] = Json::array();
    for (const ByteRow& row : sizes.bytes) {
        json["bytes"].push_back({{"row", row.row}, {"bytes", row.bytes}});
    }
}

}  // namespace

std::string reportJson(const Report& report) {
    Json json;
    json["schema"] = "qdqlens.report/1";
    json["file"] = {{"path", showName(report.path).text}, {"bytes", report.file_bytes}};
    if (report.summary.has_value()) {
        addSummary(*report.summary, json);
    }
    if (report.fx.has_value()) {
        addFx(*report.fx, json);
    }
    if (report.initializers.has_value()) {
        json["initializers"] = initializersJson(report.initializers->initializers);
        json["constants"] = initializersJson(report.initializers->constants);
    }
    if (report.sizes.has_value()) {
        addSizes(*report.sizes, json);
    }
    if (report.quantization.has_value()) {
        json["quantization"] = quantizationJson(*report.quantization);
        for (const std::string& problem : report.problems) {
            json["quantization"]["problems"].push_back(problem);
        }
    }
    return json.dump(2) + "\n";
}

}  // namespace qdqlens
