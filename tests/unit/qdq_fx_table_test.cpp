#include "core/qdq/tables/fx_table.h"

#include <gtest/gtest.h>

#include "core/qdq/tables/fx_node.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::NodeBuilder;

void addFx(NodeBuilder node, const std::string& name, const std::string& target, const std::string& args,
           int users = 1) {
    node.meta("pkg.torch.onnx.fx_node", "%" + name + " : [num_users=" + std::to_string(users) +
                                            "] = call_function[target=torch.ops." + target + "](args = (" +
                                            args + "), kwargs = {})");
}

std::string trace(const std::string& line) {
    return "  File \"/m.py\", line 5, in forward\n    x = self.layer(x)\n  File \"/torch/f.py\", line 9, in "
           "forward\n    " +
           line + "\n";
}

FxTable tableOf(const ModelBuilder& m) {
    const auto scope = scopeOf(m);
    return fxTable(*scope, Folding(*scope, FoldMode::kOn));
}

const FxRow* find(const FxTable& table, const std::string& op) {
    for (const FxRow& row : table.rows) {
        if (row.fx_op == op) {
            return &row;
        }
    }
    return nullptr;
}

TEST(FxNode, ReadsNameTargetUsersAndArguments) {
    ModelBuilder m;
    addFx(m.node("Add", {"x", "y"}), "add_1", "aten.add.Tensor", "%relu, 1", 2);
    const auto scope = scopeOf(m);
    const auto fx = fxNode(scope->graph().nodes[0]);
    ASSERT_TRUE(fx.has_value());
    EXPECT_EQ(fx->name, "add_1");
    EXPECT_EQ(fx->target, "aten.add.Tensor");
    EXPECT_EQ(fx->op, "add");
    EXPECT_EQ(fx->num_users, 2U);
    EXPECT_EQ(fx->arguments, std::vector<std::string_view>{"relu"});
    EXPECT_EQ(fxNumber("add_1", "add"), 1U);
    EXPECT_EQ(fxNumber("add", "add"), 0U);
    EXPECT_FALSE(fxNumber("add_x", "add").has_value());
    EXPECT_FALSE(fxNumber("address_1", "add").has_value());
}

TEST(FxNode, FindsTheInnermostCall) {
    ModelBuilder m;
    m.node("Relu", {"x"})
        .meta("pkg.torch.onnx.stack_trace",
              trace("return F.adaptive_avg_pool2d(input, self.size)\n           ^^^^^~~~"));
    m.node("Relu", {"x"}).meta("pkg.torch.onnx.stack_trace", trace("x = F.relu(x + self.bn(y))"));
    m.node("Relu", {"x"}).meta("pkg.torch.onnx.stack_trace", trace("x = self.pool(x)"));
    const auto scope = scopeOf(m);
    const auto pool = sourceCall(scope->graph().nodes[0]);
    ASSERT_TRUE(pool.has_value());
    EXPECT_EQ(pool->function, "adaptive_avg_pool2d");
    EXPECT_TRUE(pool->alone);
    const auto relu = sourceCall(scope->graph().nodes[1]);
    ASSERT_TRUE(relu.has_value());
    EXPECT_EQ(relu->function, "relu");
    EXPECT_FALSE(relu->alone);
    EXPECT_FALSE(sourceCall(scope->graph().nodes[2]).has_value());
    EXPECT_EQ(snakeCase("AdaptiveAvgPool2d"), "adaptive_avg_pool2d");
    EXPECT_EQ(plainName("AdaptiveAvgPool2d"), plainName("adaptive_avg_pool2d"));
}

/// x → sigmoid → two relus, whose sigmoids FX knew as two.
ModelBuilder mergedModel(int users) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    addFx(m.node("Sigmoid", {"x"}).out("s"), "sigmoid", "aten.sigmoid.default", "%x", users);
    addFx(m.node("Relu", {"s"}).out("a"), "relu", "aten.relu.default", "%sigmoid");
    addFx(m.node("Neg", {"s"}).out("b"), "neg", "aten.neg.default", "%sigmoid");
    addFx(m.node("Sigmoid", {"b"}).out("c"), "sigmoid_2", "aten.sigmoid.default", "%neg");
    m.output("a").output("c");
    return m;
}

TEST(FxTable, AGapBesideUnexpectedConsumersIsAMergedOp) {
    const FxTable table = tableOf(mergedModel(1));
    const FxRow* sigmoid = find(table, "sigmoid");
    ASSERT_NE(sigmoid, nullptr);
    EXPECT_EQ(sigmoid->count, 3U);
    EXPECT_EQ(sigmoid->merged, 1U);
    EXPECT_EQ(sigmoid->missing, std::vector<std::string>{"sigmoid_1"});
    ASSERT_EQ(sigmoid->onnx.size(), 1U);
    EXPECT_EQ(sigmoid->onnx[0].nodes.size(), 2U);
}

TEST(FxTable, AGapAloneIsNone) {
    const FxTable table = tableOf(mergedModel(2));
    const FxRow* sigmoid = find(table, "sigmoid");
    ASSERT_NE(sigmoid, nullptr);
    EXPECT_EQ(sigmoid->count, 2U);
    EXPECT_EQ(sigmoid->merged, 0U);
    EXPECT_EQ(sigmoid->missing, std::vector<std::string>{"sigmoid_1"});
}

TEST(FxTable, AnArgumentThatStillNamesTheMissingOneIsAMergedOp) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    addFx(m.node("Sigmoid", {"x"}).out("s"), "sigmoid", "aten.sigmoid.default", "%x", 2);
    addFx(m.node("Relu", {"s"}).out("a"), "relu", "aten.relu.default", "%sigmoid_1");
    addFx(m.node("Neg", {"s"}).out("b"), "neg", "aten.neg.default", "%sigmoid");
    addFx(m.node("Sigmoid", {"b"}).out("c"), "sigmoid_2", "aten.sigmoid.default", "%neg");
    m.output("a").output("c");
    const FxTable table = tableOf(m);
    const FxRow* sigmoid = find(table, "sigmoid");
    ASSERT_NE(sigmoid, nullptr);
    EXPECT_EQ(sigmoid->merged, 1U);
}

TEST(FxTable, OneFxOpMayBecomeSeveralNodes) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    addFx(m.node("MatMul", {"x", "x"}).out("p"), "linear", "aten.linear.default", "%x");
    addFx(m.node("Add", {"p", "x"}).out("y"), "linear", "aten.linear.default", "%x");
    m.node("Identity", {"y"}).out("z");
    m.output("z");
    const FxTable table = tableOf(m);
    const FxRow* linear = find(table, "linear");
    ASSERT_NE(linear, nullptr);
    EXPECT_EQ(linear->count, 1U);
    EXPECT_EQ(linear->onnx.size(), 2U);
    ASSERT_EQ(table.without.size(), 1U);
    EXPECT_EQ(table.without[0].op, "Identity");
}

TEST(FxTable, DecomposedOpsAreNamedForTheirSource) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    const std::string norm =
        trace("return F.layer_norm(input, self.shape, self.weight, self.bias, self.eps)");
    const auto add = [&](const char* op, const std::string& name, const std::string& target) {
        addFx(m.node(op, {"x"}).meta("pkg.torch.onnx.stack_trace", norm), name, target, "%x");
    };
    for (const char* suffix : {"", "_1"}) {  // Two calls from one place.
        add("ReduceMean", std::string("var_mean") + suffix, "aten.var_mean.correction");
        add("Sub", std::string("sub") + suffix, "aten.sub.Tensor");
    }
    const std::string line = trace("x = F.relu(x + y)");
    addFx(m.node("Add", {"x"}).meta("pkg.torch.onnx.stack_trace", line), "add", "aten.add.Tensor", "%x");
    addFx(m.node("Relu", {"x"}).meta("pkg.torch.onnx.stack_trace", line), "relu", "aten.relu.default",
          "%add");
    const FxTable table = tableOf(m);
    const FxRow* layer_norm = find(table, "layer_norm");
    ASSERT_NE(layer_norm, nullptr);
    EXPECT_EQ(layer_norm->count, 2U);
    EXPECT_EQ(layer_norm->nodes.size(), 4U);
    EXPECT_NE(find(table, "add"), nullptr) << "a line that makes its own call decomposes nothing";
    EXPECT_NE(find(table, "relu"), nullptr);
}

TEST(FxTable, SaysWhyThereIsNone) {
    ModelBuilder m;
    m.node("Relu", {"x"}).name("/layer1/layer1.0/Relu");
    EXPECT_NE(tableOf(m).absent.find("no node carries metadata_props"), std::string::npos);
    EXPECT_NE(tableOf(m).absent.find("module path"), std::string::npos);
    ModelBuilder other;
    other.node("Relu", {"x"}).meta("layer_ann", "a");
    EXPECT_NE(tableOf(other).absent.find("layer_ann"), std::string::npos);
    ModelBuilder empty;
    empty.input("x", DataType::kFloat32, {1});
    EXPECT_NE(tableOf(empty).absent.find("no nodes"), std::string::npos);
}

TEST(FxTable, ReferenceModel) {
    const auto file = seedFile("tinyconvnet_qdq.onnx");
    if (file.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const auto scope = openScope(file);
    const FxTable table = fxTable(*scope, Folding(*scope, FoldMode::kOn));
    std::string text;
    for (const FxRow& row : table.rows) {
        text += row.fx_op + " " + std::to_string(row.count) + "/" + std::to_string(row.merged);
        for (const OpCount& op : row.onnx) {
            text += " " + op.op + " " + std::to_string(op.nodes.size());
        }
        text += "\n";
    }
    EXPECT_EQ(text,
              "quantize_per_tensor 11/0 QuantizeLinear 11\n"
              "dequantize_per_tensor 12/1 DequantizeLinear 11\n"
              "dequantize_per_channel 5/0 DequantizeLinear 5\n"
              "conv2d 4/0 Conv 4\n"
              "relu 4/0 Relu 4\n"
              "max_pool2d 2/0 MaxPool 2\n"
              "add 1/0 Add 1\n"
              "adaptive_avg_pool2d 1/0 ReduceMean 1\n"
              "flatten 1/0 Reshape 1\n"
              "linear 1/0 Gemm 1\n");
    EXPECT_EQ(table.rows[1].missing, std::vector<std::string>{"dequantize_per_tensor_3"});
    EXPECT_EQ(table.rows[0].note, "activation float32 → int8");
    EXPECT_EQ(table.rows[2].note, "weight int8 → float32, axis 0: one scale per output channel");
    EXPECT_EQ(table.rows[8].note, "rewritten by Flatten2Reshape");
}

}  // namespace

}  // namespace qdqlens::test
