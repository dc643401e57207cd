#include "core/export/xml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/base/text.h"

namespace qdqlens {

namespace {

/// U+FFFE and U+FFFF; surrogates are not valid UTF-8 to begin with.
bool isNoncharacter(std::string_view text, std::size_t at) {
    return text.substr(at, 3) == "\xef\xbf\xbe" || text.substr(at, 3) == "\xef\xbf\xbf";
}

void appendByte(std::string& out, char c) {
    switch (c) {
        case '&':
            out += "&amp;";
            return;
        case '<':
            out += "&lt;";
            return;
        case '>':
            out += "&gt;";
            return;
        case '"':
            out += "&quot;";
            return;
        case '\'':
            out += "&#39;";
            return;
        case '\t':
            out += "&#9;";
            return;
        case '\n':
            out += "&#10;";
            return;
        case '\r':
            out += "&#13;";
            return;
        default:
            break;
    }
    if (static_cast<unsigned char>(c) < 0x20) {
        out += "\xef\xbf\xbd";
    } else {
        out += c;
    }
}

/// By byte: stands as it is in XML.
constexpr std::array<bool, 256> kPlain = [] {
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte) {
        plain[byte] = true;
    }
    for (const char c : {'&', '<', '>', '"', '\''}) {
        plain[static_cast<unsigned char>(c)] = false;
    }
    return plain;
}();

bool isPlain(char c) {
    return kPlain[static_cast<unsigned char>(c)];
}

std::int64_t tenths(double value) {
    constexpr double kLargest = 1e15;
    return std::isfinite(value) ? std::llround(std::clamp(value, -kLargest, kLargest) * 10) : 0;
}

}  // namespace

void appendXml(std::string& out, std::string_view text) {
    if (std::all_of(text.begin(), text.end(), isPlain)) {  // Nearly all text is.
        out += text;
        return;
    }
    std::string repaired;
    if (!isValidUtf8(text)) {
        repaired = showName(text).text;
        text = repaired;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\xef' && isNoncharacter(text, i)) {
            out += "\xef\xbf\xbd";
            i += 2;
        } else {
            appendByte(out, text[i]);
        }
    }
}

std::string xmlEscaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    appendXml(out, text);
    return out;
}

double tenth(double value) {
    return static_cast<double>(tenths(value)) / 10;
}

void appendNumber(std::string& out, double value) {
    const std::int64_t n = tenths(value);
    if (n < 0) {
        out += '-';
    }
    const std::int64_t magnitude = n < 0 ? -n : n;
    std::array<char, 24> digits{};
    char* end = std::to_chars(digits.data(), digits.data() + digits.size(), magnitude / 10).ptr;
    if (magnitude % 10 != 0) {
        *end++ = '.';
        *end++ = static_cast<char>('0' + magnitude % 10);
    }
    out.append(digits.data(), end);
}

}  // namespace qdqlens
