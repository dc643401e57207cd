// Lint findings as text, Markdown, JSON ("qdqlens.lint/1") and SARIF 2.1.0.
#pragma once

#include <string>
#include <vector>

#include "core/export/tables.h"
#include "core/qdq/lint/lint.h"

namespace qdqlens {

[[nodiscard]] Table lintTable(const Scope& scope, const std::vector<LintFinding>& findings);
[[nodiscard]] std::string lintJson(const Scope& scope, const std::vector<LintFinding>& findings);
/// `path` is the artifact's; nodes are logical locations.
[[nodiscard]] std::string lintSarif(const Scope& scope, const std::string& path,
                                    const std::vector<LintFinding>& findings);
/// Ids, severities and one line each.
[[nodiscard]] Table lintRulesTable();

}  // namespace qdqlens
