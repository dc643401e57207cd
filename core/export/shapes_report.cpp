#include "core/export/shapes_report.h"

#include "core/export/report_json.h"

namespace qdqlens {

namespace {

const char* sourceName(ShapeSource source) {
    return source == ShapeSource::kFile ? "file" : source == ShapeSource::kInferred ? "inferred" : "unknown";
}

}  // namespace

std::vector<Table> shapesTables(const ShapeTable& shapes) {
    std::vector<Table> tables;
    if (!shapes.conflicts.empty()) {
        Table conflicts{"conflicts", "Conflicts", {{"where"}, {"got"}, {"expected"}}, {}, {}};
        for (const ShapeConflict& conflict : shapes.conflicts) {
            TableRow& row = conflicts.rows.emplace_back();
            row.cells = {conflict.where, conflict.got, conflict.expected};
            if (conflict.node != kNoNode) {
                row.nodes.push_back(conflict.node);
            }
        }
        tables.push_back(std::move(conflicts));
    }
    Table values{"shapes", "Shapes", {{"value"}, {"dtype"}, {"shape"}, {"source"}}, {}, {}};
    for (const ShapeRow& row : shapes.rows) {
        values.rows.push_back(
            {{row.name, row.dtype, shapeText(row.shape), sourceName(row.source)}, row.nodes});
    }
    tables.push_back(std::move(values));
    return tables;
}

std::string shapesText(const ShapeTable& shapes) {
    std::string out;
    for (const Table& table : shapesTables(shapes)) {
        out += (out.empty() ? "" : "\n") + table.title + "\n" + tableText(table);
    }
    return out;
}

std::string shapesJson(const ShapeTable& shapes) {
    Json json;
    json["schema"] = "qdqlens.shapes/1";
    json["values"] = Json::array();
    for (const ShapeRow& row : shapes.rows) {
        json["values"].push_back({{"name", row.name},
                                  {"dtype", row.dtype},
                                  {"shape", shapeJson(row.shape)},
                                  {"source", sourceName(row.source)}});
    }
    json["conflicts"] = Json::array();
    for (const ShapeConflict& conflict : shapes.conflicts) {
        json["conflicts"].push_back(
            {{"where", conflict.where}, {"got", conflict.got}, {"expected", conflict.expected}});
    }
    return json.dump(2) + "\n";
}

}  // namespace qdqlens
