// `qdq diff`: two models beside each other.
#include <map>

#include "app/cli/common.h"
#include "core/export/diff_report.h"
#include "core/onnx/reader.h"

namespace qdqlens::cli {

namespace {

enum class Format { kText, kMarkdown, kJson };

struct DiffOptions {
    std::string a, b;
    std::string graph, function;
    std::string output;
    Format format = Format::kText;
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
    const std::string text = options.format == Format::kJson       ? diffJson(diff, options.a, options.b)
                             : options.format == Format::kMarkdown ? diffMarkdown(diff, options.a, options.b)
                                                                   : diffText(diff);
    if (const auto done = writeOutput(options.output, text); !done.has_value()) {
        return report(done.error(), {});
    }
    return options.exit_code && !diff.same() ? kFound : kDone;
}

}  // namespace

void addDiff(CLI::App& app, int& exit_code) {
    static const std::map<std::string, Format> kFormats{
        {"text", Format::kText}, {"md", Format::kMarkdown}, {"json", Format::kJson}};
    const auto options = std::make_shared<DiffOptions>();
    CLI::App& command = *app.add_subcommand("diff", "What differs between two models");
    command.add_option("A", options->a, "A .onnx file")->required();
    command.add_option("B", options->b, "Another one")->required();
    command
        .add_option_function<std::string>(
            "--format", [options](const std::string& word) { options->format = kFormats.at(word); },
            "How it is written (default text)")
        ->check(CLI::IsMember(&kFormats))
        ->type_name("text|md|json");
    command.add_flag("--exit-code", options->exit_code, "Exit with 1 where anything differs");
    command.add_option("-o,--output", options->output, "Output file (default: stdout)")->type_name("OUT");
    auto* graph =
        command.add_option("--graph", options->graph, "Enter a subgraph of both")->type_name("PATH");
    command.add_option("--function", options->function, "Enter a local function of both")
        ->type_name("DOMAIN:NAME")
        ->excludes(graph);
    command.add_flag("--quiet", options->quiet, "No progress on stderr");
    command.callback([options, &exit_code] { exit_code = runDiff(*options); });
}

}  // namespace qdqlens::cli
