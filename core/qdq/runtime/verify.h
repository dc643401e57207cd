// Asks the user's own runtime about a model, and holds the prediction against what it has made of it.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/runtime/ask.h"
#include "core/qdq/runtime/compare.h"
#include "core/qdq/tables/shapes.h"

namespace qdqlens::runtime {

struct Question {
    std::filesystem::path model;
    std::vector<ShapeSetting> dims;  ///< Of inputs and symbols; 1 for what is not said.
    std::string level = "extended";
    Int8 int8 = Int8::kAuto;
    std::chrono::milliseconds limit = std::chrono::minutes(10);  ///< Large models take minutes to optimize.
};

struct Verdict {
    std::string runtime_name;
    std::string runtime_version;
    RuntimeAnswer answer;
    std::shared_ptr<const Scope> scope;
    std::string target;                 ///< Of the prediction; "" where none is for this level.
    std::string refused;                ///< The prediction says that the runtime refuses the model.
    std::vector<NodeComparison> nodes;  ///< Empty where the model did not load.
    bool compared = false;
    std::shared_ptr<const onnx::Model> optimized;  ///< What the runtime has made of it; null: not loaded.

    /// It loaded, ran, and every node is what was predicted.
    [[nodiscard]] bool held() const;
};

/// The target whose predictions are for this machine.
[[nodiscard]] const Target& machineTarget(Int8 int8);

/// `scope`: the main graph of the model in the file. `stage` hears what is being done, on this thread.
/// Errors: kUsage, kQuery (dims), kEngine (no runtime, or it died or took too long), kStopped.
[[nodiscard]] Result<Verdict> verify(const Question& question, const std::shared_ptr<const Scope>& scope,
                                     const std::function<void(const std::string&)>& stage,
                                     const std::stop_token& stop = {});

}  // namespace qdqlens::runtime
