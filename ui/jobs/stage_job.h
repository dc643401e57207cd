// The main graph as the file or the runtime's optimizer has it, for the window.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/diagram/figure.h"
#include "core/export/units.h"
#include "core/qdq/runtime/preview.h"

namespace qdqlens {

struct StageResult {
    std::shared_ptr<const FigureSource> source;
    std::string title;               ///< Above pictures of it; "" for the file's.
    std::vector<std::string> focus;  ///< Of the queries that were asked for, those that find the same in it.
    /// What runs, as it is for the file: passes that have been played cannot be asked why. Known to unitsOf()
    /// for as long as somebody holds it; null for the file's own graph.
    std::shared_ptr<const Units> units;
};

/// `file`: the main graph. No stage: that itself. Runs on a worker. Error kInput where the runtime refuses
/// the model.
[[nodiscard]] Result<StageResult> makeStage(const std::shared_ptr<const Scope>& file,
                                            std::optional<runtime::Stage> stage, FoldMode fold,
                                            const std::vector<std::string>& focus);

}  // namespace qdqlens
