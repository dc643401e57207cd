#include "ui/jobs/tables_job.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/export/lint_report.h"
#include "core/export/report.h"
#include "core/export/report_tables.h"
#include "core/qdq/lint/team_settings.h"
#include "ui/jobs/units_cache.h"

namespace qdqlens {

namespace {

bool inModelProperties(const Table& table) {
    return table.id == "summary" || table.id == "inputs" || table.id == "outputs";
}

std::vector<Table> partTables(const std::shared_ptr<const Scope>& scope, ReportPart part,
                              const std::stop_token& stop) {
    const Report report = makeReport(scope, {part}, stop);
    if (report.fx.has_value()) {
        return {fxExportTable(*report.fx, true)};
    }
    std::vector<Table> tables = reportTables(report);
    tables.erase(std::remove_if(tables.begin(), tables.end(), inModelProperties), tables.end());
    return tables;
}

/// With the team's settings; a note says which, or why they do not hold.
Table findingsTable(const std::shared_ptr<const Scope>& scope) {
    const auto settings = findTeamSettings(*scope);
    const TeamSettings used = settings.value_or(TeamSettings{});
    Table table =
        lintTable(*scope, lint(*scope, used.targetOrDefault(), used.lint, unitsOf(scope)->prediction));
    if (!settings.has_value()) {
        table.notes.push_back("Settings that do not hold: " + settings.error().message() + ".");
    } else if (!used.file.empty()) {
        table.notes.push_back("Settings: " + showName(used.file.string()).text);
    }
    return table;
}

}  // namespace

std::vector<TableMaker> tableMakers() {
    std::vector<TableMaker> makers;
    for (const auto& each : reportParts()) {
        makers.emplace_back(
            [part = each.second](const std::shared_ptr<const Scope>& scope, const std::stop_token& stop) {
                return partTables(scope, part, stop);
            });
    }
    makers.emplace_back([](const std::shared_ptr<const Scope>& scope, const std::stop_token&) {
        return std::vector<Table>{findingsTable(scope)};
    });
    makers.emplace_back([](const std::shared_ptr<const Scope>& scope, const std::stop_token&) {
        return std::vector<Table>{unitsTable(*unitsOf(scope))};
    });
    return makers;
}

Result<Table> statisticsTable(const std::shared_ptr<const Scope>& scope, const CodeProgress& progress,
                              const std::stop_token& stop) {
    Report report = makeReport(scope, {ReportPart::kQuantization}, stop);
    if (const auto read = addStatistics(*scope, progress, stop, report); !read) {
        return tl::unexpected<Error>(read.error());
    }
    for (Table& table : reportTables(report)) {
        if (table.id == kQuantizedTable) {
            return std::move(table);
        }
    }
    return fail(ErrorKind::kStopped, "stopped");  // A graph without quantized tensors has no such table.
}

}  // namespace qdqlens
