// qdqlens-layout: reads layout requests on stdin, answers on stdout (core/layout/protocol.h), until stdin
// ends.
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>

#include "app/layout-helper/dot_layout.h"
#include "core/layout/protocol.h"

namespace qdqlens {
namespace {

using namespace layout_protocol;

bool readAll(int file, std::string& bytes, std::size_t size) {
    bytes.resize(size);
    std::size_t done = 0;
    while (done < size) {
        const ssize_t n = ::read(file, bytes.data() + done, size - done);
        if (n > 0) {
            done += static_cast<std::size_t>(n);
        } else if (n == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(file, bytes.data(), bytes.size());
        if (n > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

double cpuSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string answer(DotLayout& dot, std::string_view payload) {
    const double start = cpuSeconds();
    const Result<LayoutRequest> request = decodeRequest(payload);
    if (!request) {
        return frame(FrameKind::kFailure, request.error().message());
    }
    Result<Placement> placement = dot.layout(*request);
    if (!placement) {
        return frame(FrameKind::kFailure, placement.error().message());
    }
    Answer done{std::move(*placement), 0};
    done.cpu_seconds = cpuSeconds() - start;
    return frame(FrameKind::kAnswer, encodeAnswer(done));
}

// Whoever asked may be killed in the middle of a layout that takes an hour: then nobody waits for it.
void endWithClient(int file) {
    std::thread([file] {
        pollfd watched{file, 0, 0};
        while (::poll(&watched, 1, -1) < 0 && errno == EINTR) {
        }
        ::_exit(0);
    }).detach();
}

int serve() {
    // Graphviz may print to stdout; the frames go where it cannot reach them.
    const int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (in < 0 || out < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return 1;
    }
    if (::isatty(in) != 0) {
        std::fputs("qdqlens-layout is started by qdq and qdqlens; it does nothing by itself\n", stderr);
        return 2;
    }
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);  // A crash is an answer; it needs no dump.
    DotLayout dot;
    bool watched = false;
    std::string bytes;
    for (;;) {
        if (!readAll(in, bytes, kHeaderSize)) {
            return 0;
        }
        const Result<FrameHeader> header = decodeHeader(bytes);
        if (!header || header->kind != FrameKind::kRequest) {
            std::fputs(header ? "not a request\n" : (header.error().message() + "\n").c_str(), stderr);
            return 1;
        }
        if (!watched) {
            endWithClient(in);
            watched = true;
        }
        if (!readAll(in, bytes, static_cast<std::size_t>(header->size)) ||
            !writeAll(out, answer(dot, bytes))) {
            return 1;
        }
    }
}

}  // namespace
}  // namespace qdqlens

int main() {
    const int code = qdqlens::serve();
    std::fflush(nullptr);
    ::_exit(code);  // Past Graphviz's and the fonts' own clean-up, which crashes at times.
}
