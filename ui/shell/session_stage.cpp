// The same graph at another stage: as the file has it, or as the runtime's optimizer leaves it.
#include "ui/jobs/stage_job.h"
#include "ui/shell/session.h"

namespace qdqlens {

std::optional<runtime::Stage> Session::stage() const {
    if (shown_.source) {
        for (const ShownStage& made : stages_) {
            if (made.source->scope().modelPtr() == shown_.source->scope().modelPtr()) {
                return made.stage;
            }
        }
    }
    return std::nullopt;
}

void Session::showStage(std::optional<runtime::Stage> wanted) {
    if (!hasDocument() || wanted == stage()) {
        return;
    }
    const std::vector<std::string> focus = wanted_.focus;
    loading_.replace([file = document_.source->scopePtr(), wanted, fold = wanted_.fold,
                      focus](const std::stop_token&) { return makeStage(file, wanted, fold, focus); },
                     [this, wanted, focus](Result<StageResult> made) {
                         if (!made) {
                             // The file is fine: nothing is to be opened anew.
                             Q_EMIT failed({ErrorKind::kUsage, made.error().what, {}});
                             Q_EMIT optionsChanged();
                             return;
                         }
                         if (wanted) {
                             stages_.push_back({*wanted, made->source, made->units});
                         }
                         Request next;
                         next.change = FigureChange::kFocus;
                         next.figure = {made->source->scopePtr(), made->source, wanted_, false, false};
                         next.figure.options.focus = made->focus;
                         next.figure.options.title = made->title;
                         next.figure.options.from.clear();
                         next.figure.options.to.clear();
                         next.figure.first_look = made->focus.empty() && !focus.empty();
                         request(std::move(next));
                     });
}

}  // namespace qdqlens
