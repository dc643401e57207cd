// Our reader against protobuf's own parse of the same bytes, which copies everything. `ratio` is protobuf's
// time over ours. Also over the file in $QDQLENS_BENCH_MODEL, where it is set.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <qdqlens_onnx.pb.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/onnx/reader.h"
#include "resources/samples/model_builder.h"

namespace qdqlens::test {

namespace {

using onnx::DataType;
using samples::TensorSpec;

/// 2,000 times weight, DequantizeLinear, Conv, QuantizeLinear, DequantizeLinear, on metadata: 8,000 nodes.
std::string chainModel() {
    samples::ModelBuilder m;
    m.input("x", DataType::kFloat32, {"batch", 16, 8, 8});
    std::string value = "x";
    for (int i = 0; i < 2000; ++i) {
        const std::string weight = m.initializer(fmt::format("layers.{}.weight", i),
                                                 TensorSpec::filled(DataType::kInt8, {16, 16, 3, 3}, 1));
        auto conv = m.node("Conv", {value, m.dequantize(weight, {.scale = {0.01}})});
        conv.out(fmt::format("conv_{}", i)).ints("pads", {1, 1, 1, 1}).ints("strides", {1, 1});
        conv.meta("namespace", fmt::format(": Net/layers.{}: Conv2d", i));
        value = m.qdq(conv, 0.02, -128);
        m.valueInfo(value, DataType::kFloat32, {"batch", 16, 8, 8});
    }
    m.output(value);
    return m.serialize();
}

std::shared_ptr<const onnx::Input> benchInput() {
    const char* path = std::getenv("QDQLENS_BENCH_MODEL");
    if (path == nullptr || *path == '\0') {
        return onnx::Input::fromBytes(chainModel(), "chain of 8,000 nodes");
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

double secondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

void readModel(benchmark::State& state) {
    state.SetLabel(sharedInput()->name());
    for (auto _ : state) {
        readOnce();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * sharedInput()->bytes().size()));
}
BENCHMARK(readModel)->Unit(benchmark::kMillisecond);

void protobufParse(benchmark::State& state) {
    state.SetLabel(sharedInput()->name());
    for (auto _ : state) {
        parseOnce();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * sharedInput()->bytes().size()));
}
BENCHMARK(protobufParse)->Unit(benchmark::kMillisecond);

/// Both in turn, so that a busy machine is busy for both.
void protobufOverReader(benchmark::State& state) {
    double ours = 0;
    double theirs = 0;
    for (auto _ : state) {
        ours += secondsOf(readOnce);
        theirs += secondsOf(parseOnce);
    }
    state.counters["ratio"] = theirs / ours;
}
BENCHMARK(protobufOverReader)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace qdqlens::test
