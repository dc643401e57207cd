#include "core/qdq/lint/lint.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/qdq/lint/tables.h"

namespace qdqlens {

std::string_view severityName(Severity severity) {
    switch (severity) {
        case Severity::kNote:
            return "note";
        case Severity::kWarning:
            return "warning";
        case Severity::kError:
            return "error";
    }
    return "";
}

std::optional<Severity> findSeverity(std::string_view name) {
    for (const Severity severity : {Severity::kNote, Severity::kWarning, Severity::kError}) {
        if (severityName(severity) == name) {
            return severity;
        }
    }
    return std::nullopt;
}

std::string lint_tables::nodeText(const Scope& scope, NodeId node) {
    const onnx::Node& n = scope.topology().node(node);
    return showName(n.op_type).text + " '" + showName(scope.topology().ref(node)).text + "'";
}

std::vector<LintRule> lintRules() {
    std::vector<LintRule> rules;
    for (const auto table :
         {lint_tables::units(), lint_tables::bias(), lint_tables::parameters(), lint_tables::pairs()}) {
        rules.insert(rules.end(), table.begin(), table.end());
    }
    return rules;
}

std::vector<LintFinding> lint(const Scope& scope, const runtime::Target& target,
                              const LintSettings& settings) {
    return lint(scope, target, settings, runtime::predict(scope, target));
}

std::vector<LintFinding> lint(const Scope& scope, const runtime::Target& target, const LintSettings& settings,
                              runtime::Prediction prediction) {
    const Folding folding(scope, FoldMode::kOn);
    std::erase_if(prediction.nodes,
                  [&](const runtime::NodePrediction& node) { return folding.folded(node.node); });
    const LintContext context{scope, folding, prediction, target};
    std::vector<LintFinding> findings;
    for (const LintRule& rule : lintRules()) {
        const auto& disabled = settings.disabled;
        if (std::find(disabled.begin(), disabled.end(), rule.id) != disabled.end()) {
            continue;
        }
        const auto said = settings.severities.find(rule.id);
        const Severity severity = said != settings.severities.end() ? said->second : rule.severity;
        rule.run(context, [&](std::vector<NodeId> nodes, std::string what) {
            std::string message = nodes.empty() ? what : lint_tables::nodeText(scope, nodes[0]) + " " + what;
            findings.push_back(
                {std::string(rule.id), severity, std::move(nodes), std::move(message), std::move(what)});
        });
    }
    return findings;
}

}  // namespace qdqlens
