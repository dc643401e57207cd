// A folder of one's own, gone at the end.
#pragma once

#include <filesystem>

#include "core/base/error.h"

namespace qdqlens {

class TemporaryFolder {
  public:
    /// In the system's place for such things. Error kOutput.
    [[nodiscard]] static Result<TemporaryFolder> make();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

}  // namespace qdqlens
