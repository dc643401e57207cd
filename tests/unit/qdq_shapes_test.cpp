#include "core/qdq/tables/shapes.h"

#include <gtest/gtest.h>

#include "core/onnx/reader.h"
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

ShapeTable tableOf(const std::shared_ptr<const Scope>& scope, const std::vector<std::string>& settings = {}) {
    std::vector<ShapeSetting> parsed;
    for (const std::string& text : settings) {
        parsed.push_back(parseShapeSetting(text).value());
    }
    return shapeTable(*scope, parsed).value();
}
ShapeTable tableOf(const ModelBuilder& m, const std::vector<std::string>& settings = {}) {
    return tableOf(scopeOf(m), settings);
}

std::string shapeOfValue(const ShapeTable& table, const std::string& name) {
    for (const ShapeRow& row : table.rows) {
        if (row.name == name) {
            return row.source == ShapeSource::kUnknown ? "unknown" : shapeText(row.shape);
        }
    }
    return "no such value";
}

std::string conflictsOf(const ShapeTable& table) {
    std::string text;
    for (const ShapeConflict& conflict : table.conflicts) {
        text += conflict.where + ": got " + conflict.got + ", expected " + conflict.expected + "\n";
    }
    return text;
}

TEST(ShapeSettings, AreRead) {
    const auto x = parseShapeSetting("x=4,3,16,16");
    ASSERT_TRUE(x.has_value());
    EXPECT_EQ(x->name, "x");
    EXPECT_EQ(x->dims, (std::vector<std::int64_t>{4, 3, 16, 16}));
    EXPECT_EQ(parseShapeSetting("a=b=4")->name, "a=b") << "names may hold '='";
    for (const char* wrong : {"x", "=4", "x=", "x=4,", "x=four", "x=-1", "x=4 ", "x=99999999999999999999"}) {
        EXPECT_FALSE(parseShapeSetting(wrong).has_value()) << wrong;
    }
}

TEST(Shapes, FollowFromTheOperators) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"batch", 3, 16, 16});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {8, 3, 3, 3}, 1));
    m.node("Conv", {"x", "w"}).ints("strides", {2, 2}).ints("pads", {1, 1, 1, 1}).out("c");
    m.node("MaxPool", {"c"}).ints("kernel_shape", {3, 3}).ints("strides", {2, 2}).out("p");
    m.node("ReduceMean", {"p", m.initializer("axes", ints({-1, -2}))}).attr("keepdims", 1).out("r");
    m.node("Reshape", {"r", m.initializer("target", ints({0, -1}))}).out("f");
    m.initializer("g", TensorSpec::filled(DataType::kFloat32, {8, 4}, 1));
    m.node("Gemm", {"f", "g"}).out("y");
    m.node("Add", {"y", m.initializer("b", TensorSpec::filled(DataType::kFloat32, {4}, 1))}).out("z");
    m.output("z");
    const ShapeTable table = tableOf(m);
    EXPECT_EQ(shapeOfValue(table, "c"), "batch×8×8×8");
    EXPECT_EQ(shapeOfValue(table, "p"), "batch×8×3×3");
    EXPECT_EQ(shapeOfValue(table, "r"), "batch×8×1×1");
    EXPECT_EQ(shapeOfValue(table, "f"), "batch×8");
    EXPECT_EQ(shapeOfValue(table, "z"), "batch×4");
    EXPECT_TRUE(table.conflicts.empty()) << conflictsOf(table);
    EXPECT_EQ(shapeOfValue(tableOf(m, {"batch=4"}), "z"), "4×4");
    EXPECT_EQ(shapeOfValue(tableOf(m, {"x=5,3,16,16"}), "z"), "5×4");
    EXPECT_EQ(shapeOfValue(tableOf(m, {"x=5,3,32,32"}), "c"), "5×8×16×16");
}

TEST(Shapes, ArithmeticOnShapesIsFollowed) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"n", "t", 64});
    m.node("Shape", {"x"}).out("s");
    m.node("Gather", {"s", m.initializer("zero", TensorSpec(DataType::kInt64, {1}, {0}))}).out("n1");
    m.node("Concat", {"n1", m.initializer("rest", ints({-1, 4, 16}))}).attr("axis", 0).out("target");
    m.node("Reshape", {"x", "target"}).out("heads");
    m.node("Transpose", {"heads"}).ints("perm", {0, 2, 1, 3}).out("y");
    m.output("y");
    EXPECT_EQ(shapeOfValue(tableOf(m), "y"), "n×4×t×16");
    EXPECT_EQ(shapeOfValue(tableOf(m, {"n=2", "t=7"}), "y"), "2×4×7×16");
}

TEST(Shapes, ArithmeticOnDimsIsFollowed) {
    // A range over half of the dims, as position ids are made.
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"n", 6});
    m.node("Shape", {"x"}).out("s");
    m.node("Gather", {"s", m.initializer("one", TensorSpec(DataType::kInt64, {}, {1}))}).out("t");
    m.node("Gather", {"s", m.initializer("zero", TensorSpec(DataType::kInt64, {}, {0}))}).out("batch");
    m.initializer("two", TensorSpec(DataType::kInt64, {}, {2}));
    m.node("Div", {"t", "two"}).out("half");
    m.node("Sub", {"half", "one"}).out("less");
    m.node("Range", {"zero", "half", "one"}).out("three");
    m.node("Range", {"zero", "less", "one"}).out("pair");
    m.node("Range", {"zero", "batch", "one"}).out("rows");
    m.node("Add", {"batch", "one"}).out("more");
    m.node("Range", {"zero", "more", "one"}).out("y");
    m.output("y");
    const ShapeTable table = tableOf(m);
    EXPECT_EQ(shapeOfValue(table, "three"), "3");
    EXPECT_EQ(shapeOfValue(table, "pair"), "2");
    EXPECT_EQ(shapeOfValue(table, "rows"), "n");
    EXPECT_EQ(shapeOfValue(table, "y"), "?") << "n + 1 has no name";
    EXPECT_EQ(shapeOfValue(tableOf(m, {"n=4"}), "y"), "5");
}

/// Values by hand: a stride of 2 and one pixel of output padding; a bidirectional LSTM; a Resize by scales.
TEST(Shapes, NewerVersionsHaveRulesOfOurOwn) {
    ModelBuilder m(24);
    m.input("x", DataType::kFloat32, {1, 4, 8, 8}).input("t", DataType::kFloat32, {"len", 2, 16});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {4, 3, 3, 3}, 1));
    m.node("ConvTranspose", {"x", "w"})
        .ints("strides", {2, 2})
        .ints("pads", {1, 1, 1, 1})
        .ints("output_padding", {1, 1})
        .attr("group", 2)
        .out("up");
    m.initializer("lw", TensorSpec::filled(DataType::kFloat32, {2, 128, 16}, 1));
    m.initializer("lr", TensorSpec::filled(DataType::kFloat32, {2, 128, 32}, 1));
    m.node("LSTM", {"t", "lw", "lr"})
        .attr("hidden_size", 32)
        .attr("direction", "bidirectional")
        .outs({"seq", "h", "c"});
    m.node("Resize", {"up", "", m.initializer("scales", TensorSpec(DataType::kFloat32, {4}, {1, 1, 1.5, 2}))})
        .out("big");
    m.node("AveragePool", {"big"}).ints("kernel_shape", {3, 3}).ints("dilations", {2, 2}).out("pooled");
    m.output("pooled");
    const ShapeTable table = tableOf(m);
    EXPECT_EQ(shapeOfValue(table, "up"), "1×6×16×16");
    EXPECT_EQ(shapeOfValue(table, "seq"), "len×2×2×32");
    EXPECT_EQ(shapeOfValue(table, "c"), "2×2×32");
    EXPECT_EQ(shapeOfValue(table, "big"), "1×6×24×32");
    EXPECT_EQ(shapeOfValue(table, "pooled"), "1×6×20×28") << "dilations count since version 19";
}

TEST(Shapes, UnknownOperatorsAreUnknownAndNotGuessed) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"n", 4});
    m.node("Mystery", {"x"}).domain("com.acme").out("a");
    m.node("Relu", {"a"}).out("b");
    m.valueInfo("b", DataType::kFloat32, {"n", 4});
    m.node("Mystery", {"b"}).domain("com.acme").out("c");
    m.valueInfo("c", DataType::kFloat32, {2, 4});
    m.output("c");
    const ShapeTable table = tableOf(m);
    EXPECT_EQ(shapeOfValue(table, "a"), "unknown");
    EXPECT_EQ(shapeOfValue(table, "b"), "n×4") << "the file says it";
    EXPECT_EQ(shapeOfValue(table, "c"), "2×4");
}

TEST(Shapes, ConflictsAreNamedWhereTheyBegin) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {2, 8});
    m.node("Relu", {"x"}).out("a").name("act");
    m.valueInfo("a", DataType::kFloat32, {2, 8});
    m.node("Reshape", {"a", m.initializer("target", ints({2, 2, 4}))}).out("y").name("view");
    m.output("y", DataType::kFloat32, {2, 2, 4});
    EXPECT_EQ(conflictsOf(tableOf(m)), "");
    EXPECT_EQ(conflictsOf(tableOf(m, {"x=4,8"})),
              "input x, dim 0: got 4, expected 2\n"
              "node view (Reshape): got 4×8, 32 elements, expected what fits into 2×2×4\n");
    EXPECT_EQ(conflictsOf(tableOf(m, {"x=16"})).substr(0, 44), "input x: got 1 dims, expected 2 dims: 2×8\n");
}

TEST(Shapes, AFileThatContradictsItselfIsAConflict) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {2, 8});
    m.node("Relu", {"x"}).out("a").name("act");
    m.valueInfo("a", DataType::kFloat32, {2, 9});
    m.node("Neg", {"a"}).out("y").name("neg");
    m.output("y", DataType::kFloat32, {2, 9});
    EXPECT_EQ(conflictsOf(tableOf(m)), "node act (Relu), output a, dim 1: got 8, expected 9\n");
}

TEST(Shapes, OneSymbolIsOneNumber) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"n", 4}).input("y", DataType::kFloat32, {"n", 4});
    m.node("Concat", {"x", "y"}).attr("axis", 1).out("z");
    m.output("z");
    EXPECT_EQ(conflictsOf(tableOf(m, {"x=2,4", "y=3,4"})), "input y, dim 0: got 3, expected n = 2\n");
    EXPECT_EQ(shapeOfValue(tableOf(m, {"n=6"}), "z"), "6×8");
    const auto wrong = shapeTable(*scopeOf(m), {parseShapeSetting("q=4").value()});
    ASSERT_FALSE(wrong.has_value());
    EXPECT_EQ(wrong.error().kind, ErrorKind::kQuery);
    EXPECT_NE(wrong.error().what.find("x, y"), std::string::npos);
}

TEST(Shapes, ReferenceModel) {
    const auto fixed = seedFile("tinyconvnet_qdq_static.onnx");
    const auto dynamic = seedFile("tinyconvnet_qdq.onnx");
    if (fixed.empty() || dynamic.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    EXPECT_EQ(conflictsOf(tableOf(openScope(fixed))), "");
    const ShapeTable conflict = tableOf(openScope(fixed), {"x=4,3,16,16"});
    ASSERT_FALSE(conflict.conflicts.empty());
    EXPECT_EQ(conflict.conflicts[0].where, "input x, dim 0");
    EXPECT_EQ(conflict.conflicts[0].got, "4");
    EXPECT_EQ(conflict.conflicts[0].expected, "2");
    const ShapeTable good = tableOf(openScope(dynamic), {"x=4,3,16,16"});
    EXPECT_EQ(conflictsOf(good), "");
    EXPECT_EQ(shapeOfValue(good, "dequantize_per_tensor_11"), "4×4");
}

/// What a tool wrote into a file as shapes, and what follows from the operators, agree in every real model.
TEST(Shapes, AgreeWithTheFilesOfTheCorpus) {
    const auto files = corpusFiles();
    if (files.empty()) {
        GTEST_SKIP() << "no ../shared/models";
    }
    for (const auto& file : files) {
        const std::string folder = file.parent_path().filename().string();
        const auto model = onnx::openModel(file);
        if (!model.has_value()) {
            continue;
        }
        const auto table = shapeTable(*Scope::main(*model), {});
        ASSERT_TRUE(table.has_value()) << file;
        if (folder == "real_qdq" || folder == "small_qdq" || folder == "large" || folder == "float_twins") {
            EXPECT_EQ(conflictsOf(*table), "") << file;
        }
    }
}

TEST(ShapesCommand, ExitsWith1OnAConflict) {
    const auto fixed = seedFile("tinyconvnet_qdq_static.onnx");
    if (fixed.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const std::string qdq = "'" + (programFolder() / "qdq").string() + "' shapes ";
    const auto conflict = runCommand(qdq + fixed.string() + " --set x=4,3,16,16");
    EXPECT_EQ(conflict.exit_code, 1);
    EXPECT_NE(conflict.err.find("input x, dim 0: got 4, expected 2"), std::string::npos) << conflict.err;
    EXPECT_EQ(runCommand(qdq + seedFile("tinyconvnet_qdq.onnx").string() + " --set x=4,3,16,16").exit_code,
              0);
    EXPECT_EQ(runCommand(qdq + fixed.string() + " --set nothing=4").exit_code, 3);
    EXPECT_EQ(runCommand(qdq + fixed.string() + " --set x").exit_code, 2);
}

}  // namespace

}  // namespace qdqlens::test
