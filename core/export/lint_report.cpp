#include "core/export/lint_report.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace qdqlens {

namespace {

using Json = nlohmann::ordered_json;

std::string ref(const Scope& scope, NodeId node) {
    return showName(scope.topology().ref(node)).text;
}

std::string_view helpOf(std::string_view id) {
    static const std::vector<LintRule> rules = lintRules();
    for (const LintRule& rule : rules) {
        if (rule.id == id) {
            return rule.help;
        }
    }
    return {};
}

/// A path as an RFC 3986 reference, relative as long as the path is.
std::string uriOf(const std::string& path) {
    std::string uri = path.substr(0, 1) == "/" ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain =
            std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos;
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return uri;
}

constexpr std::size_t kGroupFrom = 4;  ///< So many nodes with one fault share a row.
constexpr std::size_t kNamed = 3;      ///< Of them, so many are named.

/// A sentence without the names and numbers in it.
std::string bare(std::string_view what) {
    std::string kept;
    bool in_name = false;
    for (const char c : what) {
        in_name = c == '\'' ? !in_name : in_name;
        if (!in_name && std::isdigit(static_cast<unsigned char>(c)) == 0) {
            kept += c;
        }
    }
    return kept;
}

/// Findings that say the same of different nodes, but for names and numbers, stand together, where the first
/// of them stood.
std::vector<std::vector<const LintFinding*>> alike(const std::vector<LintFinding>& findings) {
    std::vector<std::vector<const LintFinding*>> groups;
    std::map<std::pair<std::string_view, std::string>, std::size_t> known;
    for (const LintFinding& finding : findings) {
        const auto [at, fresh] = known.try_emplace({finding.rule, bare(finding.what)}, groups.size());
        if (fresh) {
            groups.emplace_back();
        }
        groups[at->second].push_back(&finding);
    }
    return groups;
}

/// One row for all: what the first says, and the names of a few.
TableRow groupRow(const Scope& scope, const std::vector<const LintFinding*>& group) {
    const LintFinding& first = *group.front();
    const std::string count = std::to_string(group.size());
    TableRow row;
    std::string names;
    for (std::size_t k = 0; k < group.size(); ++k) {
        row.nodes.insert(row.nodes.end(), group[k]->nodes.begin(), group[k]->nodes.end());
        if (k < kNamed) {
            names += (k == 0 ? "'" : ", '") + ref(scope, group[k]->nodes.front()) + "'";
        }
    }
    row.cells = {std::string(severityName(first.severity)), first.rule, count + " nodes",
                 first.message + " (" + count + " like this: " + names + ", …)"};
    return row;
}

}  // namespace

Table lintTable(const Scope& scope, const std::vector<LintFinding>& findings) {
    Table table;
    table.id = "lint";
    table.title = "Findings";
    table.columns = {{"Severity", false}, {"Rule", false}, {"Node", false}, {"Finding", false}};
    std::size_t counts[3] = {0, 0, 0};
    for (const std::vector<const LintFinding*>& group : alike(findings)) {
        const LintFinding& first = *group.front();
        counts[static_cast<std::size_t>(first.severity)] += group.size();
        if (group.size() >= kGroupFrom) {
            table.rows.push_back(groupRow(scope, group));
            continue;
        }
        for (const LintFinding* finding : group) {
            table.rows.push_back(
                {{std::string(severityName(finding->severity)), finding->rule,
                  finding->nodes.empty() ? std::string() : ref(scope, finding->nodes.front()),
                  finding->message},
                 finding->nodes});
        }
    }
    const auto count = [&](Severity severity) {
        const std::size_t n = counts[static_cast<std::size_t>(severity)];
        return std::to_string(n) + " " + std::string(severityName(severity)) + (n == 1 ? "" : "s");
    };
    table.notes.push_back(count(Severity::kError) + ", " + count(Severity::kWarning) + ", " +
                          count(Severity::kNote) + ".");
    return table;
}

std::string lintJson(const Scope& scope, const std::vector<LintFinding>& findings) {
    Json json;
    json["schema"] = "qdqlens.lint/1";
    json["findings"] = Json::array();
    for (const LintFinding& finding : findings) {
        Json nodes = Json::array();
        for (const NodeId node : finding.nodes) {
            nodes.push_back(ref(scope, node));
        }
        json["findings"].push_back({{"rule", finding.rule},
                                    {"severity", std::string(severityName(finding.severity))},
                                    {"nodes", std::move(nodes)},
                                    {"message", finding.message},
                                    {"help", std::string(helpOf(finding.rule))}});
    }
    return json.dump(2) + "\n";
}

std::string lintSarif(const Scope& scope, const std::string& path, const std::vector<LintFinding>& findings) {
    Json rules = Json::array();
    std::map<std::string_view, std::size_t> places;
    for (const LintRule& rule : lintRules()) {
        places[rule.id] = rules.size();
        rules.push_back({{"id", std::string(rule.id)},
                         {"shortDescription", {{"text", std::string(rule.title) + "."}}},
                         {"fullDescription", {{"text", std::string(rule.help)}}},
                         {"help", {{"text", std::string(rule.help)}}},
                         {"defaultConfiguration", {{"level", std::string(severityName(rule.severity))}}}});
    }
    Json results = Json::array();
    for (const LintFinding& finding : findings) {
        Json logical = Json::array();
        for (const NodeId node : finding.nodes) {
            logical.push_back({{"name", ref(scope, node)}, {"kind", "element"}});
        }
        Json location = {{"physicalLocation", {{"artifactLocation", {{"uri", uriOf(path)}}}}}};
        if (!logical.empty()) {
            location["logicalLocations"] = std::move(logical);
        }
        results.push_back({{"ruleId", finding.rule},
                           {"ruleIndex", places.at(finding.rule)},
                           {"level", std::string(severityName(finding.severity))},
                           {"message", {{"text", finding.message + "."}}},
                           {"locations", Json::array({std::move(location)})}});
    }
    Json driver = {{"name", "qdq lint"}, {"version", QDQLENS_VERSION}, {"rules", std::move(rules)}};
    Json run = {{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}};
    Json json;
    json["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    json["version"] = "2.1.0";
    json["runs"] = Json::array({std::move(run)});
    return json.dump(2) + "\n";
}

Table lintRulesTable() {
    Table table;
    table.id = "rules";
    table.title = "Rules";
    table.columns = {{"Rule", false}, {"Severity", false}, {"What it finds", false}};
    for (const LintRule& rule : lintRules()) {
        table.rows.push_back(
            {{std::string(rule.id), std::string(severityName(rule.severity)), std::string(rule.title)}, {}});
    }
    return table;
}

}  // namespace qdqlens
