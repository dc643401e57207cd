// Small QDQ models, one for each rule of the runtime's table and each condition that can fail. The unit tests
// hold the prediction to what is written here; the oracle test holds both to the runtime.
#pragma once

#include <string>
#include <vector>

#include "core/qdq/runtime/predict.h"

namespace qdqlens::test {

struct QdqCase {
    std::string name;
    std::string bytes;
    std::string node;  ///< The node that the case is about.
    runtime::Runs x64 = runtime::Runs::kFloat;
    runtime::Runs arm64 = runtime::Runs::kFloat;
    std::string rule;  ///< Of the failing condition, on x64 where the two differ; "" for int8.
    std::string kernel;
    bool refused_x64 = false;
    bool refused_arm64 = false;
};

[[nodiscard]] std::vector<QdqCase> qdqCases();

}  // namespace qdqlens::test
