#include "core/layout/whole/pool.h"

#include <ctime>

#include "core/layout/protocol.h"

namespace qdqlens::whole {

namespace {

// Longer than any block that dot does well; what takes longer is laid in rows.
constexpr std::chrono::milliseconds kBlockTimeout{10'000};

}  // namespace

double threadCpuSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

BlockPool::BlockPool(unsigned helpers, bool reuse_equal) : reuse_equal_(reuse_equal) {
    for (unsigned i = 0; i < helpers; ++i) {
        engines_.push_back(std::make_unique<HelperEngine>());
    }
}

BlockPool::~BlockPool() {
    end();
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void BlockPool::begin(std::chrono::steady_clock::time_point deadline, std::stop_token stop) {
    end();
    {
        const std::lock_guard lock(mutex_);
        tickets_.clear();
        known_.clear();
        totals_ = {};
        deadline_ = deadline;
        stop_ = std::stop_source();
    }
    std::stop_source source = stop_;
    on_stop_ = std::make_unique<std::stop_callback<std::function<void()>>>(
        std::move(stop), [source]() mutable { source.request_stop(); });
    for (std::size_t i = threads_.size(); i < engines_.size(); ++i) {
        threads_.emplace_back([this, i] { serve(*engines_[i]); });
    }
}

BlockPool::Ticket BlockPool::submit(LayoutRequest request, bool urgent) {
    std::string key = reuse_equal_ ? layout_protocol::encodeRequest(request) : std::string();
    const std::lock_guard lock(mutex_);
    ++totals_.asked;
    if (reuse_equal_) {
        const auto [known, is_new] = known_.emplace(std::move(key), static_cast<Ticket>(tickets_.size()));
        if (!is_new) {
            return known->second;
        }
    }
    ++totals_.laid_out;
    auto job = std::make_shared<Job>(Job{std::move(request), std::nullopt});
    tickets_.push_back(job);
    if (urgent) {
        queue_.push_front(std::move(job));
    } else {
        queue_.push_back(std::move(job));
    }
    work_.notify_one();
    return static_cast<Ticket>(tickets_.size()) - 1;
}

const Result<Placement>& BlockPool::wait(Ticket ticket) {
    std::unique_lock lock(mutex_);
    const std::shared_ptr<Job> job = tickets_[ticket];
    done_.wait(lock, [&] { return job->result.has_value(); });
    return *job->result;
}

void BlockPool::end() {
    on_stop_.reset();
    stop_.request_stop();
    std::unique_lock lock(mutex_);
    for (const auto& job : queue_) {
        job->result = fail(ErrorKind::kStopped, "stopped");
    }
    queue_.clear();
    done_.notify_all();
}

BlockPool::Totals BlockPool::totals() {
    const std::lock_guard lock(mutex_);
    return totals_;
}

void BlockPool::serve(HelperEngine& engine) {
    std::unique_lock lock(mutex_);
    for (;;) {
        work_.wait(lock, [&] { return closing_ || !queue_.empty(); });
        if (closing_) {
            return;
        }
        const std::shared_ptr<Job> job = queue_.front();
        queue_.pop_front();
        const std::stop_token stop = stop_.get_token();
        const auto now = std::chrono::steady_clock::now();
        LayoutLimits limits;
        limits.timeout = kBlockTimeout;
        if (deadline_ - now < kBlockTimeout) {
            limits.timeout = std::max(std::chrono::milliseconds(1),
                                      std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - now));
        }
        lock.unlock();
        const double start = threadCpuSeconds();
        Result<Placement> result = engine.layout(job->request, limits, stop);
        const double spent = threadCpuSeconds() - start;
        lock.lock();
        totals_.own_cpu_seconds += spent;
        if (result.has_value()) {
            totals_.cpu_seconds += engine.stats().cpu_seconds;
        } else {
            ++totals_.failed;
        }
        job->result = std::move(result);
        done_.notify_all();
    }
}

}  // namespace qdqlens::whole
