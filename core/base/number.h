// Numbers as people read them: the fewest digits that read back as the same value.
#pragma once

#include <cstdint>
#include <string>

namespace qdqlens {

/// Shortest decimal that reads back as the same float32. Plain notation for 1e-5 <= |x| < 1e9, else
/// "d.ddde-7" without padding; "NaN", "inf", "-inf", "-0", "0". Independent of the locale.
[[nodiscard]] std::string formatFloat32(float value);

/// As formatFloat32, for the other float widths. The 16-bit ones take the bits as stored.
[[nodiscard]] std::string formatFloat64(double value);
[[nodiscard]] std::string formatFloat16(std::uint16_t bits);
[[nodiscard]] std::string formatBFloat16(std::uint16_t bits);

/// The value of stored bits, exactly.
[[nodiscard]] float float16ToFloat(std::uint16_t bits);
[[nodiscard]] float bfloat16ToFloat(std::uint16_t bits);

/// Whole percent of a ratio, as in "28 %"; "–" where the denominator is 0.
[[nodiscard]] std::string formatPercent(std::uint64_t numerator, std::uint64_t denominator);

}  // namespace qdqlens
