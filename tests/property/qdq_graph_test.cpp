#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "core/diagram/figure.h"
#include "core/qdq/neighbourhood.h"
#include "resources/samples/model_builder.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

/// A graph in which constants, folded chains, shared values, missing values and repeated names all occur.
std::string anyGraph() {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {4}, 1));
    std::vector<std::string> values{"x", "w", "nowhere"};
    const int nodes = *rc::gen::inRange(0, 25);
    for (int n = 0; n < nodes; ++n) {
        const auto any = [&] { return values[*rc::gen::inRange<std::size_t>(0, values.size())]; };
        const std::string op = *rc::gen::elementOf(std::vector<std::string>{
            "Add", "Relu", "QuantizeLinear", "DequantizeLinear", "Constant", "RandomNormalLike"});
        std::vector<std::string> inputs;
        const int count = op == "Constant" ? 0 : op == "Relu" || op == "RandomNormalLike" ? 1 : 2;
        for (int i = 0; i < count; ++i) {
            inputs.push_back(any());
        }
        const std::string out =
            *rc::gen::weightedElement<std::string>({{9, "v" + std::to_string(n)}, {1, "v0"}});
        m.node(op, inputs).name("n" + std::to_string(n)).out(out);
        values.push_back(out);
        if (*rc::gen::inRange(0, 6) == 0) {
            m.output(out);
        }
    }
    return m.serialize();
}

using Set = std::set<std::uint32_t>;

Set reachable(const Topology& topology, std::uint32_t start, const std::vector<char>& allowed) {
    Set seen;
    std::vector<std::uint32_t> open{start};
    while (!open.empty()) {
        const NodeId at{open.back()};
        open.pop_back();
        for (const ValueId value : topology.outputs(at)) {
            if (value == kNoValue) {
                continue;
            }
            for (const Use& use : topology.uses(value)) {
                const std::uint32_t next = index(use.node);
                if (allowed[next] != 0 && seen.insert(next).second) {
                    open.push_back(next);
                }
            }
        }
    }
    return seen;
}

Set members(const FigureSource& source, std::uint32_t focus, const NeighbourhoodOptions& options) {
    Set out;
    for (const auto& member :
         neighbourhood(LevelView(source.scope().topology(), source.folding()), {NodeId{focus}}, options)
             .members) {
        out.insert(index(member.vertex));
    }
    return out;
}

std::vector<std::uint32_t> drawnNodes(const FigureSource& source) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t n = 0; n < source.scope().topology().nodeCount(); ++n) {
        if (!source.folding().folded(NodeId{n})) {
            out.push_back(n);
        }
    }
    return out;
}

RC_GTEST_PROP(Folding, KeepsReachabilityAmongWhatStays, ()) {
    const FigureSource source = sourceOf(anyGraph());
    const Topology& topology = source.scope().topology();
    const std::vector<std::uint32_t> drawn = drawnNodes(source);
    const std::vector<char> all(topology.nodeCount(), 1);
    std::vector<char> unfolded_only(topology.nodeCount(), 0);
    for (const std::uint32_t node : drawn) {
        unfolded_only[node] = 1;
    }
    for (const std::uint32_t node : drawn) {
        Set whole;
        for (const std::uint32_t other : reachable(topology, node, all)) {
            if (unfolded_only[other] != 0) {
                whole.insert(other);
            }
        }
        RC_ASSERT(whole == reachable(topology, node, unfolded_only));
    }
}

RC_GTEST_PROP(Folding, FoldedNodesReachSomethingDrawn, ()) {
    const FigureSource source = sourceOf(anyGraph());
    const Topology& topology = source.scope().topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        if (source.folding().folded(NodeId{n})) {
            const ValueId value = topology.outputs(NodeId{n})[0];
            RC_ASSERT(source.folding().constant(value));
            RC_ASSERT(!source.folding().consumers(value).empty());
        }
    }
}

RC_GTEST_PROP(Neighbourhood, GrowsWithHopsToAFixpoint, ()) {
    const FigureSource source = sourceOf(anyGraph());
    const std::vector<std::uint32_t> drawn = drawnNodes(source);
    RC_PRE(!drawn.empty());
    const std::uint32_t focus = *rc::gen::elementOf(drawn);
    NeighbourhoodOptions options;
    options.direction =
        *rc::gen::element(Direction::kBoth, Direction::kUp, Direction::kDown, Direction::kCone);
    options.fan_out = *rc::gen::element<std::uint32_t>(1, 2, 12);
    Set last;
    for (options.hops = 0; options.hops <= 26; ++options.hops) {
        const Set now = members(source, focus, options);
        RC_ASSERT(std::includes(now.begin(), now.end(), last.begin(), last.end()));
        last = now;
    }
    options.hops = 1000;
    RC_ASSERT(members(source, focus, options) == last);
}

RC_GTEST_PROP(Neighbourhood, ConeIsUpAndDown, ()) {
    const FigureSource source = sourceOf(anyGraph());
    const std::vector<std::uint32_t> drawn = drawnNodes(source);
    RC_PRE(!drawn.empty());
    const std::uint32_t focus = *rc::gen::elementOf(drawn);
    NeighbourhoodOptions options;
    options.hops = *rc::gen::inRange(0, 6);
    options.direction = Direction::kUp;
    Set both = members(source, focus, options);
    options.direction = Direction::kDown;
    both.merge(members(source, focus, options));
    options.direction = Direction::kCone;
    RC_ASSERT(members(source, focus, options) == both);
}

RC_GTEST_PROP(Scene, EveryDrawnInputHasAnEdgeOrIsConstant, ()) {
    const FigureSource source = sourceOf(anyGraph());
    const std::vector<std::uint32_t> drawn = drawnNodes(source);
    RC_PRE(!drawn.empty());
    FigureOptions options;
    options.focus = {"#" + std::to_string(*rc::gen::elementOf(drawn))};
    options.hops = *rc::gen::inRange(0, 4);
    const auto scene = buildScene(source, options);
    RC_ASSERT(scene.has_value());
    std::set<std::string> ids;
    for (const Box& box : scene->boxes) {
        RC_ASSERT(ids.insert(box.id).second);
        RC_ASSERT(box.width > 0 && box.height > 0);
    }
    const Topology& topology = source.scope().topology();
    for (std::uint32_t b = 0; b < scene->boxes.size(); ++b) {
        if (scene->boxes[b].kind != BoxKind::kOp) {
            continue;
        }
        Set wanted;
        for (const ValueId value : topology.inputs(scene->boxes[b].node)) {
            if (value != kNoValue && !source.folding().constant(value)) {
                wanted.insert(index(value));
            }
        }
        const auto edges = std::count_if(scene->edges.begin(), scene->edges.end(),
                                         [&](const Edge& edge) { return edge.to == b; });
        RC_ASSERT(static_cast<std::size_t>(edges) == wanted.size());
    }
}

}  // namespace

}  // namespace qdqlens::test
