// Scenes at the levels of detail.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "core/diagram/figure.h"
#include "core/diagram/layout_request.h"
#include "resources/samples/model_builder.h"
#include "resources/samples/tiny_conv_net.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using Texts = std::vector<std::string>;

FigureOptions at(Level level, std::vector<std::string> expanded = {}) {
    FigureOptions options;
    options.level = level;
    options.expanded = std::move(expanded);
    return options;
}

const Box& groupNamed(const Scene& scene, const std::string& name) {
    for (const Box& box : scene.boxes) {
        if (box.kind == BoxKind::kGroup && box.name == name) {
            return box;
        }
    }
    throw std::runtime_error("no group named " + name);
}

TEST(LevelScene, UnitsOfTheReferenceModel) {
    const FigureSource source = sourceOf(samples::tinyConvNetQdq());
    const Scene scene = sceneOf(source, at(Level::kUnits));
    EXPECT_EQ(boxesOf(scene, BoxKind::kGroup).size() + boxesOf(scene, BoxKind::kOp).size(),
              source.grouping().unitBoxes());
    const Box& conv = groupNamed(scene, "node_conv2d");
    EXPECT_EQ(texts(conv), (Texts{"Conv + Relu", "node_conv2d", "in 0.0341 · out 0.0261",
                                  "W ‹int8[16×3×3×3]›  B ‹float32[16]›"}));
    EXPECT_EQ(conv.group, "node_conv2d");
    EXPECT_EQ(conv.ref, "node_conv2d");
    EXPECT_EQ(conv.op, "Conv");
}

TEST(LevelScene, AnExpandedUnitIsAFrameAroundItsNodes) {
    const Scene scene = sceneOf(sourceOf(samples::tinyConvNetQdq()), at(Level::kUnits, {"node_conv2d"}));
    ASSERT_EQ(scene.groups.size(), 1U);
    EXPECT_EQ(scene.groups[0].ref, "node_conv2d");
    Texts names;
    for (const std::uint32_t box : scene.groups[0].boxes) {
        names.push_back(scene.boxes[box].name);
    }
    EXPECT_EQ(names, (Texts{"node_dequantize_per_tensor", "node_conv2d", "node_relu",
                            "node_quantize_per_tensor_1"}));
    const LayoutRequest request = layoutRequest(scene);
    ASSERT_EQ(request.groups.size(), 1U);
    EXPECT_EQ(request.groups[0].boxes, scene.groups[0].boxes);
    EXPECT_GT(request.groups[0].label.width, 0);
}

TEST(LevelScene, AFocusInsideOfACollapsedGroupIsTheGroup) {
    FigureOptions options = at(Level::kUnits);
    options.focus = {"node_relu"};
    options.hops = 2;
    const Scene scene = sceneOf(sourceOf(samples::tinyConvNetQdq()), options);
    EXPECT_TRUE(groupNamed(scene, "node_conv2d").focus);
    EXPECT_EQ(groupNamed(scene, "node_conv2d").distance, 0);
    EXPECT_EQ(groupNamed(scene, "node_max_pool2d").distance, 1);
    // What lies beyond is named as a unit, and can be opened by its stub.
    const auto stubs = boxesOf(scene, BoxKind::kStub);
    ASSERT_FALSE(stubs.empty());
    EXPECT_TRUE(std::any_of(stubs.begin(), stubs.end(), [](const Box* stub) {
        return stub->group == "node_conv2d_2" && texts(*stub) == Texts{"Conv node_conv2d_2"};
    }));
}

TEST(LevelScene, ANameThatIsNoGroupsIsToldWithItsNearest) {
    const auto scene = buildScene(sourceOf(samples::tinyConvNetQdq()), at(Level::kUnits, {"node_conv2e"}));
    ASSERT_FALSE(scene.has_value());
    EXPECT_EQ(scene.error().kind, ErrorKind::kQuery);
    EXPECT_NE(scene.error().what.find("near: node_conv2d"), std::string::npos) << scene.error().what;
}

/// `layers` modules of two ops each, one behind the other; all eat one mask.
std::string layered(int layers) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.input("mask", DataType::kFloat32, {4});
    std::string at = "x";
    for (int i = 0; i < layers; ++i) {
        const std::string scope = "layer." + std::to_string(i) + ".";
        at = m.node("Add", {at, "mask"}).name(scope + "add").out(scope + "a");
        at = m.node("Relu", {at}).name(scope + "relu").out(scope + "b");
    }
    m.output(at);
    return m.serialize();
}

TEST(LevelScene, AValueThatManyModulesEatEndsInOneStub) {
    const Scene few = sceneOf(sourceOf(layered(12)), at(Level::kModules));
    EXPECT_TRUE(boxesOf(few, BoxKind::kStub).empty());
    EXPECT_EQ(few.edges.size(), 12U + 12U + 1U);
    const Scene many = sceneOf(sourceOf(layered(20)), at(Level::kModules));
    EXPECT_EQ(boxesOf(many, BoxKind::kGroup).size(), 20U);
    const auto stubs = boxesOf(many, BoxKind::kStub);
    ASSERT_EQ(stubs.size(), 1U);
    EXPECT_EQ(texts(*stubs[0]), Texts{"mask → 20 consumers"});
    EXPECT_EQ(many.edges.size(), 20U + 1U + 1U);
    FigureOptions wider = at(Level::kModules);
    wider.fan_out = 20;
    EXPECT_TRUE(boxesOf(sceneOf(sourceOf(layered(20)), wider), BoxKind::kStub).empty());
}

TEST(LevelScene, ManyValuesBetweenTwoModulesAreOneEdge) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    std::vector<std::string> all;
    for (const char* op : {"Sin", "Cos", "Exp", "Neg"}) {
        all.push_back(m.node(op, {"x"}).name(std::string("a.") + op).out(op));
    }
    m.node("Sum", all).name("b.sum").out("s");
    m.output(m.node("Relu", {"s"}).name("b.relu").out("y"));
    const Scene scene = sceneOf(sourceOf(m.serialize()), at(Level::kModules));
    ASSERT_EQ(boxesOf(scene, BoxKind::kGroup).size(), 2U);
    ASSERT_EQ(scene.edges.size(), 3U);
    const auto joined = std::find_if(scene.edges.begin(), scene.edges.end(),
                                     [](const Edge& edge) { return edge.values == 4; });
    ASSERT_NE(joined, scene.edges.end());
    EXPECT_EQ(joined->label, "4 values, float32");
}

/// `layers` modules of two ops, each with a cache of its own that comes in and goes out.
std::string cached(int layers) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    std::string value = "x";
    for (int i = 0; i < layers; ++i) {
        const std::string scope = "layer." + std::to_string(i) + ".";
        for (const std::string cache : {"key", "value"}) {
            m.input(scope + cache, DataType::kFloat32, {4});
            value = m.node("Add", {value, scope + cache})
                        .name(scope + "add_" + cache)
                        .out(scope + "sum_" + cache);
            m.output(value);
        }
    }
    return m.serialize();
}

TEST(LevelScene, InputsAndOutputsOfOneModuleAreOneBoxWhereThereAreMany) {
    EXPECT_EQ(boxesOf(sceneOf(sourceOf(cached(2)), at(Level::kModules)), BoxKind::kInput).size(), 5U);
    const Scene scene = sceneOf(sourceOf(cached(5)), at(Level::kModules));
    const auto inputs = boxesOf(scene, BoxKind::kInput);
    ASSERT_EQ(inputs.size(), 5U);
    EXPECT_EQ(boxesOf(scene, BoxKind::kOutput).size(), 5U);
    EXPECT_EQ(texts(*inputs[0]), (Texts{"x", "and 2 more inputs"}));
    EXPECT_EQ(texts(*inputs[1]), (Texts{"layer.1.key", "and 1 more input"}));
    EXPECT_EQ(inputs[1]->tooltip, "2 inputs: layer.1.key, layer.1.value");
    EXPECT_EQ(scene.edges.size(), 5U + 4U + 5U);
    EXPECT_EQ(scene.edges.front().values, 3U);
}

TEST(LevelScene, ModulesSayWhatIsInThem) {
    const FigureSource source = sourceOf(layered(4));
    const Scene scene = sceneOf(source, at(Level::kModules, {"layer.2"}));
    EXPECT_EQ(texts(groupNamed(scene, "layer.1")), (Texts{"layer.1", "2 nodes", "Add, Relu"}));
    ASSERT_EQ(scene.groups.size(), 1U);
    EXPECT_EQ(scene.groups[0].label, "layer.2 · 2 nodes");
    EXPECT_EQ(scene.groups[0].boxes.size(), 2U);
}

TEST(RuntimeUnits, FramesAndReasonsInTheReferenceModel) {
    FigureOptions options;
    options.units = true;
    const Scene scene = sceneOf(sourceOf(samples::tinyConvNetQdq()), options);
    const auto frameOf = [&](const std::string& op) {
        for (const Group& group : scene.groups) {
            if (group.name == op) {
                return group;
            }
        }
        throw std::runtime_error("no frame of " + op);
    };
    const Group conv = frameOf("node_conv2d");
    EXPECT_EQ(conv.look, FrameLook::kInt8);
    EXPECT_EQ(conv.label, "int8 · QLinearConv");
    Texts names;
    for (const std::uint32_t box : conv.boxes) {
        names.push_back(scene.boxes[box].name);
    }
    // The Relu is gone into the QuantizeLinear.
    EXPECT_EQ(names, (Texts{"node_dequantize_per_tensor", "node_conv2d", "node_relu",
                            "node_quantize_per_tensor_1"}));
    const Group add = frameOf("node_add");
    EXPECT_EQ(add.look, FrameLook::kFloat);
    EXPECT_EQ(add.label, "float");
    EXPECT_EQ(add.boxes.size(), 1U);
    EXPECT_NE(add.reason.find("its quantized types differ"), std::string::npos);
    const Box& box = boxNamed(scene, "node_add");
    EXPECT_EQ(std::count_if(box.lines.begin(), box.lines.end(),
                            [](const TextLine& line) { return line.role == LineRole::kNote; }),
              3);
    EXPECT_NE(box.tooltip.find("to mend it: quantize to uint8"), std::string::npos);
    options.target = "ort-1.30-cpu-arm64";
    const Scene arm = sceneOf(sourceOf(samples::tinyConvNetQdq()), options);
    EXPECT_EQ(std::count_if(arm.groups.begin(), arm.groups.end(),
                            [](const Group& group) { return group.look == FrameLook::kFloat; }),
              1);  // ReduceMean.
    options.target = "none such";
    EXPECT_FALSE(buildScene(sourceOf(samples::tinyConvNetQdq()), options).has_value());
}

TEST(RuntimeUnits, BoxesOfUnitsSayHowTheyRun) {
    FigureOptions options = at(Level::kUnits);
    options.units = true;
    const Scene scene = sceneOf(sourceOf(samples::tinyConvNetQdq()), options);
    EXPECT_EQ(texts(groupNamed(scene, "node_conv2d"))[3], "int8 · QLinearConv");
    EXPECT_EQ(texts(groupNamed(scene, "node_add"))[3].rfind("float: ", 0), 0U);
}

TEST(LevelScene, TheReadableLevel) {
    EXPECT_EQ(readableLevel(sourceOf(samples::tinyConvNetQdq())), Level::kNodes);
    EXPECT_EQ(readableLevel(sourceOf(layered(100))), Level::kModules);
}

}  // namespace
}  // namespace qdqlens::test
