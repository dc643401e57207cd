#include "core/diagram/plot_axis.h"

#include <algorithm>
#include <cmath>

#include "core/base/number.h"

namespace qdqlens {

namespace {

/// Short: thousands and millions of counts, and no digits that come from the arithmetic.
std::string tickText(double value) {
    const double size = std::fabs(value);
    if (size >= 1e12) {
        return formatFloat32(static_cast<float>(value));
    }
    if (size >= 1e9) {
        return formatFloat32(static_cast<float>(value / 1e9)) + " G";
    }
    if (size >= 1e6) {
        return formatFloat32(static_cast<float>(value / 1e6)) + " M";
    }
    if (size >= 1e4) {
        return formatFloat32(static_cast<float>(value / 1e3)) + " k";
    }
    return formatFloat32(static_cast<float>(value));
}

/// Positions, which are read as they are.
std::string wholeText(double value) {
    return std::to_string(static_cast<std::int64_t>(value));
}

}  // namespace

double roundStep(double span, std::size_t steps) {
    const double least = span / static_cast<double>(std::max<std::size_t>(steps, 1));
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

PlotAxis PlotAxis::fromZero(double max, std::size_t ticks) {
    PlotAxis axis;
    const double step = roundStep(max, ticks);
    const double count = std::ceil(max / step * (1 - 1e-9));
    axis.max_ = step * count;
    for (double i = 0; i <= count; ++i) {
        axis.ticks_.push_back({i * step, tickText(i * step)});
    }
    return axis;
}

PlotAxis PlotAxis::logarithmic(double min, double max) {
    PlotAxis axis;
    axis.logarithmic_ = true;
    axis.min_ = min;
    axis.max_ = max > min ? max : min * 2;
    const double first = std::floor(std::log10(axis.min_));
    const double last = std::ceil(std::log10(axis.max_));
    const bool few = last - first <= 2;
    // Not more than eight of them, whatever the range.
    const double step = std::max(1.0, std::ceil((last - first) / 8));
    for (double power = first; power <= last; power += step) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(10, power);
            if ((factor == 1 || few) && value >= axis.min_ * (1 - 1e-9) && value <= axis.max_ * (1 + 1e-9)) {
                axis.ticks_.push_back({value, tickText(value)});
            }
        }
    }
    return axis;
}

PlotAxis PlotAxis::whole(double min, double max, std::size_t ticks) {
    PlotAxis axis;
    axis.min_ = min - 0.5;
    axis.max_ = max + 0.5;
    const double step = std::max(1.0, roundStep(std::max(max - min, 1.0), ticks));
    axis.ticks_.push_back({min, wholeText(min)});
    for (double value = std::ceil(min / step) * step; value < max; value += step) {
        // Not so near at an end that the two texts meet.
        if (value - min >= step * 0.6 && max - value >= step * 0.6) {
            axis.ticks_.push_back({value, wholeText(value)});
        }
    }
    if (max > min) {
        axis.ticks_.push_back({max, wholeText(max)});
    }
    return axis;
}

PlotAxis PlotAxis::codes(std::int64_t min, std::int64_t max) {
    PlotAxis axis;
    axis.min_ = static_cast<double>(min) - 0.5;
    axis.max_ = static_cast<double>(max) + 0.5;
    const std::int64_t step = max - min < 16 ? 1 : (max - min + 1) / 4;
    for (std::int64_t code = min; code < max; code += step) {
        axis.ticks_.push_back({static_cast<double>(code), std::to_string(code)});
    }
    axis.ticks_.push_back({static_cast<double>(max), std::to_string(max)});
    return axis;
}

double PlotAxis::position(double value) const {
    if (logarithmic_) {
        return (std::log(value) - std::log(min_)) / (std::log(max_) - std::log(min_));
    }
    return (value - min_) / (max_ - min_);
}

}  // namespace qdqlens
