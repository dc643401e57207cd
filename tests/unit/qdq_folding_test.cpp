#include "core/qdq/folding.h"

#include <gtest/gtest.h>

#include "resources/samples/model_builder.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::TensorSpec;
using Refs = std::vector<std::string>;

/// A Conv whose weight comes through `weight`.
ModelBuilder convOn(const std::string& weight) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 1, 4, 4});
    m.node("Conv", {"x", weight}).name("conv").out("y");
    m.output("y");
    return m;
}

TEST(Folding, WeightChainsFold) {
    ModelBuilder m = convOn("wt");
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {1, 1, 3, 3}, 1));
    const std::string q = m.quantize("w", {.scale = {0.5}}).name("q");
    const std::string dq = m.dequantize(q, {.scale = {0.5}}).name("dq");
    m.node("Transpose", {dq}).name("t").out("wt");
    EXPECT_EQ(unfolded(sourceOf(m.serialize())), Refs{"conv"});
    EXPECT_EQ(unfolded(sourceOf(m.serialize(), FoldMode::kOff)), (Refs{"conv", "q", "dq", "t"}));
}

TEST(Folding, ConstantNodesCountAsInitializers) {
    ModelBuilder m = convOn("w");
    m.constant(TensorSpec::filled(DataType::kFloat32, {1, 1, 3, 3}, 1), "w");
    EXPECT_EQ(unfolded(sourceOf(m.serialize())), Refs{"conv"});
}

TEST(Folding, WhatIsNeverFolded) {
    ModelBuilder m = convOn("w");
    m.initializer("w0", TensorSpec::filled(DataType::kFloat32, {1, 1, 3, 3}, 1));
    m.node("Identity", {"w0"}).name("as_output").out("w");
    m.output("w");
    m.node("Abs", {"w0"}).name("dangling").out("unused");
    m.node("RandomNormalLike", {"w0"}).name("random").out("noise");
    m.node("Add", {"noise", "x"}).name("add").out("z");
    m.node("Source").domain("my").name("no_inputs").out("s");
    m.node("Relu", {"s"}).name("relu").out("u");
    const auto source = sourceOf(m.serialize());
    EXPECT_EQ(unfolded(source),
              (Refs{"conv", "as_output", "dangling", "random", "add", "no_inputs", "relu"}));
    // The value of a node that is drawn is not constant for its consumers.
    EXPECT_FALSE(source.folding().constant(source.scope().topology().findValue("w")));
}

TEST(Folding, ANodeWhoseSubgraphCapturesIsNotFolded) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.initializer("cond", TensorSpec::filled(DataType::kBool, {}, 1));
    GraphBuilder branch = m.subgraph("b");
    branch.node("Abs", {"x"}).out("t");
    branch.output("t");
    m.node("If", {"cond"}).name("if").attr("then_branch", branch).attr("else_branch", branch).out("c");
    m.node("Add", {"x", "c"}).name("add").out("y");
    EXPECT_EQ(unfolded(sourceOf(m.serialize())), (Refs{"if", "add"}));
}

TEST(Folding, ConstantsFromTheEnclosingGraphFoldInside) {
    ModelBuilder m;
    m.input("cond", DataType::kBool, {});
    m.input("x", DataType::kFloat32, {1});
    m.initializer("w", TensorSpec::filled(DataType::kInt8, {4}, 1));
    m.initializer("s", TensorSpec::filled(DataType::kFloat32, {}, 1));
    GraphBuilder branch = m.subgraph("b");
    branch.node("DequantizeLinear", {"w", "s"}).name("dq").out("wf");
    branch.node("Mul", {"x", "wf"}).name("mul").out("t");
    branch.output("t");
    m.node("If", {"cond"}).name("if").attr("then_branch", branch).attr("else_branch", branch).out("y");
    const auto inside = Scope::enter(scopeOf(m.serialize())->modelPtr(), "if/then_branch");
    ASSERT_TRUE(inside.has_value());
    EXPECT_EQ(unfolded(FigureSource(*inside, FoldMode::kOn)), Refs{"mul"});
}

TEST(Folding, UnsortedAndCyclicGraphsEnd) {
    ModelBuilder m;
    m.node("Add", {"a", "c"}).name("one").out("b");
    m.node("Abs", {"b"}).name("two").out("a");
    m.node("Identity", {"c0"}).name("id").out("c");
    m.initializer("c0", TensorSpec::filled(DataType::kFloat32, {1}, 1));
    EXPECT_EQ(unfolded(sourceOf(m.serialize())), (Refs{"one", "two"}));
}

TEST(Folding, ConsumersOfAConstantAreTheNearestUnfoldedOnes) {
    ModelBuilder m = convOn("dq");
    m.initializer("w", TensorSpec::filled(DataType::kInt8, {1, 1, 3, 3}, 1));
    m.initializer("s", TensorSpec::filled(DataType::kFloat32, {}, 1));
    m.node("DequantizeLinear", {"w", "s"}).name("d").out("dq");
    m.node("Mul", {"y", "s"}).name("mul").out("z");
    const auto source = sourceOf(m.serialize());
    const Topology& t = source.scope().topology();
    EXPECT_EQ(refs(t, source.folding().consumers(t.findValue("s"))), (Refs{"conv", "mul"}));
}

}  // namespace

}  // namespace qdqlens::test
