// The constants of TinyConvNet: made from a fixed sequence, and the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "resources/samples/tensor_spec.h"

namespace qdqlens::samples {

/// Weights of one layer, quantized per output channel (symmetric), and the floats that quantize to them.
struct LayerWeights {
    TensorSpec quantized;  ///< int8, with ±127 in every channel.
    TensorSpec scale;      ///< float32[channels].
    TensorSpec weight;     ///< float32.
    TensorSpec bias;       ///< float32[channels].
};

/// What a layer's weights are made from. `dims[0]` is the number of output channels.
struct LayerShape {
    std::vector<std::int64_t> dims;
    std::int32_t least_scale = 0;  ///< In millionths, as is the next.
    std::int32_t most_scale = 0;
};
/// Layers with different seeds differ.
[[nodiscard]] LayerWeights makeLayer(const LayerShape& shape, std::uint32_t seed);

/// Parameters of an activation, per tensor.
struct ActivationQuant {
    float scale = 1;
    std::int8_t zero_point = 0;
};
inline constexpr ActivationQuant kImage{0.034133873879909515F, 14};
inline constexpr ActivationQuant kStem{0.026129040867090225F, -128};
inline constexpr ActivationQuant kResidualFirst{0.029467934742569923F, -128};
inline constexpr ActivationQuant kResidualSecond{0.05631530284881592F, 26};
inline constexpr ActivationQuant kResidualSum{0.03647098317742348F, -128};
inline constexpr ActivationQuant kHead{0.0395599789917469F, -128};
inline constexpr ActivationQuant kLogits{0.025332238525152206F, 81};

}  // namespace qdqlens::samples
