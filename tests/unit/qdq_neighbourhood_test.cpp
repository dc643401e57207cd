#include "core/qdq/neighbourhood.h"

#include <gtest/gtest.h>

#include <map>

#include "resources/samples/model_builder.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using Hops = std::map<std::string, int>;

Hops hopsOf(const Topology& topology, const Neighbourhood& neighbourhood) {
    Hops hops;
    for (const auto& member : neighbourhood.members) {
        hops[topology.ref(NodeId{index(member.vertex)})] = member.distance;
    }
    return hops;
}

/// a → b → c → d, and b → e.
std::string chain() {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("a").out("va");
    m.node("Relu", {"va"}).name("b").out("vb");
    m.node("Relu", {"vb"}).name("c").out("vc");
    m.node("Relu", {"vc"}).name("d").out("vd");
    m.node("Relu", {"vb"}).name("e").out("ve");
    return m.serialize();
}

Hops around(const FigureSource& source, std::uint32_t node, NeighbourhoodOptions options) {
    const Topology& topology = source.scope().topology();
    return hopsOf(topology, neighbourhood(LevelView(topology, source.folding()), {NodeId{node}}, options));
}

TEST(Neighbourhood, CountsHopsInEachDirection) {
    const auto source = sourceOf(chain());
    EXPECT_EQ(around(source, 2, {.hops = 1}), (Hops{{"b", 1}, {"c", 0}, {"d", 1}}));
    EXPECT_EQ(around(source, 2, {.hops = 2}), (Hops{{"a", 2}, {"b", 1}, {"c", 0}, {"d", 1}, {"e", 2}}));
    EXPECT_EQ(around(source, 2, {.hops = 2, .direction = Direction::kUp}),
              (Hops{{"a", 2}, {"b", 1}, {"c", 0}}));
    EXPECT_EQ(around(source, 1, {.hops = 2, .direction = Direction::kDown}),
              (Hops{{"b", 0}, {"c", 1}, {"d", 2}, {"e", 1}}));
    EXPECT_EQ(around(source, 2, {.hops = 2, .direction = Direction::kCone}),
              (Hops{{"a", 2}, {"b", 1}, {"c", 0}, {"d", 1}}));
    EXPECT_EQ(around(source, 2, {.hops = 0}), (Hops{{"c", 0}}));
}

TEST(Neighbourhood, HubsAreWalkedThroughOnlyFromTheFocus) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).name("hub").out("h");
    for (int i = 0; i < 4; ++i) {
        m.node("Neg", {"h"}).name("n" + std::to_string(i));
    }
    const auto source = sourceOf(m.serialize());
    // From the hub's node itself all are reached; from a consumer only the producer, not its siblings.
    EXPECT_EQ(around(source, 0, {.hops = 1, .fan_out = 3}).size(), 5U);
    EXPECT_EQ(around(source, 1, {.hops = 2, .fan_out = 3}), (Hops{{"n0", 0}, {"hub", 1}}));
    EXPECT_EQ(around(source, 1, {.hops = 2, .fan_out = 4}).size(), 5U);
}

TEST(PathsBetween, HoldsThePathsAndNothingBeside) {
    const auto source = sourceOf(chain());
    const Topology& topology = source.scope().topology();
    EXPECT_EQ(hopsOf(topology, pathsBetween(LevelView(topology, source.folding()), {NodeId{0}}, {NodeId{3}})),
              (Hops{{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}}));
    EXPECT_TRUE(
        pathsBetween(LevelView(topology, source.folding()), {NodeId{3}}, {NodeId{0}}).members.empty());
}

}  // namespace

}  // namespace qdqlens::test
