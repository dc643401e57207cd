#include "core/qdq/tables/summary.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::TensorSpec;
using samples::TypeSpec;

std::map<std::string, std::size_t> opsOf(const Summary& summary) {
    std::map<std::string, std::size_t> ops;
    for (const OpCount& op : summary.ops) {
        ops[op.domain + ":" + op.op] = op.nodes.size();
    }
    return ops;
}

TEST(Summary, CountsOpsByDomainWithOneDefaultDomain) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).out("a");
    m.node("Relu", {"a"}).domain("ai.onnx").out("b");
    m.node("Relu", {"b"}).domain("com.acme").out("y");
    m.output("y");
    const Summary summary = summarize(*scopeOf(m));
    EXPECT_EQ(opsOf(summary), (std::map<std::string, std::size_t>{{":Relu", 2}, {"com.acme:Relu", 1}}));
    ASSERT_EQ(summary.ops.size(), 2U);
    EXPECT_EQ(summary.ops[0].nodes, (std::vector<NodeId>{NodeId{0}, NodeId{1}}));
}

TEST(Summary, CountsWhatIsNestedApart) {
    ModelBuilder m;
    m.input("c", DataType::kBool, {}).input("x", DataType::kFloat32, {2});
    GraphBuilder then_graph = m.subgraph("then");
    then_graph.initializer("one", TensorSpec(DataType::kFloat32, {1}, {1}));
    then_graph.node("Add", {"x", "one"}).out("t");
    then_graph.output("t");
    GraphBuilder else_graph = m.subgraph("else");
    else_graph.node("Neg", {"x"}).out("e");
    else_graph.output("e");
    m.node("If", {"c"}).out("y").attr("then_branch", then_graph).attr("else_branch", else_graph);
    m.output("y");
    auto& f = m.function("local", "Twice", {"a"}, {"b"});
    f.node("Add", {"a", "a"}).out("b");
    const Summary summary = summarize(*scopeOf(m));
    EXPECT_EQ(summary.nodes, 1U);
    EXPECT_EQ(summary.initializers, 0U);
    EXPECT_EQ(summary.subgraphs, 2U);
    EXPECT_EQ(summary.functions, 1U);
    EXPECT_EQ(summary.total_nodes, 4U);
    EXPECT_EQ(summary.total_initializers, 1U);
}

TEST(Summary, ListsInputsWithoutInitializersAndShapesAsTheyAre) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"batch", 3, samples::DimSpec{}});
    m.input("w", DataType::kFloat32, {3});
    m.input("s", TypeSpec::sequence(TypeSpec(DataType::kFloat32)));
    m.input("r", TypeSpec(DataType::kInt8));
    m.input("scalar", DataType::kInt64, {});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {3}, 1));
    m.node("Add", {"x", "w"}).out("y");
    m.output("y");
    const Summary summary = summarize(*scopeOf(m));
    ASSERT_EQ(summary.inputs.size(), 4U);
    EXPECT_EQ(summary.inputs[0].name, "x");
    EXPECT_EQ(summary.inputs[0].dtype, "float32");
    EXPECT_EQ(shapeText(summary.inputs[0].shape), "batch×3×?");
    EXPECT_EQ(summary.inputs[0].nodes, std::vector<NodeId>{NodeId{0}});
    EXPECT_EQ(summary.inputs[1].dtype, "seq(float32)");
    EXPECT_FALSE(summary.inputs[1].shape.has_value());
    EXPECT_FALSE(summary.inputs[2].shape.has_value());
    ASSERT_TRUE(summary.inputs[3].shape.has_value());
    EXPECT_TRUE(summary.inputs[3].shape->empty());
    ASSERT_EQ(summary.outputs.size(), 1U);
    EXPECT_EQ(summary.outputs[0].dtype, "float32") << "by the rule that an Add keeps its operands' type";
    EXPECT_FALSE(summary.outputs[0].shape.has_value());
}

TEST(Summary, ReferenceModel) {
    const auto file = seedFile("tinyconvnet_qdq.onnx");
    if (file.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const Summary summary = summarize(*openScope(file));
    EXPECT_EQ(summary.file_bytes, 66049U);
    EXPECT_EQ(summary.nodes, 41U);
    EXPECT_EQ(summary.initializers, 31U);
    EXPECT_EQ(summary.producer, "pytorch");
    EXPECT_EQ(opsOf(summary), (std::map<std::string, std::size_t>{{":Add", 1},
                                                                  {":Conv", 4},
                                                                  {":DequantizeLinear", 16},
                                                                  {":Gemm", 1},
                                                                  {":MaxPool", 2},
                                                                  {":QuantizeLinear", 11},
                                                                  {":ReduceMean", 1},
                                                                  {":Relu", 4},
                                                                  {":Reshape", 1}}));
    ASSERT_EQ(summary.inputs.size(), 1U);
    EXPECT_EQ(shapeText(summary.inputs[0].shape), "batch×3×16×16");
}

TEST(Summary, StaticTwinHasANumberForItsBatch) {
    const auto file = seedFile("tinyconvnet_qdq_static.onnx");
    if (file.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const Summary summary = summarize(*openScope(file));
    ASSERT_EQ(summary.inputs.size(), 1U);
    EXPECT_EQ(shapeText(summary.inputs[0].shape), "2×3×16×16");
}

}  // namespace

}  // namespace qdqlens::test
