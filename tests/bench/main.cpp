// qdqlens-bench [OPTION…]: Google Benchmark's options, and its own formats with --benchmark_out; on the
// terminal one table: CPU of one round, and beside it that of what it is held against.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string>

#include "tests/bench/bench_table.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

void setBeside(benchmark::State& state, const std::string& what, double ours, double other) {
    state.SetLabel(what);
    state.counters["ours_ms"] = ours * 1e3;
    state.counters["beside_ms"] = other * 1e3;
}

double cpuSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

namespace {

class TableReporter : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context& /*context*/) override {
        fmt::print("{:44} {:>10}  {:30} {:>10} {:>8}\n", "benchmark", "CPU ms", "beside", "CPU ms", "ratio");
        return true;
    }

    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            show(run);
        }
        std::fflush(stdout);
    }

  private:
    void show(const Run& run) {
        if (run.error_occurred) {
            fmt::print("{:44} {}\n", run.benchmark_name(), run.error_message);
            return;
        }
        const double rounds = run.iterations > 0 ? static_cast<double>(run.iterations) : 1;
        const auto ours = run.counters.find("ours_ms");
        const double cpu =
            ours != run.counters.end() ? ours->second.value : run.cpu_accumulated_time / rounds * 1e3;
        fmt::print("{:44} {:10.2f}", run.run_name.function_name + arguments(run), cpu);
        if (const auto beside = run.counters.find("beside_ms"); beside != run.counters.end()) {
            fmt::print("  {:30} {:10.2f} {:7.1f}x", run.report_label, beside->second.value,
                       beside->second.value / cpu);
        } else {
            fmt::print("  {}", run.report_label);
        }
        fmt::print("\n");
    }

    static std::string arguments(const Run& run) {
        return run.run_name.args.empty() ? "" : "/" + run.run_name.args;
    }
};

}  // namespace
}  // namespace qdqlens::test

int main(int count, char** words) {
    setenv("QDQLENS_LIBEXEC", qdqlens::test::programFolder().c_str(), 0);
    benchmark::Initialize(&count, words);
    if (benchmark::ReportUnrecognizedArguments(count, words)) {
        return 1;
    }
    qdqlens::test::TableReporter table;
    benchmark::RunSpecifiedBenchmarks(&table);
    return 0;
}
