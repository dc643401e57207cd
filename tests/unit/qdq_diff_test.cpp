#include "core/qdq/tables/diff.h"

#include <gtest/gtest.h>

#include "core/base/number.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

/// x → Conv → Relu → Gemm-like tail; named or not, quantized or not.
ModelBuilder net(bool quantized, bool named, float alpha = 0.5F) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 3, 8, 8});
    std::string x = "x";
    std::string w = "w";
    if (quantized) {
        m.initializer("w", TensorSpec::filled(DataType::kInt8, {4, 3, 1, 1}, 1));
        w = m.dequantize("w", {.scale = {0.1}});
        x = m.qdq("x", 0.02, 0);
    } else {
        m.initializer("w", TensorSpec::filled(DataType::kFloat32, {4, 3, 1, 1}, 1));
    }
    m.node("Conv", {x, w}).out("c").name(named ? "conv" : "");
    m.node("LeakyRelu", {quantized ? std::string(m.qdq("c", 0.5, 0)) : "c"})
        .attr("alpha", alpha)
        .out("r")
        .name(named ? "act" : "");
    m.output("r");
    return m;
}

TEST(Diff, OfAModelWithItselfIsEmpty) {
    const auto scope = scopeOf(net(true, true));
    const ModelDiff diff = diffModels(scope, scope);
    EXPECT_TRUE(diff.same());
    EXPECT_TRUE(diff.only_a.empty());
    EXPECT_TRUE(diff.only_b.empty());
    EXPECT_TRUE(diff.changed.empty());
    for (const DiffFigure& figure : diff.sizes) {
        EXPECT_EQ(figure.a, figure.b) << figure.name;
    }
}

TEST(Diff, FloatAndQuantizedTwinLineUpByStructureAlone) {
    const ModelDiff diff = diffModels(scopeOf(net(false, false)), scopeOf(net(true, false)));
    EXPECT_TRUE(diff.only_a.empty());
    ASSERT_EQ(diff.only_b.size(), 5U);
    for (const DiffNode& node : diff.only_b) {
        EXPECT_NE(node.op.find("quantizeLinear"), node.op.find("QuantizeLinear")) << node.op;
    }
    ASSERT_EQ(diff.changed.size(), 1U);
    EXPECT_EQ(diff.changed[0].what, "W");
    EXPECT_EQ(diff.changed[0].from, "float32[4×3×1×1]");
    EXPECT_EQ(diff.changed[0].to, "DequantizeLinear(int8[4×3×1×1])");
}

TEST(Diff, SaysWhatChangedInANode) {
    const auto a = scopeOf(net(true, true, 0.5F));
    const ModelBuilder other = net(true, true, 0.25F);
    const ModelDiff diff = diffModels(a, scopeOf(other));
    ASSERT_EQ(diff.changed.size(), 1U);
    EXPECT_EQ(diff.changed[0].a, "act");
    EXPECT_EQ(diff.changed[0].what, "attribute alpha");
    EXPECT_EQ(diff.changed[0].from, "0.5");
    EXPECT_EQ(diff.changed[0].to, "0.25");
    EXPECT_FALSE(diff.same());
}

TEST(Diff, SeesOtherContentsOfTheSameShape) {
    ModelBuilder a, b;
    for (auto [m, value] : {std::pair(&a, 1.0), std::pair(&b, 2.0)}) {
        m->input("x", DataType::kFloat32, {1, 16});
        m->initializer("w", TensorSpec::filled(DataType::kFloat32, {16, 16}, value));
        m->node("MatMul", {"x", "w"}).out("y");
        m->output("y");
    }
    const ModelDiff diff = diffModels(scopeOf(a), scopeOf(b));
    ASSERT_EQ(diff.changed.size(), 1U);
    EXPECT_EQ(diff.changed[0].what, "contents of B");
}

TEST(Diff, RenamedOpIsTheSameNode) {
    ModelBuilder a, b;
    for (auto [m, op] : {std::pair(&a, "Relu"), std::pair(&b, "Gelu")}) {
        m->input("x", DataType::kFloat32, {1});
        m->node(op, {"x"}).out("y").name("act");
        m->output("y");
    }
    const ModelDiff diff = diffModels(scopeOf(a), scopeOf(b));
    EXPECT_TRUE(diff.only_a.empty());
    ASSERT_GE(diff.changed.size(), 1U);
    EXPECT_EQ(diff.changed[0].what, "op");
    EXPECT_EQ(diff.changed[0].from, "Relu");
    EXPECT_EQ(diff.changed[0].to, "Gelu");
}

TEST(Diff, ReferenceTwins) {
    const auto fp32 = seedFile("tinyconvnet_fp32.onnx");
    const auto qdq = seedFile("tinyconvnet_qdq.onnx");
    const auto fixed = seedFile("tinyconvnet_qdq_static.onnx");
    if (fp32.empty() || qdq.empty() || fixed.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const ModelDiff diff = diffModels(openScope(fp32), openScope(qdq));
    EXPECT_TRUE(diff.only_a.empty());
    EXPECT_EQ(diff.only_b.size(), 27U);
    ASSERT_EQ(diff.sizes.size(), 6U);
    EXPECT_EQ(formatPercent(diff.sizes[0].b, diff.sizes[0].a), "111 %");
    EXPECT_EQ(formatPercent(diff.sizes[1].b, diff.sizes[1].a), "28 %");
    ASSERT_EQ(diff.findings.size(), 1U);
    EXPECT_NE(diff.findings[0].find("28 %"), std::string::npos);
    EXPECT_NE(diff.findings[0].find("27 Q and DQ nodes"), std::string::npos) << diff.findings[0];

    const ModelDiff batch = diffModels(openScope(qdq), openScope(fixed));
    EXPECT_TRUE(batch.only_a.empty());
    EXPECT_TRUE(batch.only_b.empty());
    ASSERT_GE(batch.changed.size(), 2U);
    EXPECT_EQ(batch.changed[0].a, "x");
    EXPECT_EQ(batch.changed[0].what, "input");
    EXPECT_EQ(batch.changed[0].from, "float32[batch×3×16×16]");
    EXPECT_EQ(batch.changed[0].to, "float32[2×3×16×16]");
}

}  // namespace

}  // namespace qdqlens::test
