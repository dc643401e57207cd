#include "core/base/text.h"

#include <gtest/gtest.h>

namespace qdqlens::test {

namespace {

using namespace std::string_view_literals;

TEST(ShowName, LeavesWhatCanBeShownAlone) {
    for (const std::string_view name : {""sv, "node_conv2d"sv, "/layer1/conv1/Conv"sv, "a b"sv, "größe"sv,
                                        "卷積"sv, "😀"sv, "C:\\models\\x"sv, "<&\">"sv}) {
        const ShownName shown = showName(name);
        EXPECT_EQ(shown.text, name);
        EXPECT_FALSE(shown.escaped);
    }
}

TEST(ShowName, EscapesByteByByte) {
    const auto expectEscaped = [](std::string_view bytes, std::string_view text) {
        const ShownName shown = showName(bytes);
        EXPECT_EQ(shown.text, text);
        EXPECT_TRUE(shown.escaped);
        EXPECT_EQ(unescapeName(shown.text), bytes);
    };
    expectEscaped("a\nb", "a\\x0Ab");
    expectEscaped("\0"sv, "\\x00");
    expectEscaped("\x1b[31m", "\\x1B[31m");
    expectEscaped("\x7f", "\\x7F");
    expectEscaped("\xc2\x85", "\\xC2\\x85");           // U+0085, a control character
    expectEscaped("\xef\xbf\xbe", "\\xEF\\xBF\\xBE");  // U+FFFE
    expectEscaped("\xed\xa0\x80", "\\xED\\xA0\\x80");  // a lone surrogate
    expectEscaped("\xc0\xaf", "\\xC0\\xAF");           // overlong
    expectEscaped("\xf4\x90\x80\x80", "\\xF4\\x90\\x80\\x80");
    expectEscaped("caf\xe9", "caf\\xE9");     // Latin-1
    expectEscaped("\xe5\x8d", "\\xE5\\x8D");  // cut short
    expectEscaped("a\\b\t", "a\\\\b\\x09");   // now the backslash must be told apart
    expectEscaped("\\x41\x01", "\\\\x41\\x01");
}

TEST(UnescapeName, LeavesWhatIsNoEscape) {
    EXPECT_EQ(unescapeName("\\"), "\\");
    EXPECT_EQ(unescapeName("\\x"), "\\x");
    EXPECT_EQ(unescapeName("\\x4"), "\\x4");
    EXPECT_EQ(unescapeName("\\xZZ"), "\\xZZ");
    EXPECT_EQ(unescapeName("\\n"), "\\n");
    EXPECT_EQ(unescapeName("\\x4a"), "J");
}

TEST(IsValidUtf8, IsStrict) {
    EXPECT_TRUE(isValidUtf8(""));
    EXPECT_TRUE(isValidUtf8("aé卷😀\x01"));
    EXPECT_FALSE(isValidUtf8("\x80"));
    EXPECT_FALSE(isValidUtf8("\xc1\xbf"));
    EXPECT_FALSE(isValidUtf8("\xe0\x9f\xbf"));
    EXPECT_FALSE(isValidUtf8("\xf0\x8f\xbf\xbf"));
    EXPECT_FALSE(isValidUtf8("\xed\xbf\xbf"));
    EXPECT_FALSE(isValidUtf8("\xf5\x80\x80\x80"));
    EXPECT_FALSE(isValidUtf8("a\xf0\x9f\x98"));
}

TEST(NextCodePoint, WalksTheText) {
    std::string_view text = "aé卷😀";
    EXPECT_EQ(nextCodePoint(text), U'a');
    EXPECT_EQ(nextCodePoint(text), U'é');
    EXPECT_EQ(nextCodePoint(text), U'卷');
    EXPECT_EQ(nextCodePoint(text), U'😀');
    EXPECT_TRUE(text.empty());
}

TEST(ElideMiddle, CutsToSoManyCodePoints) {
    EXPECT_EQ(elideMiddle("abcdef", 6), "abcdef");
    EXPECT_EQ(elideMiddle("abcdef", 5), "ab…ef");
    EXPECT_EQ(elideMiddle("abcdef", 4), "ab…f");
    EXPECT_EQ(elideMiddle("abcdef", 2), "a…");
    EXPECT_EQ(elideMiddle("abcdef", 1), "…");
    EXPECT_EQ(elideMiddle("abcdef", 0), "");
    EXPECT_EQ(elideMiddle("卷積神經網路", 5), "卷積…網路");
}

TEST(MatchGlob, KnowsStarQuestionMarkAndSets) {
    EXPECT_TRUE(matchGlob("node_conv2d*", "node_conv2d"));
    EXPECT_TRUE(matchGlob("node_conv2d*", "node_conv2d_1"));
    EXPECT_FALSE(matchGlob("node_conv2d*", "my_node_conv2d"));
    EXPECT_TRUE(matchGlob("*conv*", "my_conv_1"));
    EXPECT_TRUE(matchGlob("a*b*c", "a1b2b3c"));
    EXPECT_FALSE(matchGlob("a*b*c", "a1b2b3"));
    EXPECT_TRUE(matchGlob("relu_?", "relu_1"));
    EXPECT_FALSE(matchGlob("relu_?", "relu_12"));
    EXPECT_TRUE(matchGlob("relu_[0-3]", "relu_2"));
    EXPECT_FALSE(matchGlob("relu_[!0-3]", "relu_2"));
    EXPECT_TRUE(matchGlob("[]x]", "]"));
    EXPECT_TRUE(matchGlob("a[-z]", "a-"));
    EXPECT_TRUE(matchGlob("a[b", "a[b"));
    EXPECT_TRUE(matchGlob("[[]0[]]", "[0]"));
    EXPECT_TRUE(matchGlob("", ""));
    EXPECT_TRUE(matchGlob("**", ""));
    EXPECT_FALSE(matchGlob("", "a"));
    EXPECT_FALSE(matchGlob("?", ""));
}

TEST(MatchGlob, DoesNotBlowUp) {
    const std::string text(20000, 'a');
    EXPECT_FALSE(matchGlob("*a*a*a*a*a*a*a*a*b", text));
}

TEST(EditDistance, CountsChangesUpToTheLimit) {
    EXPECT_EQ(editDistance("conv2d", "conv2d", 3), 0U);
    EXPECT_EQ(editDistance("conv2d", "conv3d", 3), 1U);
    EXPECT_EQ(editDistance("conv2d", "onv2d_", 3), 2U);
    EXPECT_EQ(editDistance("kitten", "sitting", 5), 3U);
    EXPECT_EQ(editDistance("kitten", "sitting", 2), 3U);
    EXPECT_EQ(editDistance("", "abc", 3), 3U);
    EXPECT_EQ(editDistance("abcdefgh", "a", 2), 3U);
    EXPECT_EQ(editDistance("abc", "xyz", 0), 1U);
}

}  // namespace

}  // namespace qdqlens::test
