#include "core/base/number.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <limits>

namespace qdqlens::test {

namespace {

TEST(FormatFloat32, HasTheFewestDigitsThatReadBack) {
    EXPECT_EQ(formatFloat32(0.01F), "0.01");
    EXPECT_EQ(formatFloat32(0.02F), "0.02");
    EXPECT_EQ(formatFloat32(1.0F), "1");
    EXPECT_EQ(formatFloat32(-128.0F), "-128");
    EXPECT_EQ(formatFloat32(100.0F), "100");
    EXPECT_EQ(formatFloat32(0.1F + 0.2F), "0.3");
    EXPECT_EQ(formatFloat32(1.0F / 3), "0.33333334");
    EXPECT_EQ(formatFloat32(16777216.0F), "16777216");
    EXPECT_EQ(formatFloat32(123456789.0F), "123456790");
}

TEST(FormatFloat32, IsPlainFromOneHundredThousandthToOneMilliard) {
    EXPECT_EQ(formatFloat32(1e-5F), "0.00001");
    EXPECT_EQ(formatFloat32(1.0000001e-5F), "0.000010000001");
    EXPECT_EQ(formatFloat32(std::nextafter(1e-5F, 0.0F)), "9.999999e-6");
    EXPECT_EQ(formatFloat32(9.5e-6F), "9.5e-6");
    EXPECT_EQ(formatFloat32(9.999999e8F), "999999900");
    EXPECT_EQ(formatFloat32(std::nextafter(1e9F, 0.0F)), "999999940");
    EXPECT_EQ(formatFloat32(1e9F), "1e9");
    EXPECT_EQ(formatFloat32(-1.5e9F), "-1.5e9");
    EXPECT_EQ(formatFloat32(1.25e-7F), "1.25e-7");
}

TEST(FormatFloat32, NamesWhatIsNoNumber) {
    EXPECT_EQ(formatFloat32(std::numeric_limits<float>::quiet_NaN()), "NaN");
    EXPECT_EQ(formatFloat32(-std::numeric_limits<float>::quiet_NaN()), "NaN");
    EXPECT_EQ(formatFloat32(std::numeric_limits<float>::infinity()), "inf");
    EXPECT_EQ(formatFloat32(-std::numeric_limits<float>::infinity()), "-inf");
    EXPECT_EQ(formatFloat32(0.0F), "0");
    EXPECT_EQ(formatFloat32(-0.0F), "-0");
}

TEST(FormatFloat32, ReachesTheEndsOfTheRange) {
    EXPECT_EQ(formatFloat32(std::numeric_limits<float>::denorm_min()), "1e-45");
    EXPECT_EQ(formatFloat32(std::numeric_limits<float>::min()), "1.1754944e-38");
    EXPECT_EQ(formatFloat32(std::numeric_limits<float>::max()), "3.4028235e38");
}

TEST(FormatFloat64, HasItsOwnDigits) {
    EXPECT_EQ(formatFloat64(0.1), "0.1");
    EXPECT_EQ(formatFloat64(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(formatFloat64(1e-5), "0.00001");
    EXPECT_EQ(formatFloat64(std::nextafter(1e-5, 0.0)), "9.999999999999999e-6");
    EXPECT_EQ(formatFloat64(999999999.5), "999999999.5");
    EXPECT_EQ(formatFloat64(1e9), "1e9");
    EXPECT_EQ(formatFloat64(-0.0), "-0");
    EXPECT_EQ(formatFloat64(5e-324), "5e-324");
}

TEST(FormatFloat16, HasFewerDigitsThanFloat32) {
    EXPECT_EQ(formatFloat16(0x2e66), "0.1");  // 0.0999755859375
    EXPECT_EQ(formatFloat16(0x3c00), "1");
    EXPECT_EQ(formatFloat16(0x3c01), "1.001");
    EXPECT_EQ(formatFloat16(0xc000), "-2");
    EXPECT_EQ(formatFloat16(0x7bff), "65500");  // 65504
    EXPECT_EQ(formatFloat16(0x0001), "6e-8");
    EXPECT_EQ(formatFloat16(0x8001), "-6e-8");
    EXPECT_EQ(formatFloat16(0x00a8), "0.00001");  // 1.0013580322265625e-05
    EXPECT_EQ(formatFloat16(0x0000), "0");
    EXPECT_EQ(formatFloat16(0x8000), "-0");
    EXPECT_EQ(formatFloat16(0x7c00), "inf");
    EXPECT_EQ(formatFloat16(0xfc00), "-inf");
    EXPECT_EQ(formatFloat16(0x7e01), "NaN");
}

TEST(FormatBFloat16, HasFewerDigitsStill) {
    EXPECT_EQ(formatBFloat16(0x3dcd), "0.1");  // 0.10009765625
    EXPECT_EQ(formatBFloat16(0x3f80), "1");
    EXPECT_EQ(formatBFloat16(0x3f81), "1.01");  // 1.0078125
    EXPECT_EQ(formatBFloat16(0x4e6e), "1e9");   // 998244352: its decimal decides the notation
    EXPECT_EQ(formatBFloat16(0x7f7f), "3.39e38");
    EXPECT_EQ(formatBFloat16(0x0001), "9e-41");
    EXPECT_EQ(formatBFloat16(0x8000), "-0");
    EXPECT_EQ(formatBFloat16(0xff80), "-inf");
    EXPECT_EQ(formatBFloat16(0x7fc0), "NaN");
}

TEST(FormatFloat, IsIndependentOfTheLocale) {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "C.UTF-8"}) {
        std::setlocale(LC_ALL, name);
        EXPECT_EQ(formatFloat32(0.5F), "0.5");
        EXPECT_EQ(formatFloat16(0x3800), "0.5");
        EXPECT_EQ(formatFloat64(1234567.5), "1234567.5");
    }
    std::setlocale(LC_ALL, before.c_str());
}

TEST(NarrowFloats, AreWidenedExactly) {
    EXPECT_EQ(float16ToFloat(0x3555), 0.333251953125F);
    EXPECT_EQ(float16ToFloat(0x0001), 5.9604644775390625e-8F);
    EXPECT_EQ(float16ToFloat(0x03ff), 6.09755516052246e-5F);
    EXPECT_EQ(float16ToFloat(0x0400), 6.103515625e-5F);
    EXPECT_EQ(float16ToFloat(0x7bff), 65504.0F);
    EXPECT_TRUE(std::isnan(float16ToFloat(0xfe00)));
    EXPECT_TRUE(std::signbit(float16ToFloat(0x8000)));
    EXPECT_EQ(bfloat16ToFloat(0x4049), 3.140625F);
    EXPECT_TRUE(std::isinf(bfloat16ToFloat(0x7f80)));
}

TEST(FormatPercent, RoundsToWholePercents) {
    EXPECT_EQ(formatPercent(11112, 39795), "28 %");
    EXPECT_EQ(formatPercent(66049, 59450), "111 %");
    EXPECT_EQ(formatPercent(0, 7), "0 %");
    EXPECT_EQ(formatPercent(1, 200), "1 %");
    EXPECT_EQ(formatPercent(1, 201), "0 %");
    EXPECT_EQ(formatPercent(199, 200), "100 %");
    EXPECT_EQ(formatPercent(1007, 100), "1007 %");
    EXPECT_EQ(formatPercent(5, 0), "–");
}

TEST(FormatPercent, DoesNotOverflow) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(formatPercent(kMost, kMost), "100 %");
    EXPECT_EQ(formatPercent(kMost / 4, kMost), "25 %");
    EXPECT_EQ(formatPercent(kMost, 1), "1844674407370955161500 %");
}

}  // namespace

}  // namespace qdqlens::test
