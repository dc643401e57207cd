#include "resources/samples/tiny_conv_net_weights.h"

#include <algorithm>

namespace qdqlens::samples {

namespace {

/// A linear congruential generator (Numerical Recipes' constants): integers only, so that no machine's
/// floating point shows.
class Sequence {
  public:
    explicit Sequence(std::uint32_t seed) : state_(seed) {}

    /// Of [low, high].
    std::int32_t next(std::int32_t low, std::int32_t high) {
        state_ = state_ * 1664525U + 1013904223U;
        const auto span = static_cast<std::uint64_t>(high - low + 1);
        return low + static_cast<std::int32_t>((state_ * span) >> 32);
    }

  private:
    std::uint32_t state_;
};

/// n millionths, rounded once.
float millionths(std::int32_t n) {
    return static_cast<float>(n / 1e6);
}

}  // namespace

LayerWeights makeLayer(const LayerShape& shape, std::uint32_t seed) {
    const std::vector<std::int64_t>& dims = shape.dims;
    Sequence sequence(seed * 2654435761U + 12345U);
    const auto channels = static_cast<std::size_t>(dims.front());
    const std::size_t per_channel = static_cast<std::size_t>(elementCount(dims)) / channels;
    std::vector<std::int8_t> codes;
    std::vector<float> scales;
    std::vector<float> weights;
    std::vector<float> biases;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        scales.push_back(millionths(sequence.next(shape.least_scale, shape.most_scale)));
        biases.push_back(millionths(sequence.next(-80000, 80000)));
        const auto largest =
            static_cast<std::size_t>(sequence.next(0, static_cast<std::int32_t>(per_channel) - 1));
        for (std::size_t i = 0; i < per_channel; ++i) {
            // Three together, since weights lie thick around 0.
            std::int32_t code =
                (sequence.next(-126, 126) + sequence.next(-126, 126) + sequence.next(-126, 126)) / 3;
            std::int32_t rest = sequence.next(-400, 400);  // Of 1024: less than half a step.
            if (i == largest) {
                code = code < 0 ? -127 : 127;
                rest = 0;
            }
            codes.push_back(static_cast<std::int8_t>(code));
            // Exact in a double; rounded once.
            weights.push_back(
                static_cast<float>((code * 1024 + rest) * static_cast<double>(scales.back()) / 1024));
        }
    }
    const std::vector<std::int64_t> one_each{dims.front()};
    return {TensorSpec::of(dims, codes), TensorSpec::of(one_each, scales), TensorSpec::of(dims, weights),
            TensorSpec::of(one_each, biases)};
}

}  // namespace qdqlens::samples
