#include "tests/support/xml.h"

#include <libxml/parser.h>

#include <memory>
#include <stdexcept>

namespace qdqlens::test {

namespace {

struct Free {
    void operator()(xmlDoc* document) const { xmlFreeDoc(document); }
    void operator()(xmlChar* text) const { xmlFree(text); }
};

std::string stringOf(const xmlChar* text) {
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

XmlElement elementOf(xmlNode* node) {
    XmlElement element;
    element.name = stringOf(node->name);
    element.text = stringOf(std::unique_ptr<xmlChar, Free>(xmlNodeGetContent(node)).get());
    for (const xmlAttr* attribute = node->properties; attribute != nullptr; attribute = attribute->next) {
        const std::string prefix = attribute->ns == nullptr ? "" : stringOf(attribute->ns->prefix) + ":";
        const std::unique_ptr<xmlChar, Free> value(xmlNodeListGetString(node->doc, attribute->children, 1));
        element.attributes[prefix + stringOf(attribute->name)] = stringOf(value.get());
    }
    for (xmlNode* child = node->children; child != nullptr; child = child->next) {
        if (child->type == XML_ELEMENT_NODE) {
            element.children.push_back(elementOf(child));
        }
    }
    return element;
}

}  // namespace

std::string XmlElement::operator[](const std::string& attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::string() : found->second;
}

const XmlElement* XmlElement::child(std::string_view child_name) const {
    for (const XmlElement& element : children) {
        if (element.name == child_name) {
            return &element;
        }
    }
    return nullptr;
}

XmlElement parseXml(const std::string& text) {
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE;
    const std::unique_ptr<xmlDoc, Free> document(
        xmlReadMemory(text.data(), static_cast<int>(text.size()), "test.xml", nullptr, options));
    if (document == nullptr) {
        const xmlError* error = xmlGetLastError();
        throw std::runtime_error(
            error == nullptr ? "not XML" : "line " + std::to_string(error->line) + ": " + error->message);
    }
    return elementOf(xmlDocGetRootElement(document.get()));
}

std::vector<const XmlElement*> findElements(const XmlElement& root,
                                            const std::function<bool(const XmlElement&)>& wanted) {
    std::vector<const XmlElement*> found;
    if (wanted(root)) {
        found.push_back(&root);
    }
    for (const XmlElement& child : root.children) {
        const std::vector<const XmlElement*> inner = findElements(child, wanted);
        found.insert(found.end(), inner.begin(), inner.end());
    }
    return found;
}

std::vector<const XmlElement*> findClass(const XmlElement& root, std::string_view name) {
    return findElements(root, [&](const XmlElement& e) { return e.name == "g" && e["class"] == name; });
}

}  // namespace qdqlens::test
