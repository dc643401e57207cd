#include "core/qdq/lint/team_settings.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/onnx/input.h"
#include "core/qdq/lint/toml.h"

namespace qdqlens {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kTomlName = ".qdqlens.toml";
constexpr std::string_view kJsonName = ".qdqlens.json";

std::string among(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) {
        text += (text.empty() ? "" : ", ") + std::string(word);
    }
    return text;
}

/// Walks the keys; the first thing that is wrong is kept, with its place.
class Reader {
  public:
    Reader(const fs::path& file, const TextTable& table) : table_(table) { settings_.file = file; }

    Result<TeamSettings> read() {
        if (!table_.root.is_object()) {
            wrong(Place(), "is not a table of settings");
        } else {
            root();
        }
        if (error_) {
            return tl::unexpected(*error_);
        }
        return settings_;
    }

  private:
    using Place = Json::json_pointer;

    void root() {
        for (const auto& [key, value] : table_.root.items()) {
            const Place at = Place() / key;
            if (key == "target") {
                target(at, value);
            } else if (key == "lint" && value.is_object()) {
                rules(at, value);
            } else if (key == "lint") {
                wrong(at, "is not a table");
            } else {
                unknownKey(at, key, {"target", "lint"});
            }
        }
    }

    void target(const Place& at, const Json& value) {
        std::vector<std::string_view> names;
        for (const runtime::Target& each : runtime::targets()) {
            names.push_back(each.name);
        }
        const std::string name = value.is_string() ? value.get<std::string>() : std::string();
        settings_.target = runtime::findTarget(name);
        if (settings_.target == nullptr) {
            wrong(at, "is not one of " + among(names));
        }
    }

    void rules(const Place& lint, const Json& table) {
        for (const auto& [key, value] : table.items()) {
            const Place at = lint / key;
            if (key == "disable" && value.is_array()) {
                for (std::size_t k = 0; k < value.size(); ++k) {
                    const std::string id = value[k].is_string() ? value[k].get<std::string>() : std::string();
                    knownRule(at / k, id);
                    settings_.lint.disabled.push_back(id);
                }
            } else if (key == "disable") {
                wrong(at, "is not a list of rule ids");
            } else if (key == "error-on") {
                settings_.error_on = severity(at, value);
            } else if (key == "severity" && value.is_object()) {
                for (const auto& [id, word] : value.items()) {
                    knownRule(at / id, id);
                    settings_.lint.severities[id] = severity(at / id, word);
                }
            } else if (key == "severity") {
                wrong(at, "is not a table of rule ids");
            } else {
                unknownKey(at, key, {"disable", "error-on", "severity"});
            }
        }
    }

    void knownRule(const Place& at, const std::string& id) {
        std::vector<std::string_view> ids;
        for (const LintRule& rule : lintRules()) {
            ids.push_back(rule.id);
        }
        if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
            return;
        }
        const auto nearest =
            std::min_element(ids.begin(), ids.end(), [&](std::string_view a, std::string_view b) {
                return editDistance(id, a, 4) < editDistance(id, b, 4);
            });
        wrong(at, "there is no rule '" + showName(id).text + "'" +
                      (editDistance(id, *nearest, 4) < 4 ? "; nearest: " + std::string(*nearest)
                                                         : "; qdq lint --rules lists them"));
    }

    Severity severity(const Place& at, const Json& value) {
        const auto found = value.is_string() ? findSeverity(value.get<std::string>()) : std::nullopt;
        if (!found) {
            wrong(at, "is not one of error, warning, note");
        }
        return found.value_or(Severity::kError);
    }

    void unknownKey(const Place& at, const std::string& key, const std::vector<std::string_view>& known) {
        wrong(at, "'" + showName(key).text + "' is no setting; there are " + among(known));
    }

    /// "lint.disable[0]: …", at the line if it is known.
    void wrong(const Place& at, const std::string& what) {
        if (error_) {
            return;
        }
        std::string key;
        for (Place rest = at; !rest.empty(); rest.pop_back()) {
            const std::string& part = rest.back();
            const bool element = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
            key = element ? "[" + part + "]" + key
                          : part + (key.empty() || key.front() == '[' ? "" : ".") + key;
        }
        const auto line = table_.lines.find(at.to_string());
        std::string where = showName(settings_.file.string()).text;
        where += line == table_.lines.end() ? "" : ":" + std::to_string(line->second);
        error_ = Error{ErrorKind::kUsage, key.empty() ? what : showName(key).text + ": " + what, where};
    }

    const TextTable& table_;
    TeamSettings settings_;
    std::optional<Error> error_;
};

Result<TextTable> parseJson(std::string_view bytes, const std::string& name) {
    try {
        return TextTable{Json::parse(bytes), {}};
    } catch (const Json::parse_error& error) {
        const std::size_t end = std::min<std::size_t>(error.byte, bytes.size());
        const auto line =
            1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end), '\n');
        return fail(ErrorKind::kUsage, "is not valid JSON here", name + ":" + std::to_string(line));
    }
}

}  // namespace

Result<TeamSettings> readTeamSettings(const fs::path& file) {
    const auto input = onnx::Input::open(file);
    if (!input.has_value()) {
        return fail(ErrorKind::kInput, "the settings cannot be read", showName(file.string()).text);
    }
    const std::string name = showName(file.string()).text;
    const auto table =
        file.extension() == ".json" ? parseJson((*input)->bytes(), name) : parseToml((*input)->bytes(), name);
    if (!table.has_value()) {
        return tl::unexpected(table.error());
    }
    return Reader(file, *table).read();
}

Result<TeamSettings> findTeamSettings(const fs::path& model) {
    std::error_code none;
    for (fs::path folder = fs::absolute(model, none).lexically_normal().parent_path();;
         folder = folder.parent_path()) {
        const bool toml = fs::exists(folder / kTomlName, none);
        const bool json = fs::exists(folder / kJsonName, none);
        if (toml && json) {
            return fail(
                ErrorKind::kUsage,
                "there are " + std::string(kTomlName) + " and " + std::string(kJsonName) + ": keep one",
                showName(folder.string()).text);
        }
        if (toml || json) {
            return readTeamSettings(folder / (toml ? kTomlName : kJsonName));
        }
        if (folder == folder.parent_path()) {
            return TeamSettings{};
        }
    }
}

Result<TeamSettings> findTeamSettings(const Scope& scope) {
    const onnx::Input& input = *scope.model().input;
    return input.folder().empty() ? TeamSettings{} : findTeamSettings(fs::path(input.name()));
}

}  // namespace qdqlens
