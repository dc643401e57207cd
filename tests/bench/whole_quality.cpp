// qdqlens-whole-quality [--plain SECONDS] [--plain-most BOXES] [--helpers N] [--no-reuse] [--labels] MODEL...
// Whole models laid out by plain dot and by the engine for whole models, beside each other: CPU of the
// helpers and of this program, faults, crossings, lengths, height; then what that comes to over all of them
// (whole_summary.h). "-" where plain dot does not end in the time given, or is not asked: for more boxes than
// `--plain-most`. What has too few boxes for the engine is left out.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/diagram/figure.h"
#include "core/diagram/layout_request.h"
#include "core/layout/helper_engine.h"
#include "core/layout/whole/whole_engine.h"
#include "core/onnx/reader.h"
#include "tests/bench/whole_summary.h"
#include "tests/support/layout_quality.h"
#include "tests/support/layouts.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

struct Options {
    double plain = 20;
    std::size_t plain_most = ~std::size_t{0};  // Boxes: plain dot is not even asked for more.
    bool labels = false;
    bool reuse = true;
    unsigned helpers = 0;
};

// Quick layouts are measured as often as that; the least counts, for both engines.
constexpr int kTimes = 5;
constexpr double kQuick = 0.1;  // Seconds.

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

// Fills what the row says of both.
void compare(const Drawn& whole, const Drawn& plain, WholeRow& row) {
    std::map<std::string, std::uint32_t> known;
    for (std::uint32_t e = 0; e < plain.scene.edges.size(); ++e) {
        known.emplace(nameOf(plain.scene, plain.scene.edges[e]), e);
    }
    std::vector<bool> in_whole(whole.scene.edges.size()), in_plain(plain.scene.edges.size());
    double a = 0, b = 0;
    for (std::uint32_t e = 0; e < whole.scene.edges.size(); ++e) {
        if (const auto found = known.find(nameOf(whole.scene, whole.scene.edges[e])); found != known.end()) {
            in_whole[e] = in_plain[found->second] = true;
            a += curveLength(whole.placement.edges[e]);
            b += curveLength(plain.placement.edges[found->second]);
        }
    }
    row.plain_seconds = plain.cpu;
    row.crossings = countCrossings(whole.placement, whole.request, in_whole);
    row.plain_crossings = countCrossings(plain.placement, plain.request, in_plain);
    row.length = b > 0 ? a / b : 1;
    row.height = whole.placement.height / plain.placement.height;
    row.width = whole.placement.width / plain.placement.width;
}

// Once, and again while that is quick.
template <class Lay>
bool measure(Drawn& drawn, Lay lay) {
    for (int i = 0; i < kTimes; ++i) {
        double cpu = 0;
        Result<Placement> placed = lay(drawn.request, cpu);
        if (!placed) {
            return false;
        }
        drawn.cpu = i == 0 ? cpu : std::min(drawn.cpu, cpu);
        drawn.placement = std::move(*placed);
        if (cpu > kQuick) {
            break;
        }
    }
    return true;
}

class Table {
  public:
    explicit Table(const Options& options) : options_(options), whole_engine_(engineOptions(options)) {
        const LayoutRequest small = neighbourhood(1, 20, false);
        (void)plain_engine_.layout(small, {}, {});  // Starts the helper.
        fmt::print(
            "{:28} {:>6} {:>11} {:>3} {:>8} {:>8} {:>7} {:>3} {:>3} {:>9} {:>7} {:>11} {:>5} {:>5} {:>5}\n",
            "model", "boxes", "laid/blocks", "row", "help ms", "own ms", "us/box", "ovl", "thr", "plain ms",
            "x", "cross w/p", "len", "high", "wide");
    }

    /// False where the file cannot be read or laid out.
    bool show(const std::string& path) {
        const auto model = onnx::openModel(path);
        if (!model) {
            fmt::print("{}: {}\n", path, model.error().message());
            return false;
        }
        const FigureSource source(Scope::main(*model), FoldMode::kOn);
        FigureOptions figure;
        figure.edge_labels = options_.labels ? EdgeLabels::kDtype : EdgeLabels::kNone;
        const auto scene = buildScene(source, figure);
        if (!scene) {
            fmt::print("{}: {}\n", path, scene.error().message());
            return false;
        }
        if (scene->boxes.size() <= kWholeAbove) {
            return true;
        }
        Drawn whole{*scene, layoutRequest(*scene), {}, 0};
        if (!layWhole(whole)) {
            fmt::print("{}: could not be laid out\n", path);
            return false;
        }
        WholeRow row;
        row.model = std::filesystem::path(path).stem().string();
        row.boxes = whole.scene.boxes.size();
        row.seconds = whole.cpu;
        row.overlaps = countOverlaps(whole.placement);
        row.through = countEdgesThroughBoxes(whole.placement, whole.request);
        FigureOptions same = figure;
        same.ports = false;
        same.edge_labels = EdgeLabels::kNone;
        Drawn plain{*buildScene(source, same), {}, {}, 0};
        plain.request = layoutRequest(plain.scene);
        if (options_.plain > 0 && row.boxes <= options_.plain_most && layPlain(plain)) {
            compare(whole, plain, row);
        }
        print(row, whole);
        rows_.push_back(std::move(row));
        return true;
    }

    void sum() const { fmt::print("{}", wholeSummary(rows_)); }

  private:
    static WholeEngine::Options engineOptions(const Options& options) {
        WholeEngine::Options out;
        out.reuse_equal = options.reuse;
        out.helpers = options.helpers;
        return out;
    }

    bool layWhole(Drawn& drawn) {
        (void)whole_engine_.layout(drawn.request, {}, {});  // Helpers start and grow warm.
        double least = 0;
        return measure(drawn, [&](const LayoutRequest& request, double& cpu) {
            auto placed = whole_engine_.layout(request, {}, {});
            const WholeEngine::Stats stats = whole_engine_.stats();
            cpu = stats.helper_cpu_seconds + stats.own_cpu_seconds;
            if (stats_.blocks == 0 || cpu < least) {
                least = cpu;
                stats_ = stats;
            }
            return placed;
        });
    }

    bool layPlain(Drawn& drawn) {
        LayoutLimits limits;
        limits.timeout = std::chrono::milliseconds(static_cast<int>(options_.plain * 1000));
        return measure(drawn, [&](const LayoutRequest& request, double& cpu) {
            auto placed = plain_engine_.layout(request, limits, {});
            cpu = plain_engine_.stats().cpu_seconds;
            return placed;
        });
    }

    void print(const WholeRow& row, const Drawn& whole) {
        const WholeEngine::Stats stats = std::exchange(stats_, {});
        fmt::print("{:28.28} {:6} {:5}/{:<5} {:3} {:8.1f} {:8.1f} {:7.1f} {:3} {:3}", row.model, row.boxes,
                   stats.laid_out, stats.blocks, stats.in_rows, stats.helper_cpu_seconds * 1e3,
                   stats.own_cpu_seconds * 1e3, row.seconds * 1e6 / static_cast<double>(row.boxes),
                   row.overlaps, row.through);
        if (row.plain_seconds) {
            fmt::print(" {:9.1f} {:7.1f} {:5}/{:<5} {:5.2f} {:5.2f} {:5.2f}", *row.plain_seconds * 1e3,
                       *row.plain_seconds / row.seconds, row.crossings, row.plain_crossings, row.length,
                       row.height, row.width);
        } else {
            fmt::print(" {:>9} {:>7} {:>11} {:.0f} x {:.0f}", "-", "-", "-", whole.placement.width,
                       whole.placement.height);
        }
        if (options_.labels) {
            std::size_t placed = 0, wanted = 0;
            for (std::size_t i = 0; i < whole.placement.labels.size(); ++i) {
                wanted += whole.request.edges[i].label.width > 0 ? 1 : 0;
                placed += whole.placement.labels[i].width > 0 ? 1 : 0;
            }
            fmt::print("  labels {}/{}, {} in the way", placed, wanted, countLabelsInTheWay(whole.placement));
        }
        fmt::print("\n");
        std::fflush(stdout);
    }

    Options options_;
    WholeEngine whole_engine_;
    HelperEngine plain_engine_;
    WholeEngine::Stats stats_;
    std::vector<WholeRow> rows_;
};

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
        } else if (word == "--helpers" && i + 1 < count) {
            options.helpers = static_cast<unsigned>(std::atoi(words[++i]));
        } else if (word == "--plain-most" && i + 1 < count) {
            options.plain_most = static_cast<std::size_t>(std::atoll(words[++i]));
        } else if (word == "--labels") {
            options.labels = true;
        } else if (word == "--no-reuse") {
            options.reuse = false;
        } else {
            models.push_back(word);
        }
    }
    test::Table table(options);
    bool sound = true;
    for (const std::string& model : models) {
        sound = table.show(model) && sound;
    }
    table.sum();
    return sound ? 0 : 1;
}
