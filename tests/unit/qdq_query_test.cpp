#include "core/qdq/query.h"

#include <gtest/gtest.h>

#include "resources/samples/model_builder.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;
using Refs = std::vector<std::string>;

constexpr const char* kFx = "pkg.torch.onnx.fx_node";
constexpr const char* kScopes = "pkg.torch.onnx.name_scopes";

std::string sample() {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4, 8, 8});
    const std::string dq = m.qdq("x", 0.5, 0).name("shared");
    m.initializer("w", TensorSpec::filled(DataType::kInt8, {4, 4, 1, 1}, 1));
    const std::string wdq = m.dequantize("w", {.scale = {0.5}}).name("weight_dq");
    m.node("Conv", {dq, wdq})
        .name("conv")
        .meta(kScopes, "['', 'stem', 'stem.conv', 'conv2d']")
        .meta(kFx,
              "%conv2d : [num_users=1] = call_function[target=torch.ops.aten.conv2d.default](args = (%x,))")
        .out("c");
    m.node("Add", {"c", dq}).name("residual_add").out("y");
    m.node("Add", {"y", "y"}).name("op:Add").out("z");
    m.node("Gelu", {"z"}).domain("com.microsoft").name("").out("g");
    m.node("Relu", {"g"}).name("tab\there").out("t");
    m.output("t");
    return m.serialize();
}

Refs find(const std::string& query) {
    const auto source = sourceOf(sample());
    const auto nodes = findNodes(source.scope(), source.folding(), query);
    return nodes.has_value() ? refs(source.scope().topology(), *nodes)
                             : Refs{"error: " + nodes.error().message()};
}

TEST(Query, ExactNamesWinOverEverything) {
    EXPECT_EQ(find("conv"), Refs{"conv"});
    EXPECT_EQ(find("op:Add"), Refs{"op:Add"});
    EXPECT_EQ(find("name:op:Add"), Refs{"op:Add"});
    EXPECT_EQ(find("#6"), Refs{"#6"});
    EXPECT_EQ(find("tab\\x09here"), Refs{"tab\there"});
}

TEST(Query, ByOpValueModuleAndFx) {
    EXPECT_EQ(find("op:Conv"), Refs{"conv"});
    EXPECT_EQ(find("op:com.microsoft.Gelu"), Refs{"#6"});
    EXPECT_EQ(find("op:*Linear"), (Refs{"node_x_q", "shared", "conv"}));
    EXPECT_EQ(find("value:c"), (Refs{"conv", "residual_add"}));
    EXPECT_EQ(find("c"), (Refs{"conv", "residual_add"}));
    EXPECT_EQ(find("x"), Refs{"node_x_q"});
    EXPECT_EQ(find("module:stem"), Refs{"conv"});
    EXPECT_EQ(find("module:stem.conv"), Refs{"conv"});
    EXPECT_EQ(find("fx:conv2d"), Refs{"conv"});
}

TEST(Query, FoldedNodesAndConstantsMeanTheirConsumers) {
    EXPECT_EQ(find("weight_dq"), Refs{"conv"});
    EXPECT_EQ(find("w"), Refs{"conv"});
}

TEST(Query, PatternsAndStructure) {
    EXPECT_EQ(find("res*"), Refs{"residual_add"});
    EXPECT_EQ(find("re:^(conv|shared)$"), (Refs{"shared", "conv"}));
    EXPECT_EQ(find("residual"), Refs{"residual_add"});
    EXPECT_EQ(find("shared-dq"), Refs{"shared"});
}

TEST(Query, GlobsTakeCodePointsAndEscapes) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("節點卷積層").out("a");
    m.node("Relu", {"a"}).name("esc\x1b[31m").out("b");
    const auto source = sourceOf(m.serialize());
    const auto count = [&](const char* query) {
        const auto nodes = findNodes(source.scope(), source.folding(), query);
        return nodes.has_value() ? nodes->size() : 0;
    };
    EXPECT_EQ(count("節?卷積層"), 1U);
    EXPECT_EQ(count("[節]點卷積層"), 1U);
    EXPECT_EQ(count("esc\\x1B*"), 1U);
    EXPECT_EQ(count("re:^節.卷"), 1U);
}

TEST(Query, NoPatternTakesForever) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name(std::string(3000, 'x')).out("a");
    const auto source = sourceOf(m.serialize());
    const auto find = [&](const std::string& query) {
        return findNodes(source.scope(), source.folding(), query);
    };
    EXPECT_FALSE(find("re:(x+x+)+y").has_value());
    EXPECT_FALSE(find("re:(.*)*(.*)*(.*)*%").has_value());
    EXPECT_FALSE(find("re:" + std::string(100'000, 'y')).has_value());
    EXPECT_TRUE(
        find("re:" + std::string(20'000, '(') + std::string(20'000, ')')).has_value());  // Empty: matches.
    EXPECT_TRUE(find("re:x$").has_value());
}

TEST(Query, SaysWhatIsNear) {
    const std::string message = find("residual_ad").front();
    EXPECT_NE(message.find("nothing matches 'residual_ad'"), std::string::npos) << message;
    EXPECT_NE(message.find("near: residual_add"), std::string::npos) << message;
    EXPECT_NE(find("op:Cnov").front().find("near: Conv"), std::string::npos);
    EXPECT_NE(find("re:(").front().find("no regular expression"), std::string::npos);
    EXPECT_NE(find("module:sten").front().find("near: stem"), std::string::npos);
    EXPECT_NE(find("fx:conv2").front().find("near: conv2d"), std::string::npos);
    EXPECT_NE(find("value:x_dp").front().find("x_dq"), std::string::npos);
    EXPECT_NE(find("").front().find("nothing matches ''"), std::string::npos);
}

TEST(IsResidualAdd, IsNoMaskAndNoPartOfAFormula) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    m.input("mask", DataType::kFloat32, {1, 4});
    m.node("Relu", {"mask"}).out("m0");
    m.node("Identity", {"x"}).out("h0");
    for (const std::string layer : {"0", "1"}) {
        const std::string h = layer == "0" ? "h0" : "h1";
        m.node("MatMul", {h, h}).out("s" + layer);
        m.node("Add", {"s" + layer, "m0"}).name("mask" + layer).out("a" + layer);
        m.node("Softmax", {"a" + layer}).out("p" + layer);
        m.output("p" + layer);  // A side output, as caches are.
        m.node("Add", {"p" + layer, h}).name("residual" + layer).out(layer == "0" ? "h1" : "h2");
    }
    m.node("Pow", {"h2", "h2"}).out("cube");  // x · (x + x³), as in GELU
    m.node("Add", {"h2", "cube"}).name("inner").out("i");
    m.node("Mul", {"h2", "i"}).name("outer").out("y");
    m.output("y");
    const auto source = sourceOf(m.serialize());
    const auto nodes = findNodes(source.scope(), source.folding(), "residual");
    ASSERT_TRUE(nodes.has_value());
    EXPECT_EQ(refs(source.scope().topology(), *nodes), (Refs{"residual0", "residual1"}));
}

TEST(IsResidualAdd, TakesLongPathsAndProjections) {
    ModelBuilder m;
    m.input("in", DataType::kFloat32, {1, 4, 8, 8});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {4, 4, 1, 1}, 1));
    m.node("Relu", {"in"}).out("x");
    std::string path = "x";
    for (int i = 0; i < 900; ++i) {
        path = m.node("Relu", {path});
    }
    m.node("AveragePool", {"x"}).ints("kernel_shape", {1, 1}).out("pool");
    m.node("Conv", {"pool", "w"}).out("conv");
    m.node("BatchNormalization", {"conv", "w", "w", "w", "w"}).out("bn");
    m.node("Add", {path, "bn"}).name("add").out("y");
    const auto source = sourceOf(m.serialize());
    EXPECT_TRUE(findNodes(source.scope(), source.folding(), "residual").has_value());
}

TEST(IsResidualAdd, WantsAShortcutOfItsOwnPath) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    m.input("mask", DataType::kFloat32, {1, 4});
    m.node("Relu", {"x"}).name("r").out("a");
    m.node("Softmax", {"a"}).out("s");
    m.node("Add", {"s", "mask"}).name("masked").out("m");
    m.node("Add", {"m", "a"}).name("joined").out("j");
    m.node("Add", {"j", "j"}).name("doubled").out("d");
    const auto source = sourceOf(m.serialize());
    const auto residual = [&](std::uint32_t node) {
        return isResidualAdd(source.scope().topology(), source.folding(), NodeId{node});
    };
    EXPECT_FALSE(residual(2));
    EXPECT_TRUE(residual(3));
    EXPECT_FALSE(residual(4));
}

}  // namespace

}  // namespace qdqlens::test
