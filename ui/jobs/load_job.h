// Opening a model file: what the window needs before it shows anything.
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/error.h"
#include "core/diagram/figure.h"

namespace qdqlens {

/// A model that was opened, with its main graph ready for figures.
struct Document {
    std::filesystem::path path;
    std::shared_ptr<const onnx::Model> model;
    std::shared_ptr<const FigureSource> source;
};

/// Runs on a worker. Errors: kInput; a graph without nodes and without inputs and outputs is one.
[[nodiscard]] Result<Document> loadDocument(const std::filesystem::path& path, FoldMode fold);

}  // namespace qdqlens
