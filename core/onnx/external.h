// The file beside a model that holds external data. Read piece by piece, never whole.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/onnx/tensor_data.h"

namespace qdqlens::onnx {

/// An open external data file. Movable, closes itself.
class ExternalFile {
  public:
    /// Errors name the file: missing, unreadable, no regular file.
    [[nodiscard]] static Result<ExternalFile> open(const ExternalLocation& location);

    ExternalFile(ExternalFile&& other) noexcept;
    ExternalFile& operator=(ExternalFile&& other) noexcept;
    ~ExternalFile();

    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Exactly `size` bytes from `offset` of the file.
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::uint64_t size, std::string& bytes) const;

  private:
    ExternalFile(int descriptor, std::uint64_t size, std::string name)
        : descriptor_(descriptor), size_(size), name_(std::move(name)) {}

    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    std::string name_;
};

}  // namespace qdqlens::onnx
