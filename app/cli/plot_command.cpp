// `qdq plot`: a quantized weight as a chart.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "app/cli/common.h"
#include "app/cli/progress.h"
#include "core/diagram/weight_plot.h"
#include "core/export/plot_svg.h"
#include "core/export/raster.h"

namespace qdqlens::cli {

namespace {

struct PlotOptions {
    ModelOptions model;
    std::string value;
    std::string output;
    SvgOptions svg;
};

const std::map<std::string, SvgTheme> kThemes{
    {"light", SvgTheme::kLight}, {"dark", SvgTheme::kDark}, {"auto", SvgTheme::kAuto}};

/// ".svg", ".png" or ".pdf"; SVG on stdout.
Result<std::string> endingOf(const std::string& output) {
    if (output.empty()) {
        return ".svg";
    }
    std::string ending = std::filesystem::path(output).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending != ".svg" && ending != ".png" && ending != ".pdf") {
        return fail(ErrorKind::kUsage, "no such chart format: the name must end in .svg, .png or .pdf",
                    output);
    }
    return ending;
}

int runPlot(const PlotOptions& options) {
    const auto ending = endingOf(options.output);
    if (!ending.has_value()) {
        return report(ending.error(), {});
    }
    const auto scope = options.model.open();
    if (!scope.has_value()) {
        return report(scope.error(), options.model.path);
    }
    Progress progress(options.model.quiet);
    progress.stage("reading " + options.value);
    const auto profile = weightProfile(*scope, options.value);
    if (!profile.has_value()) {
        return report(profile.error(), options.model.path);
    }
    SvgOptions svg = options.svg;
    if (*ending != ".svg" && svg.theme == SvgTheme::kAuto) {
        svg.theme = SvgTheme::kLight;
    }
    const std::string text = writePlotSvg(weightPlot(*profile), svg);
    const Result<std::string> bytes = *ending == ".png"   ? renderPng(text)
                                      : *ending == ".pdf" ? renderPdf(text)
                                                          : Result<std::string>(text);
    if (!bytes.has_value()) {
        return report(bytes.error(), options.output);
    }
    if (const auto done = writeOutput(options.output, *bytes); !done.has_value()) {
        return report(done.error(), {});
    }
    return kDone;
}

}  // namespace

void addPlot(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<PlotOptions>();
    CLI::App& command = *app.add_subcommand(
        "plot", "A quantized weight as a chart: scale by channel, histogram of the stored codes");
    options->model.add(command);
    command
        .add_option("--value", options->value,
                    "The weight: the stored tensor, its DequantizeLinear, or that one's output")
        ->required()
        ->type_name("NAME");
    command
        .add_option("-o,--output", options->output,
                    "Output file, .svg, .png or .pdf (default: SVG on stdout)")
        ->type_name("OUT");
    command
        .add_option_function<std::string>(
            "--theme", [options](const std::string& name) { options->svg.theme = kThemes.at(name); },
            "Colours (default light)")
        ->check(CLI::IsMember({"light", "dark", "auto"}))
        ->type_name("light|dark|auto");
    command.callback([options, &exit_code] { exit_code = runPlot(*options); });
}

}  // namespace qdqlens::cli
