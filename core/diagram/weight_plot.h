// A quantized weight as a chart: its scale by channel (or block), and the histogram of its stored codes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/diagram/plot.h"
#include "core/qdq/tables/weight_profile.h"

namespace qdqlens {

struct WeightPlotOptions {
    double width = 720;         ///< px; at least 320.
    double panel_height = 150;  ///< px of each panel's drawing area; at least 60.
};

/// Two panels below each other; without scale by channel where one scale is for all, and without histogram
/// for codes of more than 8 bits (a line says so).
[[nodiscard]] Plot weightPlot(const WeightProfile& profile, const WeightPlotOptions& options = {});

/// Channels whose scale is far from the others': outside of the quartiles of log(scale) by more than three
/// times their distance (Tukey's "far out"), and at least 2 times larger or smaller than the median. In
/// order; none among fewer than 8 scales. Scales that are not above 0 and finite are left out, and told
/// apart.
[[nodiscard]] std::vector<std::size_t> outlierScales(const std::vector<double>& scales);

}  // namespace qdqlens
