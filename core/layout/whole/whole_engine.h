// Layout of a whole model in time linear in its boxes: cut into blocks that Graphviz lays out in helper
// processes side by side, and put together here.
#pragma once

#include "core/layout/layout.h"
#include "core/layout/whole/pool.h"

namespace qdqlens {

class WholeEngine final : public LayoutEngine {
  public:
    struct Options {
        unsigned helpers = 0;     ///< 0: as many as the machine has cores, at most 4.
        bool reuse_equal = true;  ///< Equal blocks are laid out once.
    };
    struct Stats {
        double helper_cpu_seconds = 0;
        double own_cpu_seconds = 0;  ///< Of this program: the calling thread and those that talk to helpers.
        std::uint32_t blocks = 0;    ///< Asked of helpers.
        std::uint32_t laid_out = 0;  ///< Of these; the others are equal to one that was.
        std::uint32_t in_rows = 0;   ///< Blocks that Graphviz could not do.
    };

    explicit WholeEngine(Options options);
    WholeEngine();
    ~WholeEngine() override;

    [[nodiscard]] Result<Placement> layout(const LayoutRequest& request, const LayoutLimits& limits,
                                           std::stop_token stop) override;
    void setSink(LayoutSink sink) override { sink_ = std::move(sink); }
    [[nodiscard]] const Stats& stats() const { return stats_; }

  private:
    Options options_;
    std::unique_ptr<whole::BlockPool> pool_;
    LayoutSink sink_;
    Stats stats_;
};

}  // namespace qdqlens
