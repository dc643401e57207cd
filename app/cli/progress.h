// A progress line on stderr, for people who wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace qdqlens::cli {

/// Shows what is being done, and for how long, once it has taken over a second, and only where stderr is a
/// terminal and nobody asked for quiet. The line is gone when the object is.
class Progress {
  public:
    explicit Progress(bool quiet);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// "reading model.onnx", "laying out".
    void stage(const std::string& what);

  private:
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::string what_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    bool done_ = false;
    bool shown_ = false;
    std::thread thread_;
};

}  // namespace qdqlens::cli
