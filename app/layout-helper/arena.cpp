#include "app/layout-helper/arena.h"

#include <algorithm>
#include <cstring>

namespace qdqlens {

void* Arena::take(std::size_t size) {
    constexpr std::size_t kAlign = alignof(std::max_align_t);
    size = (size + kAlign - 1) / kAlign * kAlign;
    while (current_ < chunks_.size() && chunks_[current_].size - used_ < size) {
        ++current_;
        used_ = 0;
    }
    if (current_ == chunks_.size()) {
        const std::size_t room = std::max(size, kChunk);
        chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(room), room});
    }
    std::byte* taken = chunks_[current_].bytes.get() + used_;
    used_ += size;
    std::memset(taken, 0, size);
    return taken;
}

void* Arena::resize(void* old, std::size_t old_size, std::size_t size) {
    void* taken = take(size);
    if (old != nullptr) {
        std::memcpy(taken, old, std::min(old_size, size));
    }
    return taken;
}

void Arena::clear() {
    std::erase_if(chunks_, [](const Chunk& chunk) { return chunk.size > kChunk; });
    chunks_.resize(std::min(chunks_.size(), kKept));
    current_ = 0;
    used_ = 0;
}

}  // namespace qdqlens
