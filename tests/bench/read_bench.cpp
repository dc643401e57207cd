// Our reader beside protobuf's own parse of the same bytes, which copies everything: a chain of 8,000 nodes,
// or the file in $QDQLENS_BENCH_MODEL.
#include <benchmark/benchmark.h>
#include <qdqlens_onnx.pb.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/onnx/reader.h"
#include "tests/bench/bench_models.h"
#include "tests/bench/bench_table.h"

namespace qdqlens::test {

namespace {

std::shared_ptr<const onnx::Input> benchInput() {
    const char* path = std::getenv("QDQLENS_BENCH_MODEL");
    if (path == nullptr || *path == '\0') {
        return onnx::Input::fromBytes(chainModel(2000), "chain of 8,000 nodes");
    }
    auto input = onnx::Input::open(path);
    if (!input) {
        throw std::runtime_error(input.error().message());
    }
    return *input;
}

const std::shared_ptr<const onnx::Input>& sharedInput() {
    static const std::shared_ptr<const onnx::Input> kInput = benchInput();
    return kInput;
}

void readOnce() {
    auto model = onnx::readModel(sharedInput());
    if (!model) {
        throw std::runtime_error(model.error().message());
    }
    benchmark::DoNotOptimize(model);
}

void parseOnce() {
    const std::string_view bytes = sharedInput()->bytes();
    schema::ModelProto proto;
    if (!proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        throw std::runtime_error("protobuf cannot parse the model");
    }
    benchmark::DoNotOptimize(proto);
}

/// Both in turn, so that a busy machine is busy for both.
void readModel(benchmark::State& state) {
    sharedInput();  // Made before anything is timed.
    double ours = 0;
    double theirs = 0;
    for (auto _ : state) {
        const double start = cpuSeconds();
        readOnce();
        const double middle = cpuSeconds();
        parseOnce();
        ours += middle - start;
        theirs += cpuSeconds() - middle;
    }
    const auto rounds = static_cast<double>(state.iterations());
    setBeside(state, "full protobuf parse", ours / rounds, theirs / rounds);
}
BENCHMARK(readModel)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace qdqlens::test
