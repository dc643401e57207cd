// Laws of numbers as text. "Reads back" goes through the text alone, with std::from_chars and
// round-half-even.
#include "core/base/number.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>

namespace qdqlens::test {

namespace {

template <class Float>
Float readBack(std::string_view text) {
    Float value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    EXPECT_EQ(read.ptr, text.data() + text.size()) << text;
    return value;
}

/// The notation by the contract: an exponent only outside of 1e-5 … 1e9, and nothing that pads.
bool wellFormed(std::string_view text) {
    if (!text.empty() && text.front() == '-') {
        text.remove_prefix(1);
    }
    const std::size_t e = text.find('e');
    const std::string_view mantissa = text.substr(0, e);
    const std::size_t point = mantissa.find('.');
    const bool padded = point != std::string_view::npos && (mantissa.back() == '0' || mantissa.back() == '.');
    if (e == std::string_view::npos) {
        const bool zeros = mantissa.size() > 1 && mantissa[0] == '0' && mantissa[1] != '.';
        return !padded && !zeros && mantissa.substr(0, point).size() <= 9;
    }
    const std::string_view exponent = text.substr(e + 1);
    const int value = readBack<int>(exponent);
    return !padded && (point == std::string_view::npos ? mantissa.size() == 1 : point == 1) &&
           mantissa[0] != '0' && exponent == std::to_string(value) && (value < -5 || value > 8);
}

std::size_t significantDigits(std::string_view text) {
    std::string digits;
    for (const char c : text.substr(0, text.find('e'))) {
        if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) {
            digits += c;
        }
    }
    return digits.find_last_not_of('0') + 1;
}

/// The stored bits of the narrow float that is nearest to a value; ties to even. By search, so that it shares
/// nothing with what it checks.
template <class ToFloat>
std::uint16_t nearestBits(double value, ToFloat toFloat) {
    const double magnitude = std::abs(value);
    std::uint32_t low = 0;
    std::uint32_t high = 0x7fff;
    while (low < high) {  // The largest bits whose value is <= magnitude; NaNs and infinity stand above.
        const std::uint32_t middle = (low + high + 1) / 2;
        if (static_cast<double>(toFloat(static_cast<std::uint16_t>(middle))) <= magnitude) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    const double below = toFloat(static_cast<std::uint16_t>(low));
    const double above = toFloat(static_cast<std::uint16_t>(low + 1));
    if (above - magnitude < magnitude - below ||
        (above - magnitude == magnitude - below && (low & 1U) != 0)) {
        ++low;
    }
    return static_cast<std::uint16_t>(low | (std::signbit(value) ? 0x8000U : 0U));
}

RC_GTEST_PROP(FormatFloat32, ReadsBackToTheSameBits, (std::uint32_t bits)) {
    const auto value = std::bit_cast<float>(bits);
    RC_PRE(std::isfinite(value));
    const std::string text = formatFloat32(value);
    RC_ASSERT(std::bit_cast<std::uint32_t>(readBack<float>(text)) == bits);
    RC_ASSERT(wellFormed(text));
}

RC_GTEST_PROP(FormatFloat32, ReadsBackSubnormals, ()) {
    const auto bits = *rc::gen::inRange<std::uint32_t>(0, 0x00800000);
    RC_ASSERT(std::bit_cast<std::uint32_t>(readBack<float>(formatFloat32(std::bit_cast<float>(bits)))) ==
              bits);
}

RC_GTEST_PROP(FormatFloat32, NeedsEveryDigit, (std::uint32_t bits)) {
    const auto value = std::bit_cast<float>(bits);
    RC_PRE(std::isfinite(value) && value != 0);
    const std::string text = formatFloat32(value);
    const std::size_t digits = significantDigits(text);
    RC_PRE(digits > 1);
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific,
                                   static_cast<int>(digits) - 2);
    RC_ASSERT(readBack<float>({buffer, static_cast<std::size_t>(end.ptr - buffer)}) != value);
}

RC_GTEST_PROP(FormatFloat64, ReadsBackToTheSameBits, (std::uint64_t bits)) {
    const auto value = std::bit_cast<double>(bits);
    RC_PRE(std::isfinite(value));
    const std::string text = formatFloat64(value);
    RC_ASSERT(std::bit_cast<std::uint64_t>(readBack<double>(text)) == bits);
    RC_ASSERT(wellFormed(text));
}

/// All of them: there are few enough.
template <class Format, class ToFloat>
void expectAllReadBack(Format format, ToFloat toFloat) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto stored = static_cast<std::uint16_t>(bits);
        if (!std::isfinite(toFloat(stored))) {
            continue;
        }
        const std::string text = format(stored);
        ASSERT_EQ(nearestBits(readBack<double>(text), toFloat), stored) << text;
        ASSERT_EQ(nearestBits(readBack<float>(text), toFloat), stored) << text << " by way of float32";
        ASSERT_TRUE(wellFormed(text)) << text;
        ASSERT_LE(significantDigits(text), significantDigits(formatFloat32(toFloat(stored)))) << text;
    }
}

TEST(FormatFloat16, ReadsBackToTheSameBits) {
    expectAllReadBack(formatFloat16, float16ToFloat);
}

TEST(FormatBFloat16, ReadsBackToTheSameBits) {
    expectAllReadBack(formatBFloat16, bfloat16ToFloat);
}

}  // namespace

}  // namespace qdqlens::test
