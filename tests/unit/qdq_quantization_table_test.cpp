#include "core/qdq/tables/quantization_table.h"

#include <gtest/gtest.h>

#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

QuantizationTable tableOf(const std::shared_ptr<const Scope>& scope) {
    return quantizationTable(scope, Folding(*scope, FoldMode::kOn));
}

TEST(QuantizationTable, OneRowForAPairAndForAStoredTensor) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 3, 8, 8});
    const std::string w =
        m.dequantize(m.initializer("w", TensorSpec::filled(DataType::kInt8, {4, 3, 1, 1}, 1)),
                     {.scale = {0.4, 0.1, 0.3, 0.25}, .axis = 0});
    const std::string b = m.dequantize(m.initializer("b", TensorSpec::filled(DataType::kInt32, {4}, 1)),
                                       {.scale = {0.5}, .zero_point = {}, .type = DataType::kInt32});
    const std::string x = m.qdq("x", 0.02, 128, DataType::kUInt8);
    m.node("Conv", {x, w, b}).out("y");
    m.node("Relu", {x}).out("z");
    m.output("y").output("z");
    const auto scope = scopeOf(m);
    const QuantizationTable table = tableOf(scope);
    EXPECT_EQ(table.quantize, 1U);
    EXPECT_EQ(table.dequantize, 3U);
    EXPECT_EQ(table.weight_dequantize, 1U);
    EXPECT_EQ(table.bias_dequantize, 1U);
    ASSERT_EQ(table.tensors.size(), 3U);

    const QuantTensorRow& weight = table.tensors[0];
    EXPECT_EQ(weight.value, "w");
    EXPECT_EQ(weight.kind, QuantKind::kWeight);
    EXPECT_EQ(weight.dtype, "int8");
    EXPECT_EQ(weight.granularity, Granularity::kChannel);
    EXPECT_EQ(weight.axis, 0);
    ASSERT_TRUE(weight.scale.has_value());
    EXPECT_EQ(weight.scale->min, 0.1);
    EXPECT_EQ(weight.scale->median_text, "0.275");
    EXPECT_EQ(weight.scale->max, 0.4);
    EXPECT_EQ(weight.symmetric, true);

    EXPECT_EQ(table.tensors[1].kind, QuantKind::kBias);
    EXPECT_FALSE(table.tensors[1].zero_point_input);

    const QuantTensorRow& activation = table.tensors[2];
    EXPECT_EQ(activation.value, "x_q");
    EXPECT_EQ(activation.kind, QuantKind::kActivation);
    EXPECT_EQ(activation.dtype, "uint8");
    EXPECT_EQ(activation.symmetric, true) << "128 is the middle of uint8";
    EXPECT_EQ(activation.nodes.size(), 2U);

    ASSERT_EQ(table.shared.size(), 1U);
    EXPECT_EQ(table.shared[0].consumer_refs.size(), 2U);
}

TEST(QuantizationTable, StatisticsOfStoredCodes) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    // Channel 1 is all zero point; codes 7 and -8 are int4's limits.
    const std::string w = m.dequantize(
        m.initializer("w", TensorSpec(DataType::kInt4, {3, 4}, {7, -8, 1, 1, 2, 2, 2, 2, -1, 0, 3, 7})),
        {.scale = {1, 1, 1}, .zero_point = {0, 2, 0}, .type = DataType::kInt4, .axis = 0});
    m.node("Gemm", {"x", w}).attr("transB", 1).out("y");
    m.output("y");
    const auto scope = scopeOf(m);
    QuantizationTable table = tableOf(scope);
    std::vector<std::string> problems;
    std::uint64_t done = 0, total = 0;
    ASSERT_TRUE(addStatistics(
        *scope, table,
        [&](std::uint64_t d, std::uint64_t t) {
            done = d;
            total = t;
        },
        {}, problems));
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(done, 6U);
    EXPECT_EQ(total, 6U);
    ASSERT_TRUE(table.tensors[0].statistics.has_value());
    const CodeStatistics& s = *table.tensors[0].statistics;
    EXPECT_EQ(s.elements, 12U);
    EXPECT_EQ(s.min, -8);
    EXPECT_EQ(s.max, 7);
    EXPECT_DOUBLE_EQ(s.saturated, 3.0 / 12);
    EXPECT_EQ(s.codes, 16U);
    EXPECT_EQ(s.unused_codes, 16U - 7U) << "used: -8 -1 0 1 2 3 7";
    EXPECT_EQ(s.channels, 3U);
    EXPECT_EQ(s.zero_channels, std::vector<std::uint64_t>{1});
    ASSERT_EQ(s.histogram.size(), 16U);
    EXPECT_EQ(s.histogram[15], 2U);
    EXPECT_EQ(s.histogram[10], 4U);
}

TEST(QuantizationTable, UnreadableWeightsAreTold) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    const std::string w =
        m.dequantize(m.initializer("w", TensorSpec::raw(DataType::kInt8, {4, 4}, "short")), {.scale = {1}});
    m.node("MatMul", {"x", w}).out("y");
    m.output("y");
    const auto scope = scopeOf(m);
    QuantizationTable table = tableOf(scope);
    std::vector<std::string> problems;
    ASSERT_TRUE(addStatistics(*scope, table, {}, {}, problems));
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].find("w"), std::string::npos);
    EXPECT_FALSE(table.tensors[0].statistics.has_value());
}

TEST(QuantizationTable, NamesOtherKinds) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    m.node("Quant", {"x"}).domain("onnx.brevitas").out("a");
    m.node("QLinearMatMul", {"a"}).out("b");
    m.node("MatMulNBits", {"b"}).domain("com.microsoft").out("c");
    m.node("DynamicQuantizeLinear", {"c"}).out("d");
    m.node("MatMulInteger", {"d"}).out("e");
    m.node("RequantShift", {"e"}).domain("PACTOps").out("f");
    m.node("FancyQuantizer", {"f"}).domain("com.acme").out("g");
    m.node("Relu", {"g"}).out("y");
    m.output("y").annotate("y", {{"SCALE_TENSOR", "s"}});
    std::vector<std::string> names;
    for (const QuantScheme& scheme : quantSchemes(*scopeOf(m))) {
        names.push_back(scheme.name);
        EXPECT_EQ(scheme.count, 1U) << scheme.name;
        EXPECT_EQ(scheme.nodes.size(), 1U) << scheme.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"QOperator", "integer operators", "dynamic quantization",
                                               "weight-only, in blocks", "QONNX / Brevitas", "PACT / DORY",
                                               "quantizers of another domain", "quantization_annotation"}));
}

TEST(QuantizationTable, ReferenceModel) {
    const auto file = seedFile("tinyconvnet_qdq.onnx");
    if (file.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const QuantizationTable table = tableOf(openScope(file));
    EXPECT_EQ(table.quantize, 11U);
    EXPECT_EQ(table.dequantize, 16U);
    EXPECT_EQ(table.weight_dequantize, 5U);
    ASSERT_EQ(table.tensors.size(), 16U);
    ASSERT_EQ(table.shared.size(), 1U);
    EXPECT_EQ(table.shared[0].ref, "node_dequantize_per_tensor_2");
    EXPECT_EQ(table.shared[0].consumer_refs, (std::vector<std::string>{"node_conv2d_1", "node_add"}));
}

}  // namespace

}  // namespace qdqlens::test
