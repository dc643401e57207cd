// libonnx's shape inference, in a process of its own: it crashes on some models.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/base/error.h"

namespace qdqlens {

/// Newest operator versions that Debian 12's libonnx (1.12) has.
inline constexpr std::int64_t kLibraryOpset = 17;
inline constexpr std::int64_t kLibraryMlOpset = 3;  ///< Of ai.onnx.ml.

class ShapeLibrary {
  public:
    virtual ~ShapeLibrary() = default;
    /// Serialized ModelProto in; out, one whose graph outputs are the values that were inferred. Errors:
    /// kEngine (no such program, crashed, took too long, gave up), kStopped.
    [[nodiscard]] virtual Result<std::string> infer(const std::string& model,
                                                    const std::stop_token& stop) = 0;
};

/// The helper program qdqlens-shapes; started with the first question. Null where it is not installed.
[[nodiscard]] std::unique_ptr<ShapeLibrary> findShapeLibrary();

}  // namespace qdqlens
