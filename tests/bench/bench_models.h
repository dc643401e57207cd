// Models to measure with, made in memory: no file is needed.
#pragma once

#include <string>

namespace qdqlens::test {

/// Bytes of a model of `layers` encoder layers in QDQ form, like BERT's: attention in which every layer uses
/// one mask, two residual adds, two layer norms. About 90 boxes a layer once folded.
[[nodiscard]] std::string encoderModel(int layers);

/// `blocks` residual blocks of three convolutions in QDQ form: about 14 boxes each once folded.
[[nodiscard]] std::string residualModel(int blocks);

/// `links` times weight, DequantizeLinear, Conv, QuantizeLinear, DequantizeLinear, on metadata: four nodes
/// each.
[[nodiscard]] std::string chainModel(int links);

}  // namespace qdqlens::test
