#include "core/export/report.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/export/report_tables.h"

namespace qdqlens {

const std::vector<std::pair<std::string, ReportPart>>& reportParts() {
    static const std::vector<std::pair<std::string, ReportPart>> kParts{
        {"summary", ReportPart::kSummary},
        {"fx", ReportPart::kFx},
        {"initializers", ReportPart::kInitializers},
        {"sizes", ReportPart::kSizes},
        {"quantization", ReportPart::kQuantization}};
    return kParts;
}

Report makeReport(const std::shared_ptr<const Scope>& scope, const std::vector<ReportPart>& parts,
                  const std::stop_token& stop) {
    const auto wanted = [&](ReportPart part) {
        return !stop.stop_requested() && std::find(parts.begin(), parts.end(), part) != parts.end();
    };
    Report report;
    report.path = scope->model().input->name();
    report.file_bytes = scope->model().input->bytes().size();
    if (wanted(ReportPart::kSummary)) {
        report.summary = summarize(*scope);
    }
    if (wanted(ReportPart::kSizes)) {
        report.sizes = SizesPart{sizesOf(*scope), byteRows(scope->modelPtr())};
    }
    const Folding folding(*scope, FoldMode::kOn);
    if (wanted(ReportPart::kFx)) {
        report.fx = fxTable(*scope, folding);
    }
    if (wanted(ReportPart::kInitializers)) {
        report.initializers = initializerTable(scope, storedTensors(scope, folding));
    }
    if (wanted(ReportPart::kQuantization)) {
        report.quantization = quantizationTable(scope, folding);
    }
    return report;
}

Result<void> addStatistics(const Scope& scope, const CodeProgress& progress, const std::stop_token& stop,
                           Report& report) {
    return report.quantization.has_value()
               ? addStatistics(scope, *report.quantization, progress, stop, report.problems)
               : Result<void>();
}

std::vector<Table> reportTables(const Report& report) {
    std::vector<Table> tables;
    const auto add = [&](std::vector<Table> more) {
        std::move(more.begin(), more.end(), std::back_inserter(tables));
    };
    if (report.summary.has_value()) {
        add(summaryTables(*report.summary, report.path));
    }
    if (report.fx.has_value()) {
        add({fxExportTable(*report.fx, false)});
    }
    if (report.initializers.has_value()) {
        add(initializerTables(*report.initializers));
    }
    if (report.sizes.has_value()) {
        add(sizeTables(*report.sizes));
    }
    if (report.quantization.has_value()) {
        add(quantizationTables(*report.quantization, report.problems));
    }
    return tables;
}

std::string reportText(const Report& report) {
    std::string out;
    for (const Table& table : reportTables(report)) {
        out += (out.empty() ? "" : "\n") + table.title + "\n" + tableText(table);
    }
    return out;
}

std::string reportMarkdown(const Report& report) {
    std::string out = "# " + escapeMarkdown(showName(report.path).text) + "\n";
    for (const Table& table : reportTables(report)) {
        out += "\n## " + escapeMarkdown(table.title) + "\n\n" + tableMarkdown(table);
    }
    return out;
}

std::string reportCsv(const Report& report) {
    Table table;
    if (report.summary.has_value()) {
        table = summaryCsvTable(*report.summary, report.path);
    } else if (report.fx.has_value()) {
        table = fxExportTable(*report.fx, true);
    } else if (report.initializers.has_value()) {
        table = initializerCsvTable(*report.initializers);
    } else if (report.sizes.has_value()) {
        table = sizeCsvTable(*report.sizes);
    } else if (report.quantization.has_value()) {
        table = quantizedTensorTable(*report.quantization);
    }
    return tableCsv(table);
}

}  // namespace qdqlens
