#include "core/graph/topology.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/graph/cycles.h"
#include "core/graph/module_path.h"
#include "resources/samples/model_builder.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::TensorSpec;

std::vector<GraphDefect::Kind> defectKinds(const Topology& topology) {
    std::vector<GraphDefect::Kind> kinds;
    for (const GraphDefect& defect : topology.defects()) {
        kinds.push_back(defect.kind);
    }
    return kinds;
}

TEST(Topology, ConnectsProducersAndUses) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("r").out("a");
    m.node("Add", {"a", "a"}).name("add").out("y");
    m.output("y", DataType::kFloat32, {1});
    const auto scope = scopeOf(m.serialize());
    const Topology& t = scope->topology();

    const ValueId a = t.findValue("a");
    EXPECT_EQ(index(t.value(a).producer), 0U);
    ASSERT_EQ(t.uses(a).size(), 2U);
    EXPECT_EQ(index(t.uses(a)[0].node), 1U);
    EXPECT_EQ(t.uses(a)[1].input, 1U);
    EXPECT_TRUE(t.value(t.findValue("x")).isInput());
    EXPECT_NE(t.value(t.findValue("y")).graph_output, nullptr);
    EXPECT_TRUE(t.defects().empty());
}

TEST(Topology, InitializerListedAsInputIsNoInput) {
    ModelBuilder m;
    m.input("w", DataType::kFloat32, {1});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {1}, 1));
    m.node("Relu", {"w"}).out("y");
    const auto scope = scopeOf(m.serialize());
    EXPECT_FALSE(scope->topology().value(scope->topology().findValue("w")).isInput());
}

TEST(Topology, ConsumerOfADuplicateNameMeansTheLastProductionBeforeIt) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("first").out("v");
    m.node("Abs", {"v"}).name("between").out("a");
    m.node("Neg", {"x"}).name("second").out("v");
    m.node("Exp", {"v"}).name("after").out("b");
    const auto scope = scopeOf(m.serialize());
    const Topology& t = scope->topology();

    EXPECT_EQ(index(t.value(t.inputs(NodeId{1})[0]).producer), 0U);
    EXPECT_EQ(index(t.value(t.inputs(NodeId{3})[0]).producer), 2U);
    EXPECT_TRUE(t.value(t.inputs(NodeId{1})[0]).duplicate);
    EXPECT_TRUE(t.value(t.inputs(NodeId{3})[0]).duplicate);
    EXPECT_EQ(defectKinds(t), std::vector{GraphDefect::Kind::kDuplicateValue});
}

TEST(Topology, UnsortedNodesAreConnectedAndSaidToBeUnsorted) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Abs", {"v"}).name("late").out("y");
    m.node("Relu", {"x"}).name("early").out("v");
    const auto scope = scopeOf(m.serialize());
    const Topology& t = scope->topology();
    EXPECT_EQ(index(t.value(t.inputs(NodeId{0})[0]).producer), 1U);
    EXPECT_EQ(defectKinds(t), std::vector{GraphDefect::Kind::kUnsorted});
}

TEST(Topology, CyclesAreFoundAndNothingElse) {
    ModelBuilder m;
    m.node("Relu", {"x"}).name("outside").out("in");
    m.node("Add", {"in", "c"}).name("one").out("a");
    m.node("Abs", {"a"}).name("two").out("b");
    m.node("Neg", {"b"}).name("three").out("c");
    m.node("Exp", {"s"}).name("self").out("s");
    m.node("Exp", {"c"}).name("behind").out("y");
    m.input("x", DataType::kFloat32, {1});
    const auto scope = scopeOf(m.serialize());
    EXPECT_EQ(refs(scope->topology(), nodesOnCycles(scope->topology())),
              (std::vector<std::string>{"one", "two", "three", "self"}));
}

TEST(Topology, MissingValueIsMarked) {
    ModelBuilder m;
    m.node("Relu", {"nowhere"}).out("y");
    const auto scope = scopeOf(m.serialize());
    const Topology& t = scope->topology();
    EXPECT_TRUE(t.value(t.inputs(NodeId{0})[0]).missing());
    EXPECT_EQ(defectKinds(t), std::vector{GraphDefect::Kind::kMissingValue});
}

TEST(Topology, LeftOutOptionalInputHasNoValue) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Clip", {"x", "", "x"}).out("y");
    const auto scope = scopeOf(m.serialize());
    EXPECT_EQ(scope->topology().inputs(NodeId{0})[1], kNoValue);
}

TEST(Topology, SubgraphUsesOfOuterValuesAreCaptures) {
    ModelBuilder m;
    m.input("cond", DataType::kBool, {});
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("r").out("outer");
    GraphBuilder then_branch = m.subgraph("then");
    then_branch.node("Add", {"outer", "outer"}).out("t");
    then_branch.output("t");
    GraphBuilder else_branch = m.subgraph("else");
    GraphBuilder inner = else_branch.subgraph("inner");
    inner.node("Neg", {"x"}).out("i");
    inner.output("i");
    else_branch.node("If", {"cond"}).attr("then_branch", inner).attr("else_branch", inner).out("e");
    else_branch.output("e");
    m.node("If", {"cond"})
        .name("if")
        .attr("then_branch", then_branch)
        .attr("else_branch", else_branch)
        .out("y");
    const auto scope = scopeOf(m.serialize());
    const Topology& t = scope->topology();

    std::vector<std::string_view> captured;
    for (const ValueId value : t.captures(NodeId{1})) {
        captured.push_back(t.value(value).name);
    }
    EXPECT_EQ(captured, (std::vector<std::string_view>{"outer", "cond", "x"}));
    ASSERT_EQ(t.uses(t.findValue("outer")).size(), 1U);
    EXPECT_EQ(t.uses(t.findValue("outer"))[0].input, Use::kCaptured);
    EXPECT_TRUE(t.defects().empty());

    const auto inside = Scope::child(scope, NodeId{1}, *subgraphs(t.node(NodeId{1}))[0]);
    ASSERT_NE(inside, nullptr);
    EXPECT_TRUE(inside->topology().value(inside->topology().findValue("outer")).outer);
    EXPECT_TRUE(inside->topology().defects().empty());
}

TEST(Topology, RefIsTheNameWhereUniqueElseTheIndex) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("same").out("a");
    m.node("Relu", {"a"}).name("same").out("b");
    m.node("Relu", {"b"}).name("").out("c");
    m.node("Relu", {"c"}).name("own").out("d");
    const auto scope = scopeOf(m.serialize());
    EXPECT_EQ(refs(scope->topology(), {NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}}),
              (std::vector<std::string>{"#0", "#1", "#2", "own"}));
}

TEST(Topology, RefsOfDifferentNodesDiffer) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("").out("a");
    m.node("Relu", {"a"}).name("#0").out("b");
    m.node("Relu", {"b"}).name("p\x01").out("c");
    m.node("Relu", {"c"}).name("p\\x01").out("d");
    const auto scope = scopeOf(m.serialize());
    EXPECT_EQ(refs(scope->topology(), {NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}}),
              (std::vector<std::string>{"#0", "#1", "#2", "#3"}));
}

TEST(ModuleMatches, KnowsDottedAndSlashedForms) {
    onnx::Node node;
    node.name = "/layer1/layer1.0/conv1/Conv";
    for (const char* prefix :
         {"layer1", "/layer1", "layer1/", "layer1.0", "layer1/layer1.0", "layer1.0.conv1"}) {
        EXPECT_TRUE(moduleMatches(node, prefix)) << prefix;
    }
    for (const char* prefix : {"layer", "layer1.1", "conv1", "", "/"}) {
        EXPECT_FALSE(moduleMatches(node, prefix)) << prefix;
    }
    node.name = "resnet/conv2/Conv2D";
    EXPECT_TRUE(moduleMatches(node, "resnet"));
    node.name = "plain";
    EXPECT_FALSE(moduleMatches(node, "plain"));
}

TEST(Scope, PathEntersSubgraphsOfNodesWithSlashesInTheirNames) {
    ModelBuilder m;
    m.input("cond", DataType::kBool, {});
    GraphBuilder body = m.subgraph("body");
    body.node("Relu", {"cond"}).name("deep/relu").out("t");
    body.output("t");
    m.node("If", {"cond"}).name("/a/If").attr("then_branch", body).attr("else_branch", body).out("y");
    const auto scope = scopeOf(m.serialize());

    const auto entered = Scope::enter(scope->modelPtr(), "/a/If/else_branch");
    ASSERT_TRUE(entered.has_value()) << entered.error().message();
    EXPECT_EQ((*entered)->path(), (std::vector<std::string>{"main_graph", "/a/If", "else_branch"}));
    EXPECT_TRUE(Scope::enter(scope->modelPtr(), "#0/then_branch").has_value());
    const auto missing = Scope::enter(scope->modelPtr(), "/a/Ig/else_branch");
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().kind, ErrorKind::kQuery);
    EXPECT_NE(missing.error().message().find("/a/If"), std::string::npos);
}

TEST(Scope, FunctionHasItsOwnOpsets) {
    ModelBuilder m(18);
    auto& f = m.function("my.domain", "Block", {"a"}, {"b"});
    f.opset(13);
    f.node("Relu", {"a"}).out("b");
    m.input("x", DataType::kFloat32, {1});
    m.node("Block", {"x"}).domain("my.domain").out("y");
    const auto scope = scopeOf(m.serialize());
    for (const char* name : {"my.domain:Block", "Block"}) {
        const auto entered = Scope::enterFunction(scope->modelPtr(), name);
        ASSERT_TRUE(entered.has_value()) << entered.error().message();
        EXPECT_EQ((*entered)->opset(""), 13);
    }
    EXPECT_EQ(scope->opset("ai.onnx"), 18);
    EXPECT_FALSE(Scope::enterFunction(scope->modelPtr(), "Blok").has_value());
}

}  // namespace

}  // namespace qdqlens::test
