// The level 1 rewrite rules that change what stands between Q and DQ, and DoubleQDQPairsRemover.
#include <algorithm>
#include <cmath>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

using onnx::DataType;

/// Takes a node with one input and one output value out; false where the names of graph outputs forbid it.
bool bypass(State& state, Index index, const std::string& how) {
    Graph& graph = state.graph;
    const Index in = graph.input(index, 0);
    const Index out = graph.output(index, 0);
    if (in == kNone || out == kNone || !removable(graph, index))
        return false;
    for (std::size_t slot = 1; slot < graph.node(index).outputs.size(); ++slot) {
        const Index more = graph.output(index, slot);
        if (more != kNone && (graph.value(more).graph_output || !graph.value(more).uses.empty()))
            return false;
    }
    const Index from = graph.producer(in);
    if (graph.value(out).graph_output) {
        if (!graph.node(index).is("Identity"))
            return false;
        const bool sole = from != kNone && !graph.value(in).graph_output &&
                          graph.value(in).uses.size() == 1 && graph.value(out).uses.empty();
        if (!sole)
            return false;
        state.fuse(index, "nothing", how);
        graph.removeNode(index);
        for (Index& output : graph.node(from).outputs) {
            if (output == in)
                output = out;
        }
        graph.value(out).producer = from;
        return true;
    }
    // A value of an outer graph or of another type may not simply take its place in a subgraph's captures.
    for (const Edge& edge : graph.value(out).uses) {
        if (!graph.explicitEdge(edge))
            return false;
    }
    state.fuse(index, "nothing", how);
    graph.removeNode(index);
    graph.replaceUses(out, in);
    return true;
}

bool doesNothing(const Graph& graph, Index index) {
    const Node& node = graph.node(index);
    if (node.is("Identity") || node.is("Dropout"))
        return true;
    if (node.is("Cast")) {
        const Index in = graph.input(index, 0);
        return in != kNone && graph.value(in).type != DataType::kUndefined &&
               graph.value(in).type == static_cast<DataType>(graph.intAttribute(index, "to", 0));
    }
    const auto constantIs = [&](std::size_t slot, double wanted) {
        const Constant* constant = graph.constant(graph.input(index, slot));
        return constant != nullptr && constant->scalar() && constant->value() && *constant->value() == wanted;
    };
    const auto ranks = [&](std::size_t data, std::size_t other) {
        const Index a = graph.input(index, data);
        const Constant* b = graph.constant(graph.input(index, other));
        return a != kNone && b != nullptr && graph.value(a).shape &&
               b->dims().size() <= graph.value(a).shape->size();
    };
    if (node.is("Expand")) {
        const Constant* wanted = graph.constant(graph.input(index, 1));
        const auto dims = wanted != nullptr ? wanted->integers() : std::nullopt;
        const Index in = graph.input(index, 0);
        if (!dims || in == kNone || !graph.value(in).shape || dims->size() > graph.value(in).shape->size())
            return false;
        const Dims& shape = *graph.value(in).shape;
        for (std::size_t k = 0; k < dims->size(); ++k) {
            const std::int64_t have = shape[shape.size() - dims->size() + k];
            if ((*dims)[k] != 1 && (*dims)[k] != have)
                return false;
        }
        return true;
    }
    if (node.is("Add") || node.is("Sub"))
        return constantIs(1, 0) && ranks(0, 1);
    if (node.is("Mul") || node.is("Div"))
        return constantIs(1, 1) && ranks(0, 1);
    return false;
}

/// Relu -> Clip with a lower bound that is not above 0: the Clip takes the Relu in.
bool fuseReluClip(State& state, Index index) {
    Graph& graph = state.graph;
    if (!graph.node(index).is("Relu") || !graph.hasEdges(index, 1))
        return false;
    const Index clip = graph.onlyConsumer(index);
    if (clip == kNone || !graph.node(clip).is("Clip") || graph.input(clip, 0) != graph.output(index, 0))
        return false;
    const auto bounds = clipBounds(graph, clip);
    if (!bounds)
        return false;
    if (bounds->low < 0) {
        Value zero;
        zero.name = "zero";
        zero.type = DataType::kFloat32;
        zero.shape = Dims{};
        zero.constant = std::make_shared<Constant>(DataType::kFloat32, Dims{}, std::vector<double>{0});
        if (graph.node(clip).since < 11)
            return false;
        graph.setInput(clip, 1, graph.addValue(std::move(zero)));
    }
    state.fuse(index, "Clip", nameNode(graph, clip) + " behind it clips to the same range", clip);
    const Index out = graph.output(index, 0);
    const Index in = graph.input(index, 0);
    graph.removeNode(index);
    graph.replaceUses(out, in);
    return true;
}

/// PadFusion: a constant Pad with zeros around the last axes goes into the pads of a Conv or pool behind it.
bool fusePad(State& state, Index index) {
    Graph& graph = state.graph;
    if (!graph.node(index).is("Pad") || !graph.hasEdges(index, 1) || !removable(graph, index))
        return false;
    const Index next = graph.onlyConsumer(index);
    const Node& window = graph.node(next);
    if (!window.is("Conv") && !window.is("AveragePool") && !window.is("MaxPool"))
        return false;
    if (graph.input(next, 0) != graph.output(index, 0) || graph.outputsPresent(next) != 1)
        return false;
    if (graph.stringAttribute(index, "mode", "constant") != "constant" || graph.input(index, 3) != kNone)
        return false;
    const std::string_view automatic = graph.stringAttribute(next, "auto_pad", "NOTSET");
    if (automatic != "NOTSET" && !automatic.empty())
        return false;
    std::optional<Dims> pads = graph.intsAttribute(index, "pads");
    if (graph.node(index).since >= 11) {
        const Constant* given = graph.constant(graph.input(index, 1));
        pads = given != nullptr ? given->integers() : std::nullopt;
        if (graph.input(index, 2) != kNone) {
            const Constant* fill = graph.constant(graph.input(index, 2));
            if (fill == nullptr || !fill->value() || *fill->value() != 0)
                return false;
        }
    }
    if (!pads || pads->size() < 6 || pads->size() % 2 != 0)
        return false;
    const std::size_t rank = pads->size() / 2;
    Dims merged = graph.intsAttribute(next, "pads").value_or(Dims(2 * (rank - 2), 0));
    if (merged.size() != 2 * (rank - 2))
        return false;
    for (std::size_t k = 0; k < pads->size(); ++k) {
        if ((*pads)[k] < 0 || (k % rank < 2 && (*pads)[k] != 0))
            return false;
        if (k % rank >= 2)
            merged[k / rank * (rank - 2) + k % rank - 2] += (*pads)[k];
    }
    state.fuse(index, opName(window), nameNode(graph, next) + " pads by itself", next);
    graph.setAttribute(next, "pads", std::move(merged));
    const Index out = graph.output(index, 0);
    const Index in = graph.input(index, 0);
    graph.removeNode(index);
    graph.replaceUses(out, in);
    return true;
}

bool wholeSlice(const Graph& graph, Index index) {
    if (!graph.node(index).is("Slice") || graph.node(index).since < 10)
        return false;
    const auto numbers = [&](std::size_t slot) -> std::optional<Dims> {
        const Constant* constant = graph.constant(graph.input(index, slot));
        return constant != nullptr ? constant->integers() : std::nullopt;
    };
    const auto starts = numbers(1);
    const auto ends = numbers(2);
    const auto steps = numbers(4);
    if (!starts || !ends || (graph.input(index, 4) != kNone && !steps))
        return false;
    const auto all = [](const Dims& dims, auto holds) {
        return std::all_of(dims.begin(), dims.end(), holds);
    };
    return all(*starts, [](std::int64_t start) { return start == 0; }) &&
           all(*ends, [](std::int64_t end) { return end >= (std::int64_t{1} << 62); }) &&
           (!steps || all(*steps, [](std::int64_t step) { return step == 1; }));
}

}  // namespace

bool applyBasicRules(State& state) {
    bool changed = false;
    for (const Index index : state.graph.order()) {
        if (!state.graph.alive(index))
            continue;
        if (fusePad(state, index)) {
            changed = true;
        } else if (doesNothing(state.graph, index) || wholeSlice(state.graph, index)) {
            changed = bypass(state, index, "it changes nothing") || changed;
        } else {
            changed = fuseIntoConv(state, index) || fuseReluClip(state, index) || changed;
        }
    }
    return fuseGemmTranspose(state) || changed;
}

namespace {

struct Parameters {
    float scale = 0;
    double zero_point = 0;
};

std::optional<Parameters> scalars(const Graph& graph, Index node) {
    const Constant* scale = graph.constant(graph.input(node, 1));
    const Constant* zero = graph.constant(graph.input(node, 2));
    if (scale == nullptr || zero == nullptr || !scale->value() || !zero->value())
        return std::nullopt;
    if (scale->type() != DataType::kFloat32)
        return std::nullopt;
    return Parameters{static_cast<float>(*scale->value()), *zero->value()};
}

void setParameters(Graph& graph, Index node, DataType type, const Parameters& to) {
    const auto constant = [&](DataType t, double value) {
        Value made;
        made.name = "DoubleQDQRemoved";
        made.type = t;
        made.shape = Dims{};
        made.constant = std::make_shared<Constant>(t, Dims{}, std::vector<double>{value});
        return graph.addValue(std::move(made));
    };
    graph.setInput(node, 1, constant(DataType::kFloat32, static_cast<double>(to.scale)));
    graph.setInput(node, 2, constant(type, to.zero_point));
}

/// Both ends take the range that both pairs let through.
bool intersect(Graph& graph, Index parent, Index dq, Index q, const std::vector<Index>& grandchildren) {
    const DataType type = graph.value(graph.input(dq, 2)).type;
    if (type != DataType::kInt8 && type != DataType::kUInt8)
        return false;
    if (graph.value(graph.input(q, 2)).type != type)
        return false;
    const auto first = scalars(graph, dq);
    const auto second = scalars(graph, q);
    if (!first || !second)
        return false;
    const bool same_values =
        graph.input(dq, 1) == graph.input(q, 1) && graph.input(dq, 2) == graph.input(q, 2);
    if (same_values || (first->zero_point == second->zero_point &&
                        std::fabs(static_cast<double>(first->scale - second->scale)) < 1e-20)) {
        return true;
    }
    const auto range = *onnx::codeRange(type);
    const auto bound = [](std::int64_t code, const Parameters& p) {
        return static_cast<float>(static_cast<double>(code) - p.zero_point) * p.scale;
    };
    const float low = std::max(bound(range.min, *first), bound(range.min, *second));
    const float high = std::min(bound(range.max, *first), bound(range.max, *second));
    Parameters to;
    to.scale = (high - low) / static_cast<float>(range.max - range.min);
    to.zero_point = static_cast<double>(std::round(static_cast<float>(range.min) - low / to.scale));
    setParameters(graph, parent, type, to);
    for (const Index grandchild : grandchildren)
        setParameters(graph, grandchild, type, to);
    return true;
}

}  // namespace

bool removeDoubleQdq(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    const auto single = [&](Index node) {
        return graph.edgeCount(node) == 1 && !graph.makesGraphOutput(node);
    };
    for (const Index dq : graph.order()) {
        if (!graph.alive(dq) || graph.node(dq).op != "DequantizeLinear" || !single(dq))
            continue;
        const Index q = graph.onlyConsumer(dq);
        if (graph.node(q).op != "QuantizeLinear" || graph.makesGraphOutput(q) || graph.edgeCount(q) == 0)
            continue;
        const Index parent = graph.producer(graph.input(dq, 0));
        if (parent == kNone || graph.node(parent).op != "QuantizeLinear" || !single(parent))
            continue;
        if (!sameParameters(graph, parent, dq))
            continue;
        std::vector<Index> grandchildren;
        bool pairs = true;
        for (const Edge& edge : graph.value(graph.output(q, 0)).uses) {
            pairs = pairs && graph.node(edge.node).op == "DequantizeLinear" && edge.slot == 0 &&
                    sameParameters(graph, q, edge.node);
            grandchildren.push_back(edge.node);
        }
        if (!pairs || !intersect(graph, parent, dq, q, grandchildren))
            continue;
        const Index in = graph.input(dq, 0);
        for (const Index grandchild : grandchildren)
            graph.setInput(grandchild, 0, in);
        graph.removeNode(q);
        graph.removeNode(dq);
        state.say("double-qdq",
                  nameNode(graph, dq) + " and " + nameNode(graph, q) + " between two pairs vanish",
                  graph.node(dq).origins);
        changed = true;
    }
    return changed;
}

}  // namespace qdqlens::runtime
