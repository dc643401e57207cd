#include "core/base/text.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace qdqlens {

namespace {

struct Decoded {
    char32_t code_point = 0;
    std::size_t size = 0;  ///< 0 where the front is not valid UTF-8.
};

bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

/// Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
Decoded decodeFront(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < size) {
        return {};
    }
    char32_t code_point = lead & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if (!isContinuation(text[i])) {
            return {};
        }
        code_point = (code_point << 6) | (static_cast<unsigned char>(text[i]) & 0x3fU);
    }
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code_point < kSmallest[size] || code_point > 0x10ffff ||
        (code_point >= 0xd800 && code_point <= 0xdfff)) {
        return {};
    }
    return {code_point, size};
}

/// Characters that nobody sees but that change what is seen: direction marks, embeddings, overrides and
/// isolates, line and paragraph separators, zero-width space. Joiners stay: scripts need them.
bool isInvisibleFormat(char32_t code_point) {
    return code_point == 0x061c || code_point == 0x200b || code_point == 0x200e || code_point == 0x200f ||
           (code_point >= 0x2028 && code_point <= 0x202e) || (code_point >= 0x2066 && code_point <= 0x2069) ||
           code_point == 0xfeff;
}

/// Neither a control character, nor invisible formatting, nor one that XML 1.0 leaves out.
bool isShowable(char32_t code_point) {
    const bool control = code_point < 0x20 || (code_point >= 0x7f && code_point <= 0x9f);
    return !control && !isInvisibleFormat(code_point) && code_point != 0xfffe && code_point != 0xffff;
}

void appendHex(std::string& text, char byte) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    text += "\\x";
    text += kDigits[value >> 4];
    text += kDigits[value & 0xfU];
}

int hexValue(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return -1;
}

/// One item of a glob at the front of `pattern`, which is not empty and not a `*`.
struct GlobItem {
    std::size_t size = 1;  ///< Bytes of the pattern.
    bool matches = false;
};

GlobItem matchSet(std::u32string_view pattern, char32_t c) {
    std::size_t at = 1;
    const bool negated = at < pattern.size() && (pattern[at] == U'!' || pattern[at] == U'^');
    if (negated) {
        ++at;
    }
    const std::size_t close = pattern.find(U']', at + 1);  // A ']' that comes first stands for itself.
    if (close == std::u32string_view::npos) {
        return {1, c == U'['};
    }
    bool found = false;
    while (at < close) {
        if (at + 2 < close && pattern[at + 1] == U'-') {
            found = found || (pattern[at] <= c && c <= pattern[at + 2]);
            at += 3;
        } else {
            found = found || pattern[at] == c;
            ++at;
        }
    }
    return {close + 1, found != negated};
}

GlobItem matchItem(std::u32string_view pattern, char32_t c) {
    if (pattern.front() == U'?') {
        return {1, true};
    }
    if (pattern.front() == U'[') {
        return matchSet(pattern, c);
    }
    return {1, pattern.front() == c};
}

/// Code points; a byte that is no part of one stands beyond Unicode, so that it equals itself alone.
std::u32string codePointsOf(std::string_view bytes) {
    std::u32string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const Decoded front = decodeFront(bytes);
        out += front.size != 0 ? front.code_point
                               : static_cast<char32_t>(0x110000 + static_cast<unsigned char>(bytes.front()));
        bytes.remove_prefix(std::max<std::size_t>(front.size, 1));
    }
    return out;
}

}  // namespace

ShownName showName(std::string_view bytes) {
    std::string escaped;
    bool any = false;
    for (std::string_view rest = bytes; !rest.empty();) {
        const Decoded front = decodeFront(rest);
        const std::size_t size = std::max<std::size_t>(front.size, 1);
        if (rest.front() == '\\') {
            escaped += "\\\\";
        } else if (front.size != 0 && isShowable(front.code_point)) {
            escaped.append(rest, 0, size);
        } else {
            any = true;
            for (const char byte : rest.substr(0, size)) {
                appendHex(escaped, byte);
            }
        }
        rest.remove_prefix(size);
    }
    return any ? ShownName{std::move(escaped), true} : ShownName{std::string(bytes), false};
}

std::string unescapeName(std::string_view shown) {
    std::string bytes;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i] == '\\' && i + 1 < shown.size() && shown[i + 1] == '\\') {
            bytes += '\\';
            ++i;
        } else if (shown[i] == '\\' && i + 3 < shown.size() && shown[i + 1] == 'x' &&
                   hexValue(shown[i + 2]) >= 0 && hexValue(shown[i + 3]) >= 0) {
            bytes += static_cast<char>(hexValue(shown[i + 2]) * 16 + hexValue(shown[i + 3]));
            i += 3;
        } else {
            bytes += shown[i];
        }
    }
    return bytes;
}

bool isValidUtf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const Decoded front = decodeFront(bytes);
        if (front.size == 0) {
            return false;
        }
        bytes.remove_prefix(front.size);
    }
    return true;
}

char32_t nextCodePoint(std::string_view& text) {
    const Decoded front = decodeFront(text);
    text.remove_prefix(std::max<std::size_t>(front.size, 1));
    return front.size == 0 ? U'\ufffd' : front.code_point;
}

std::string elideMiddle(std::string_view text, std::size_t max_code_points) {
    std::vector<std::size_t> starts;
    for (std::string_view rest = text; !rest.empty(); nextCodePoint(rest)) {
        starts.push_back(text.size() - rest.size());
    }
    if (starts.size() <= max_code_points) {
        return std::string(text);
    }
    if (max_code_points == 0) {
        return {};
    }
    const std::size_t kept = max_code_points - 1;  // One is the ellipsis.
    const std::size_t back = kept / 2;
    const std::size_t front = kept - back;
    std::string elided(text.substr(0, starts[front]));
    elided += "…";
    if (back > 0) {
        elided += text.substr(starts[starts.size() - back]);
    }
    return elided;
}

bool matchGlob(std::string_view pattern_bytes, std::string_view text_bytes) {
    // After a mismatch the last `*` takes one character more; earlier ones need not be tried again.
    const std::u32string pattern_points = codePointsOf(pattern_bytes);
    const std::u32string text = codePointsOf(text_bytes);
    const std::u32string_view pattern = pattern_points;
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t star_text = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == U'*') {
            star = p++;
            star_text = t;
            continue;
        }
        const GlobItem item = p < pattern.size() ? matchItem(pattern.substr(p), text[t]) : GlobItem{};
        if (item.matches) {
            p += item.size;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++star_text;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of(U'*', p) == std::u32string_view::npos;
}

std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit) {
    if (a.size() > b.size()) {
        std::swap(a, b);
    }
    if (b.size() - a.size() > limit) {
        return limit + 1;
    }
    std::vector<std::size_t> row(a.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t j = 1; j <= b.size(); ++j) {
        std::size_t diagonal = row[0];
        row[0] = j;
        std::size_t least = j;
        for (std::size_t i = 1; i <= a.size(); ++i) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[i];
            row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
            least = std::min(least, row[i]);
        }
        if (least > limit) {
            return limit + 1;
        }
    }
    return std::min(row[a.size()], limit + 1);
}

}  // namespace qdqlens
