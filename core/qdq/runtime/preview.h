// The graph as the runtime's passes leave it, as a model that is drawn and reported like any other: what the
// runtime sees behind the names that the file has.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/onnx/model.h"
#include "core/qdq/runtime/target.h"

namespace qdqlens::runtime {

enum class Stage : std::uint8_t {
    kSplit,  ///< Every consumer of a DequantizeLinear has one of its own; the same for every target.
    kFinal,  ///< After the last pass: integer kernels, and what is left around them.
};

/// The model with its main graph so. Nodes and values keep the file's names, which queries go by; a copy is
/// called "NAME/duplicated" as the runtime calls it, and an integer kernel has its operator's name. Nested
/// graphs stand as in the file. Contents of tensors of more than 64 Ki elements are left out, unless they are
/// in another file. Error kInput where the runtime refuses the model at level extended (for kFinal).
[[nodiscard]] Result<std::shared_ptr<const onnx::Model>> previewModel(
    const std::shared_ptr<const onnx::Model>& model, const Target& target, Stage stage);

/// What stands above such a picture.
[[nodiscard]] std::string previewTitle(const Target& target, Stage stage);

}  // namespace qdqlens::runtime
