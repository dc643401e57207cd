#include "core/onnx/model.h"

namespace qdqlens::onnx {

namespace {

template <class T>
const T* attributeAs(const Node& node, std::string_view name) {
    const Attribute* attribute = node.attribute(name);
    return attribute == nullptr ? nullptr : std::get_if<T>(&attribute->value);
}

bool isOnnxName(std::string_view domain) {
    return domain.empty() || domain == "ai.onnx";
}

}  // namespace

const Attribute* Node::attribute(std::string_view attribute_name) const {
    for (const Attribute& attribute : attributes) {
        if (attribute.name == attribute_name) {
            return &attribute;
        }
    }
    return nullptr;
}

std::int64_t Node::intAttribute(std::string_view attribute_name, std::int64_t fallback) const {
    const auto* value = attributeAs<std::int64_t>(*this, attribute_name);
    return value == nullptr ? fallback : *value;
}

float Node::floatAttribute(std::string_view attribute_name, float fallback) const {
    const auto* value = attributeAs<float>(*this, attribute_name);
    return value == nullptr ? fallback : *value;
}

std::string_view Node::stringAttribute(std::string_view attribute_name, std::string_view fallback) const {
    const auto* value = attributeAs<std::string_view>(*this, attribute_name);
    return value == nullptr ? fallback : *value;
}

const std::vector<std::int64_t>* Node::intsAttribute(std::string_view attribute_name) const {
    return attributeAs<std::vector<std::int64_t>>(*this, attribute_name);
}

std::string_view Node::metadataValue(std::string_view key) const {
    for (const StringEntry& entry : metadata) {
        if (entry.key == key) {
            return entry.value;
        }
    }
    return {};
}

std::int64_t Model::opset(std::string_view domain_name) const {
    for (const OpsetImport& import : opset_import) {
        if (import.domain == domain_name || (isOnnxName(import.domain) && isOnnxName(domain_name))) {
            return import.version;
        }
    }
    return 0;
}

std::string_view Model::bytes(ByteRange range) const {
    return input->bytes().substr(range.offset, range.size);
}

std::vector<const Graph*> subgraphs(const Node& node) {
    std::vector<const Graph*> graphs;
    for (const Attribute& attribute : node.attributes) {
        if (const auto* list = std::get_if<std::vector<std::shared_ptr<const Graph>>>(&attribute.value)) {
            for (const auto& graph : *list) {
                graphs.push_back(graph.get());
            }
        }
    }
    return graphs;
}

}  // namespace qdqlens::onnx
