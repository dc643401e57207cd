// `qdq draw`: a figure to SVG, PNG, PDF, DOT or JSON.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/cli/common.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/diagram/figure.h"
#include "core/export/raster.h"
#include "core/export/scene_json.h"
#include "core/export/svg.h"

namespace qdqlens::cli {

namespace {

enum class Format { kSvg, kPng, kPdf, kDot, kJson };

struct DrawOptions {
    ModelOptions model;
    FigureOptions figure;
    SvgOptions svg;
    std::string output;
    std::string figures;
    std::string where;  ///< The figure of a list, for messages.
    int timeout = 60;
};

const std::map<std::string, Direction> kDirections{{"both", Direction::kBoth},
                                                   {"up", Direction::kUp},
                                                   {"down", Direction::kDown},
                                                   {"cone", Direction::kCone}};
const std::map<std::string, SvgTheme> kThemes{
    {"light", SvgTheme::kLight}, {"dark", SvgTheme::kDark}, {"auto", SvgTheme::kAuto}};
const std::map<std::string, RankDir> kRankDirs{{"TB", RankDir::kTopBottom}, {"LR", RankDir::kLeftRight}};
const std::map<std::string, EdgeLabels> kEdgeLabels{
    {"none", EdgeLabels::kNone}, {"dtype", EdgeLabels::kDtype}, {"full", EdgeLabels::kFull}};
const std::map<std::string, Level> kLevels{
    {"nodes", Level::kNodes}, {"units", Level::kUnits}, {"modules", Level::kModules}};
const std::map<std::string, bool> kOnOff{{"on", true}, {"off", false}};
const std::map<std::string, FoldMode> kFold{{"on", FoldMode::kOn}, {"off", FoldMode::kOff}};

/// An option that takes one of some words; the message of a wrong one lists them.
template <class T>
CLI::Option* addChoice(CLI::App& app, const std::string& name, T& target,
                       const std::map<std::string, T>& choices, const std::string& description) {
    std::string words;
    for (const auto& [word, value] : choices) {
        words += (words.empty() ? "" : "|") + word;
    }
    return app
        .add_option_function<std::string>(
            name, [&target, &choices](const std::string& word) { target = choices.at(word); }, description)
        ->check(CLI::IsMember(&choices))
        ->type_name(words);
}

/// What may stand in front of an id: ids are listed with spaces between them, and named in CSS and URLs.
CLI::Validator idPrefix() {
    return {[](std::string& text) {
                const bool plain = text.find_first_not_of(
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789_.-") == std::string::npos;
                const bool starts_well =
                    text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_';
                return plain && starts_well
                           ? std::string()
                           : "must hold letters, digits, '_', '-' and '.' only and start with a "
                             "letter or '_'";
            },
            "P"};
}

/// The options that may differ from figure to figure in a --figures list.
void addFigureOptions(CLI::App& app, DrawOptions& options) {
    FigureOptions& figure = options.figure;
    app.add_option("-o,--output", options.output,
                   "Output file; its ending decides: .svg .png .pdf .dot .json (default: SVG on stdout)")
        ->type_name("OUT");
    app.add_option("--focus", figure.focus, "Draw the neighbourhood of what the query means; repeatable")
        ->type_name("QUERY")
        ->allow_extra_args(false);
    app.add_option("--hops", figure.hops, "Hops around the focus")
        ->transform(wholeNumber(0))
        ->capture_default_str();
    addChoice(app, "--direction", figure.direction, kDirections, "Which way hops go (default both)");
    app.add_option("--from", figure.from, "With --to: the nodes on paths between two queries")
        ->type_name("QUERY");
    app.add_option("--to", figure.to, "See --from")->type_name("QUERY");
    app.add_option("--title", figure.title, "Title above the picture");
    addChoice(app, "--theme", options.svg.theme, kThemes, "Colours (default light)");
    addChoice(app, "--rankdir", figure.rankdir, kRankDirs, "Direction of the data flow (default TB)");
    addChoice(
        app, "--edge-labels", figure.edge_labels, kEdgeLabels,
        "What stands beside edges: dtype and shape, with the value's name (full), nothing (default dtype)");
    addChoice(app, "--level", figure.level, kLevels,
              "What is a box: nodes, DQ-op-Q units, modules and blocks (default nodes)");
    app.add_option("--expand", figure.expanded, "Open a group in place, by its name; repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_flag(
        "--units", figure.units,
        "What the runtime makes of each op, and why: int8 units in a solid frame, float in a dashed one");
    addChoice(app, "--stubs", figure.stubs, kOnOff, "Small boxes where the drawn part ends (default on)");
    addChoice(app, "--fold", figure.fold, kFold, "Constants in their consumers' labels (default on)");
    app.add_option("--fan-out", figure.fan_out, "A value with more consumers is not walked through")
        ->transform(wholeNumber(1))
        ->capture_default_str();
    app.add_option("--max-boxes", figure.max_boxes, "Refuse to draw more boxes than this")
        ->transform(wholeNumber(1));
    app.add_flag("--legend", figure.legend, "Explain colours and lines below the picture");
    app.add_option("--id-prefix", options.svg.id_prefix, "In front of every id in the SVG")
        ->check(idPrefix())
        ->type_name("P");
}

Result<Format> formatOf(const std::string& output) {
    if (output.empty()) {
        return Format::kSvg;
    }
    static const std::map<std::string, Format> kFormats{{".svg", Format::kSvg},
                                                        {".png", Format::kPng},
                                                        {".pdf", Format::kPdf},
                                                        {".dot", Format::kDot},
                                                        {".json", Format::kJson}};
    std::string ending = std::filesystem::path(output).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto found = kFormats.find(ending);
    if (found == kFormats.end()) {
        return fail(ErrorKind::kUsage,
                    "no such picture format: the name must end in .svg, .png, .pdf, .dot or .json", output);
    }
    return found->second;
}

Result<std::string> render(const DrawOptions& options, const FigureSource& source, Format format,
                           LayoutEngine& engine) {
    if (format == Format::kDot) {
        FigureOptions graph = options.figure;
        graph.ports = false;  // They help where things stand; this says only what is joined.
        const auto scene = buildScene(source, graph);
        return scene.has_value() ? Result<std::string>(writeDot(*scene)) : tl::unexpected(scene.error());
    }
    LayoutLimits limits;
    limits.timeout = std::chrono::seconds(options.timeout);
    const auto figure = makeFigure(source, options.figure, engine, limits);
    if (!figure.has_value()) {
        return tl::unexpected(figure.error());
    }
    if (format == Format::kJson) {
        return writeSceneJson(figure->scene, figure->placement);
    }
    SvgOptions svg = options.svg;
    if (format != Format::kSvg && svg.theme == SvgTheme::kAuto) {
        svg.theme = SvgTheme::kLight;
    }
    const std::string text = writeSvg(figure->scene, figure->placement, svg);
    return format == Format::kPng ? renderPng(text) : format == Format::kPdf ? renderPdf(text) : text;
}

/// One model for all figures; the folded graph is made once for each fold mode.
class Drawer {
  public:
    explicit Drawer(std::shared_ptr<const Scope> scope)
        : scope_(std::move(scope)), engine_(makeLayoutEngine()) {}

    Result<void> draw(const DrawOptions& options) {
        const auto format = formatOf(options.output);
        if (!format.has_value()) {
            return tl::unexpected(format.error());
        }
        auto& source = options.figure.fold == FoldMode::kOn ? folded_ : unfolded_;
        if (source == nullptr) {
            source = std::make_unique<FigureSource>(scope_, options.figure.fold);
        }
        const auto bytes = render(options, *source, *format, *engine_);
        if (!bytes.has_value()) {
            return tl::unexpected(bytes.error());
        }
        return writeOutput(options.output, *bytes);
    }

  private:
    std::shared_ptr<const Scope> scope_;
    std::unique_ptr<LayoutEngine> engine_;
    std::unique_ptr<const FigureSource> folded_, unfolded_;
};

/// One entry of a --figures list, {"focus": "op:Add", "hops": 2, "output": "add.svg"}, as command-line words.
Result<std::vector<std::string>> wordsOf(const nlohmann::json& entry) {
    if (!entry.is_object()) {
        return fail(ErrorKind::kUsage, "each figure is an object of options");
    }
    std::vector<std::string> words;
    for (const auto& [key, value] : entry.items()) {
        const std::string option = key == "o" ? "-o" : "--" + key;
        const std::vector<nlohmann::json> values =
            value.is_array() ? value.get<std::vector<nlohmann::json>>() : std::vector<nlohmann::json>{value};
        for (const nlohmann::json& one : values) {
            if (one.is_structured() || one.is_null()) {
                return fail(ErrorKind::kUsage, "\"" + key + "\" is neither a text, a number, true nor false");
            }
            if (one.is_boolean() && key != "stubs" && key != "fold") {
                if (one.get<bool>()) {
                    words.push_back(option);
                }
                continue;
            }
            words.push_back(option);
            words.push_back(one.is_string()    ? one.get<std::string>()
                            : one.is_boolean() ? (one.get<bool>() ? "on" : "off")
                                               : one.dump());
        }
    }
    return words;
}

/// Options given on the command line hold for every figure of the list, which may override them.
Result<std::vector<DrawOptions>> readFigures(const DrawOptions& base) {
    std::ifstream in(base.figures);
    if (!in || std::filesystem::is_directory(base.figures)) {
        return fail(ErrorKind::kInput, "cannot be read", base.figures);
    }
    const nlohmann::json list = nlohmann::json::parse(in, nullptr, false);
    if (!list.is_array()) {
        return fail(ErrorKind::kUsage, "is not a JSON list of figures", base.figures);
    }
    std::vector<DrawOptions> figures;
    std::set<std::string> outputs;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = base.figures + ": figure " + std::to_string(i + 1);
        const auto words = wordsOf(list[i]);
        if (!words.has_value()) {
            return fail(words.error().kind, words.error().what, where);
        }
        DrawOptions options = base;
        options.output.clear();
        options.where = where;
        if (list[i].contains("focus")) {
            options.figure.focus.clear();
        }
        if (list[i].contains("expand")) {
            options.figure.expanded.clear();
        }
        CLI::App parser;
        parser.set_help_flag();
        addFigureOptions(parser, options);
        try {
            parser.parse(std::vector<std::string>(words->rbegin(), words->rend()));
        } catch (const CLI::ParseError& error) {
            return fail(ErrorKind::kUsage, error.what(), where);
        }
        if (options.output.empty()) {
            return fail(ErrorKind::kUsage, "has no \"output\"", where);
        }
        if (!outputs.insert(options.output).second) {
            return fail(ErrorKind::kUsage, options.output + " is the output of an earlier figure too", where);
        }
        figures.push_back(std::move(options));
    }
    return figures;
}

/// An error with where it belongs: the figure of the list, the output, or the model.
Error placed(const Error& error, const DrawOptions& options, const DrawOptions& figure) {
    Error out = error;
    if (error.kind == ErrorKind::kOutput) {
        out.where = error.where.empty() ? figure.output : error.where;
    } else if (error.where.empty()) {
        out.where = figure.where.empty() ? options.model.path : figure.where;
    }
    return out;
}

/// What went wrong, or nothing.
std::optional<Error> drawAll(const DrawOptions& options, const std::vector<DrawOptions>& figures) {
    Progress progress(options.model.quiet);
    const std::string name = showName(std::filesystem::path(options.model.path).filename().string()).text;
    progress.stage("reading " + name);
    auto scope = options.model.open();
    if (!scope.has_value()) {
        return placed(scope.error(), options, options);
    }
    progress.stage("drawing " + name);
    Drawer drawer(std::move(*scope));
    for (const DrawOptions& figure : figures) {
        if (const auto done = drawer.draw(figure); !done.has_value()) {
            return placed(done.error(), options, figure);
        }
    }
    return std::nullopt;
}

int runDraw(DrawOptions options) {
    if (options.figure.title.empty()) {
        const auto title = options.model.previewTitle();
        if (!title.has_value()) {
            return report(title.error(), {});
        }
        options.figure.title = *title;
    }
    std::vector<DrawOptions> figures{options};
    if (!options.figures.empty()) {
        auto list = readFigures(options);
        if (!list.has_value()) {
            return report(list.error(), {});
        }
        figures = std::move(*list);
    }
    for (DrawOptions& figure : figures) {  // Wrong use is told before any work is done.
        if (const auto format = formatOf(figure.output); !format.has_value()) {
            return report(format.error(), {});
        }
        if (figure.figure.units) {
            const auto target = options.model.findTarget();
            if (!target.has_value()) {
                return report(target.error(), {});
            }
            figure.figure.target = (*target)->name;
        }
    }
    const auto failure = drawAll(options, figures);
    if (!failure.has_value()) {
        return kDone;
    }
    return report(*failure, failure->kind == ErrorKind::kOutput ? std::string() : options.model.path);
}

}  // namespace

void addDraw(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<DrawOptions>();
    CLI::App& command = *app.add_subcommand("draw", "Draw a model or the neighbourhood of some of its nodes");
    options->model.add(command);
    options->model.addPreview(command);
    addFigureOptions(command, *options);
    command.add_option("--figures", options->figures, "A JSON list of such options: many figures, one start")
        ->type_name("FILE");
    command.add_option("--timeout", options->timeout, "Seconds that one layout may take")
        ->transform(wholeNumber(1))
        ->capture_default_str();
    command.footer(
        "QUERY: a node name or ref (#12) | a glob (node_conv2d*) | name:TEXT | op:Add | value:NAME | "
        "module:conv_stem |\n"
        "fx:conv2d | residual | shared-dq | re:PATTERN");
    command.callback([options, &exit_code] { exit_code = runDraw(*options); });
}

}  // namespace qdqlens::cli
