#include "core/onnx/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace qdqlens::onnx {

namespace {

class FileHandle {
  public:
    explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
    ~FileHandle() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;
    [[nodiscard]] int get() const { return descriptor_; }

  private:
    int descriptor_;
};

std::string openProblem(int error) {
    switch (error) {
        case ENOENT:
            return "there is no such file";
        case ENOTDIR:
            return "there is no such file: a part of its path is not a folder";
        case EACCES:
        case EPERM:
            return "the file cannot be read: permission denied";
        case ENXIO:
            return "not a regular file (a socket or a device): give a model file";
        default:
            return fmt::format("the file cannot be opened: {}", std::strerror(error));
    }
}

std::string kindProblem(mode_t mode) {
    if (S_ISDIR(mode)) {
        return "a folder, not a model file: give a .onnx file in it";
    }
    if (S_ISFIFO(mode)) {
        return "a pipe, not a regular file: write the model to a file first";
    }
    return "not a regular file (a socket or a device): give a model file";
}

/// Reads up to `size` bytes; fewer where somebody cuts the file meanwhile. 0 or the errno.
int readAll(int descriptor, std::string& bytes, std::size_t size) {
    bytes.resize(size);
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = ::read(descriptor, bytes.data() + done, size - done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return errno;
        }
        if (got == 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return 0;
}

}  // namespace

Result<std::shared_ptr<const Input>> Input::open(const std::filesystem::path& path) {
    const std::string name = path.string();
    // O_NONBLOCK: a pipe that nobody writes to must not hold us; regular files do not care.
    const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) {
        return fail(ErrorKind::kInput, openProblem(errno), name);
    }
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) {
        return fail(ErrorKind::kInput, openProblem(errno), name);
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(ErrorKind::kInput, kindProblem(status.st_mode), name);
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    std::shared_ptr<Input> input(new Input());
    input->name_ = name;
    input->folder_ = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    if (size <= kMapAbove) {
        if (const int error = readAll(file.get(), input->owned_, size); error != 0) {
            return fail(ErrorKind::kInput, fmt::format("the file cannot be read: {}", std::strerror(error)),
                        name);
        }
        input->bytes_ = input->owned_;
    } else {
        void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
        if (mapping == MAP_FAILED) {
            return fail(ErrorKind::kInput, fmt::format("the file cannot be mapped: {}", std::strerror(errno)),
                        name);
        }
        // The reader hops from header to header; read-ahead would pull the weights in.
        ::madvise(mapping, size, MADV_RANDOM);
        input->mapping_ = mapping;
        input->bytes_ = {static_cast<const char*>(mapping), size};
    }
    if (input->bytes_.empty()) {
        return fail(ErrorKind::kInput, "the file is empty (0 bytes): download or export the model again",
                    name);
    }
    return std::shared_ptr<const Input>(std::move(input));
}

std::shared_ptr<const Input> Input::fromBytes(std::string bytes, std::string name,
                                              std::filesystem::path folder) {
    std::shared_ptr<Input> input(new Input());
    input->owned_ = std::move(bytes);
    input->bytes_ = input->owned_;
    input->name_ = std::move(name);
    input->folder_ = std::move(folder);
    return input;
}

Input::~Input() {
    if (mapping_ != nullptr) {
        ::munmap(mapping_, bytes_.size());
    }
}

void Input::prefetch(std::uint64_t offset, std::uint64_t size) const {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t first = offset / page * page;
    if (mapping_ != nullptr && offset < bytes_.size()) {
        const std::uint64_t end = std::min<std::uint64_t>(offset + size, bytes_.size());
        // Linux reads no more for one request than the device's read-ahead, which is 128 KiB as a rule.
        constexpr std::uint64_t kPiece = std::uint64_t{128} << 10;
        for (std::uint64_t at = first; at < end; at += kPiece) {
            static_cast<void>(
                ::madvise(static_cast<char*>(mapping_) + at, std::min(kPiece, end - at), MADV_WILLNEED));
        }
    }
}

void Input::release(std::uint64_t offset, std::uint64_t size) const {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t first = (offset + page - 1) / page * page;  // Whole pages only.
    const std::uint64_t end = (offset + size) / page * page;
    if (mapping_ != nullptr && first < end && end <= bytes_.size()) {
        static_cast<void>(::madvise(static_cast<char*>(mapping_) + first, end - first, MADV_DONTNEED));
    }
}

}  // namespace qdqlens::onnx
