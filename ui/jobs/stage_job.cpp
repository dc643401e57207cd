#include "ui/jobs/stage_job.h"

#include "core/qdq/lint/team_settings.h"
#include "core/qdq/query.h"

namespace qdqlens {

Result<StageResult> makeStage(const std::shared_ptr<const onnx::Model>& model,
                              std::optional<runtime::Stage> stage, FoldMode fold,
                              const std::vector<std::string>& focus) {
    StageResult result;
    auto scope = Scope::main(model);
    if (stage) {
        const TeamSettings settings = findTeamSettings(*scope).value_or(TeamSettings{});
        auto preview = runtime::previewModel(model, settings.targetOrDefault(), *stage);
        if (!preview) {
            return tl::unexpected<Error>(std::move(preview.error()));
        }
        scope = Scope::main(std::move(*preview));
        result.title = runtime::previewTitle(settings.targetOrDefault(), *stage);
    }
    result.source = std::make_shared<const FigureSource>(std::move(scope), fold);
    for (const std::string& query : focus) {
        // "#12" is another node there.
        if (query.rfind('#', 0) != 0 && findNodes(result.source->scope(), result.source->folding(), query)) {
            result.focus.push_back(query);
        }
    }
    return result;
}

}  // namespace qdqlens
