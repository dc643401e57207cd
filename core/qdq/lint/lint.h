// What is wrong or costly in a quantized model, by rules. A rule is one entry in one of the tables of this
// folder.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/folding.h"
#include "core/qdq/runtime/predict.h"

namespace qdqlens {

enum class Severity : std::uint8_t { kNote, kWarning, kError };
[[nodiscard]] std::string_view severityName(Severity severity);
/// "error", "warning", "note".
[[nodiscard]] std::optional<Severity> findSeverity(std::string_view name);

/// What rules look at.
struct LintContext {
    const Scope& scope;
    const Folding& folding;
    const runtime::Prediction& prediction;
    const runtime::Target& target;
};

struct LintFinding {
    std::string rule;
    Severity severity = Severity::kWarning;
    std::vector<NodeId> nodes;  ///< What to look at, the node that it is about first; empty: the model.
    std::string message;        ///< One sentence, without a full stop.
    std::string what;           ///< The message behind the name of its node.
};

/// Reports one finding: the nodes, and what is wrong, as a sentence that the first node's name goes in front
/// of
/// ("runs in float: …"). Other names are left out of it where the reader finds them by the first.
using LintReport = std::function<void(std::vector<NodeId>, std::string)>;

struct LintRule {
    std::string_view id;
    Severity severity;
    std::string_view title;  ///< One line, for --rules.
    std::string_view help;   ///< Why it matters and where the rule comes from.
    void (*run)(const LintContext&, const LintReport&);
};

/// Every rule, in the order of the tables.
[[nodiscard]] std::vector<LintRule> lintRules();

/// What to look for, by rule id.
struct LintSettings {
    std::vector<std::string> disabled;
    std::map<std::string, Severity, std::less<>> severities;  ///< Instead of a rule's own.
};

/// Findings by rule, then in file order. Nodes that stand in labels (core/qdq/folding.h) are only looked at
/// with what they stand for.
[[nodiscard]] std::vector<LintFinding> lint(const Scope& scope, const runtime::Target& target,
                                            const LintSettings& settings = {});

/// The same with a prediction that is at hand.
[[nodiscard]] std::vector<LintFinding> lint(const Scope& scope, const runtime::Target& target,
                                            const LintSettings& settings, runtime::Prediction prediction);

}  // namespace qdqlens
