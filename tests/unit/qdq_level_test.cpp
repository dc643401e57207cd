#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/qdq/level/grouping.h"
#include "core/qdq/level/level_view.h"
#include "core/qdq/level/repeats.h"
#include "core/qdq/level/units.h"
#include "resources/samples/model_builder.h"
#include "resources/samples/tiny_conv_net.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using Refs = std::vector<std::string>;

/// Op → nodes of its unit, by refs.
std::map<std::string, Refs> unitsOf(const FigureSource& source) {
    std::map<std::string, Refs> out;
    const Topology& topology = source.scope().topology();
    for (const NodeUnit& unit : findUnits(source.scope(), source.folding())) {
        out[topology.ref(unit.op)] = refs(topology, unit.nodes);
    }
    return out;
}

Refs groupNames(const Grouping& grouping, GroupKind kind) {
    Refs out;
    for (const NodeGroup& group : grouping.groups()) {
        if (group.kind == kind) {
            out.push_back(group.name);
        }
    }
    return out;
}

Refs nodesOf(const FigureSource& source, const std::string& name) {
    const auto group = source.grouping().find(name);
    if (!group) {
        return {"no group " + name};
    }
    const auto nodes = source.grouping().nodes(*group);
    Refs out = refs(source.scope().topology(), {nodes.begin(), nodes.end()});
    std::sort(out.begin(), out.end());
    return out;
}

TEST(Units, OfTheReferenceModel) {
    const auto units = unitsOf(sourceOf(samples::tinyConvNetQdq()));
    EXPECT_EQ(units.at("node_conv2d"),
              (Refs{"node_dequantize_per_tensor", "node_conv2d", "node_relu", "node_quantize_per_tensor_1"}));
    // The shared DequantizeLinear stands with the QuantizeLinear that it reads.
    EXPECT_EQ(units.at("node_max_pool2d"),
              (Refs{"node_dequantize_per_tensor_1", "node_max_pool2d", "node_quantize_per_tensor_2",
                    "node_dequantize_per_tensor_2"}));
    EXPECT_EQ(units.at("node_conv2d_1"),
              (Refs{"node_conv2d_1", "node_relu_1", "node_quantize_per_tensor_3"}));
    EXPECT_EQ(units.size(), 10U);
}

TEST(Units, AnActivationOrQuantizeThatEatsMoreStaysOutside) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.input("most", DataType::kFloat32, {});
    const std::string x = m.qdq("x", 0.1, 0);
    m.node("Add", {x, x}).name("add").out("a");
    m.node("Clip", {"a", "", "most"}).name("clip").out("c");
    m.output(m.qdq("c", 0.1, 0));
    const auto units = unitsOf(sourceOf(m.serialize()));
    EXPECT_EQ(units.at("add").size(), 2U);   // With its own DequantizeLinear.
    EXPECT_EQ(units.at("clip").size(), 3U);  // Q, and the DQ of the output.
}

TEST(Repeats, FindsTheShortestPeriodThatCoversMost) {
    std::vector<std::uint64_t> symbols{90, 91};
    for (int copy = 0; copy < 5; ++copy) {
        for (const std::uint64_t symbol : {1, 2, 3, 2, 4, 5}) {
            symbols.push_back(symbol);
        }
    }
    symbols.push_back(92);
    std::vector<std::uint32_t> alive(symbols.size(), 2);
    const auto same_place = findRepeats(symbols, alive);
    ASSERT_EQ(same_place.size(), 1U);
    EXPECT_EQ(same_place[0].first, 2U);
    EXPECT_EQ(same_place[0].period, 6U);
    EXPECT_EQ(same_place[0].copies, 5U);
    // One value passes before every 4: blocks begin there, at the price of a copy.
    for (std::size_t i = 6; i < symbols.size(); i += 6) {
        alive[i] = 1;
    }
    const auto cut = findRepeats(symbols, alive);
    ASSERT_EQ(cut.size(), 1U);
    EXPECT_EQ(cut[0].first, 6U);
    EXPECT_EQ(cut[0].copies, 4U);
    EXPECT_TRUE(findRepeats(std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7, 8}, std::vector<std::uint32_t>(8))
                    .empty());
}

TEST(Modules, ByNameNestedAndWithoutThoseOfOnePart) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    std::string at = m.node("Relu", {"x"}).name("stem").out("s");
    for (const char* layer : {"0", "1"}) {
        const std::string scope = std::string("/encoder/layer.") + layer + "/";
        at = m.node("Sin", {at}).name(scope + "attention/Sin").out(scope + "a");
        at = m.node("Cos", {at}).name(scope + "attention/Cos").out(scope + "b");
        at = m.node("Neg", {at}).name("").out(scope + "c");  // Says nothing: its neighbours are of one layer.
        at = m.node("Exp", {at}).name(scope + "output/Exp").out(scope + "d");
    }
    m.output(at);
    const FigureSource source = sourceOf(m.serialize());
    const Grouping& grouping = source.grouping();
    EXPECT_EQ(groupNames(grouping, GroupKind::kModule),
              (Refs{"encoder.layer", "encoder.layer.0", "encoder.layer.0.attention", "encoder.layer.1",
                    "encoder.layer.1.attention"}));
    EXPECT_EQ(nodesOf(source, "encoder.layer.0.attention"),
              (Refs{"/encoder/layer.0/attention/Cos", "/encoder/layer.0/attention/Sin"}));
    EXPECT_EQ(nodesOf(source, "encoder.layer.0").size(), 4U);
    EXPECT_EQ(grouping.find("/encoder/layer.1/"), grouping.find("encoder.layer.1"));
    const NodeGroup& layer = grouping.group(*grouping.find("encoder.layer.0"));
    EXPECT_EQ(layer.parts, 3U);
    EXPECT_EQ(layer.count, 4U);
    EXPECT_EQ(grouping.path(*grouping.find("encoder.layer.0")).size(), 2U);
    EXPECT_FALSE(grouping.find("encoder.layer.2").has_value());
    EXPECT_EQ(grouping.nearest("encoder.layer.2").size(), 3U);
}

TEST(Modules, ByDottedNamesAndMetadata) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.node("Relu", {"x"}).name("model.layers.0.node_relu").out("a");
    m.node("Sin", {"a"}).name("model.layers.0.node_sin").out("b");
    m.node("Cos", {"b"})
        .name("cos")
        .meta("pkg.torch.onnx.name_scopes", "['', 'head', 'head.act', 'cos']")
        .out("c");
    m.node("Neg", {"c"}).name("neg").meta("namespace", ": Net/head: Head/head.act: Act/neg: Neg").out("d");
    m.node("Exp", {"d"}).name("input.1_exp").out("e");  // Named for a value, not for a module.
    m.output("e");
    const FigureSource source = sourceOf(m.serialize());
    EXPECT_EQ(groupNames(source.grouping(), GroupKind::kModule), (Refs{"model.layers.0", "head.act"}));
}

/// `blocks` times six ops of which none has a name.
std::string nameless(int blocks) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    std::string at = m.node("Tanh", {"x"}).name("");
    for (int b = 0; b < blocks; ++b) {
        const std::string in = at;
        for (const char* op : {"Sin", "Cos", "Exp", "Neg", "Abs"}) {
            at = m.node(op, {at}).name("");
        }
        at = m.node("Add", {in, at}).name("");
    }
    m.output(m.node("Sqrt", {at}).name(""));
    return m.serialize();
}

TEST(Blocks, WhereThereAreNoNames) {
    const FigureSource source = sourceOf(nameless(12));
    const Grouping& grouping = source.grouping();
    EXPECT_EQ(groupNames(grouping, GroupKind::kStack), Refs{"block 1…12"});
    EXPECT_EQ(groupNames(grouping, GroupKind::kBlock).size(), 12U);
    EXPECT_EQ(nodesOf(source, "block 1"), (Refs{"#1", "#2", "#3", "#4", "#5", "#6"}));
    // The stack holds nearly everything: level modules shows its blocks.
    EXPECT_EQ(grouping.transparent(), std::vector<GroupId>{*grouping.find("block 1…12")});
    EXPECT_EQ(grouping.moduleBoxes(), 14U);
    // What is read at a glance has no blocks, and what would be too many stays one box.
    EXPECT_TRUE(sourceOf(nameless(3)).grouping().groups().empty());
    EXPECT_EQ(sourceOf(nameless(200)).grouping().moduleBoxes(), 3U);
}

TEST(LevelView, ExpandedGroupsOpenWhatIsAroundThem) {
    const FigureSource source = sourceOf(nameless(200));
    const Topology& topology = source.scope().topology();
    const Grouping& grouping = source.grouping();
    const GroupId stack = *grouping.find("block 1…200");
    const GroupId block = *grouping.find("block 7");
    const LevelView closed(topology, source.folding(), grouping, Level::kModules, {});
    EXPECT_EQ(closed.group(closed.vertexOf(NodeId{40})), stack);
    const LevelView open(topology, source.folding(), grouping, Level::kModules, {block});
    EXPECT_EQ(open.frames(), (std::vector<GroupId>{stack, block}));
    EXPECT_EQ(open.node(open.vertexOf(NodeId{40})), NodeId{40});
    EXPECT_EQ(open.frameOf(open.vertexOf(NodeId{40})), block);
    EXPECT_EQ(open.group(open.vertexOf(NodeId{50})), *grouping.find("block 9"));
    // At level units nothing is closed but units.
    const LevelView units(topology, source.folding(), grouping, Level::kUnits, {block});
    EXPECT_EQ(units.frames(), std::vector<GroupId>{block});
    EXPECT_EQ(units.vertices().size(), topology.nodeCount());
}

}  // namespace
}  // namespace qdqlens::test
