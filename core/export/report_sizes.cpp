#include "core/base/number.h"
#include "core/export/report_tables.h"

namespace qdqlens {

std::vector<Table> sizeTables(const SizesPart& sizes) {
    const Sizes& s = sizes.figures;
    Table figures{"sizes", "Sizes", {{"part"}, {"bytes", true}, {"of the file", true}}, {}, {}};
    const auto add = [&](Table& table, const std::string& name, std::uint64_t bytes) {
        table.rows.push_back({{name, std::to_string(bytes), formatPercent(bytes, s.total)}, {}});
    };
    add(figures, "total", s.total);
    add(figures, "initializers", s.initializer);
    add(figures, "nodes", s.node);
    add(figures, "of which node metadata_props", s.metadata_props);
    add(figures, "other", s.other);
    if (s.external > 0) {
        figures.rows.push_back({{"external data, in other files", std::to_string(s.external), ""}, {}});
    }
    Table bytes{"bytes", "Where the bytes are", {{"row"}, {"bytes", true}, {"of the file", true}}, {}, {}};
    for (const ByteRow& row : sizes.bytes) {
        add(bytes, row.row, row.bytes);
    }
    bytes.notes.push_back(
        "Every byte of the file is in exactly one row; headers of fields count with what "
        "they stand before.");
    return {std::move(figures), std::move(bytes)};
}

Table sizeCsvTable(const SizesPart& sizes) {
    const Sizes& s = sizes.figures;
    Table table{"sizes", "Sizes", {{"section"}, {"row"}, {"bytes", true}}, {}, {}};
    const std::pair<const char*, std::uint64_t> figures[] = {
        {"total", s.total}, {"initializer", s.initializer},
        {"node", s.node},   {"metadata_props", s.metadata_props},
        {"other", s.other}, {"external", s.external}};
    for (const auto& [name, bytes] : figures) {
        table.rows.push_back({{"sizes", name, std::to_string(bytes)}, {}});
    }
    for (const ByteRow& row : sizes.bytes) {
        table.rows.push_back({{"bytes", row.row, std::to_string(row.bytes)}, {}});
    }
    return table;
}

}  // namespace qdqlens
