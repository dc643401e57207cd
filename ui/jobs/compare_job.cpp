#include "ui/jobs/compare_job.h"

#include "core/export/diff_report.h"

namespace qdqlens {

Result<CompareResult> compareScopes(std::shared_ptr<const Scope> a, std::shared_ptr<const Scope> b,
                                    const std::stop_token& stop) {
    CompareResult result;
    result.diff = diffModels(a, b);
    if (stop.stop_requested()) {
        return fail(ErrorKind::kStopped, "stopped");
    }
    result.tables = diffTables(result.diff);
    for (Table& table : result.tables) {
        table.id.insert(0, "diff-");
    }
    result.a = std::move(a);
    result.b = std::move(b);
    return result;
}

}  // namespace qdqlens
