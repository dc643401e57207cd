#include "core/qdq/value_type.h"

#include <gtest/gtest.h>

#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

std::string typeOf(const std::shared_ptr<const Scope>& scope, const std::string& value) {
    return valueTypeText(*scope, scope->topology().findValue(value));
}

/// By the operators' type constraints; nothing is declared but the input.
TEST(ValueType, FollowsFromTheOperators) {
    ModelBuilder m;
    m.input("x", DataType::kFloat16, {2, 4}).input("dims", DataType::kInt64, {2});
    m.node("ConstantOfShape", {"dims"}).out("zeros");
    m.node("ConstantOfShape", {"dims"}).attr("value", TensorSpec(DataType::kBool, {1}, {1})).out("mask");
    m.node("Where", {"mask", "x", "x"}).out("chosen");
    m.node("CastLike", {"zeros", "x"}).out("like");
    m.node("LayerNormalization", {"x", "x"}).outs({"norm", "mean"});
    m.node("DynamicQuantizeLinear", {"zeros"}).outs({"q", "scale", "zero"});
    m.node("Shape", {"x"}).out("s");
    m.node("Equal", {"s", "dims"}).out("same");
    m.node("Mystery", {"x"}).domain("com.acme").out("y");
    m.output("y");
    const auto scope = scopeOf(m);
    EXPECT_EQ(typeOf(scope, "zeros"), "float32");
    EXPECT_EQ(typeOf(scope, "mask"), "bool");
    EXPECT_EQ(typeOf(scope, "chosen"), "float16");
    EXPECT_EQ(typeOf(scope, "like"), "float16");
    EXPECT_EQ(typeOf(scope, "norm"), "float16");
    EXPECT_EQ(typeOf(scope, "mean"), "float32") << "stash_type's default";
    EXPECT_EQ(typeOf(scope, "q"), "uint8");
    EXPECT_EQ(typeOf(scope, "scale"), "float32");
    EXPECT_EQ(typeOf(scope, "s"), "int64");
    EXPECT_EQ(typeOf(scope, "same"), "bool");
}

}  // namespace

}  // namespace qdqlens::test
