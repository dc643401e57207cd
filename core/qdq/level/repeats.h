// Where a sequence repeats itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace qdqlens {

/// `copies` stretches of `period` symbols one behind the other, from `first` on, all alike.
struct Repeat {
    std::uint32_t first = 0;
    std::uint32_t period = 0;
    std::uint32_t copies = 0;
};

/// Repeats of at least three copies (two where they are long, eight where they are short) that do not
/// overlap, in order; those that cover most are preferred, of those the shortest period. `alive[i]` says how
/// many values pass between symbol i - 1 and i: copies begin where few do. Linear but for a factor of some
/// tens.
[[nodiscard]] std::vector<Repeat> findRepeats(std::span<const std::uint64_t> symbols,
                                              std::span<const std::uint32_t> alive);

}  // namespace qdqlens
