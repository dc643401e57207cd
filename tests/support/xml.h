// XML read by libxml2: an opinion on our writers that is not our own.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace qdqlens::test {

struct XmlElement {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::vector<XmlElement> children;
    std::string text;  ///< Of the element and all in it.

    /// The attribute's value; "" where there is none.
    [[nodiscard]] std::string operator[](const std::string& attribute) const;
    [[nodiscard]] const XmlElement* child(std::string_view child_name) const;
};

/// Throws with the parser's words where it is not well-formed.
[[nodiscard]] XmlElement parseXml(const std::string& text);

/// The element and all in it, in document order, for which `wanted` holds.
[[nodiscard]] std::vector<const XmlElement*> findElements(
    const XmlElement& root, const std::function<bool(const XmlElement&)>& wanted);
/// The <g class="…"> of a figure.
[[nodiscard]] std::vector<const XmlElement*> findClass(const XmlElement& root, std::string_view name);

}  // namespace qdqlens::test
