// The bytes a model is read from: a file, or memory (tests, fuzzers, other programs).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace qdqlens::onnx {

/// Immutable bytes with a name for messages. Everything in a Model points into them, so a Model keeps its
/// Input alive. Small files are read into memory, so that somebody who rewrites the file cannot pull it away
/// from under us; large ones are mapped.
class Input {
  public:
    /// Files up to this size are read, larger ones mapped.
    static constexpr std::size_t kMapAbove = std::size_t{64} << 20;

    [[nodiscard]] static Result<std::shared_ptr<const Input>> open(const std::filesystem::path& path);
    /// `folder`: where external data may lie.
    [[nodiscard]] static std::shared_ptr<const Input> fromBytes(std::string bytes,
                                                                std::string name = "(memory)",
                                                                std::filesystem::path folder = {});

    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;
    ~Input();

    [[nodiscard]] std::string_view bytes() const { return bytes_; }
    /// The path as given to open(), or the name given to fromBytes().
    [[nodiscard]] const std::string& name() const { return name_; }
    /// The folder that external data must lie in; empty for memory that came without one.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

    /// These bytes are read next: a mapped file is read ahead, which it is not otherwise.
    void prefetch(std::uint64_t offset, std::uint64_t size) const;
    /// What was read of these bytes is not needed any more: a mapped file gives its memory back (and reads
    /// again where somebody asks after all). For those who stream through large tensors.
    void release(std::uint64_t offset, std::uint64_t size) const;

  private:
    Input() = default;

    std::string_view bytes_;
    std::string owned_;
    void* mapping_ = nullptr;
    std::string name_;
    std::filesystem::path folder_;
};

}  // namespace qdqlens::onnx
