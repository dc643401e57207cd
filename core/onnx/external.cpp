#include "core/onnx/external.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/base/text.h"
#include "core/onnx/tensor_data_stream.h"

namespace qdqlens::onnx {

namespace fs = std::filesystem;

namespace {

std::optional<std::uint64_t> parseNumber(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// What is wrong with a location as it is written; empty where nothing is.
std::string locationProblem(std::string_view location) {
    if (location.empty()) {
        return "has no location";
    }
    if (location.find('\0') != std::string_view::npos) {
        return "has a location with a zero byte in it";
    }
    const bool drive = location.size() > 1 && location[1] == ':';
    if (location.front() == '/' || location.front() == '\\' || drive) {
        return "is an absolute path";
    }
    for (std::size_t start = 0; start <= location.size();) {
        const std::size_t end = std::min(location.find_first_of("/\\", start), location.size());
        if (location.substr(start, end - start) == "..") {
            return "leaves the model's folder by '..'";
        }
        start = end + 1;
    }
    return {};
}

bool isInside(const fs::path& path, const fs::path& folder) {
    const auto [rest, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return rest == folder.end();
}

/// The entries of external_data that matter; an empty string, or what is wrong with them.
std::string readEntries(const Tensor& tensor, std::string_view& location, ExternalLocation& result) {
    for (const StringEntry& entry : tensor.external) {
        if (entry.key == "location") {
            location = entry.value;
        } else if (entry.key == "offset" || entry.key == "length") {
            const auto number = parseNumber(entry.value);
            if (!number) {
                return fmt::format("external data: {} '{}' is not a number of bytes", entry.key,
                                   showName(entry.value).text);
            }
            if (entry.key == "offset") {
                result.offset = *number;
            } else {
                result.length = number;
            }
        }
    }
    return {};
}

}  // namespace

Result<ExternalLocation> externalLocation(const Model& model, const Tensor& tensor) {
    if (tensor.storage != Tensor::Storage::kExternal) {
        return tensorFail(model, tensor, "its data are in the model file, not in another one");
    }
    ExternalLocation result;
    std::string_view location;
    if (const std::string problem = readEntries(tensor, location, result); !problem.empty()) {
        return tensorFail(model, tensor, problem);
    }
    if (const std::string problem = locationProblem(location); !problem.empty()) {
        return tensorFail(model, tensor,
                          fmt::format("external data '{}' {}: data must lie in the model's folder",
                                      showName(location).text, problem));
    }
    const fs::path& folder = model.input->folder();
    if (folder.empty()) {
        return tensorFail(
            model, tensor,
            fmt::format("external data '{}' cannot be found: the model was not read from a folder",
                        showName(location).text));
    }
    std::error_code error;
    const fs::path home = fs::canonical(folder, error);
    const fs::path file = error ? fs::path() : fs::weakly_canonical(home / fs::path(location), error);
    if (error) {
        return tensorFail(
            model, tensor,
            fmt::format("external data '{}' cannot be found: {}", showName(location).text, error.message()));
    }
    if (!isInside(file, home)) {
        return tensorFail(
            model, tensor,
            fmt::format("external data '{}' leaves the model's folder by a symbolic link: copy the file "
                        "there",
                        showName(location).text));
    }
    result.file = file;
    return result;
}

Result<ExternalFile> ExternalFile::open(const ExternalLocation& location) {
    const std::string name = location.file.string();
    const std::string shown = showName(name).text;
    // The path is canonical: a link here came later or dangles. O_NONBLOCK: a pipe must not hold us.
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0) {
        const std::string why = errno == ENOENT ? "is missing: copy it beside the model"
                                                : fmt::format("cannot be opened: {}", std::strerror(errno));
        return fail(ErrorKind::kInput, fmt::format("external data file {} {}", shown, why));
    }
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return fail(ErrorKind::kInput, fmt::format("external data file {} is not a regular file", shown));
    }
    return ExternalFile(descriptor, static_cast<std::uint64_t>(status.st_size), shown);
}

ExternalFile::ExternalFile(ExternalFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_), name_(std::move(other.name_)) {}

ExternalFile& ExternalFile::operator=(ExternalFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    std::swap(name_, other.name_);
    return *this;
}

ExternalFile::~ExternalFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

Result<void> ExternalFile::read(std::uint64_t offset, std::uint64_t size, std::string& bytes) const {
    bytes.resize(size);
    std::uint64_t done = 0;
    while (done < size) {
        const ssize_t got =
            ::pread(descriptor_, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return fail(ErrorKind::kInput,
                        fmt::format("external data file {} cannot be read at byte {}: {}", name_,
                                    offset + done, got == 0 ? "it ends there" : std::strerror(errno)));
        }
        done += static_cast<std::uint64_t>(got);
    }
    return {};
}

}  // namespace qdqlens::onnx
