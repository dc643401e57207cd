#include "ui/jobs/tables_job.h"

#include <algorithm>

#include "core/export/lint_report.h"
#include "core/export/report.h"
#include "core/export/report_tables.h"
#include "core/export/units.h"

namespace qdqlens {

namespace {

bool inModelProperties(const Table& table) {
    return table.id == "summary" || table.id == "inputs" || table.id == "outputs";
}

std::vector<Table> partTables(const std::shared_ptr<const Scope>& scope, ReportPart part) {
    const Report report = makeReport(scope, {part});
    if (report.fx.has_value()) {
        return {fxExportTable(*report.fx, true)};
    }
    std::vector<Table> tables = reportTables(report);
    tables.erase(std::remove_if(tables.begin(), tables.end(), inModelProperties), tables.end());
    return tables;
}

}  // namespace

std::vector<TableMaker> tableMakers() {
    std::vector<TableMaker> makers;
    for (const auto& each : reportParts()) {
        makers.emplace_back([part = each.second](const std::shared_ptr<const Scope>& scope) {
            return partTables(scope, part);
        });
    }
    const runtime::Target& target = runtime::targets().front();
    makers.emplace_back([&target](const std::shared_ptr<const Scope>& scope) {
        return std::vector<Table>{lintTable(*scope, lint(*scope, target))};
    });
    makers.emplace_back([&target](const std::shared_ptr<const Scope>& scope) {
        return std::vector<Table>{unitsTable(makeUnits(scope, target))};
    });
    return makers;
}

}  // namespace qdqlens
