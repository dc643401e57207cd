#include "core/base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace qdqlens::test {

namespace {

/// Bytes among which escapes, controls and parts of multi-byte characters are common.
std::string anyBytes() {
    const auto byte = rc::gen::weightedOneOf<char>(
        {{4, rc::gen::inRange<char>('a', 'z')},
         {2, rc::gen::elementOf(std::string("\\x0AfF41\n\x1b"))},
         {2, rc::gen::elementOf(std::string("\xc2\x85\xe5\x8d\xb7\xf0\x9f\x98\x80\xef\xbf\xbe\xed\xa0"))},
         {1, rc::gen::arbitrary<char>()}});
    return *rc::gen::container<std::string>(byte);
}

RC_GTEST_PROP(ShowName, IsUndoneByUnescapeName, ()) {
    const std::string bytes = anyBytes();
    const ShownName shown = showName(bytes);
    RC_CLASSIFY(shown.escaped);
    RC_ASSERT((shown.escaped ? unescapeName(shown.text) : shown.text) == bytes);
}

RC_GTEST_PROP(ShowName, CanBeShown, ()) {
    const ShownName shown = showName(anyBytes());
    RC_ASSERT(isValidUtf8(shown.text));
    for (std::string_view rest = shown.text; !rest.empty();) {
        const char32_t c = nextCodePoint(rest);
        RC_ASSERT(c >= 0x20);
        RC_ASSERT(c < 0x7f || c > 0x9f);
        RC_ASSERT(c != 0xfffe);
        RC_ASSERT(c != 0xffff);
    }
    RC_ASSERT(!showName(shown.text).escaped);
}

RC_GTEST_PROP(NextCodePoint, NeverReadsBeyondTheEnd, ()) {
    const std::string bytes = anyBytes();
    std::size_t steps = 0;
    for (std::string_view rest = bytes; !rest.empty(); ++steps) {
        nextCodePoint(rest);
    }
    RC_ASSERT(steps <= bytes.size());
}

RC_GTEST_PROP(ElideMiddle, KeepsTheLimit, ()) {
    const std::string text = showName(anyBytes()).text;
    const auto limit = *rc::gen::inRange<std::size_t>(0, 12);
    const std::string elided = elideMiddle(text, limit);
    std::size_t code_points = 0;
    for (std::string_view rest = elided; !rest.empty(); ++code_points) {
        nextCodePoint(rest);
    }
    RC_ASSERT(code_points <= limit);
    RC_ASSERT(isValidUtf8(elided));
}

bool matchSlowly(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) {
        return text.empty();
    }
    if (pattern[0] == '*') {
        return matchSlowly(pattern.substr(1), text) ||
               (!text.empty() && matchSlowly(pattern, text.substr(1)));
    }
    return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
           matchSlowly(pattern.substr(1), text.substr(1));
}

RC_GTEST_PROP(MatchGlob, AgreesWithItsDefinition, ()) {
    const auto short_text = [](const std::string& letters) {
        return *rc::gen::resize(8, rc::gen::container<std::string>(rc::gen::elementOf(letters)));
    };
    const std::string pattern = short_text("ab*?");
    const std::string text = short_text("ab");
    RC_ASSERT(matchGlob(pattern, text) == matchSlowly(pattern, text));
}

RC_GTEST_PROP(EditDistance, IsSymmetricAndLimited, ()) {
    const std::string a = anyBytes();
    const std::string b = anyBytes();
    const std::size_t all = editDistance(a, b, a.size() + b.size());
    RC_ASSERT(all <= std::max(a.size(), b.size()));
    RC_ASSERT((all == 0) == (a == b));
    RC_ASSERT(editDistance(b, a, a.size() + b.size()) == all);
    const auto limit = *rc::gen::inRange<std::size_t>(0, 20);
    RC_ASSERT(editDistance(a, b, limit) == std::min(all, limit + 1));
}

}  // namespace

}  // namespace qdqlens::test
