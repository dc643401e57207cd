// qdqlens-whole-quality [--plain SECONDS] [--labels] [--no-reuse] MODEL...: whole models laid out by plain
// dot and by the engine for whole models, beside each other: CPU of the helpers and of this program, faults,
// crossings, lengths, height. "-" where plain dot does not end in the time given.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/diagram/figure.h"
#include "core/diagram/layout_request.h"
#include "core/layout/helper_engine.h"
#include "core/layout/whole/whole_engine.h"
#include "core/onnx/reader.h"
#include "tests/support/layout_quality.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

struct Options {
    double plain = 20;
    bool labels = false;
    bool reuse = true;
    bool details = false;
};

struct Drawn {
    Scene scene;
    LayoutRequest request;
    Placement placement;
    double cpu = 0;
};

// Edges by what both pictures call them.
std::string nameOf(const Scene& scene, const Edge& edge) {
    return scene.boxes[edge.from].id + " " + edge.value + " " + scene.boxes[edge.to].id;
}

struct Comparison {
    std::uint64_t crossings_whole = 0, crossings_plain = 0;
    std::size_t common = 0;
    double length = 0;  // Of the common edges, whole / plain.
};

Comparison compare(const Drawn& whole, const Drawn& plain) {
    std::map<std::string, std::uint32_t> known;
    for (std::uint32_t e = 0; e < plain.scene.edges.size(); ++e) {
        known.emplace(nameOf(plain.scene, plain.scene.edges[e]), e);
    }
    std::vector<bool> in_whole(whole.scene.edges.size()), in_plain(plain.scene.edges.size());
    double a = 0, b = 0;
    Comparison result;
    for (std::uint32_t e = 0; e < whole.scene.edges.size(); ++e) {
        if (const auto found = known.find(nameOf(whole.scene, whole.scene.edges[e])); found != known.end()) {
            in_whole[e] = in_plain[found->second] = true;
            a += curveLength(whole.placement.edges[e]);
            b += curveLength(plain.placement.edges[found->second]);
            ++result.common;
        }
    }
    result.crossings_whole = countCrossings(whole.placement, whole.request, in_whole);
    result.crossings_plain = countCrossings(plain.placement, plain.request, in_plain);
    result.length = b > 0 ? a / b : 1;
    return result;
}

int show(const std::string& path, const Options& options, WholeEngine& whole_engine,
         HelperEngine& plain_engine) {
    const auto model = onnx::openModel(path);
    if (!model) {
        fmt::print("{}: {}\n", path, model.error().message());
        return 1;
    }
    const FigureSource source(Scope::main(*model), FoldMode::kOn);
    FigureOptions figure;
    figure.edge_labels = options.labels ? EdgeLabels::kDtype : EdgeLabels::kNone;
    const auto scene = buildScene(source, figure);
    if (!scene) {
        return 1;
    }
    Drawn whole{*scene, layoutRequest(*scene), {}, 0};
    LayoutLimits limits;
    limits.timeout = std::chrono::seconds(120);
    (void)whole_engine.layout(whole.request, limits, {});  // Starts the helpers.
    const auto start = std::chrono::steady_clock::now();
    auto placed = whole_engine.layout(whole.request, limits, {});
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!placed) {
        fmt::print("{}: {}\n", path, placed.error().message());
        return 1;
    }
    whole.placement = std::move(*placed);
    const WholeEngine::Stats stats = whole_engine.stats();
    whole.cpu = stats.helper_cpu_seconds + stats.own_cpu_seconds;
    std::optional<Drawn> plain;
    if (options.plain > 0) {
        FigureOptions same = figure;
        same.ports = false;
        same.edge_labels = EdgeLabels::kNone;
        Drawn drawn{*buildScene(source, same), {}, {}, 0};
        drawn.request = layoutRequest(drawn.scene);
        limits.timeout = std::chrono::milliseconds(static_cast<int>(options.plain * 1000));
        if (auto done = plain_engine.layout(drawn.request, limits, {})) {
            drawn.placement = std::move(*done);
            drawn.cpu = plain_engine.stats().cpu_seconds;
            plain = std::move(drawn);
        }
    }
    const auto boxes = static_cast<double>(whole.scene.boxes.size());
    std::size_t labels = 0, wanted = 0;
    for (std::size_t i = 0; i < whole.placement.labels.size(); ++i) {
        wanted += whole.request.edges[i].label.width > 0 ? 1 : 0;
        labels += whole.placement.labels[i].width > 0 ? 1 : 0;
    }
    fmt::print("{:28.28} {:6} {:5}/{:<5} {:3} {:8.1f} {:8.1f} {:7.1f} {:6.1f}",
               std::filesystem::path(path).stem().string(), whole.scene.boxes.size(), stats.laid_out,
               stats.blocks, stats.in_rows, stats.helper_cpu_seconds * 1e3, stats.own_cpu_seconds * 1e3,
               wall.count() * 1e3, whole.cpu * 1e6 / boxes);
    fmt::print(" {:3} {:3}", countOverlaps(whole.placement),
               countEdgesThroughBoxes(whole.placement, whole.request));
    if (options.labels) {
        fmt::print(" {}/{} ({})", labels, wanted, countLabelsInTheWay(whole.placement));
    }
    if (plain) {
        const Comparison c = compare(whole, *plain);
        fmt::print(" {:8.1f} {:7.1f} {:5}/{:<5} {:5.2f} {:5.2f} {:5.2f}", plain->cpu * 1e3,
                   plain->cpu / whole.cpu, c.crossings_whole, c.crossings_plain, c.length,
                   whole.placement.height / plain->placement.height,
                   whole.placement.width / plain->placement.width);
    } else {
        fmt::print(" {:8} {:7} {:11} {:.0f} x {:.0f}", "-", "-", "-", whole.placement.width,
                   whole.placement.height);
    }
    fmt::print("\n");
    std::fflush(stdout);
    return 0;
}

}  // namespace
}  // namespace qdqlens::test

int main(int count, char** words) {
    using namespace qdqlens;
    setenv("QDQLENS_LIBEXEC", test::programFolder().c_str(), 0);
    test::Options options;
    std::vector<std::string> models;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--plain" && i + 1 < count) {
            options.plain = std::atof(words[++i]);
        } else if (word == "--labels") {
            options.labels = true;
        } else if (word == "--no-reuse") {
            options.reuse = false;
        } else {
            models.push_back(word);
        }
    }
    fmt::print(
        "{:28} {:>6} {:>11} {:>3} {:>8} {:>8} {:>7} {:>6} {:>3} {:>3} {:>8} {:>7} {:>11} {:>5} {:>5} {:>5}\n",
        "model", "boxes", "laid/blocks", "row", "help ms", "own ms", "wall", "us/box", "ovl", "thr",
        "plain ms", "x", "cross w/p", "len", "high", "wide");
    WholeEngine::Options engine_options;
    engine_options.reuse_equal = options.reuse;
    WholeEngine whole_engine(engine_options);
    HelperEngine plain_engine;
    int faults = 0;
    for (const std::string& model : models) {
        faults += test::show(model, options, whole_engine, plain_engine);
    }
    return faults == 0 ? 0 : 1;
}
