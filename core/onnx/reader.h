// Bytes to Model: protobuf's wire format walked by ourselves, since protobuf's own parse copies every tensor.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

#include "core/base/error.h"
#include "core/onnx/model.h"

namespace qdqlens::onnx {

/// Limits that keep a hostile file from exhausting the stack or memory.
struct ReadLimits {
    int graph_depth = 64;  ///< Graphs within attributes within graphs.
    int type_depth = 32;   ///< Sequences of optionals of sequences …
    /// Messages, and runs of tensor data: each costs more memory than its bytes in the file.
    std::uint64_t messages = 10'000'000;
};

/// Reads a whole ModelProto. Repeated singular submessages merge and packed and unpacked fields both count,
/// as the wire format rules (proto2). Unknown fields are skipped. Never reads tensor contents. Errors name
/// the byte offset and what stood there; bytes that hold no graph are refused with what they look like
/// instead.
[[nodiscard]] Result<std::shared_ptr<const Model>> readModel(std::shared_ptr<const Input> input,
                                                             const ReadLimits& limits = {},
                                                             std::stop_token stop = {});

/// Input::open and readModel.
[[nodiscard]] Result<std::shared_ptr<const Model>> openModel(const std::filesystem::path& path);

}  // namespace qdqlens::onnx
