// Memory of one graph, given back in one go: taking a small graph apart piece by piece costs as much as
// laying it out.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace qdqlens {

class Arena {
  public:
    /// As malloc's alignment. Zero-filled.
    [[nodiscard]] void* take(std::size_t size);
    /// What take() gave, grown or shrunk; the rest zero-filled.
    [[nodiscard]] void* resize(void* old, std::size_t old_size, std::size_t size);
    /// All that was taken is gone; the room stays for the next graph, up to kKept.
    void clear();

  private:
    static constexpr std::size_t kChunk = std::size_t{1} << 18;
    static constexpr std::size_t kKept = 16;  ///< Chunks.
    struct Chunk {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size = 0;
    };
    std::vector<Chunk> chunks_;
    std::size_t current_ = 0;  ///< Of the chunks, the one that is being filled.
    std::size_t used_ = 0;     ///< Bytes of it.
};

}  // namespace qdqlens
