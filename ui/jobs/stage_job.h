// The main graph as the file or the runtime's optimizer has it, for the window.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/diagram/figure.h"
#include "core/qdq/runtime/preview.h"

namespace qdqlens {

struct StageResult {
    std::shared_ptr<const FigureSource> source;
    std::string title;               ///< Above pictures of it; "" for the file's.
    std::vector<std::string> focus;  ///< Of the queries that were asked for, those that find the same in it.
};

/// No stage: as the file has it. Runs on a worker. Error kInput where the runtime refuses the model.
[[nodiscard]] Result<StageResult> makeStage(const std::shared_ptr<const onnx::Model>& model,
                                            std::optional<runtime::Stage> stage, FoldMode fold,
                                            const std::vector<std::string>& focus);

}  // namespace qdqlens
