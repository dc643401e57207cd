// What the figures of several models come to, beside what they are held against.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qdqlens::test {

/// One model, laid out as a whole; by plain dot too where that ended in time.
struct WholeRow {
    std::string model;
    std::size_t boxes = 0;
    double seconds = 0;  ///< CPU: helpers and the calling thread.
    std::uint64_t overlaps = 0;
    std::uint64_t through = 0;  ///< Edges through boxes that are not theirs.
    std::optional<double> plain_seconds;
    // The rest only beside plain dot. Crossings and length of the edges that both pictures draw.
    std::uint64_t crossings = 0, plain_crossings = 0;
    double length = 1, height = 1, width = 1;  ///< Whole / plain.
};

/// A table of measure, value, target and the models that miss it.
[[nodiscard]] std::string wholeSummary(const std::vector<WholeRow>& rows);

}  // namespace qdqlens::test
