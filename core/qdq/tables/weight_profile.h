// One quantized weight (or bias) in full: every scale, and what its stored codes are like.
#pragma once

#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/qdq/tables/quantization_table.h"

namespace qdqlens {

struct WeightProfile {
    QuantTensorRow row;  ///< With statistics.
    /// As row.granularity says: one; one for each channel; or one for each block, in storage order.
    std::vector<double> scales;
    std::vector<std::int64_t> scale_dims;
    onnx::CodeRange codes;  ///< All that the type has.
    std::vector<std::int64_t>
        zero_points;  ///< One for all, or one for each scale; 0 where the file has none.
};

/// The weight that `name` means: the stored tensor, its DequantizeLinear, or that one's output (as shown, or
/// as the file says it). Reads its codes. Errors: kQuery with the nearest names, kInput (float codes; data
/// that cannot be read; a scale that is not constant), kStopped.
[[nodiscard]] Result<WeightProfile> weightProfile(const std::shared_ptr<const Scope>& scope,
                                                  std::string_view name, const CodeProgress& progress = {},
                                                  const std::stop_token& stop = {});

/// The same for a row of the table.
[[nodiscard]] Result<WeightProfile> weightProfile(const Scope& scope, QuantTensorRow row,
                                                  const CodeProgress& progress = {},
                                                  const std::stop_token& stop = {});

}  // namespace qdqlens
