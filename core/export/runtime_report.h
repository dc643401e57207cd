// A runtime's own answer beside the prediction, as text and JSON ("qdqlens.runtime/1").
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/runtime/ask.h"
#include "core/qdq/runtime/compare.h"

namespace qdqlens {

struct RuntimeReport {
    std::string runtime_name;
    std::string runtime_version;
    runtime::RuntimeAnswer answer;
    std::shared_ptr<const Scope> scope;
    std::string target;   ///< Of the prediction; "" where the level is not one that predictions are for.
    std::string refused;  ///< The prediction says that the runtime refuses the model.
    std::vector<runtime::NodeComparison> nodes;  ///< Empty where the model did not load.
    bool compared = false;

    /// It loaded, ran, and every node is what was predicted.
    [[nodiscard]] bool held() const;
};

[[nodiscard]] std::string runtimeReportText(const RuntimeReport& report);
[[nodiscard]] std::string runtimeReportJson(const RuntimeReport& report);

}  // namespace qdqlens
