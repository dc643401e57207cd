#include "ui/jobs/tables_job.h"

#include <algorithm>

#include "core/export/report_tables.h"

namespace qdqlens {

namespace {

bool inModelProperties(const Table& table) {
    return table.id == "summary" || table.id == "inputs" || table.id == "outputs";
}

}  // namespace

std::vector<Table> makeTables(const std::shared_ptr<const Scope>& scope, ReportPart part) {
    const Report report = makeReport(scope, {part});
    if (report.fx.has_value()) {
        return {fxExportTable(*report.fx, true)};
    }
    std::vector<Table> tables = reportTables(report);
    tables.erase(std::remove_if(tables.begin(), tables.end(), inModelProperties), tables.end());
    return tables;
}

}  // namespace qdqlens
