#include "tests/support/scopes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "core/onnx/reader.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

namespace {

std::shared_ptr<const Scope> mainScope(Result<std::shared_ptr<const onnx::Model>> model) {
    if (!model.has_value()) {
        throw std::runtime_error(model.error().message());
    }
    return Scope::main(std::move(*model));
}

}  // namespace

std::shared_ptr<const Scope> scopeOf(std::string bytes) {
    return mainScope(onnx::readModel(onnx::Input::fromBytes(std::move(bytes))));
}

std::shared_ptr<const Scope> scopeOf(const samples::ModelBuilder& model) {
    return scopeOf(model.serialize());
}

std::shared_ptr<const Scope> openScope(const std::filesystem::path& path) {
    return mainScope(onnx::openModel(path));
}

std::filesystem::path seedFile(std::string_view name) {
    const auto shared = sharedFolder();
    if (!shared.has_value()) {
        return {};
    }
    const std::filesystem::path file = *shared / "seed" / name;
    return std::filesystem::exists(file) ? file : std::filesystem::path();
}

std::vector<std::filesystem::path> corpusFiles() {
    std::vector<std::filesystem::path> files;
    const auto corpus = corpusFolder();
    if (!corpus.has_value()) {
        return files;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*corpus)) {
        if (entry.is_regular_file() && entry.path().extension() == ".onnx") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace qdqlens::test
