// XML and numbers as every export writes them: the same bytes in every locale.
#pragma once

#include <string>
#include <string_view>

namespace qdqlens {

/// Appends text with & < > " ' escaped, tabs and line ends as character references, and what XML 1.0 cannot
/// hold as U+FFFD. Good for content and for attributes in double quotes.
void appendXml(std::string& out, std::string_view text);
[[nodiscard]] std::string xmlEscaped(std::string_view text);

/// Rounded to a tenth, halves away from zero; -0 and what is not finite are 0.
[[nodiscard]] double tenth(double value);
/// tenth() in the fewest characters: "12.3", "12", "-0.1".
void appendNumber(std::string& out, double value);

}  // namespace qdqlens
