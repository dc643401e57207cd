// The engine of makeHelperEngine, with what it can tell about itself.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/child_process.h"
#include "core/layout/layout.h"

namespace qdqlens {

class HelperEngine final : public LayoutEngine {
  public:
    struct Stats {
        double cpu_seconds = 0;    ///< What the last layout cost the helper.
        std::uint64_t starts = 0;  ///< Helpers started so far.
    };

    /// Graphviz leaks a little with each layout, so a helper that has served this often is replaced.
    static constexpr int kRequestsPerHelper = 5000;

    [[nodiscard]] Result<Placement> layout(const LayoutRequest& request, const LayoutLimits& limits,
                                           std::stop_token stop) override;
    [[nodiscard]] const Stats& stats() const { return stats_; }

    /// Starts the helper.
    void warmUp() override;

  private:
    [[nodiscard]] Result<void> ensureHelper();
    [[nodiscard]] Result<Placement> ask(const LayoutRequest& request,
                                        std::chrono::steady_clock::time_point deadline,
                                        const std::stop_token& stop);

    std::unique_ptr<ChildProcess> helper_;
    int served_ = 0;
    Stats stats_;
};

}  // namespace qdqlens
