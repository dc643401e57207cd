// A warm helper on graphs like the surroundings of a node: what the helper spends (median and 95th percentile
// over 400 graphs of 20 to 60 boxes), and what starting one costs the caller.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "core/layout/helper_engine.h"
#include "tests/bench/bench_table.h"
#include "tests/support/layouts.h"

namespace qdqlens::test {
namespace {

double quantile(std::vector<double>& values, double q) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

void layoutNeighbourhoods(benchmark::State& state) {
    std::vector<LayoutRequest> requests;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        requests.push_back(neighbourhood(seed, 20 + seed % 41, state.range(0) != 0));
        requests.back().rankdir = state.range(1) == 0 ? RankDir::kTopBottom : RankDir::kLeftRight;
    }
    HelperEngine engine;
    (void)engine.layout(requests[0], {}, {});
    std::vector<double> cpu;  // Seconds.
    std::size_t next = 0;
    for (auto _ : state) {
        const auto placement = engine.layout(requests[next++ % requests.size()], {}, {});
        if (!placement) {
            state.SkipWithError(placement.error().message().c_str());
            return;
        }
        cpu.push_back(engine.stats().cpu_seconds);
    }
    setBeside(state, "95th percentile", quantile(cpu, 0.5), quantile(cpu, 0.95));
}

void startHelper(benchmark::State& state) {
    const LayoutRequest request = neighbourhood(1, 20, true);
    for (auto _ : state) {
        HelperEngine engine;
        benchmark::DoNotOptimize(engine.layout(request, {}, {}));
    }
}

BENCHMARK(layoutNeighbourhoods)
    ->ArgNames({"labels", "left_right"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Iterations(800)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(startHelper)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace qdqlens::test
