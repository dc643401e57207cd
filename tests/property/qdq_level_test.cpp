// Laws of the levels of detail over random quantized graphs with and without module names.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/diagram/figure.h"
#include "core/qdq/level/level_view.h"
#include "core/qdq/level/units.h"
#include "resources/samples/model_builder.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

/// Convs, adds, activations and moves between Q/DQ pairs that are shared, missing or doubled; outputs
/// anywhere.
std::string anyQuantizedGraph() {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.initializer("w", TensorSpec::filled(DataType::kInt8, {4}, 1));
    const std::string weight = m.dequantize("w", {.scale = {0.1}});
    std::vector<std::string> values{"x"};
    const int nodes = *rc::gen::inRange(0, 40);
    for (int n = 0; n < nodes; ++n) {
        const std::size_t recent = std::min<std::size_t>(values.size(), 6);
        const auto any = [&] {
            return values[values.size() - 1 - *rc::gen::inRange<std::size_t>(0, recent)];
        };
        const std::string op = *rc::gen::weightedElement<std::string>({{4, "QuantizeLinear"},
                                                                       {4, "DequantizeLinear"},
                                                                       {3, "Conv"},
                                                                       {2, "Add"},
                                                                       {2, "Relu"},
                                                                       {1, "Clip"},
                                                                       {1, "Reshape"}});
        std::string name = "n" + std::to_string(n);
        if (*rc::gen::inRange(0, 3) > 0) {
            name = *rc::gen::element<std::string>("a/", "a/b/", "a/b/c/", "d/", "d/e/", "") + name;
        }
        const std::string value = "v" + std::to_string(n);
        if (op == "QuantizeLinear" || op == "DequantizeLinear") {
            m.node(op, {any(), m.initializer(value + "_s", TensorSpec::filled(DataType::kFloat32, {}, 1))})
                .name(name)
                .out(value);
        } else if (op == "Conv") {
            m.node(op, {any(), weight}).name(name).out(value);
        } else if (op == "Add" || op == "Clip") {
            m.node(op, {any(), any()}).name(name).out(value);
        } else {
            m.node(op, {any()}).name(name).out(value);
        }
        values.push_back(value);
        if (*rc::gen::inRange(0, 8) == 0) {
            m.output(value);
        }
    }
    return m.serialize();
}

struct Choice {
    Level level;
    std::vector<GroupId> expanded;
    std::vector<std::string> names;
};

Choice anyChoice(const Grouping& grouping) {
    Choice choice;
    choice.level = *rc::gen::element(Level::kNodes, Level::kUnits, Level::kModules);
    const int count = *rc::gen::inRange(0, 4);
    for (int i = 0; i < count && !grouping.groups().empty(); ++i) {
        const GroupId id{
            *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(grouping.groups().size()))};
        choice.expanded.push_back(id);
        choice.names.push_back(grouping.ref(id));
    }
    return choice;
}

Scene sceneOf(const FigureSource& source, Level level, const std::vector<std::string>& expanded) {
    FigureOptions options;
    options.level = level;
    options.expanded = expanded;
    options.fan_out = 1000;
    const auto scene = buildScene(source, options);
    RC_ASSERT(scene.has_value());
    return *scene;
}

using EdgeKey = std::tuple<std::string, std::string, std::string>;

std::multiset<EdgeKey> edgesOf(const Scene& scene) {
    std::multiset<EdgeKey> edges;
    for (const Edge& edge : scene.edges) {
        edges.emplace(scene.boxes[edge.from].id, scene.boxes[edge.to].id, edge.value);
    }
    return edges;
}

std::vector<std::string> idsOf(const Scene& scene) {
    std::vector<std::string> ids;
    for (const Box& box : scene.boxes) {
        ids.push_back(box.id);
    }
    return ids;
}

RC_GTEST_PROP(Level, EveryNodeStandsInOneBoxInsideItsFrames, ()) {
    const FigureSource source = sourceOf(anyQuantizedGraph());
    const Topology& topology = source.scope().topology();
    const Grouping& grouping = source.grouping();
    const Choice choice = anyChoice(grouping);
    const LevelView view(topology, source.folding(), grouping, choice.level, choice.expanded);
    std::vector<int> times(topology.nodeCount(), 0);
    for (const VertexId vertex : view.vertices()) {
        view.eachNode(vertex, [&](NodeId node) {
            ++times[index(node)];
            RC_ASSERT(view.vertexOf(node) == vertex);
            for (GroupId g = grouping.groupOf(node); g != kNoGroup; g = grouping.group(g).parent) {
                const auto inside = grouping.nodes(g);
                RC_ASSERT(std::find(inside.begin(), inside.end(), node) != inside.end());
            }
        });
    }
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        RC_ASSERT(times[n] == (source.folding().folded(NodeId{n}) ? 0 : 1));
    }
    for (const GroupId open : choice.expanded) {
        RC_ASSERT(view.framed(open));
    }
}

RC_GTEST_PROP(Level, EverythingExpandedIsLevelNodes, ()) {
    const FigureSource source = sourceOf(anyQuantizedGraph());
    std::vector<std::string> all;
    for (std::uint32_t g = 0; g < source.grouping().groups().size(); ++g) {
        all.push_back(source.grouping().ref(GroupId{g}));
    }
    const Scene nodes = sceneOf(source, Level::kNodes, {});
    for (const Level level : {Level::kUnits, Level::kModules}) {
        const Scene open = sceneOf(source, level, all);
        RC_ASSERT(idsOf(open) == idsOf(nodes));
        RC_ASSERT(edgesOf(open) == edgesOf(nodes));
        RC_ASSERT(open.groups.size() == all.size());
    }
}

/// A path from outside of a unit into it again, begun at the unit.
bool comesBack(const Topology& topology, const NodeUnit& unit) {
    const std::set<NodeId> inside(unit.nodes.begin(), unit.nodes.end());
    std::set<NodeId> seen;
    std::vector<NodeId> open(unit.nodes);
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        for (const ValueId value : topology.outputs(at)) {
            if (value == kNoValue) {
                continue;
            }
            for (const Use& use : topology.uses(value)) {
                if (inside.contains(use.node)) {
                    if (!inside.contains(at)) {
                        return true;
                    }
                } else if (seen.insert(use.node).second) {
                    open.push_back(use.node);
                }
            }
        }
    }
    return false;
}

RC_GTEST_PROP(Level, NoPathLeavesAUnitAndComesBack, ()) {
    const FigureSource source = sourceOf(anyQuantizedGraph());
    std::set<NodeId> taken;
    for (const NodeUnit& unit : findUnits(source.scope(), source.folding())) {
        RC_ASSERT(unit.nodes.size() > 1);
        RC_ASSERT(!comesBack(source.scope().topology(), unit));
        for (const NodeId node : unit.nodes) {
            RC_ASSERT(!source.folding().folded(node));
            RC_ASSERT(taken.insert(node).second);
        }
    }
}

RC_GTEST_PROP(Level, EdgesAreTheProjectionOfThoseBetweenNodes, ()) {
    const FigureSource source = sourceOf(anyQuantizedGraph());
    const Topology& topology = source.scope().topology();
    const Choice choice = anyChoice(source.grouping());
    const LevelView view(topology, source.folding(), source.grouping(), choice.level, choice.expanded);
    std::map<std::string, std::string> box_of;  // Box at level nodes → box at this level.
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        if (!source.folding().folded(NodeId{n})) {
            const GroupId group = view.group(view.vertexOf(NodeId{n}));
            box_of["n" + std::to_string(n)] =
                group == kNoGroup ? "n" + std::to_string(n) : "g" + std::to_string(index(group));
        }
    }
    // A shared DequantizeLinear in its QuantizeLinear's box passes the quantized value to units.
    const auto passed = [&](const std::string& from, const std::string& to, const std::string& value) {
        if (from[0] != 'n' || to[0] != 'n' || box_of[from][0] != 'g' || box_of[to][0] != 'g') {
            return value;
        }
        const NodeId dequantize{static_cast<std::uint32_t>(std::stoul(from.substr(1)))};
        const NodeId consumer{static_cast<std::uint32_t>(std::stoul(to.substr(1)))};
        const ValueId quantized = topology.inputs(dequantize)[0];
        const NodeId quantize = topology.value(quantized).producer;
        const GroupId unit = source.grouping().groupOf(consumer);
        const bool through = topology.node(dequantize).op_type == "DequantizeLinear" && unit != kNoGroup &&
                             source.grouping().group(unit).kind == GroupKind::kUnit && quantize != kNoNode &&
                             box_of["n" + std::to_string(index(quantize))] == box_of[from];
        return through ? std::string(topology.value(quantized).name) : value;
    };
    std::set<EdgeKey> projected;
    for (auto [from, to, value] : edgesOf(sceneOf(source, Level::kNodes, {}))) {
        value = passed(from, to, value);
        from = box_of.contains(from) ? box_of[from] : from;
        to = box_of.contains(to) ? box_of[to] : to;
        if (from != to) {
            projected.emplace(from, to, value);
        }
    }
    std::set<EdgeKey> drawn;
    const Scene scene = sceneOf(source, choice.level, choice.names);
    for (const Edge& edge : scene.edges) {
        const std::string& from = scene.boxes[edge.from].id;
        const std::string& to = scene.boxes[edge.to].id;
        if (edge.values == 1) {
            RC_ASSERT(drawn.emplace(from, to, edge.value).second);
            continue;
        }
        // One edge for several values: as many as there are.
        const std::size_t before = projected.size();
        std::erase_if(projected,
                      [&](const EdgeKey& key) { return std::get<0>(key) == from && std::get<1>(key) == to; });
        RC_ASSERT(before - projected.size() == edge.values);
    }
    RC_ASSERT(drawn == projected);
}

}  // namespace
}  // namespace qdqlens::test
