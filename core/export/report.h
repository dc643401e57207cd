// The report of a model: its parts as values, and as text, Markdown, CSV and JSON ("qdqlens.report/1").
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/export/tables.h"
#include "core/qdq/tables/fx_table.h"
#include "core/qdq/tables/initializer_table.h"
#include "core/qdq/tables/quantization_table.h"
#include "core/qdq/tables/sizes.h"
#include "core/qdq/tables/summary.h"

namespace qdqlens {

/// What `--only` names, in the order in which a report shows them.
enum class ReportPart : std::uint8_t { kSummary, kFx, kInitializers, kSizes, kQuantization };
[[nodiscard]] const std::vector<std::pair<std::string, ReportPart>>& reportParts();

struct SizesPart {
    Sizes figures;
    std::vector<ByteRow> bytes;  ///< Add up to figures.total.
};

/// The parts that were asked for.
struct Report {
    std::string path;  ///< As given.
    std::uint64_t file_bytes = 0;
    std::optional<Summary> summary;
    std::optional<FxTable> fx;
    std::optional<InitializerTable> initializers;
    std::optional<SizesPart> sizes;
    std::optional<QuantizationTable> quantization;
    std::vector<std::string> problems;  ///< What could not be read for the statistics.
};

/// Once stopped, the parts that are not done are missing.
[[nodiscard]] Report makeReport(const std::shared_ptr<const Scope>& scope,
                                const std::vector<ReportPart>& parts, const std::stop_token& stop = {});

/// Reads the weights and fills in their statistics, where the report has the quantization part. Errors:
/// kStopped.
[[nodiscard]] Result<void> addStatistics(const Scope& scope, const CodeProgress& progress,
                                         const std::stop_token& stop, Report& report);

/// Every table of the report, in order.
[[nodiscard]] std::vector<Table> reportTables(const Report& report);

[[nodiscard]] std::string reportText(const Report& report);
[[nodiscard]] std::string reportMarkdown(const Report& report);
/// One table with one head line; the report must hold exactly one part.
[[nodiscard]] std::string reportCsv(const Report& report);
[[nodiscard]] std::string reportJson(const Report& report);

}  // namespace qdqlens
