// Blocks laid out by several helpers side by side; equal ones once.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/layout/helper_engine.h"
#include "core/layout/whole/flow.h"

namespace qdqlens::whole {

/// CPU that the calling thread has used.
[[nodiscard]] double threadCpuSeconds();

class BlockPool {
  public:
    using Ticket = Index;
    struct Totals {
        double cpu_seconds = 0;      ///< Of the helpers.
        double own_cpu_seconds = 0;  ///< Of this program's threads that talk to them.
        Index asked = 0;
        Index laid_out = 0;  ///< What equal blocks have left of it.
        Index failed = 0;
    };

    /// `helpers` at least 1; their processes start with the first block.
    BlockPool(unsigned helpers, bool reuse_equal);
    ~BlockPool();

    /// Forgets all tickets. Until `deadline`, or until `stop`.
    void begin(std::chrono::steady_clock::time_point deadline, std::stop_token stop);
    /// `urgent`: somebody waits for it, so it goes before the others.
    Ticket submit(LayoutRequest request, bool urgent);
    /// Waits for it. Errors: as LayoutEngine::layout.
    const Result<Placement>& wait(Ticket ticket);
    /// Ends what is still being laid out.
    void end();
    [[nodiscard]] Totals totals();

  private:
    struct Job {
        LayoutRequest request;
        std::optional<Result<Placement>> result;
    };
    void serve(HelperEngine& engine);

    bool reuse_equal_;
    std::mutex mutex_;
    std::condition_variable work_, done_;
    std::deque<std::shared_ptr<Job>> queue_;
    std::vector<std::shared_ptr<Job>> tickets_;
    std::unordered_map<std::string, Ticket> known_;
    std::chrono::steady_clock::time_point deadline_{};
    std::stop_source stop_;
    std::unique_ptr<std::stop_callback<std::function<void()>>> on_stop_;
    bool closing_ = false;
    Totals totals_;
    std::vector<std::unique_ptr<HelperEngine>> engines_;
    std::vector<std::thread> threads_;
};

}  // namespace qdqlens::whole
