// `qdq units`: what a runtime will do with each node, and why.
#include "core/export/units.h"

#include "app/cli/common.h"

namespace qdqlens::cli {

namespace {

struct UnitsOptions {
    ModelOptions model;
    std::string target;
    std::string format = "text";
    std::string output;
};

int runUnits(const UnitsOptions& options) {
    const auto scope = options.model.open();
    if (!scope.has_value()) {
        return report(scope.error(), options.model.path);
    }
    const Units units = makeUnits(*scope, *runtime::findTarget(options.target));
    std::string bytes;
    if (options.format == "json") {
        bytes = unitsJson(units);
    } else if (options.format == "md") {
        bytes = tableMarkdown(unitsTable(units));
    } else {
        bytes = tableText(unitsTable(units));
    }
    if (const auto done = writeOutput(options.output, bytes); !done.has_value()) {
        return report(done.error(), {});
    }
    return kDone;
}

}  // namespace

void addUnits(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<UnitsOptions>();
    CLI::App& command = *app.add_subcommand(
        "units", "Which nodes will run as integer kernels, and what keeps the others in float");
    options->model.add(command);
    addTarget(command, options->target, "For which runtime and machine");
    command.add_option("--format", options->format, "How it is written (default: text)")
        ->check(CLI::IsMember({"text", "md", "json"}))
        ->type_name("text|md|json");
    command.add_option("-o,--output", options->output, "Output file (default: stdout)")->type_name("OUT");
    command.callback([options, &exit_code] { exit_code = runUnits(*options); });
}

}  // namespace qdqlens::cli
