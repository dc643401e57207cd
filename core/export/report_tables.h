// Parts of a report as tables.
#pragma once

#include "core/export/report.h"

namespace qdqlens {

[[nodiscard]] std::vector<Table> summaryTables(const Summary& summary, const std::string& path);
/// All of a summary in one table: section, name, value.
[[nodiscard]] Table summaryCsvTable(const Summary& summary, const std::string& path);
/// One line for each ONNX op of an FX op; `repeat` writes the FX op on all of them.
[[nodiscard]] Table fxExportTable(const FxTable& fx, bool repeat);
[[nodiscard]] std::vector<Table> initializerTables(const InitializerTable& table);
/// Initializers and constants in one table.
[[nodiscard]] Table initializerCsvTable(const InitializerTable& table);

[[nodiscard]] std::vector<Table> sizeTables(const SizesPart& sizes);
/// Figures and rows in one table: section, row, bytes.
[[nodiscard]] Table sizeCsvTable(const SizesPart& sizes);
[[nodiscard]] std::vector<Table> quantizationTables(const QuantizationTable& table,
                                                    const std::vector<std::string>& problems);
[[nodiscard]] Table quantizedTensorTable(const QuantizationTable& table);

}  // namespace qdqlens
