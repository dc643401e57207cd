// Scale, zero point and granularity of a QuantizeLinear or DequantizeLinear.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/onnx/tensor_data.h"

namespace qdqlens {

/// ai.onnx's or com.microsoft's (which has the same inputs). Ops of other domains are not meant.
[[nodiscard]] bool isQuantize(const onnx::Node& node);
[[nodiscard]] bool isDequantize(const onnx::Node& node);

enum class Granularity { kTensor, kChannel, kBlock };

/// Q and DQ: inputs x, y_scale / x_scale, zero_point?; QuantizeLinear-10/13/19/21/23/24/25 and
/// DequantizeLinear.
struct QuantParameters {
    Granularity granularity = Granularity::kTensor;
    std::int64_t axis = 1;        ///< As the attribute says (default 1); meaningless per tensor.
    std::int64_t block_size = 0;  ///< 0 where not blocked.

    /// Constant contents; empty optional: not constant, or unreadable. Where the scale has many elements all
    /// are here.
    std::optional<std::vector<onnx::Element>> scale;
    std::vector<std::int64_t> scale_dims;
    ValueId scale_value = kNoValue;
    bool scale_constant = false;  ///< Stored or computed from what is stored, even where `scale` is empty.

    bool has_zero_point = false;  ///< The optional input is present.
    std::optional<std::vector<onnx::Element>> zero_point;
    ValueId zero_point_value = kNoValue;
    bool zero_point_constant = false;

    /// The quantized type: the zero point's, else output_dtype, else the quantized tensor's, else uint8
    /// (QuantizeLinear without zero point or output_dtype) or undefined.
    onnx::DataType type = onnx::DataType::kUndefined;
};
[[nodiscard]] QuantParameters quantParameters(const Scope& scope, NodeId node);

/// The label line, by the command line's contract: "scale=0.02 zp=-128", "scale[16] 0.0021…0.0138 axis=0
/// zp=0", "scale[4×16] 0.002…0.013 axis=0 block=32", "zp=3…131", "zp=0 (none)", "scale=‹value name›",
/// "scale[16] 0.002…0.013 +1 NaN".
[[nodiscard]] std::string parameterLine(const Scope& scope, const QuantParameters& parameters);

}  // namespace qdqlens
