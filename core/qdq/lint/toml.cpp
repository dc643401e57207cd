#include "core/qdq/lint/toml.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace qdqlens {

namespace {

using Json = nlohmann::json;

Json convert(const toml::node& node, const Json::json_pointer& at, TextTable& table) {
    table.lines[at.to_string()] = node.source().begin.line;
    if (const toml::table* entries = node.as_table()) {
        Json object = Json::object();
        for (const auto& [key, value] : *entries) {
            const std::string name(key.str());
            object[name] = convert(value, at / name, table);
            table.lines[(at / name).to_string()] = key.source().begin.line;
        }
        return object;
    }
    if (const toml::array* elements = node.as_array()) {
        Json array = Json::array();
        for (const toml::node& element : *elements) {
            array.push_back(convert(element, at / array.size(), table));
        }
        return array;
    }
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    if (const auto* number = node.as_integer()) {
        return number->get();
    }
    if (const auto* number = node.as_floating_point()) {
        return number->get();
    }
    if (const auto* flag = node.as_boolean()) {
        return flag->get();
    }
    return nullptr;
}

}  // namespace

Result<TextTable> parseToml(std::string_view text, const std::string& name) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const toml::parse_error& error = parsed.error();
        return fail(ErrorKind::kUsage, "is not valid TOML here: " + std::string(error.description()),
                    name + ":" + std::to_string(error.source().begin.line));
    }
    TextTable table;
    table.root = convert(parsed.table(), Json::json_pointer(), table);
    return table;
}

}  // namespace qdqlens
