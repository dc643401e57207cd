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

std::string lint_tables::nodeText(const Scope& scope, NodeId node) {
    const onnx::Node& n = scope.topology().node(node);
    return showName(n.op_type).text + " '" + showName(scope.topology().ref(node)).text + "'";
}

std::vector<LintRule> lintRules() {
    std::vector<LintRule> rules;
    for (const auto table : {lint_tables::units(), lint_tables::parameters(), lint_tables::pairs()}) {
        rules.insert(rules.end(), table.begin(), table.end());
    }
    return rules;
}

std::vector<LintFinding> lint(const Scope& scope, const runtime::Target& target,
                              const std::vector<std::string>& disabled) {
    const Folding folding(scope, FoldMode::kOn);
    const runtime::Prediction prediction = runtime::predict(scope, target);
    const LintContext context{scope, folding, prediction, target};
    std::vector<LintFinding> findings;
    for (const LintRule& rule : lintRules()) {
        if (std::find(disabled.begin(), disabled.end(), rule.id) != disabled.end()) {
            continue;
        }
        rule.run(context, [&](std::vector<NodeId> nodes, std::string message) {
            findings.push_back({std::string(rule.id), rule.severity, std::move(nodes), std::move(message)});
        });
    }
    return findings;
}

}  // namespace qdqlens
