// A child process with pipes: killed, not asked. POSIX now; the one place for it.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace qdqlens {

class ChildProcess {
  public:
    /// Starts `program` with its stdin and stdout as pipes; stderr is kept (its last 4 KB) for messages.
    [[nodiscard]] static Result<std::unique_ptr<ChildProcess>> start(
        const std::filesystem::path& program, const std::vector<std::string>& arguments);
    virtual ~ChildProcess() = default;  ///< Kills it and waits.

    /// Writes everything / reads exactly `size` bytes. Errors: kStopped, kEngine (died, timed out; `what`
    /// says which, with the child's last words). After an error the process is dead.
    [[nodiscard]] virtual Result<void> write(std::string_view bytes,
                                             std::chrono::steady_clock::time_point deadline,
                                             const std::stop_token& stop) = 0;
    [[nodiscard]] virtual Result<std::string> read(std::size_t size,
                                                   std::chrono::steady_clock::time_point deadline,
                                                   const std::stop_token& stop) = 0;
    [[nodiscard]] virtual bool alive() = 0;
    virtual void kill() = 0;
};

/// Where this program's helpers are: $QDQLENS_LIBEXEC, the program's own folder, ../libexec/qdqlens beside
/// it.
[[nodiscard]] Result<std::filesystem::path> findHelper(std::string_view name);

/// A program of the user's, by PATH; nothing where there is none.
[[nodiscard]] std::optional<std::filesystem::path> findOnPath(std::string_view name);

}  // namespace qdqlens
