// A Model against protobuf's own parse of the same bytes.
#pragma once

#include <qdqlens_onnx.pb.h>

#include <optional>
#include <string>

#include "core/onnx/model.h"

namespace qdqlens::test {

/// Everything that a Model holds, tensor contents left out. The first difference, as "graph.node[3].name: …".
[[nodiscard]] std::optional<std::string> firstDifference(const onnx::Model& model,
                                                         const schema::ModelProto& proto);

}  // namespace qdqlens::test
