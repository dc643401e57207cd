#include "core/qdq/quantization.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "resources/samples/model_builder.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::Quant;
using samples::TensorSpec;

std::string lineFor(const Quant& quant) {
    ModelBuilder m(21);
    m.input("x", DataType::kFloat32, {4, 32});
    m.quantize("x", quant).out("y");
    m.output("y");
    const auto scope = scopeOf(m.serialize());
    return parameterLine(*scope, quantParameters(*scope, NodeId{0}));
}

TEST(ParameterLine, FollowsTheContract) {
    EXPECT_EQ(lineFor({.scale = {0.01F}, .zero_point = {-128}}), "scale=0.01 zp=-128");
    EXPECT_EQ(lineFor({.scale = {0.0021F, 0.0138F, 0.005F}, .axis = 0}),
              "scale[3] 0.0021…0.0138 axis=0 zp=0");
    EXPECT_EQ(lineFor({.scale = {0.5F, 0.5F}, .zero_point = {3, 131}, .type = DataType::kUInt8, .axis = 1}),
              "scale[2] 0.5 axis=1 zp=3…131");
    EXPECT_EQ(
        lineFor(
            {.scale = {0.002F, 0.013F, 0.003F, 0.004F}, .axis = 0, .block_size = 32, .scale_dims = {2, 2}}),
        "scale[2×2] 0.002…0.013 axis=0 block=32 zp=0");
    EXPECT_EQ(lineFor({.scale = {0.5F}, .zero_point = {}}), "scale=0.5 zp=0 (none)");
    EXPECT_EQ(lineFor({.scale = {0.002F, std::nan(""), 0.013F}, .axis = 0}),
              "scale[3] 0.002…0.013 +1 NaN axis=0 zp=0");
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(lineFor({.scale = {inf, std::nan("")}, .axis = 0}), "scale[2] +1 NaN +1 inf axis=0 zp=0");
}

TEST(ParameterLine, AVectorOfOneScaleIsPerTensor) {
    EXPECT_EQ(lineFor({.scale = {0.25F}, .scale_dims = {1}}), "scale=0.25 zp=0");
}

TEST(ParameterLine, ScaleThatIsNotConstantIsNamed) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.node("DynamicQuantizeLinear", {"x"}).outs({"q", "q_scale", "q_zp"});
    m.node("DequantizeLinear", {"q", "q_scale", "q_zp"}).out("y");
    const auto scope = scopeOf(m.serialize());
    EXPECT_EQ(parameterLine(*scope, quantParameters(*scope, NodeId{1})), "scale=‹q_scale› zp=‹q_zp›");
}

TEST(QuantParameters, ScalesBehindConstantIdentityAndCastAreRead) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.constant(TensorSpec::filled(DataType::kFloat64, {}, 0.25), "s64");
    m.node("Cast", {"s64"}).attr("to", 1).out("s32");
    m.node("Identity", {"s32"}).out("s");
    m.constant(TensorSpec::filled(DataType::kUInt8, {}, 7), "z");
    m.node("QuantizeLinear", {"x", "s", "z"}).out("q");
    const auto scope = scopeOf(m.serialize());
    const QuantParameters p = quantParameters(*scope, NodeId{4});
    EXPECT_EQ(parameterLine(*scope, p), "scale=0.25 zp=7");
    EXPECT_EQ(p.type, onnx::DataType::kUInt8);
    ASSERT_TRUE(p.scale.has_value());
    EXPECT_EQ(p.scale->front().type, onnx::DataType::kFloat32);
}

TEST(ParameterLine, ConstantsThatAreNotComputedAreNoNames) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.initializer("s", TensorSpec::filled(DataType::kFloat32, {}, 0.5));
    m.node("Mul", {"s", "s"}).out("ss");
    m.node("Unsqueeze", {"s", "axes"}).out("s1");
    m.initializer("axes", TensorSpec::of<std::int64_t>({1}, {0}));
    m.node("QuantizeLinear", {"x", "ss"}).out("q");
    m.node("QuantizeLinear", {"x", "s1"}).out("r");
    const auto scope = scopeOf(m.serialize());
    EXPECT_EQ(parameterLine(*scope, quantParameters(*scope, NodeId{2})), "scale=‹Mul(0.5, 0.5)› zp=0 (none)");
    EXPECT_EQ(parameterLine(*scope, quantParameters(*scope, NodeId{3})), "scale=0.5 zp=0 (none)");
}

TEST(QuantParameters, TypeComesFromZeroPointThenOutputDtypeThenDefault) {
    const auto typeOf = [](auto change) {
        ModelBuilder m(21);
        m.input("x", DataType::kFloat32, {4});
        m.initializer("s", TensorSpec::filled(DataType::kFloat32, {}, 1));
        m.initializer("z", TensorSpec::filled(DataType::kInt16, {}, 0));
        change(m);
        const auto scope = scopeOf(m.serialize());
        return quantParameters(*scope, NodeId{0}).type;
    };
    EXPECT_EQ(typeOf([](ModelBuilder& m) {
                  m.node("QuantizeLinear", {"x", "s", "z"});
              }),
              onnx::DataType::kInt16);
    EXPECT_EQ(typeOf([](ModelBuilder& m) {
                  m.node("QuantizeLinear", {"x", "s"}).attr("output_dtype", 22);
              }),
              onnx::DataType::kInt4);
    EXPECT_EQ(typeOf([](ModelBuilder& m) { m.node("QuantizeLinear", {"x", "s"}); }), onnx::DataType::kUInt8);
}

TEST(IsQuantize, KnowsOnnxAndMicrosoftOnly) {
    onnx::Node node;
    node.op_type = "QuantizeLinear";
    EXPECT_TRUE(isQuantize(node));
    node.domain = "com.microsoft";
    EXPECT_TRUE(isQuantize(node));
    node.domain = "somebody.else";
    EXPECT_FALSE(isQuantize(node));
    node.domain = "";
    node.op_type = "DequantizeLinear";
    EXPECT_FALSE(isQuantize(node));
    EXPECT_TRUE(isDequantize(node));
}

}  // namespace

}  // namespace qdqlens::test
