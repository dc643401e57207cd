// `qdq diff`: two models beside each other.
#include "app/cli/common.h"
#include "core/export/diff_report.h"
#include "core/onnx/reader.h"

namespace qdqlens::cli {

namespace {

struct DiffOptions {
    std::string a, b;
    std::string graph, function;
    TextOutput output;
    bool exit_code = false;
    bool quiet = false;
};

Result<std::shared_ptr<const Scope>> openSide(const DiffOptions& options, const std::string& path) {
    ModelOptions model;
    model.path = path;
    model.graph = options.graph;
    model.function = options.function;
    return model.open();
}

int runDiff(const DiffOptions& options) {
    const auto a = openSide(options, options.a);
    if (!a.has_value()) {
        return report(a.error(), options.a);
    }
    const auto b = openSide(options, options.b);
    if (!b.has_value()) {
        return report(b.error(), options.b);
    }
    const ModelDiff diff = diffModels(*a, *b);
    const std::string& format = options.output.format;
    return options.output.write(format == "json" ? diffJson(diff, options.a, options.b)
                                : format == "md" ? diffMarkdown(diff, options.a, options.b)
                                                 : diffText(diff),
                                options.exit_code && !diff.same() ? kFound : kDone);
}

}  // namespace

void addDiff(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<DiffOptions>();
    CLI::App& command = *app.add_subcommand("diff", "What differs between two models");
    command.add_option("A", options->a, "A .onnx file")->required();
    command.add_option("B", options->b, "Another one")->required();
    options->output.add(command, {"text", "md", "json"});
    command.add_flag("--exit-code", options->exit_code, "Exit with 1 where anything differs");
    auto* graph =
        command.add_option("--graph", options->graph, "Enter a subgraph of both")->type_name("PATH");
    command.add_option("--function", options->function, "Enter a local function of both")
        ->type_name("DOMAIN:NAME")
        ->excludes(graph);
    command.add_flag("--quiet", options->quiet, "No progress on stderr");
    command.callback([options, &exit_code] { exit_code = runDiff(*options); });
}

}  // namespace qdqlens::cli
