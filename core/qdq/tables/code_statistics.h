// What the stored codes of a quantized tensor are like.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/error.h"
#include "core/onnx/model.h"
#include "core/onnx/tensor_data.h"

namespace qdqlens {

struct CodeStatistics {
    std::uint64_t elements = 0;
    std::int64_t min = 0, max = 0;  ///< Used codes.
    /// Share of elements at the limits of the type. A signed tensor that leaves out the lowest code (-128)
    /// has its limits at -127 and 127.
    double saturated = 0;
    /// Codes between the limits that no element has; nothing for types of more than 16 bits.
    std::optional<std::uint64_t> unused_codes;
    std::optional<std::uint64_t> codes;        ///< Between the limits, used or not.
    std::uint64_t channels = 0;                ///< Along the axis asked for; 0 where there is none.
    std::vector<std::uint64_t> zero_channels;  ///< Whose codes all are the zero point; at most 1,000 of them.
    std::uint64_t zero_channel_count = 0;
    /// Largest distance from the zero point over the 99th percentile of the distances: 1 where the codes are
    /// used evenly, large where a few outliers stretch the scale. Nothing where that percentile is 0 or not
    /// known.
    std::optional<double> outlier_ratio;
    /// Elements of each code, from the type's smallest on; empty for types of more than 8 bits.
    std::vector<std::uint64_t> histogram;
};

/// Bytes read so far, of all.
using CodeProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// How elements map to channels and zero points.
struct CodeLayout {
    std::optional<std::int64_t> axis;       ///< Of channels; may be negative.
    std::vector<onnx::Element> zero_point;  ///< None: 0. One: all. As many as channels: one for each.
};

/// Streams the tensor and lets go of what it has read, so that memory does not grow with its size. Errors: as
/// visitElements, kStopped, and types that are no integers of at most 32 bits.
[[nodiscard]] Result<CodeStatistics> codeStatistics(const onnx::Model& model, const onnx::Tensor& tensor,
                                                    const CodeLayout& layout,
                                                    const std::function<void(std::uint64_t)>& read_bytes,
                                                    const std::stop_token& stop);

}  // namespace qdqlens
