// Whole models: laid out by the engine for them and by plain dot in the same run, and written as SVG.
#include <benchmark/benchmark.h>

#include <stdexcept>

#include "core/diagram/figure.h"
#include "core/diagram/layout_request.h"
#include "core/export/svg.h"
#include "core/layout/helper_engine.h"
#include "core/layout/whole/whole_engine.h"
#include "core/onnx/reader.h"
#include "tests/bench/bench_models.h"
#include "tests/bench/bench_table.h"

namespace qdqlens::test {
namespace {

Scene sceneOf(std::string bytes, bool ports) {
    const auto model = onnx::readModel(onnx::Input::fromBytes(std::move(bytes), "bench"));
    if (!model) {
        throw std::runtime_error(model.error().message());
    }
    FigureOptions options;
    options.edge_labels = EdgeLabels::kNone;
    options.ports = ports;
    auto scene = buildScene(FigureSource(Scope::main(*model), FoldMode::kOn), options);
    if (!scene) {
        throw std::runtime_error(scene.error().message());
    }
    return std::move(*scene);
}

// Both warm. Plain dot is asked once for each `rounds` of ours: it takes the longer.
void layoutWhole(benchmark::State& state, std::string (*model)(int), bool reuse_equal) {
    const auto size = static_cast<int>(state.range(0));
    const LayoutRequest whole = layoutRequest(sceneOf(model(size), true));
    const LayoutRequest plain = layoutRequest(sceneOf(model(size), false));
    WholeEngine::Options options;
    options.helpers = 1;
    options.reuse_equal = reuse_equal;
    WholeEngine whole_engine(options);
    HelperEngine plain_engine;
    (void)whole_engine.layout(whole, {}, {});
    plain_engine.warmUp();
    double ours = 0, theirs = 0;
    for (auto _ : state) {
        const bool done = whole_engine.layout(whole, {}, {}) && plain_engine.layout(plain, {}, {});
        if (!done) {
            state.SkipWithError("no layout");
            return;
        }
        ours += whole_engine.stats().helper_cpu_seconds + whole_engine.stats().own_cpu_seconds;
        theirs += plain_engine.stats().cpu_seconds;
    }
    const auto rounds = static_cast<double>(state.iterations());
    setBeside(state, "plain dot", ours / rounds, theirs / rounds);
}
BENCHMARK_CAPTURE(layoutWhole, residual, residualModel, true)->Arg(20)->Arg(40)->Iterations(5);
BENCHMARK_CAPTURE(layoutWhole, encoder, encoderModel, true)->Arg(4)->Arg(8)->Iterations(2);
BENCHMARK_CAPTURE(layoutWhole, encoder_each_block, encoderModel, false)->Arg(8)->Iterations(2);

// Twice the boxes take twice the time.
void layoutLinear(benchmark::State& state) {
    WholeEngine::Options options;
    options.helpers = 1;
    WholeEngine engine(options);
    double cpu[2] = {0, 0};
    const LayoutRequest requests[2] = {layoutRequest(sceneOf(encoderModel(40), true)),
                                       layoutRequest(sceneOf(encoderModel(160), true))};
    for (auto _ : state) {
        for (int i = 0; i < 2; ++i) {
            (void)engine.layout(requests[i], {}, {});
            cpu[i] += engine.stats().helper_cpu_seconds + engine.stats().own_cpu_seconds;
        }
    }
    const auto rounds = static_cast<double>(state.iterations());
    setBeside(state, "160 layers (linear: 4x)", cpu[0] / rounds, cpu[1] / rounds);
}
BENCHMARK(layoutLinear)->Iterations(5);

// About 10,000 boxes.
void svg(benchmark::State& state) {
    const Scene scene = sceneOf(residualModel(700), true);
    WholeEngine engine;
    const auto placement = engine.layout(layoutRequest(scene), {}, {});
    if (!placement) {
        state.SkipWithError("no layout");
        return;
    }
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = writeSvg(scene, *placement).size();
    }
    state.SetLabel(std::to_string(scene.boxes.size()) + " boxes, " + std::to_string(bytes / 1024) + " KiB");
}
BENCHMARK(svg)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace qdqlens::test
