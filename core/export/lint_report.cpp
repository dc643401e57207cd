#include "core/export/lint_report.h"

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

}  // namespace

Table lintTable(const Scope& scope, const std::vector<LintFinding>& findings) {
    Table table;
    table.id = "lint";
    table.title = "Findings";
    table.columns = {{"Severity", false}, {"Rule", false}, {"Node", false}, {"Finding", false}};
    std::size_t counts[3] = {0, 0, 0};
    for (const LintFinding& finding : findings) {
        ++counts[static_cast<std::size_t>(finding.severity)];
        table.rows.push_back(
            {{std::string(severityName(finding.severity)), finding.rule,
              finding.nodes.empty() ? std::string() : ref(scope, finding.nodes.front()), finding.message},
             finding.nodes});
    }
    table.notes.push_back(std::to_string(counts[2]) + " errors, " + std::to_string(counts[1]) +
                          " warnings, " + std::to_string(counts[0]) + " notes.");
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
    for (const LintRule& rule : lintRules()) {
        rules.push_back({{"id", std::string(rule.id)},
                         {"shortDescription", {{"text", std::string(rule.title)}}},
                         {"help", {{"text", std::string(rule.help)}}},
                         {"defaultConfiguration", {{"level", std::string(severityName(rule.severity))}}}});
    }
    Json results = Json::array();
    for (const LintFinding& finding : findings) {
        Json logical = Json::array();
        for (const NodeId node : finding.nodes) {
            logical.push_back({{"name", ref(scope, node)}, {"kind", "element"}});
        }
        Json location = {{"physicalLocation", {{"artifactLocation", {{"uri", showName(path).text}}}}}};
        if (!logical.empty()) {
            location["logicalLocations"] = std::move(logical);
        }
        results.push_back({{"ruleId", finding.rule},
                           {"level", std::string(severityName(finding.severity))},
                           {"message", {{"text", finding.message}}},
                           {"locations", Json::array({std::move(location)})}});
    }
    Json driver = {{"name", "qdq lint"}, {"rules", std::move(rules)}};
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
