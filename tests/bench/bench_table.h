// One table of all benchmarks, with what each is held against in the same run.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace qdqlens::test {

/// Says what ran beside this, for how long, and by which factor it was slower; the table shows all three.
/// `seconds` of ours and of the other, for the same work.
void setBeside(benchmark::State& state, const std::string& what, double ours, double other);

/// CPU that this process has used, seconds.
[[nodiscard]] double cpuSeconds();

}  // namespace qdqlens::test
