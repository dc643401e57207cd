// What the window's benchmarks print: a row for what was measured, beside its limit.
#pragma once

#include <algorithm>
#include <cstdio>
#include <vector>

namespace qdqlens::bench {

/// The value below which `share` of the values lie. `values` is not empty.
inline double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

class Report {
  public:
    /// `limit` 0: there is none.
    void row(const char* what, double value, const char* unit, double limit = 0) {
        std::printf("%-52s %9.1f %-3s", what, value, unit);
        if (limit > 0) {
            std::printf("  limit %6.0f %-3s %s", limit, unit, value <= limit ? "kept" : "NOT KEPT");
            kept_ = kept_ && value <= limit;
        }
        std::printf("\n");
        std::fflush(stdout);
    }
    /// Every limit was kept.
    [[nodiscard]] bool kept() const { return kept_; }

  private:
    bool kept_ = true;
};

}  // namespace qdqlens::bench
