// What the mutation tests and the fuzzer have in common.
#pragma once

#include <string>

#include "core/onnx/model.h"

namespace qdqlens::test {

/// A small model with every kind of message in it.
[[nodiscard]] std::string everyMessageModel();

/// Decodes tensors wherever they stand, at most a thousand elements of each.
void decodeEverything(const onnx::Model& model);

}  // namespace qdqlens::test
