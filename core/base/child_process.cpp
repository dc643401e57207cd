#include "core/base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>

extern char** environ;

namespace qdqlens {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLastWords = 4096;

// A file descriptor that is closed with its owner.
class File {
  public:
    File() = default;
    explicit File(int number) : number_(number) {}
    File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    File& operator=(File&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~File() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_ = -1;
};

std::string systemText(int code) {
    return std::generic_category().message(code);
}

// Never one of 0, 1 and 2, which a program may have been started without: there the child's own would be
// overwritten.
File aboveStandard(int number) {
    if (number > STDERR_FILENO) {
        return File(number);
    }
    const File low(number);
    return File(::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

struct Pipe {
    File read_end;
    File write_end;
};

std::optional<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return std::nullopt;
    }
    // Neither end ever makes the parent wait; the child's end is made blocking again by nobody, and stderr
    // needs it not.
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Pipe{File(ends[0]), File(ends[1])};
}

// A socket where others use two pipes: a write to it can be told not to raise SIGPIPE, whose disposition
// belongs to the program.
struct Channel {
    File ours;
    File childs;
};

std::optional<Channel> makeChannel() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return std::nullopt;
    }
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Channel{aboveStandard(ends[0]), aboveStandard(ends[1])};
}

// posix_spawn's two objects, which want to be destroyed.
struct SpawnPlan {
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};

    SpawnPlan(int in_out, int err) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in_out, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, in_out, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
        posix_spawnattr_init(&attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none);
        sigset_t reset;
        sigemptyset(&reset);
        sigaddset(&reset, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &reset);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan() {
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
};

// -1: no deadline. Rounded up, so that a wait never ends just before its deadline.
int millisecondsUntil(Clock::time_point deadline) {
    if (deadline == Clock::time_point::max()) {
        return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

class PosixChild final : public ChildProcess {
  public:
    PosixChild(std::string name, pid_t pid, File channel, File errors, Pipe wake)
        : name_(std::move(name)),
          pid_(pid),
          channel_(std::move(channel)),
          errors_(std::move(errors)),
          wake_(std::move(wake)) {}

    ~PosixChild() override { kill(); }
    PosixChild(const PosixChild&) = delete;
    PosixChild& operator=(const PosixChild&) = delete;

    Result<void> write(std::string_view bytes, Clock::time_point deadline,
                       const std::stop_token& stop) override {
        const std::stop_callback waker(stop, [this] { wake(); });
        while (!bytes.empty()) {
            if (auto ready = await(POLLOUT, deadline, stop); !ready) {
                return ready;
            }
            const ssize_t n = ::send(channel_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(n));
            } else if (!mayRetry()) {
                return died();
            }
        }
        return {};
    }

    Result<std::string> read(std::size_t size, Clock::time_point deadline,
                             const std::stop_token& stop) override {
        const std::stop_callback waker(stop, [this] { wake(); });
        // Grown as bytes come in: a size out of a garbled header must not cost memory.
        std::string bytes;
        while (bytes.size() < size) {
            if (auto ready = await(POLLIN, deadline, stop); !ready) {
                return tl::unexpected(ready.error());
            }
            const std::size_t had = bytes.size();
            bytes.resize(had + std::min(size - had, kChunk));
            const ssize_t n = ::recv(channel_.number(), bytes.data() + had, bytes.size() - had, 0);
            bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
            if (n == 0 || (n < 0 && !mayRetry())) {
                return died();
            }
        }
        return bytes;
    }

    bool alive() override {
        reap(WNOHANG);
        return !status_.has_value();
    }

    void kill() override {
        if (alive()) {
            killed_ = true;
            ::kill(pid_, SIGKILL);
            reap(0);
        }
    }

  private:
    static constexpr std::size_t kChunk = std::size_t{256} * 1024;

    static bool mayRetry() { return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK; }

    void wake() {
        const char byte = 0;
        [[maybe_unused]] const ssize_t n = ::write(wake_.write_end.number(), &byte, 1);
    }

    void reap(int options) {
        while (!status_) {
            int status = 0;
            const pid_t ended = ::waitpid(pid_, &status, options);
            if (ended == pid_) {
                status_ = status;
            } else if (ended == 0) {
                return;
            } else if (errno != EINTR) {
                status_ = 0;  // Reaped by somebody else: gone in any case.
            }
        }
    }

    // Until the channel is ready for `event` (or broken: the call that follows finds out).
    Result<void> await(short event, Clock::time_point deadline, const std::stop_token& stop) {
        for (;;) {
            if (stop.stop_requested()) {
                kill();
                return fail(ErrorKind::kStopped, "stopped");
            }
            std::array<pollfd, 3> watched{{{channel_.number(), event, 0},
                                           {errors_.number(), POLLIN, 0},
                                           {wake_.read_end.number(), POLLIN, 0}}};
            const int wait = millisecondsUntil(deadline);
            const int ready = ::poll(watched.data(), watched.size(), wait);
            if (ready < 0 && errno != EINTR) {
                const int code = errno;
                kill();
                return fail(ErrorKind::kEngine, "cannot wait for " + name_ + ": " + systemText(code));
            }
            if (ready > 0 && watched[1].revents != 0) {
                hear();
            }
            if (ready > 0 && watched[2].revents != 0) {
                std::array<char, 64> bytes{};
                [[maybe_unused]] const ssize_t n =
                    ::read(wake_.read_end.number(), bytes.data(), bytes.size());
            }
            if (ready > 0 && watched[0].revents != 0) {
                return {};
            }
            if (Clock::now() >= deadline && !stop.stop_requested()) {
                kill();
                return fail(ErrorKind::kEngine, name_ + " took too long and was ended" + lastWords());
            }
        }
    }

    // Takes what the child has written to stderr.
    void hear() {
        std::array<char, 4096> bytes{};
        for (;;) {
            const ssize_t n = ::read(errors_.number(), bytes.data(), bytes.size());
            if (n > 0) {
                words_.append(bytes.data(), static_cast<std::size_t>(n));
                words_.erase(0, words_.size() - std::min(words_.size(), kLastWords));
            } else if (n < 0 && errno == EINTR) {
                continue;
            } else {
                if (n == 0) {
                    errors_ = File();  // Closed; poll passes over -1.
                }
                return;
            }
        }
    }

    std::string lastWords() {
        if (errors_.number() >= 0) {
            hear();
        }
        const std::size_t end = words_.find_last_not_of(" \n\r\t");
        if (end == std::string::npos) {
            return "";
        }
        std::string words = words_.substr(0, end + 1);
        std::replace(words.begin(), words.end(), '\n', ' ');
        return " (it said: " + words + ")";
    }

    // The channel is broken. A child that is on its way out keeps the status it goes with; one that has
    // merely closed its stdout is killed.
    tl::unexpected<Error> died() {
        kill();
        const int status = *status_;
        std::string how = " closed its output and was ended";
        if (WIFSIGNALED(status) && !(killed_ && WTERMSIG(status) == SIGKILL)) {
            how = " died of signal " + std::to_string(WTERMSIG(status)) + " (" +
                  signalName(WTERMSIG(status)) + ")";
        } else if (WIFEXITED(status)) {
            how = " ended with exit code " + std::to_string(WEXITSTATUS(status));
        }
        return fail(ErrorKind::kEngine, name_ + how + lastWords());
    }

    static std::string signalName(int number) {
        switch (number) {
            case SIGSEGV:
                return "segmentation fault";
            case SIGABRT:
                return "aborted";
            case SIGBUS:
                return "bus error";
            case SIGFPE:
                return "arithmetic error";
            case SIGKILL:
                return "killed, perhaps for want of memory";
            case SIGTERM:
                return "terminated";
            default:
                return "see signal(7)";
        }
    }

    std::string name_;
    pid_t pid_;
    File channel_;
    File errors_;
    Pipe wake_;
    std::optional<int> status_;  // As waitpid gives it; set once the child is reaped.
    bool killed_ = false;
    std::string words_;
};

}  // namespace

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const fs::path& program,
                                                          const std::vector<std::string>& arguments) {
    std::optional<Channel> channel = makeChannel();
    std::optional<Pipe> errors = makePipe();
    std::optional<Pipe> wake = makePipe();
    if (!channel || !errors || !wake) {
        return fail(ErrorKind::kEngine, "cannot start: " + systemText(errno), program.string());
    }
    ::fcntl(wake->write_end.number(), F_SETFL, O_NONBLOCK);
    std::string path = program.string();
    std::vector<std::string> words = arguments;
    std::vector<char*> argv{path.data()};
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    const SpawnPlan plan(channel->childs.number(), errors->write_end.number());
    pid_t pid = -1;
    const int code = ::posix_spawn(&pid, path.c_str(), &plan.actions, &plan.attributes, argv.data(), environ);
    if (code != 0) {
        return fail(ErrorKind::kEngine, "cannot start: " + systemText(code), path);
    }
    return std::make_unique<PosixChild>(program.filename().string(), pid, std::move(channel->ours),
                                        std::move(errors->read_end), std::move(*wake));
}

}  // namespace qdqlens
