#include <gtest/gtest.h>

#include <algorithm>

#include "core/diagram/figure.h"
#include "core/diagram/label.h"
#include "core/qdq/folded_text.h"
#include "resources/samples/model_builder.h"
#include "resources/samples/tiny_conv_net.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;
using Texts = std::vector<std::string>;

FigureOptions focusOn(const std::string& query, int hops = 2) {
    FigureOptions options;
    options.focus = {query};
    options.hops = hops;
    return options;
}

class ReferenceScene : public ::testing::Test {
  protected:
    FigureSource source_ = sourceOf(samples::tinyConvNetQdq());
};

TEST_F(ReferenceScene, FirstConvUnit) {
    const Scene scene = sceneOf(source_, focusOn("node_conv2d"));
    EXPECT_EQ(boxesOf(scene, BoxKind::kOp).size(), 5U);
    ASSERT_EQ(boxesOf(scene, BoxKind::kInput).size(), 1U);
    EXPECT_EQ(boxesOf(scene, BoxKind::kInput)[0]->name, "x");
    ASSERT_EQ(boxesOf(scene, BoxKind::kStub).size(), 1U);
    EXPECT_EQ(texts(*boxesOf(scene, BoxKind::kStub)[0]),
              Texts{"DequantizeLinear node_dequantize_per_tensor_1"});
    const Box& conv = boxNamed(scene, "node_conv2d");
    EXPECT_EQ(texts(conv),
              (Texts{"Conv", "node_conv2d", "W ‹DequantizeLinear(int8[16×3×3×3])›", "B ‹float32[16]›"}));
    EXPECT_TRUE(conv.focus);
    EXPECT_EQ(conv.id, "n7");
    EXPECT_EQ(texts(boxNamed(scene, "node_quantize_per_tensor_1")).back(), "scale=0.02612904 zp=-128");
    EXPECT_EQ(boxNamed(scene, "node_relu").distance, 1);
}

TEST_F(ReferenceScene, SurroundingsOfTheResidualAdd) {
    for (const char* query : {"op:Add", "residual"}) {
        const Scene scene = sceneOf(source_, focusOn(query));
        EXPECT_EQ(boxesOf(scene, BoxKind::kOp).size(), 8U);
        const Texts edges = edgeNames(scene);
        for (const char* edge :
             {"node_dequantize_per_tensor_2>node_add", "node_dequantize_per_tensor_2>node_conv2d_1"}) {
            EXPECT_EQ(std::count(edges.begin(), edges.end(), edge), 1) << edge;
        }
        EXPECT_TRUE(boxNamed(scene, "node_dequantize_per_tensor_2").shared);
        EXPECT_FALSE(boxNamed(scene, "node_dequantize_per_tensor_5").shared);
    }
}

TEST_F(ReferenceScene, WholeModel) {
    const Scene scene = sceneOf(source_, {});
    EXPECT_EQ(boxesOf(scene, BoxKind::kOp).size(), 36U);
    EXPECT_EQ(boxesOf(scene, BoxKind::kOutput).size(), 1U);
    EXPECT_TRUE(boxesOf(scene, BoxKind::kStub).empty());
    EXPECT_EQ(scene.boxes.front().distance, -1);
    EXPECT_EQ(sceneOf(sourceOf(samples::tinyConvNetQdq(), FoldMode::kOff), {}).boxes.size(), 43U);
}

TEST_F(ReferenceScene, EdgesSayDtypeAndShapeOncePerValue) {
    const Scene scene = sceneOf(source_, focusOn("node_add"));
    int labels = 0;
    for (const Edge& edge : scene.edges) {
        if (edge.value == "dequantize_per_tensor_2") {
            EXPECT_EQ(edge.dtype, "float32");
            EXPECT_EQ(edge.shape, "batch×16×8×8");
            labels += edge.label.empty() ? 0 : 1;
        }
        if (edge.value == "quantize_per_tensor_2") {
            EXPECT_EQ(edge.label, "int8 batch×16×8×8");
            EXPECT_EQ(edge.type, EdgeType::kQuantized);
        }
    }
    EXPECT_EQ(labels, 1);
}

TEST_F(ReferenceScene, MaxBoxesRefusesWithTheCount) {
    FigureOptions options;
    options.max_boxes = 37;
    const auto scene = buildScene(source_, options);
    ASSERT_FALSE(scene.has_value());
    EXPECT_EQ(scene.error().kind, ErrorKind::kLimit);
    EXPECT_NE(scene.error().what.find("38 boxes"), std::string::npos) << scene.error().what;
    options.max_boxes = 38;
    EXPECT_TRUE(buildScene(source_, options).has_value());
}

TEST_F(ReferenceScene, FromAndToGoTogether) {
    FigureOptions options;
    options.from = "node_conv2d_1";
    EXPECT_EQ(buildScene(source_, options).error().kind, ErrorKind::kUsage);
    options.to = "node_conv2d_2";
    const Scene scene = sceneOf(source_, options);
    EXPECT_EQ(boxesOf(scene, BoxKind::kOp).size(), 5U);
    options.to = "node_conv2d";
    EXPECT_EQ(buildScene(source_, options).error().kind, ErrorKind::kQuery);
}

/// Relu keeps the shape that the file says of x; of the Mystery's output nobody can say anything.
TEST(Scene, ShapesThatFollowStandInParentheses) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"batch", 4});
    m.node("Relu", {"x"}).out("a");
    m.node("Mystery", {"a"}).domain("com.acme").out("b");
    m.node("Relu", {"b"}).out("y");
    m.output("y");
    const Scene scene = sceneOf(sourceOf(m.serialize()), {});
    const auto edge = [&](const std::string& value) {
        return *std::find_if(scene.edges.begin(), scene.edges.end(),
                             [&](const Edge& e) { return e.value == value; });
    };
    EXPECT_EQ(edge("x").label, "float32 batch×4");
    EXPECT_FALSE(edge("x").inferred);
    EXPECT_EQ(edge("a").label, "float32 (batch×4)");
    EXPECT_EQ(edge("a").shape, "batch×4");
    EXPECT_TRUE(edge("a").inferred);
    EXPECT_EQ(edge("b").shape, "");
    EXPECT_FALSE(edge("b").inferred);
}

TEST(Scene, HubsEndInOneStub) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("r").out("cos");
    for (int i = 0; i < 20; ++i) {
        m.node("Neg", {"cos"}).name("n" + std::to_string(i)).out("v" + std::to_string(i));
        m.node("Abs", {"v" + std::to_string(i)}).name("a" + std::to_string(i));
    }
    const FigureSource source = sourceOf(m.serialize());
    const Scene scene = sceneOf(source, focusOn("n3", 1));
    EXPECT_EQ(edgeNames(scene), (Texts{"n3>a3", "r>(cos → 19 more consumers)", "r>n3", "x>r"}));
    FigureOptions bare = focusOn("n3", 1);
    bare.stubs = false;
    EXPECT_EQ(edgeNames(sceneOf(source, bare)), (Texts{"n3>a3", "r>n3", "x>r"}));
}

TEST(Scene, StubsNameWhatFollows) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("r").out("a");
    m.node("Neg", {"a"}).name("n1");
    m.node("Neg", {"a"}).name("n2");
    m.node("Conv", {"a"}).name("").out("c");
    m.node("Exp", {"c"}).name("e");
    const FigureSource source = sourceOf(m.serialize());
    EXPECT_EQ(edgeNames(sceneOf(source, focusOn("r", 0))), (Texts{"r>(3 consumers: Neg ×2, Conv)", "x>r"}));
    EXPECT_EQ(edgeNames(sceneOf(source, focusOn("e", 0))), (Texts{"(Conv #3)>e"}));
}

TEST(Scene, MissingAndOuterValuesAreShownAndMarked) {
    ModelBuilder m;
    m.node("Relu", {"nowhere"}).name("r").out("y");
    m.output("y");
    const Scene scene = sceneOf(sourceOf(m.serialize()), {});
    const Box& missing = boxNamed(scene, "nowhere");
    EXPECT_EQ(missing.kind, BoxKind::kInput);
    EXPECT_TRUE(missing.defect);
    EXPECT_EQ(edgeNames(scene), (Texts{"nowhere>r", "r>y"}));
}

TEST(Scene, AGraphWithoutNodesShowsItsInputsAndOutputs) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.output("x", DataType::kFloat32, {1});
    m.input("lonely", DataType::kFloat32, {1});
    const Scene scene = sceneOf(sourceOf(m.serialize()), {});
    EXPECT_EQ(edgeNames(scene), Texts{"x>x"});
    EXPECT_EQ(boxesOf(scene, BoxKind::kInput).size(), 2U);
}

TEST(Scene, AValueEatenTwiceByOneNodeIsOneEdge) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Mul", {"x", "x"}).name("square").out("y");
    EXPECT_EQ(edgeNames(sceneOf(sourceOf(m.serialize()), {})), Texts{"x>square"});
}

TEST(Label, ConstantsInInputOrderWithTheirFormalNames) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {8, 8});
    m.initializer("starts", TensorSpec::of<std::int64_t>({2}, {2, 32}));
    m.constant(TensorSpec::of<std::int64_t>({2}, {4, 64}), "ends");
    m.node("Slice", {"x", "starts", "ends", "", "missing"}).name("s").out("y");
    m.initializer("half", TensorSpec::filled(DataType::kFloat32, {}, 0.5));
    m.node("Mul", {"half", "y"}).name("m").out("z");
    const FigureSource source = sourceOf(m.serialize());
    const auto linesOf = [&](std::uint32_t node) {
        Texts out;
        for (const TextLine& line : opLines(source.scope(), source.folding(), NodeId{node})) {
            out.push_back(line.text);
        }
        return out;
    };
    EXPECT_EQ(linesOf(1), (Texts{"Slice", "s", "starts ‹[2, 32]›  ends ‹[4, 64]›"}));
    EXPECT_EQ(linesOf(2), (Texts{"Mul", "m", "A ‹0.5›"}));
}

TEST(Label, EightElementsAreWrittenOutOnSeveralLines) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {8});
    m.initializer("c", TensorSpec::filled(DataType::kFloat32, {8}, 1.2345679));
    m.node("Mul", {"x", "c"}).name("m").out("y");
    const FigureSource source = sourceOf(m.serialize());
    std::string text;
    for (const TextLine& line : opLines(source.scope(), source.folding(), NodeId{0})) {
        if (line.role == LineRole::kConstant) {
            text += (text.empty() ? "" : " ") + line.text;
        }
    }
    EXPECT_EQ(text,
              "B ‹[1.2345679, 1.2345679, 1.2345679, 1.2345679, 1.2345679, 1.2345679, 1.2345679, 1.2345679]›");
}

TEST(Label, ADeepChainSaysWhatIsStored) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {16});
    m.initializer("c", TensorSpec::filled(DataType::kFloat32, {16}, 1));
    std::string value = "c";
    for (int i = 0; i < 5000; ++i) {
        value = m.node("Identity", {value});
    }
    m.node("Mul", {"x", value}).name("m").out("y");
    const FigureSource source = sourceOf(m.serialize());
    const auto lines = opLines(source.scope(), source.folding(), NodeId{5000});
    std::string text;
    for (const TextLine& line : lines) {
        text += line.text;
    }
    EXPECT_NE(text.find("Identity(…float32[16])"), std::string::npos) << text;
}

TEST(Label, FoldedNodesOfTheEnclosingGraphAreResolved) {
    ModelBuilder m;
    m.input("cond", DataType::kBool, {});
    m.input("x", DataType::kFloat32, {20});
    m.initializer("w", TensorSpec::filled(DataType::kInt8, {20}, 1));
    m.initializer("s", TensorSpec::filled(DataType::kFloat32, {}, 1));
    m.node("DequantizeLinear", {"w", "s"}).name("dq").out("wdq");
    samples::GraphBuilder branch = m.subgraph("b");
    branch.node("Mul", {"x", "wdq"}).name("mul").out("t");
    branch.output("t");
    m.node("If", {"cond"}).name("if").attr("then_branch", branch).attr("else_branch", branch).out("y");
    const auto inside = Scope::enter(scopeOf(m.serialize())->modelPtr(), "if/then_branch");
    ASSERT_TRUE(inside.has_value());
    const FigureSource source(*inside, FoldMode::kOn);
    EXPECT_EQ(opLines(source.scope(), source.folding(), NodeId{0}).back().text,
              "B ‹DequantizeLinear(int8[20])›");
}

TEST(Label, DomainsAreShownUnlessTheyAreOnnxsOwn) {
    onnx::Node node;
    node.op_type = "QGemm";
    EXPECT_EQ(opText(node), "QGemm");
    node.domain = "ai.onnx";
    EXPECT_EQ(opText(node), "QGemm");
    node.domain = "com.microsoft";
    EXPECT_EQ(opText(node), "com.microsoft.QGemm");
}

}  // namespace

}  // namespace qdqlens::test
