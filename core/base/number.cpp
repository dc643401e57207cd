#include "core/base/number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace qdqlens {

namespace {

/// ±d.ddd × 10^exponent. The first digit is not 0, nor is the last, except in the value 0.
struct Decimal {
    bool negative = false;
    std::string digits;
    int exponent = 0;
};

/// From what std::to_chars writes in scientific notation.
Decimal parseScientific(std::string_view text) {
    Decimal decimal;
    if (text.front() == '-') {
        decimal.negative = true;
        text.remove_prefix(1);
    }
    const std::size_t e = text.find('e');
    for (const char c : text.substr(0, e)) {
        if (c != '.') {
            decimal.digits += c;
        }
    }
    text.remove_prefix(e + 1);
    if (text.front() == '+') {
        text.remove_prefix(1);
    }
    std::from_chars(text.data(), text.data() + text.size(), decimal.exponent);
    while (decimal.digits.size() > 1 && decimal.digits.back() == '0') {
        decimal.digits.pop_back();
    }
    return decimal;
}

/// Plain notation for exponents -5 to 8. That goes by the decimal and not by the exact value, so that what is
/// written 1e-5 is plain in every width although no binary float is 1e-5.
std::string layOut(const Decimal& decimal) {
    std::string text = decimal.negative ? "-" : "";
    const std::string& digits = decimal.digits;
    const int exponent = decimal.exponent;
    if (exponent < -5 || exponent > 8) {
        text += digits.front();
        if (digits.size() > 1) {
            text.append(".").append(digits, 1, std::string::npos);
        }
        return text.append("e").append(std::to_string(exponent));
    }
    if (exponent < 0) {
        return text.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
    }
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= whole) {
        return text.append(digits).append(whole - digits.size(), '0');
    }
    return text.append(digits, 0, whole).append(".").append(digits, whole, std::string::npos);
}

/// "NaN", "inf", "-inf", "0", "-0"; empty for every other value.
std::string formatSpecial(double value) {
    if (std::isnan(value)) {
        return "NaN";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-inf" : "inf";
    }
    if (value == 0) {
        return std::signbit(value) ? "-0" : "0";
    }
    return {};
}

template <class Float>
std::string formatShortest(Float value) {
    if (std::string special = formatSpecial(value); !special.empty()) {
        return special;
    }
    std::array<char, 64> buffer{};
    const auto written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    return layOut(parseScientific({buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())}));
}

/// Shortest decimal of a value of a narrow float type, for which there is no std::to_chars. `halfway_below`
/// and `halfway_above` are the middles to its neighbours, and belong to the value where `even` (ties go to
/// even).
struct Interval {
    double value = 0;  ///< > 0.
    double halfway_below = 0;
    double halfway_above = 0;
    bool even = false;

    [[nodiscard]] bool holds(double x) const {
        return even ? x >= halfway_below && x <= halfway_above : x > halfway_below && x < halfway_above;
    }
};

double decimalValue(std::uint64_t digits, int exponent) {
    const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string formatInterval(const Interval& interval, bool negative) {
    constexpr int kMostDigits = 17;
    for (int digits = 1; digits <= kMostDigits; ++digits) {
        std::array<char, 64> buffer{};
        const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), interval.value,
                                           std::chars_format::scientific, digits - 1);
        const Decimal near =
            parseScientific({buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())});
        std::string padded = near.digits;
        padded.append(static_cast<std::size_t>(digits) - padded.size(), '0');
        std::uint64_t whole = 0;
        std::from_chars(padded.data(), padded.data() + padded.size(), whole);
        // At a power of two the interval is wider above than below: the nearest decimal may lie outside of it
        // and the next one inside.
        for (const std::uint64_t candidate : {whole, whole + 1}) {
            const int exponent = near.exponent - (digits - 1);
            if (interval.holds(decimalValue(candidate, exponent))) {
                const std::string text = std::to_string(candidate);
                Decimal shown = parseScientific(text + "e0");
                shown.exponent = exponent + static_cast<int>(text.size()) - 1;
                shown.negative = negative;
                return layOut(shown);
            }
        }
    }
    return formatFloat64(negative ? -interval.value : interval.value);
}

/// `magnitude` is the bits without the sign, of a format of which the next bits up are the next value up.
template <class ToFloat>
std::string formatNarrow(std::uint16_t bits, ToFloat toFloat) {
    const double value = toFloat(bits);
    if (std::string special = formatSpecial(value); !special.empty()) {
        return special;
    }
    const auto magnitude = static_cast<std::uint16_t>(bits & 0x7fffU);
    Interval interval;
    interval.value = toFloat(magnitude);
    interval.even = (magnitude & 1U) == 0;
    const double below = toFloat(static_cast<std::uint16_t>(magnitude - 1));
    const double above = toFloat(static_cast<std::uint16_t>(magnitude + 1));
    interval.halfway_below = (below + interval.value) / 2;
    // Above the largest value stands infinity: there the gap is that below.
    interval.halfway_above =
        std::isinf(above) ? interval.value + (interval.value - below) / 2 : (above + interval.value) / 2;
    return formatInterval(interval, (bits & 0x8000U) != 0);
}

}  // namespace

std::string formatFloat32(float value) {
    return formatShortest(value);
}

std::string formatFloat64(double value) {
    return formatShortest(value);
}

std::string formatFloat16(std::uint16_t bits) {
    return formatNarrow(bits, float16ToFloat);
}

std::string formatBFloat16(std::uint16_t bits) {
    return formatNarrow(bits, bfloat16ToFloat);
}

float float16ToFloat(std::uint16_t bits) {
    const bool negative = (bits & 0x8000U) != 0;
    const int exponent = (bits >> 10) & 0x1f;
    const int mantissa = bits & 0x3ff;
    float magnitude = 0;
    if (exponent == 0x1f) {
        magnitude =
            mantissa == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    } else if (exponent == 0) {
        magnitude = std::ldexp(static_cast<float>(mantissa), -24);
    } else {
        magnitude = std::ldexp(static_cast<float>(mantissa | 0x400), exponent - 25);
    }
    return negative ? -magnitude : magnitude;
}

float bfloat16ToFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::string formatPercent(std::uint64_t numerator, std::uint64_t denominator) {
    if (denominator == 0) {
        return "–";
    }
    std::uint64_t hundreds = numerator / denominator;
    std::uint64_t rest = numerator % denominator;
    while (denominator > std::numeric_limits<std::uint64_t>::max() / 256) {
        denominator >>= 1;
        rest >>= 1;
    }
    std::uint64_t percent = (rest * 200 + denominator) / (2 * denominator);
    hundreds += percent / 100;
    percent %= 100;
    // 100 × hundreds need not fit.
    std::string text = std::to_string(percent);
    if (hundreds > 0) {
        text = std::to_string(hundreds) + (text.size() < 2 ? "0" : "") + text;
    }
    return text + " %";
}

}  // namespace qdqlens
