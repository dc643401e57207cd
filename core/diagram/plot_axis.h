// Axes of charts: round numbers at ticks, and where a value stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace qdqlens {

struct PlotTick {
    double value = 0;
    std::string text;  ///< "0.02", "20 k", "3 M"
};

class PlotAxis {
  public:
    /// From 0 to a round number that is not below `max`, with about `ticks` steps of 1, 2 or 5 · 10ⁿ. `max`
    /// is finite and above 0.
    [[nodiscard]] static PlotAxis fromZero(double max, std::size_t ticks);
    /// Logarithmic, with ticks at powers of ten (and at 2 and 5 times those where there are few). 0 < min <=
    /// max.
    [[nodiscard]] static PlotAxis logarithmic(double min, double max);
    /// Whole numbers from `min` to `max`, each in the middle of a step of its own: both ends at a tick, and
    /// round ones between them.
    [[nodiscard]] static PlotAxis whole(double min, double max, std::size_t ticks);

    /// Codes of an integer type of at most 8 bits, each in the middle of a step of its own: ticks at quarters
    /// of the range and its ends, or at every code of small types.
    [[nodiscard]] static PlotAxis codes(std::int64_t min, std::int64_t max);

    /// 0 at the axis' start, 1 at its end; outside of those what is outside.
    [[nodiscard]] double position(double value) const;
    [[nodiscard]] const std::vector<PlotTick>& ticks() const { return ticks_; }
    [[nodiscard]] bool isLogarithmic() const { return logarithmic_; }

  private:
    double min_ = 0;
    double max_ = 1;
    bool logarithmic_ = false;
    std::vector<PlotTick> ticks_;
};

/// 1, 2 or 5 · 10ⁿ, so that `span` takes at most `steps` of them. Both above 0.
[[nodiscard]] double roundStep(double span, std::size_t steps);

}  // namespace qdqlens
