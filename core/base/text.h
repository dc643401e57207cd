// Names out of a file are bytes. These are the ways in which they may be shown.
#pragma once

#include <string>
#include <string_view>

namespace qdqlens {

/// A name as shown: valid UTF-8 that XML 1.0 and a terminal can hold. Control characters, invisible
/// formatting (direction overrides, line separators), invalid UTF-8 bytes, U+FFFE/U+FFFF and lone surrogates
/// become
/// `\xHH` a byte, a backslash `\\`. A name with nothing to
/// escape is returned as it is, a plain backslash included: only an escaped name doubles its backslashes.
struct ShownName {
    std::string text;
    bool escaped = false;  ///< Anything was escaped: SVG marks it `data-escaped="1"`.
};
[[nodiscard]] ShownName showName(std::string_view bytes);

/// The bytes of an escaped name again; the inverse of showName for names that were escaped.
[[nodiscard]] std::string unescapeName(std::string_view shown);

[[nodiscard]] bool isValidUtf8(std::string_view bytes);

/// One code point from the front of valid UTF-8, which is removed from `text`.
char32_t nextCodePoint(std::string_view& text);

/// `text` cut to at most `max_code_points`, with "…" for what was cut in the middle.
[[nodiscard]] std::string elideMiddle(std::string_view text, std::size_t max_code_points);

/// Glob with `*`, `?` and `[…]`, over code points; a byte that is not UTF-8 counts as one.
[[nodiscard]] bool matchGlob(std::string_view pattern, std::string_view text);

/// Edit distance, for "nearest names"; gives up and returns `limit + 1` beyond `limit`.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace qdqlens
