// From a model built for a test to the graph one looks at.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/scope.h"
#include "resources/samples/model_builder.h"

namespace qdqlens::test {

/// The main graph. Fails the test and aborts it by an exception where the bytes are no model.
[[nodiscard]] std::shared_ptr<const Scope> scopeOf(const samples::ModelBuilder& model);
[[nodiscard]] std::shared_ptr<const Scope> scopeOf(std::string bytes);
[[nodiscard]] std::shared_ptr<const Scope> openScope(const std::filesystem::path& path);

/// A file of ../shared/seed; skips the calling test where there is none: `GTEST_SKIP` when empty.
[[nodiscard]] std::filesystem::path seedFile(std::string_view name);

/// Every .onnx file of the corpus, sorted; empty where there is none.
[[nodiscard]] std::vector<std::filesystem::path> corpusFiles();

}  // namespace qdqlens::test
