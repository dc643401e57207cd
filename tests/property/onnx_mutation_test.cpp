// Broken models: never a crash, always a place; and where protobuf's own parse succeeds too, the same model.
#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "core/onnx/reader.h"
#include "core/onnx/tensor_data.h"
#include "resources/samples/model_builder.h"
#include "tests/support/schema_compare.h"
#include "tests/support/wire_mutation.h"

namespace qdqlens::test {

namespace {

using onnx::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::TensorSpec;
using samples::TypeSpec;

/// A small model with every kind of message in it.
std::string sampleBytes() {
    ModelBuilder m;
    m.producer("test", "1").modelDoc("doc").modelMeta("key", "value");
    m.input("x", DataType::kFloat32, {"batch", 3, 4, 4});
    m.input("s", TypeSpec::sequence(TypeSpec::optional(TypeSpec(DataType::kInt64, {2}))));
    m.input("m", TypeSpec::map(DataType::kString, TypeSpec(DataType::kFloat32)));
    const std::string w = m.initializer("w", TensorSpec::filled(DataType::kInt8, {2, 3, 1, 1}, 1));
    const std::string dq = m.dequantize(w, {.scale = {0.5}});
    auto conv = m.node("Conv", {m.qdq("x", 0.02, -128), dq});
    conv.ints("pads", {0, 0, 0, 0})
        .attr("auto_pad", std::string("NOTSET"))
        .floats("f", {1, 2})
        .meta("scope", "a/b");
    m.initializer("t", TensorSpec(DataType::kFloat32, {3}, {1, 2, 3}).typed());
    m.initializer("h", TensorSpec(DataType::kInt4, {3}, {1, 2, 3}).typed());
    m.initializer("u", TensorSpec::strings({2}, {"a", "b"}));
    m.initializer("e", TensorSpec::filled(DataType::kFloat32, {3}, 1).external("e.bin", 0, 12));
    m.sparseInitializer("sp", TensorSpec(DataType::kFloat32, {1}, {1}),
                        TensorSpec::of<std::int64_t>({1}, {2}), {4});
    GraphBuilder then = m.subgraph("then");
    then.node("Relu", {conv}).out("then_y");
    then.output("then_y");
    m.node("If", {"c"}).attr("then_branch", then).out("y");
    m.annotate("w", {{"SCALE_TENSOR", "scale"}});
    m.output("y", DataType::kFloat32, {"batch", samples::DimSpec{}});
    auto& function = m.function("local", "F", {"a"}, {"b"});
    function.attribute("alpha", 0.5F);
    function.node("Relu", {"a"}).out("b");
    return m.serialize();
}

void decodeEverything(const onnx::Model& model) {
    for (const onnx::Tensor& tensor : model.graph.initializers) {
        static_cast<void>(onnx::decodeAll(model, tensor, 1000));
        static_cast<void>(onnx::decodeStrings(model, tensor, 1000));
        static_cast<void>(onnx::storageBytes(tensor));
        static_cast<void>(onnx::decode(model, tensor, 5, 3));
    }
}

void checkBytes(const std::string& bytes) {
    const auto model = onnx::readModel(onnx::Input::fromBytes(bytes, "m.onnx"));
    if (!model) {
        RC_ASSERT(model.error().where == "m.onnx");
        RC_ASSERT(model.error().what.find("byte") != std::string::npos ||
                  model.error().what.rfind("not an ONNX model but ", 0) == 0);
        return;
    }
    decodeEverything(**model);
    schema::ModelProto proto;
    if (proto.ParseFromString(bytes)) {
        const auto difference = firstDifference(**model, proto);
        RC_ASSERT(difference.value_or("") == "");
    }
}

}  // namespace

RC_GTEST_PROP(OnnxMutation, BrokenBytesNeverCrashAndAgreeWithProtobuf, (std::uint64_t seed)) {
    static const std::string kSample = sampleBytes();
    std::mt19937_64 random(seed);
    for (int i = 0; i < 50; ++i) {
        checkBytes(mutate(kSample, random));
    }
}

RC_GTEST_PROP(OnnxMutation, AnyBytes, (const std::string& bytes)) {
    checkBytes(bytes);
}

TEST(OnnxMutation, EveryTruncation) {
    const std::string sample = sampleBytes();
    for (std::size_t size = 0; size < sample.size(); ++size) {
        checkBytes(sample.substr(0, size));
    }
}

TEST(OnnxMutation, TheSampleItselfIsGood) {
    const auto model = onnx::readModel(onnx::Input::fromBytes(sampleBytes()));
    ASSERT_TRUE(model.has_value()) << model.error().message();
    schema::ModelProto proto;
    ASSERT_TRUE(proto.ParseFromString(sampleBytes()));
    EXPECT_EQ(firstDifference(**model, proto).value_or(""), "");
    proto.mutable_graph()->mutable_node(0)->set_name("other");
    EXPECT_NE(firstDifference(**model, proto).value_or(""), "");
}

}  // namespace qdqlens::test
