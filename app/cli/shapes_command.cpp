// `qdq shapes`: shapes under given dims, and what cannot hold.
#include <algorithm>
#include <cstdio>

#include "app/cli/common.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/export/shapes_report.h"
#include "core/qdq/tables/shape_library.h"

namespace qdqlens::cli {

namespace {

struct ShapesOptions {
    ModelOptions model;
    std::vector<std::string> set;
    TextOutput output;
};

constexpr std::size_t kMaxTold = 8;

/// One line for each of the first conflicts on stderr; stdout has the table of all.
void tellConflicts(const ShapesOptions& options, const ShapeTable& shapes) {
    for (std::size_t i = 0; i < std::min(shapes.conflicts.size(), kMaxTold); ++i) {
        const ShapeConflict& conflict = shapes.conflicts[i];
        std::fprintf(stderr, "qdq: %s: %s: got %s, expected %s\n", showName(options.model.path).text.c_str(),
                     conflict.where.c_str(), conflict.got.c_str(), conflict.expected.c_str());
    }
    if (shapes.conflicts.size() > kMaxTold) {
        std::fprintf(stderr, "qdq: %s: and %zu more conflicts\n", showName(options.model.path).text.c_str(),
                     shapes.conflicts.size() - kMaxTold);
    }
}

int runShapes(const ShapesOptions& options) {
    std::vector<ShapeSetting> settings;
    for (const std::string& text : options.set) {
        auto setting = parseShapeSetting(text);
        if (!setting.has_value()) {
            return report(setting.error(), {});
        }
        settings.push_back(std::move(*setting));
    }
    const auto scope = options.model.open();
    if (!scope.has_value()) {
        return report(scope.error(), options.model.path);
    }
    Progress progress(options.model.quiet);
    progress.stage("inferring shapes");
    const auto library = findShapeLibrary();
    const auto shapes = shapeTable(**scope, settings, library.get());
    if (!shapes.has_value()) {
        return report(shapes.error(), options.model.path);
    }
    const int code =
        options.output.write(options.output.format == "json" ? shapesJson(*shapes) : shapesText(*shapes),
                             shapes->conflicts.empty() ? kDone : kFound);
    if (code == kFound) {
        tellConflicts(options, *shapes);
    }
    return code;
}

}  // namespace

void addShapes(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<ShapesOptions>();
    CLI::App& command =
        *app.add_subcommand("shapes", "Shapes under given dims, and conflicts with fixed ones");
    options->model.add(command);
    command
        .add_option("--set", options->set,
                    "A symbolic dim (batch=4) or an input's dims (x=4,3,16,16); repeatable")
        ->type_name("NAME=DIMS")
        ->allow_extra_args(false);
    options->output.add(command, {"text", "json"});
    command.callback([options, &exit_code] { exit_code = runShapes(*options); });
}

}  // namespace qdqlens::cli
