// TinyConvNet: a small residual network as torch exports it, in float and quantized after training (PT2E,
// weights per channel). The network that the figures and tables of the documentation show:
//
//     x ─ conv_stem (Conv, Relu, MaxPool) ─┬─ residual: Conv, Relu, Conv ─ Add ─ Relu ─ conv_head ─ mean ─
//     linear
//                                          └────────── one shared DequantizeLinear ─┘
//
// 41 nodes and 31 initializers quantized, 14 and 12 in float. Weights come from a fixed sequence of numbers.
#pragma once

#include <string>

namespace qdqlens::samples {

/// The quantized network; dim 0 of the input is "batch".
[[nodiscard]] std::string tinyConvNetQdq();
/// The same with dim 0 of the input fixed to 2.
[[nodiscard]] std::string tinyConvNetQdqStatic();
/// The network in float32.
[[nodiscard]] std::string tinyConvNetFloat();

}  // namespace qdqlens::samples
