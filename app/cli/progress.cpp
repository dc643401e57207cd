#include "app/cli/progress.h"

#include <unistd.h>

#include <cstdio>

namespace qdqlens::cli {

Progress::Progress(bool quiet) {
    if (!quiet && isatty(STDERR_FILENO) == 1) {
        thread_ = std::thread([this] { run(); });
    }
}

Progress::~Progress() {
    if (!thread_.joinable()) {
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    wake_.notify_all();
    thread_.join();
    if (shown_) {
        std::fputs("\r\033[K", stderr);
    }
}

void Progress::stage(const std::string& what) {
    const std::lock_guard lock(mutex_);
    what_ = what;
}

void Progress::run() {
    constexpr std::chrono::seconds kPatience{1};
    constexpr std::chrono::milliseconds kStep{250};
    std::unique_lock lock(mutex_);
    if (wake_.wait_for(lock, kPatience, [this] { return done_; })) {
        return;
    }
    while (!done_) {
        const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        std::fprintf(stderr, "\r\033[Kqdq: %s, %.0f s", what_.c_str(), seconds);
        std::fflush(stderr);
        shown_ = true;
        wake_.wait_for(lock, kStep, [this] { return done_; });
    }
}

}  // namespace qdqlens::cli
