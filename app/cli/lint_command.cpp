// `qdq lint`: what is wrong or costly in a quantized model.
#include <algorithm>

#include "app/cli/common.h"
#include "core/export/lint_report.h"

namespace qdqlens::cli {

namespace {

struct LintOptions {
    ModelOptions model;
    std::string target;
    std::vector<std::string> disabled;
    std::string error_on;
    std::string config;
    TextOutput output;
};

std::string write(const LintOptions& options, const Scope& scope, const std::vector<LintFinding>& findings) {
    const std::string& format = options.output.format;
    if (format == "sarif") {
        return lintSarif(scope, options.model.path, findings);
    }
    if (format == "json") {
        return lintJson(scope, findings);
    }
    const Table table = lintTable(scope, findings);
    return format == "md" ? tableMarkdown(table) : tableText(table);
}

/// The team's settings with what the command line says over them.
Result<TeamSettings> settingsOf(const LintOptions& options) {
    auto settings =
        options.config.empty() ? findTeamSettings(options.model.path) : readTeamSettings(options.config);
    if (settings.has_value()) {
        auto& disabled = settings->lint.disabled;
        disabled.insert(disabled.end(), options.disabled.begin(), options.disabled.end());
        settings->target = &targetOf(options.target, *settings);
        if (!options.error_on.empty()) {
            settings->error_on = findSeverity(options.error_on);
        }
    }
    return settings;
}

int runLint(const LintOptions& options) {
    const auto settings = settingsOf(options);
    if (!settings.has_value()) {
        return report(settings.error(), {});
    }
    const auto scope = options.model.open();
    if (!scope.has_value()) {
        return report(scope.error(), options.model.path);
    }
    const auto findings = lint(**scope, settings->targetOrDefault(), settings->lint);
    const Severity limit = settings->error_on.value_or(Severity::kError);
    const bool found = std::any_of(findings.begin(), findings.end(),
                                   [&](const LintFinding& finding) { return finding.severity >= limit; });
    return options.output.write(write(options, **scope, findings), found ? kFound : kDone);
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
    addTarget(command, options->target);
    options->output.add(command, {"text", "md", "json", "sarif"});
    command.add_option("--disable", options->disabled, "Leave this rule out; repeatable")
        ->check(CLI::IsMember(ids))
        ->allow_extra_args(false)
        ->type_name("RULE");
    command
        .add_option("--error-on", options->error_on,
                    "From which severity on it exits with 1 (default: error)")
        ->check(CLI::IsMember({"error", "warning", "note"}))
        ->type_name("error|warning|note");
    command
        .add_option("--config", options->config,
                    "The settings (default: the nearest .qdqlens.toml or .qdqlens.json, from the model's "
                    "folder upwards)")
        ->type_name("FILE");
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
