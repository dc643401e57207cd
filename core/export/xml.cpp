#include "core/export/xml.h"

#include <algorithm>
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

std::int64_t tenths(double value) {
    constexpr double kLargest = 1e15;
    return std::isfinite(value) ? std::llround(std::clamp(value, -kLargest, kLargest) * 10) : 0;
}

}  // namespace

void appendXml(std::string& out, std::string_view text) {
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
    out += std::to_string(magnitude / 10);
    if (magnitude % 10 != 0) {
        out += '.';
        out += static_cast<char>('0' + magnitude % 10);
    }
}

}  // namespace qdqlens
