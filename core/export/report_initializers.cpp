#include <fmt/format.h>

#include "core/export/report_tables.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxShapes = 8;  ///< In a cell; JSON and CSV have them all.

std::string shapesText(const InitializerRow& row, std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i < row.shapes.size() && i < most; ++i) {
        out += (out.empty() ? "" : ", ") + shapeText(shapeOf(row.shapes[i]));
    }
    if (row.shapes.size() > most) {
        out += fmt::format(", … ({} shapes)", row.shapes.size());
    }
    return out;
}

bool hasExternal(const std::vector<InitializerRow>& rows) {
    for (const InitializerRow& row : rows) {
        if (row.external > 0) {
            return true;
        }
    }
    return false;
}

Table tableOf(const std::string& id, const std::string& title, const std::vector<InitializerRow>& rows) {
    Table table{id, title, {{"role"}, {"dtype"}, {"count", true}, {"shapes"}, {"bytes", true}}, {}, {}};
    const bool external = hasExternal(rows);
    if (external) {
        table.columns.push_back({"external bytes", true});
    }
    for (const InitializerRow& row : rows) {
        TableRow line{{row.role, row.dtype, std::to_string(row.count), shapesText(row, kMaxShapes),
                       std::to_string(row.bytes)},
                      row.nodes};
        if (external) {
            line.cells.push_back(std::to_string(row.external));
        }
        table.rows.push_back(std::move(line));
    }
    return table;
}

}  // namespace

std::vector<Table> initializerTables(const InitializerTable& table) {
    std::vector<Table> tables{tableOf("initializers", "Initializers", table.initializers)};
    if (!table.constants.empty()) {
        tables.push_back(tableOf("constants", "Constant nodes", table.constants));
    }
    return tables;
}

Table initializerCsvTable(const InitializerTable& table) {
    Table out{
        "initializers",
        "Initializers",
        {{"stored"}, {"role"}, {"dtype"}, {"count", true}, {"shapes"}, {"bytes", true}, {"external", true}},
        {},
        {}};
    for (const auto* rows : {&table.initializers, &table.constants}) {
        for (const InitializerRow& row : *rows) {
            out.rows.push_back({{rows == &table.initializers ? "initializer" : "Constant", row.role,
                                 row.dtype, std::to_string(row.count), shapesText(row, row.shapes.size()),
                                 std::to_string(row.bytes), std::to_string(row.external)},
                                row.nodes});
        }
    }
    return out;
}

}  // namespace qdqlens
