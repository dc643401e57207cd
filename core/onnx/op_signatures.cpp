#include "core/onnx/op_signatures.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "resources/resources.h"

namespace qdqlens::onnx {

namespace {

/// Takes the text before the separator off the front; all of it where there is none.
std::string_view takeUntil(std::string_view& text, std::string_view separator) {
    const std::size_t at = text.find(separator);
    const std::string_view front = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + separator.size());
    return front;
}

/// "X scale B? inputs*".
std::vector<FormalParameter> parseParameters(std::string_view text) {
    std::vector<FormalParameter> parameters;
    while (!text.empty()) {
        std::string_view item = takeUntil(text, " ");
        FormalParameter parameter;
        parameter.optional = item.back() == '?';
        parameter.variadic = item.back() == '*';
        if (parameter.optional || parameter.variadic) {
            item.remove_suffix(1);
        }
        parameter.name = item;
        parameters.push_back(parameter);
    }
    return parameters;
}

/// "axis:int=1 ; kernel_shape:list of ints!".
std::vector<FormalAttribute> parseAttributes(std::string_view text) {
    std::vector<FormalAttribute> attributes;
    while (!text.empty()) {
        std::string_view item = takeUntil(text, " ; ");
        FormalAttribute attribute;
        attribute.name = takeUntil(item, ":");
        attribute.type = takeUntil(item, "=");
        attribute.default_value = item;
        if (!attribute.type.empty() && attribute.type.back() == '!') {
            attribute.required = true;
            attribute.type.remove_suffix(1);
        }
        attributes.push_back(attribute);
    }
    return attributes;
}

struct Key {
    std::string_view domain;
    std::string_view op_type;
    bool operator==(const Key&) const = default;
};

struct KeyHash {
    std::size_t operator()(const Key& key) const {
        const std::hash<std::string_view> hash;
        return hash(key.op_type) * 31 + hash(key.domain);
    }
};

/// The versions of each operator, oldest first, without the rows that only say that it is gone.
class Table {
  public:
    explicit Table(std::string_view text) {
        bool heading = true;
        while (!text.empty()) {
            std::string_view line = takeUntil(text, "\n");
            if (line.empty() || line.front() == '#') {
                continue;
            }
            if (!heading) {
                addRow(line);
            }
            heading = false;
        }
        for (auto& [key, versions] : versions_) {
            std::sort(versions.begin(), versions.end(),
                      [](const OpSignature& a, const OpSignature& b) { return a.since < b.since; });
        }
    }

    [[nodiscard]] const std::vector<OpSignature>* versions(const Key& key) const {
        const auto found = versions_.find(key);
        return found == versions_.end() ? nullptr : &found->second;
    }

  private:
    void addRow(std::string_view line) {
        OpSignature signature;
        signature.domain = takeUntil(line, "\t");
        signature.op_type = takeUntil(line, "\t");
        const std::string_view since = takeUntil(line, "\t");
        std::from_chars(since.data(), since.data() + since.size(), signature.since);
        const std::string_view inputs = takeUntil(line, "\t");
        if (inputs == "(deprecated)") {
            return;
        }
        signature.inputs = parseParameters(inputs);
        signature.outputs = parseParameters(takeUntil(line, "\t"));
        signature.attributes = parseAttributes(line);
        versions_[Key{signature.domain, signature.op_type}].push_back(std::move(signature));
    }

    std::unordered_map<Key, std::vector<OpSignature>, KeyHash> versions_;
};

std::string_view nameAt(const std::vector<FormalParameter>& parameters, std::size_t index) {
    if (index < parameters.size()) {
        return parameters[index].name;
    }
    return !parameters.empty() && parameters.back().variadic ? parameters.back().name : std::string_view{};
}

}  // namespace

std::string_view OpSignature::inputName(std::size_t index) const {
    return nameAt(inputs, index);
}

std::string_view OpSignature::outputName(std::size_t index) const {
    return nameAt(outputs, index);
}

const OpSignature* findSignature(std::string_view domain, std::string_view op_type, std::int64_t opset) {
    static const Table table(resources::op_signatures_tsv);
    const auto* versions = table.versions({domain == "ai.onnx" ? std::string_view{} : domain, op_type});
    if (versions == nullptr) {
        return nullptr;
    }
    if (opset <= 0) {
        return &versions->back();
    }
    const auto newer = std::upper_bound(
        versions->begin(), versions->end(), opset,
        [](std::int64_t version, const OpSignature& signature) { return version < signature.since; });
    return newer == versions->begin() ? &versions->front() : &*std::prev(newer);
}

}  // namespace qdqlens::onnx
