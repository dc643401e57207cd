// `qdq units`: what a runtime will do with each node, and why.
#include "core/export/units.h"

#include "app/cli/common.h"

namespace qdqlens::cli {

namespace {

struct UnitsOptions {
    ModelOptions model;
    std::string target;
    TextOutput output;
};

int runUnits(const UnitsOptions& options) {
    const auto settings = findTeamSettings(options.model.path);
    if (!settings.has_value()) {
        return report(settings.error(), {});
    }
    const auto scope = options.model.open();
    if (!scope.has_value()) {
        return report(scope.error(), options.model.path);
    }
    const Units units = makeUnits(*scope, targetOf(options.target, *settings));
    const std::string& format = options.output.format;
    return options.output.write(format == "json" ? unitsJson(units)
                                : format == "md" ? tableMarkdown(unitsTable(units))
                                                 : tableText(unitsTable(units)),
                                kDone);
}

}  // namespace

void addUnits(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<UnitsOptions>();
    CLI::App& command = *app.add_subcommand(
        "units", "Which nodes will run as integer kernels, and what keeps the others in float");
    options->model.add(command);
    addTarget(command, options->target);
    options->output.add(command, {"text", "md", "json"});
    command.callback([options, &exit_code] { exit_code = runUnits(*options); });
}

}  // namespace qdqlens::cli
