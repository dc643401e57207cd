#include "core/base/helper_pipe.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

namespace qdqlens {

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

void endWithClient(int file) {
    std::thread([file] {
        pollfd watched{file, 0, 0};
        while (::poll(&watched, 1, -1) < 0 && errno == EINTR) {
        }
        ::_exit(0);
    }).detach();
}

HelperPipe takeStandardStreams() {
    const int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (in < 0 || out < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return {};
    }
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    return {in, out};
}

}  // namespace qdqlens
