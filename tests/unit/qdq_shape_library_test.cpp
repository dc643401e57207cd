#include "core/qdq/tables/shape_library.h"

#include <gtest/gtest.h>

#include "core/onnx/reader.h"
#include "core/qdq/tables/shape_question.h"
#include "core/qdq/tables/shapes.h"
#include "tests/support/paths.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

TensorSpec ints(const std::vector<std::int64_t>& values) {
    return TensorSpec::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values);
}

std::string shapeOfValue(const ShapeTable& table, const std::string& name) {
    for (const ShapeRow& row : table.rows) {
        if (row.name == name) {
            return row.source == ShapeSource::kUnknown ? "unknown" : shapeText(row.shape);
        }
    }
    return "no such value";
}

/// An engine that fails as a crashed one does, and keeps what it was asked.
class BrokenLibrary : public ShapeLibrary {
  public:
    Result<std::string> infer(const std::string& model, const std::stop_token& /*stop*/) override {
        questions.push_back(model);
        return fail(ErrorKind::kEngine, "died");
    }
    std::vector<std::string> questions;
};

/// TopK and OneHot have no rule of ours.
ModelBuilder topKModel(std::int64_t opset) {
    ModelBuilder m(opset);
    m.input("x", DataType::kFloat32, {"batch", 10});
    m.node("TopK", {"x", m.initializer("k", ints({3}))}).outs({"values", "indices"});
    m.node("Relu", {"values"}).out("y");
    m.output("y");
    return m;
}

class ShapeLibraryTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (library_ == nullptr) {
            GTEST_SKIP() << "no qdqlens-shapes";
        }
    }
    ShapeTable tableOf(const ModelBuilder& m, const std::vector<std::string>& settings = {}) {
        std::vector<ShapeSetting> parsed;
        for (const std::string& text : settings) {
            parsed.push_back(parseShapeSetting(text).value());
        }
        return shapeTable(*scopeOf(m), parsed, library_.get()).value();
    }
    std::unique_ptr<ShapeLibrary> library_ = findShapeLibrary();
};

TEST_F(ShapeLibraryTest, SaysWhatOurRulesDoNot) {
    const ShapeTable table = tableOf(topKModel(17), {"batch=4"});
    EXPECT_EQ(shapeOfValue(table, "values"), "4×3");
    EXPECT_EQ(shapeOfValue(table, "indices"), "4×3");
    EXPECT_EQ(shapeOfValue(table, "y"), "4×3") << "and our rules go on from there";
    EXPECT_EQ(shapeOfValue(tableOf(topKModel(17)), "y"), "batch×3") << "symbols come back as they went";
    EXPECT_EQ(shapeOfValue(shapeTable(*scopeOf(topKModel(17)), {}).value(), "y"), "unknown");
}

TEST_F(ShapeLibraryTest, IsNotAskedForNewerOperatorVersions) {
    // TopK-24 is newer than libonnx 1.12, whatever it may still have in common with TopK-11.
    EXPECT_EQ(shapeOfValue(tableOf(topKModel(24)), "values"), "unknown");
    EXPECT_EQ(shapeOfValue(tableOf(topKModel(20)), "values"), "batch×3")
        << "at opset 20 TopK is still version 11";
}

TEST_F(ShapeLibraryTest, TakesComputedContents) {
    // How many are taken comes out of shape arithmetic, which only our rules follow.
    ModelBuilder m(17);
    m.input("x", DataType::kFloat32, {"n", 8});
    m.node("Shape", {"x"}).out("s");
    m.node("Gather", {"s", m.initializer("one", ints({1}))}).out("columns");
    m.node("Div", {"columns", m.initializer("two", ints({2}))}).out("k");
    m.node("TopK", {"x", "k"}).outs({"values", "indices"});
    m.output("values");
    EXPECT_EQ(shapeOfValue(tableOf(m, {"n=2"}), "values"), "2×4");
}

TEST_F(ShapeLibraryTest, AConflictWithTheFileIsNamed) {
    ModelBuilder m(17);
    m.input("x", DataType::kFloat32, {2, 10});
    m.node("TopK", {"x", m.initializer("k", ints({3}))}).outs({"v", "i"}).name("top");
    m.valueInfo("v", DataType::kFloat32, {2, 5});
    m.output("v");
    const ShapeTable table = tableOf(m);
    ASSERT_EQ(table.conflicts.size(), 1U);
    EXPECT_EQ(table.conflicts[0].where, "node top (TopK), output v, dim 1");
    EXPECT_EQ(table.conflicts[0].got, "3");
    EXPECT_EQ(table.conflicts[0].expected, "5");
}

TEST(ShapeLibrary, ThatFailsLeavesShapesUnknown) {
    BrokenLibrary broken;
    const auto table = shapeTable(*scopeOf(topKModel(17)), {}, &broken);
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(shapeOfValue(*table, "y"), "unknown");
    EXPECT_EQ(broken.questions.size(), 1U);
}

TEST(ShapeLibrary, SeesNoWeights) {
    ModelBuilder m(17);
    m.input("x", DataType::kFloat32, {1, 10});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {10, 5000}, 1));
    m.node("Einsum", {"x", "w"}).attr("equation", "ij,jk->ik").out("y");
    m.output("y");
    BrokenLibrary broken;
    ASSERT_TRUE(shapeTable(*scopeOf(m), {}, &broken).has_value());
    ASSERT_EQ(broken.questions.size(), 1U);
    EXPECT_LT(broken.questions[0].size(), 400U);
    EXPECT_TRUE(onnx::readModel(onnx::Input::fromBytes(broken.questions[0])).has_value());
}

}  // namespace

}  // namespace qdqlens::test
