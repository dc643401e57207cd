#include "core/base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace qdqlens {

namespace {

namespace fs = std::filesystem;

Error outputError(const fs::path& path, const std::string& what, int number) {
    return {ErrorKind::kOutput, what + ": " + std::generic_category().message(number), path.string()};
}

/// All of it, or errno.
int writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

/// Pipes, terminals and devices cannot be renamed over.
Result<void> writeInto(const fs::path& path, std::string_view bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return tl::unexpected<Error>(outputError(path, "cannot be opened for writing", errno));
    }
    int failed = writeAll(file, bytes);
    if (::close(file) != 0 && failed == 0) {
        failed = errno;
    }
    if (failed != 0) {
        return tl::unexpected<Error>(outputError(path, "cannot be written", failed));
    }
    return {};
}

/// A new file beside `path`, open for writing; -1 and errno where there can be none.
int createBeside(const fs::path& path, fs::path& made) {
    static std::atomic<unsigned> counter{0};
    constexpr int kTries = 100;
    constexpr mode_t kMode = 0666;  // Less the umask, as any new file.
    for (int i = 0; i < kTries; ++i) {
        // Of the file's own name only so much that the whole is no longer than a file system takes.
        const std::string name = "." + path.filename().string().substr(0, 200) + "." +
                                 std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".part";
        made = path.parent_path() / name;
        const int file = ::open(made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
        if (file >= 0 || errno != EEXIST) {
            return file;
        }
    }
    errno = EEXIST;
    return -1;
}

Result<void> replace(const fs::path& path, std::string_view bytes, const struct stat* old) {
    fs::path beside;
    const int file = createBeside(path, beside);
    if (file < 0) {
        return tl::unexpected<Error>(
            outputError(path, "cannot be written, its folder takes no new file", errno));
    }
    int failed = writeAll(file, bytes);
    if (failed == 0 && old != nullptr && ::fchmod(file, old->st_mode & 07777) != 0) {
        failed = errno;
    }
    if (failed == 0 && ::fsync(file) != 0 && errno != EINVAL) {
        failed = errno;
    }
    if (::close(file) != 0 && failed == 0) {
        failed = errno;
    }
    if (failed == 0 && std::rename(beside.c_str(), path.c_str()) != 0) {
        failed = errno;
    }
    if (failed != 0) {
        ::unlink(beside.c_str());
        return tl::unexpected<Error>(outputError(path, "cannot be written", failed));
    }
    return {};
}

}  // namespace

Result<void> writeFile(const fs::path& path, std::string_view bytes) {
    struct stat old {};
    if (::stat(path.c_str(), &old) != 0) {
        return replace(path, bytes, nullptr);
    }
    if (S_ISDIR(old.st_mode)) {
        return fail(ErrorKind::kOutput, "is a folder", path.string());
    }
    if (!S_ISREG(old.st_mode)) {
        return writeInto(path, bytes);
    }
    // A link stays a link; the file behind it is replaced.
    std::error_code unresolved;
    const fs::path target = fs::canonical(path, unresolved);
    return replace(unresolved ? path : target, bytes, &old);
}

}  // namespace qdqlens
