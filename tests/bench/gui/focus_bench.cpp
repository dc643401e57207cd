// From asking for a focus to its picture painted, in the window, over 300 random nodes and the 20 with the
// most neighbours: focus-bench MODEL.onnx (or $QDQLENS_BENCH_MODEL). Ends with 1 where the limits are not
// kept.
#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <vector>

#include "tests/bench/gui/bench_report.h"
#include "tests/bench/gui/bench_window.h"

namespace {

using namespace qdqlens;

constexpr int kHops = 2;
constexpr int kRandomNodes = 300;
constexpr std::size_t kHubs = 20;
constexpr double kMedianMs = 50;
constexpr double kP99Ms = 150;

std::size_t neighbours(const Topology& topology, NodeId node) {
    std::set<std::uint32_t> found;
    for (const ValueId input : topology.inputs(node)) {
        if (input != kNoValue && topology.value(input).producer != kNoNode) {
            found.insert(index(topology.value(input).producer));
        }
    }
    for (const ValueId output : topology.outputs(node)) {
        if (output != kNoValue) {
            for (const Use& use : topology.uses(output)) {
                found.insert(index(use.node));
            }
        }
    }
    return found.size();
}

std::vector<NodeId> chosenNodes(const FigureSource& source) {
    std::vector<NodeId> unfolded;
    for (std::uint32_t i = 0; i < source.scope().topology().nodeCount(); ++i) {
        if (!source.folding().folded(NodeId{i})) {
            unfolded.push_back(NodeId{i});
        }
    }
    std::vector<NodeId> chosen;
    std::mt19937 random(20261130);
    for (int i = 0; i < kRandomNodes; ++i) {
        chosen.push_back(unfolded[random() % unfolded.size()]);
    }
    std::stable_sort(unfolded.begin(), unfolded.end(), [&](NodeId a, NodeId b) {
        return neighbours(source.scope().topology(), a) > neighbours(source.scope().topology(), b);
    });
    unfolded.resize(std::min(unfolded.size(), kHubs));
    chosen.insert(chosen.end(), unfolded.begin(), unfolded.end());
    return chosen;
}

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && !qEnvironmentVariableIsSet("DISPLAY")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("qdqlens-bench"));
    const QString model =
        argc > 1 ? QString::fromLocal8Bit(argv[1]) : qEnvironmentVariable("QDQLENS_BENCH_MODEL");
    if (model.isEmpty()) {
        std::fprintf(stderr, "focus-bench: name a model, or set QDQLENS_BENCH_MODEL\n");
        return 2;
    }
    Appearance appearance;
    MainWindow window(appearance);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(1440, 900);
    window.show();
    if (!bench::untilPainted(window, [&] { window.open({model.toStdString(), {}, kHops, Level::kNodes}); })) {
        return 3;
    }
    std::vector<double> times;
    for (const NodeId node : chosenNodes(*window.session().source())) {
        QElapsedTimer timer;
        timer.start();
        if (!bench::untilPainted(window, [&] { window.session().focusOn({node, kNoValue}); })) {
            return 3;
        }
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (times.back() > kP99Ms) {
            const FigureResult& shown = window.session().shown();
            std::printf("%.1f ms: node %u, %zu boxes, layout %.1f ms\n", times.back(), index(node),
                        shown.figure->scene.boxes.size(),
                        static_cast<double>(shown.layout_time.count()) / 1e3);
        }
    }
    bench::Report report;
    report.row("foci", static_cast<double>(times.size()), "");
    report.row("focus change, median", bench::quantile(times, 0.5), "ms", kMedianMs);
    report.row("focus change, 95th percentile", bench::quantile(times, 0.95), "ms");
    report.row("focus change, 99th percentile", bench::quantile(times, 0.99), "ms", kP99Ms);
    report.row("focus change, largest", bench::quantile(times, 1), "ms");
    return report.kept() ? 0 : 1;
}
