#include <fmt/format.h>

#include "core/export/report_tables.h"

namespace qdqlens {

Table fxExportTable(const FxTable& fx, bool repeat) {
    Table table{"fx",
                "FX ops and what they became",
                {{"FX op"}, {"count", true}, {"merged", true}, {"ONNX op"}, {"ONNX count", true}, {"note"}},
                {},
                {}};
    for (const FxRow& row : fx.rows) {
        // One line for each ONNX op, the FX op in the first.
        for (std::size_t i = 0; i < row.onnx.size(); ++i) {
            const OpCount& op = row.onnx[i];
            const bool first = repeat || i == 0;
            table.rows.push_back(
                {{first ? row.fx_op : std::string(), first ? std::to_string(row.count) : std::string(),
                  first ? std::to_string(row.merged) : std::string(), opName(op),
                  std::to_string(op.nodes.size()), first ? row.note : std::string()},
                 op.nodes});
        }
    }
    if (!fx.absent.empty()) {
        table.notes.push_back("No FX table: " + fx.absent + ".");
    }
    if (!fx.without.empty()) {
        std::size_t nodes = 0;
        std::string ops;
        for (const OpCount& op : fx.without) {
            nodes += op.nodes.size();
            ops += fmt::format("{}{} {}", ops.empty() ? "" : ", ", opName(op), op.nodes.size());
        }
        table.notes.push_back(fmt::format("{} nodes carry no FX metadata: {}.", nodes, ops));
    }
    return table;
}

}  // namespace qdqlens
