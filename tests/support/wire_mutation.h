// Broken bytes out of good ones.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace qdqlens::test {

/// A few changes of one of these kinds: bits flipped, bytes set, a piece cut out, doubled or moved, the end
/// cut off.
[[nodiscard]] std::string mutate(std::string bytes, std::mt19937_64& random);

}  // namespace qdqlens::test
