// A large picture while it is being laid out: the boxes that have found their places, as a figure without
// edges.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "core/diagram/figure.h"

namespace qdqlens {

struct Growth {
    /// Boxes stand in the order in which they were placed: each keeps its index while the picture grows.
    std::shared_ptr<const Figure> figure;
    std::size_t placed = 0;
    std::size_t all = 0;
};
using GrowthSink = std::function<void(Growth)>;

/// Gathers what a layout tells, and passes it on as often as an eye can follow.
class GrowingFigure {
  public:
    /// `scene` must be there as long as this.
    GrowingFigure(const Scene& scene, GrowthSink sink);

    void add(const PartialPlacement& part);

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint32_t kNotYet = 0xffffffffU;

    const Scene& scene_;
    GrowthSink sink_;
    Figure figure_;
    std::vector<std::uint32_t> index_;  ///< In figure_, by index in scene_.
    Clock::time_point next_;            ///< Nothing is told before.
};

}  // namespace qdqlens
