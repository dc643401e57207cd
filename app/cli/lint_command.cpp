// `qdq lint`: what is wrong or costly in a quantized model.
#include <algorithm>

#include "app/cli/common.h"
#include "core/export/lint_report.h"

namespace qdqlens::cli {

namespace {

struct LintOptions {
    ModelOptions model;
    std::string target;
    std::string format = "text";
    std::vector<std::string> disabled;
    std::string error_on = "error";
    std::string output;
};

int runLint(const LintOptions& options) {
    const auto scope = options.model.open();
    if (!scope.has_value()) {
        return report(scope.error(), options.model.path);
    }
    const auto findings = lint(**scope, *runtime::findTarget(options.target), options.disabled);
    std::string bytes;
    if (options.format == "json") {
        bytes = lintJson(**scope, findings);
    } else if (options.format == "sarif") {
        bytes = lintSarif(**scope, options.model.path, findings);
    } else if (options.format == "md") {
        bytes = tableMarkdown(lintTable(**scope, findings));
    } else {
        bytes = tableText(lintTable(**scope, findings));
    }
    if (const auto done = writeOutput(options.output, bytes); !done.has_value()) {
        return report(done.error(), {});
    }
    const Severity limit = options.error_on == "note"      ? Severity::kNote
                           : options.error_on == "warning" ? Severity::kWarning
                                                           : Severity::kError;
    const bool found = std::any_of(findings.begin(), findings.end(),
                                   [&](const LintFinding& finding) { return finding.severity >= limit; });
    return found ? kFound : kDone;
}

}  // namespace

void addLint(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<LintOptions>();
    CLI::App& command = *app.add_subcommand("lint", "What is wrong or costly in a quantized model");
    options->model.add(command);
    std::vector<std::string> ids;
    for (const LintRule& rule : lintRules()) {
        ids.emplace_back(rule.id);
    }
    addTarget(command, options->target, "For which runtime and machine");
    command.add_option("--format", options->format, "How it is written (default: text)")
        ->check(CLI::IsMember({"text", "md", "json", "sarif"}))
        ->type_name("text|md|json|sarif");
    command.add_option("--disable", options->disabled, "Leave this rule out; repeatable")
        ->check(CLI::IsMember(ids))
        ->allow_extra_args(false)
        ->type_name("RULE");
    command
        .add_option("--error-on", options->error_on,
                    "From which severity on it exits with 1 (default: error)")
        ->check(CLI::IsMember({"error", "warning", "note"}))
        ->type_name("error|warning|note");
    command.add_option("-o,--output", options->output, "Output file (default: stdout)")->type_name("OUT");
    command
        .add_flag_callback(
            "--rules",
            [] {
                if (const auto done = writeOutput({}, tableText(lintRulesTable())); !done.has_value()) {
                    throw CLI::RuntimeError(kFailed);
                }
                throw CLI::Success();
            },
            "List the rules and exit")
        ->trigger_on_parse();
    command.callback([options, &exit_code] { exit_code = runLint(*options); });
}

}  // namespace qdqlens::cli
