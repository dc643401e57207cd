#include "tests/bench/bench_models.h"

#include <fmt/format.h>

#include "resources/samples/model_builder.h"

namespace qdqlens::test {

namespace {

using onnx::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

std::string weight(ModelBuilder& m, const std::string& name) {
    return m.dequantize(m.initializer(name, TensorSpec::filled(DataType::kInt8, {8, 8}, 1)),
                        {.scale = {0.01}});
}

// x · weight + bias, each in QDQ form.
std::string linear(ModelBuilder& m, const std::string& x, const std::string& name) {
    const auto product = m.node("MatMul", {x, weight(m, name + ".weight")}).name(name + "/MatMul");
    const std::string bias = m.initializer(name + ".bias", TensorSpec::filled(DataType::kFloat32, {8}, 1));
    return m.qdq(m.node("Add", {m.qdq(product, 0.02, 0), bias}).name(name + "/Add"), 0.02, 0);
}

// Heads apart.
std::string heads(ModelBuilder& m, const std::string& x, const std::string& name) {
    const std::string shape = m.initializer(name + ".shape", TensorSpec::filled(DataType::kInt64, {4}, 1));
    const auto split = m.node("Reshape", {x, shape}).name(name + "/Reshape");
    return m.node("Transpose", {split}).name(name + "/Transpose").ints("perm", {0, 2, 1, 3});
}

std::string norm(ModelBuilder& m, const std::string& x, const std::string& name) {
    const std::string scale = m.initializer(name + ".weight", TensorSpec::filled(DataType::kFloat32, {8}, 1));
    const auto normed = m.node("LayerNormalization", {x, scale}).name(name + "/LayerNormalization");
    return m.qdq(normed, 0.02, 0);
}

std::string encoderLayer(ModelBuilder& m, const std::string& x, const std::string& mask, int layer) {
    const std::string at = fmt::format("/encoder/layer.{}", layer);
    const std::string q = heads(m, linear(m, x, at + "/query"), at + "/query");
    const std::string k = heads(m, linear(m, x, at + "/key"), at + "/key");
    const std::string v = heads(m, linear(m, x, at + "/value"), at + "/value");
    const auto scores = m.node("MatMul", {q, k}).name(at + "/scores");
    const auto masked = m.node("Add", {m.qdq(scores, 0.1, 0), mask}).name(at + "/mask");
    const auto soft = m.node("Softmax", {masked}).name(at + "/softmax");
    const auto mixed = m.node("MatMul", {m.qdq(soft, 0.004, -128), v}).name(at + "/mixed");
    const std::string attended = linear(m, heads(m, m.qdq(mixed, 0.02, 0), at + "/joined"), at + "/output");
    const auto first = m.node("Add", {attended, x}).name(at + "/add");
    const std::string between = norm(m, m.qdq(first, 0.03, 0), at + "/norm");
    const std::string up = linear(m, between, at + "/up");
    const auto erf = m.node("Erf", {up}).name(at + "/erf");
    const auto gelu = m.node("Mul", {up, m.qdq(erf, 0.02, 0)}).name(at + "/gelu");
    const std::string down = linear(m, m.qdq(gelu, 0.02, 0), at + "/down");
    const auto second = m.node("Add", {down, between}).name(at + "/add_1");
    return norm(m, m.qdq(second, 0.03, 0), at + "/norm_1");
}

std::string convolution(ModelBuilder& m, const std::string& x, const std::string& name) {
    return m.node("Conv", {x, weight(m, name + ".weight")}).name(name + "/Conv").ints("pads", {1, 1, 1, 1});
}

}  // namespace

std::string encoderModel(int layers) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"batch", 8, 8});
    m.input("mask", DataType::kFloat32, {"batch", 1, 8, 8});
    std::string value = m.qdq("x", 0.02, 0);
    const std::string mask = m.qdq("mask", 0.1, 0);
    for (int layer = 0; layer < layers; ++layer) {
        value = encoderLayer(m, value, mask, layer);
    }
    m.output(value);
    return m.serialize();
}

std::string residualModel(int blocks) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"batch", 8, 8, 8});
    std::string value = m.qdq("x", 0.02, 0);
    for (int block = 0; block < blocks; ++block) {
        const std::string at = fmt::format("/layer.{}", block);
        std::string branch = value;
        for (const char* part : {"/conv1", "/conv2", "/conv3"}) {
            const std::string sum = convolution(m, branch, at + part);
            branch = m.qdq(m.node("Relu", {sum}).name(at + part + "/Relu"), 0.02, -128);
        }
        value = m.qdq(m.node("Add", {branch, value}).name(at + "/Add"), 0.02, 0);
    }
    m.output(value);
    return m.serialize();
}

std::string chainModel(int links) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"batch", 16, 8, 8});
    std::string value = "x";
    for (int i = 0; i < links; ++i) {
        const std::string w = m.initializer(fmt::format("layers.{}.weight", i),
                                            TensorSpec::filled(DataType::kInt8, {16, 16, 3, 3}, 1));
        auto conv = m.node("Conv", {value, m.dequantize(w, {.scale = {0.01}})});
        conv.out(fmt::format("conv_{}", i)).ints("pads", {1, 1, 1, 1}).ints("strides", {1, 1});
        conv.meta("namespace", fmt::format(": Net/layers.{}: Conv2d", i));
        value = m.qdq(conv, 0.02, -128);
        m.valueInfo(value, DataType::kFloat32, {"batch", 16, 8, 8});
    }
    m.output(value);
    return m.serialize();
}

}  // namespace qdqlens::test
