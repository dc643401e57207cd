// Fusions of float nodes that change which units there are: MatMul + Add, contiguous reshapes, Gemm and
// Transpose, products and their activations.
#include <algorithm>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

using onnx::DataType;

bool isFloat16Or32(DataType type) {
    return type == DataType::kFloat32 || type == DataType::kFloat16 || type == DataType::kBFloat16;
}

bool allKnown(const Dims& dims) {
    return std::find(dims.begin(), dims.end(), -1) == dims.end();
}

Index addConstant(Graph& graph, std::string name, const Dims& values) {
    Value value;
    value.name = std::move(name);
    value.type = DataType::kInt64;
    const Dims dims{static_cast<std::int64_t>(values.size())};
    value.shape = dims;
    value.constant =
        std::make_shared<Constant>(DataType::kInt64, dims, std::vector<double>(values.begin(), values.end()));
    return graph.addValue(std::move(value));
}

Index addReshape(Graph& graph, const std::string& name, Index in, Index out, const Dims& shape) {
    Node node;
    node.op = "Reshape";
    node.since = 13;
    node.name = name;
    node.inputs = {in, addConstant(graph, name + "_shape", shape)};
    node.outputs = {out};
    return graph.addNode(std::move(node));
}

bool fitsAsBias(const Dims& bias, const Dims& a, std::int64_t n, bool reshape) {
    if (bias.size() == 1)
        return n >= 0 && bias[0] == n;
    if (reshape || bias.size() != 2)
        return false;
    if (bias[0] == 1 && n >= 0 && bias[1] == n)
        return true;
    return a[0] >= 0 && bias[0] == a[0] && (bias[1] == 1 || (n >= 0 && bias[1] == n));
}

/// A MatMul in an attention: the runtime leaves it to another fusion.
bool afterAttention(const Graph& graph, Index matmul) {
    const Index reshape = graph.producer(graph.input(matmul, 0));
    if (reshape == kNone || !graph.node(reshape).is("Reshape"))
        return false;
    const Index transpose = graph.producer(graph.input(reshape, 0));
    if (transpose == kNone || !graph.node(transpose).is("Transpose"))
        return false;
    const Index product = graph.producer(graph.input(transpose, 0));
    if (product == kNone || !graph.node(product).is("MatMul"))
        return false;
    const Index softmax = graph.producer(graph.input(product, 0));
    return softmax != kNone && graph.node(softmax).is("Softmax");
}

bool fuseOneMatMulAdd(State& state, Index matmul) {
    Graph& graph = state.graph;
    if (!graph.node(matmul).is("MatMul") || !graph.hasEdges(matmul, 1))
        return false;
    const Index add = graph.onlyConsumer(matmul);
    if (add == kNone || !graph.node(add).is("Add") || graph.node(add).since < 7)
        return false;
    const Index a = graph.input(matmul, 0);
    const Index b = graph.input(matmul, 1);
    const Index product = graph.output(matmul, 0);
    const Index bias = graph.input(add, 0) == product ? graph.input(add, 1) : graph.input(add, 0);
    if (a == kNone || b == kNone || bias == kNone || bias == product)
        return false;
    if (!isFloat16Or32(graph.value(a).type) || !graph.value(a).shape || !graph.value(b).shape ||
        !graph.value(bias).shape) {
        return false;
    }
    const Dims shape_a = *graph.value(a).shape;
    const Dims shape_b = *graph.value(b).shape;
    if (shape_b.size() != 2)
        return false;
    const bool reshape = shape_a.size() != 2;
    if (reshape && (afterAttention(graph, matmul) || !allKnown(shape_a) || !allKnown(shape_b)))
        return false;
    if (!fitsAsBias(*graph.value(bias).shape, shape_a, shape_b[1], reshape))
        return false;
    Node gemm;
    gemm.op = "Gemm";
    gemm.since = 13;
    gemm.name = graph.node(matmul).name + "/MatMulAddFusion";
    gemm.origins = graph.node(matmul).origins;
    gemm.inputs = {a, b, bias};
    const Index out = graph.output(add, 0);
    state.fuse(add, "Gemm", "it is the bias of " + nameNode(graph, matmul) + ", which becomes a Gemm",
               matmul);
    graph.removeNode(add);
    graph.removeNode(matmul);
    gemm.outputs = {out};
    if (reshape) {
        std::int64_t rows = 1;
        for (std::size_t k = 0; k + 1 < shape_a.size(); ++k)
            rows *= shape_a[k];
        const auto inner = [&](std::int64_t columns) {
            Value value;
            value.name = "gemm_reshape_arg";
            value.type = graph.value(a).type;
            value.shape = Dims{rows, columns};
            return graph.addValue(std::move(value));
        };
        const Index flat_in = inner(shape_b[0]);
        const Index flat_out = inner(shape_b[1]);
        Dims full = shape_a;
        full.back() = shape_b[1];
        addReshape(graph, "gemm_input_reshape", a, flat_in, {rows, shape_b[0]});
        addReshape(graph, "gemm_output_reshape", flat_out, out, full);
        gemm.inputs[0] = flat_in;
        gemm.outputs = {flat_out};
    }
    graph.addNode(std::move(gemm));
    return true;
}

bool isMatrixTranspose(const Graph& graph, Index node) {
    if (node == kNone || !graph.node(node).is("Transpose"))
        return false;
    const Index in = graph.input(node, 0);
    if (in == kNone || (graph.value(in).shape && graph.value(in).shape->size() != 2))
        return false;
    const auto perm = graph.intsAttribute(node, "perm");
    return perm ? *perm == Dims{1, 0} : graph.value(in).shape.has_value();
}

/// All of the Transpose's consumers are Gemms.
bool onlyIntoGemms(const Graph& graph, Index transpose) {
    if (graph.makesGraphOutput(transpose))
        return false;
    const auto& uses = graph.value(graph.output(transpose, 0)).uses;
    return !uses.empty() && std::all_of(uses.begin(), uses.end(),
                                        [&](const Edge& e) { return graph.node(e.node).op == "Gemm"; });
}

bool fuseOneGemmTranspose(State& state, Index gemm) {
    Graph& graph = state.graph;
    if (!graph.node(gemm).is("Gemm") || graph.edgeCount(gemm) > 1)
        return false;
    Index before[2] = {kNone, kNone};
    for (std::size_t slot = 0; slot < 2; ++slot) {
        const Index from = graph.producer(graph.input(gemm, slot));
        if (isMatrixTranspose(graph, from) && onlyIntoGemms(graph, from))
            before[slot] = from;
    }
    Index behind = kNone;
    if (!graph.makesGraphOutput(gemm) && graph.input(gemm, 2) == kNone &&
        graph.node(gemm).inputs.size() <= 2) {
        const Index next = graph.onlyConsumer(gemm);
        if (isMatrixTranspose(graph, next))
            behind = next;
    }
    if (before[0] == kNone && before[1] == kNone && behind == kNone)
        return false;
    bool trans_a = graph.intAttribute(gemm, "transA", 0) != 0;
    bool trans_b = graph.intAttribute(gemm, "transB", 0) != 0;
    if (before[0] != kNone)
        trans_a = !trans_a;
    if (before[1] != kNone)
        trans_b = !trans_b;
    for (std::size_t slot = 0; slot < 2; ++slot) {
        if (before[slot] == kNone)
            continue;
        graph.setInput(gemm, slot, graph.input(before[slot], 0));
        if (graph.edgeCount(before[slot]) > 0 || !graph.alive(before[slot]))
            continue;
        state.fuse(before[slot], "Gemm", nameNode(graph, gemm) + " transposes by itself", gemm);
        graph.removeNode(before[slot]);
    }
    Node fused = graph.node(gemm);
    fused.name += "/GemmTransposeFusion/";
    graph.removeNode(gemm);
    if (behind != kNone) {
        std::swap(fused.inputs[0], fused.inputs[1]);
        const bool was_a = trans_a;
        trans_a = !trans_b;
        trans_b = !was_a;
        fused.outputs = graph.node(behind).outputs;
        state.fuse(behind, "Gemm", nameNode(graph, gemm) + " transposes by itself", gemm);
        graph.removeNode(behind);
    }
    fused.attributes["transA"] = static_cast<std::int64_t>(trans_a);
    fused.attributes["transB"] = static_cast<std::int64_t>(trans_b);
    fused.alive = true;
    graph.addNode(std::move(fused));
    return true;
}

bool isReshape(const Graph& graph, Index node) {
    const Node& n = graph.node(node);
    return n.is("Reshape") || n.is("Squeeze") || n.is("Unsqueeze");
}

/// A Reshape and what follows it, reshapes, squeezes and unsqueezes, is one Reshape where the result is
/// known.
bool fuseReshapeChain(State& state, Index first) {
    Graph& graph = state.graph;
    std::vector<Index> chain{first};
    for (;;) {
        const Index last = chain.back();
        if (!graph.hasEdges(last, 1))
            break;
        const Index next = graph.onlyConsumer(last);
        if (next == kNone || !isReshape(graph, next) || graph.input(next, 0) != graph.output(last, 0))
            break;
        chain.push_back(next);
    }
    if (chain.size() < 2)
        return false;
    const Index out = graph.output(chain.back(), 0);
    const auto shape = graph.value(out).shape;
    if (!shape || !allKnown(*shape) || shape->empty())
        return false;
    const Index in = graph.input(first, 0);
    const std::string name = graph.node(first).name + "_new_reshape";
    std::vector<NodeId> origins = graph.node(first).origins;
    for (std::size_t k = 1; k < chain.size(); ++k) {
        state.fuse(chain[k], "Reshape", "it and " + nameNode(graph, first) + " are one Reshape", first);
    }
    for (auto node = chain.rbegin(); node != chain.rend(); ++node)
        graph.removeNode(*node);
    const Index made = addReshape(graph, name, in, out, *shape);
    graph.node(made).origins = std::move(origins);
    return true;
}

}  // namespace

bool fuseMatMulAdd(State& state) {
    bool changed = false;
    for (const Index index : state.graph.order()) {
        if (state.graph.alive(index))
            changed = fuseOneMatMulAdd(state, index) || changed;
    }
    return changed;
}

bool fuseGemmTranspose(State& state) {
    bool changed = false;
    for (const Index index : state.graph.order()) {
        if (state.graph.alive(index))
            changed = fuseOneGemmTranspose(state, index) || changed;
    }
    return changed;
}

bool fuseReshapes(State& state) {
    bool changed = false;
    for (const Index index : state.graph.order()) {
        if (state.graph.alive(index) && state.graph.node(index).is("Reshape"))
            changed = fuseReshapeChain(state, index) || changed;
    }
    return changed;
}

bool fuseActivations(State& state) {
    Graph& graph = state.graph;
    static constexpr std::string_view kConv[] = {"Relu",      "Sigmoid", "Tanh",
                                                 "LeakyRelu", "Clip",    "HardSigmoid"};
    static constexpr std::string_view kGemm[] = {"Relu",     "Sigmoid",        "Tanh", "LeakyRelu",
                                                 "Elu",      "HardSigmoid",    "Selu", "Softplus",
                                                 "Softsign", "ThresholdedRelu"};
    const auto listed = [](std::span<const std::string_view> ops, const std::string& op) {
        return std::find(ops.begin(), ops.end(), op) != ops.end();
    };
    bool changed = false;
    for (const Index index : graph.order()) {
        if (!graph.alive(index))
            continue;
        const bool conv = graph.node(index).is("Conv");
        if ((!conv && !graph.node(index).is("Gemm")) || !graph.hasEdges(index, 1))
            continue;
        if (graph.value(graph.output(index, 0)).type != DataType::kFloat32)
            continue;
        const Index next = graph.onlyConsumer(index);
        if (!graph.node(next).domain.empty() ||
            !(conv ? listed(kConv, graph.node(next).op) : listed(kGemm, graph.node(next).op))) {
            continue;
        }
        if (graph.node(next).op == "Clip" && !clipBounds(graph, next))
            continue;
        Node fused = graph.node(index);
        fused.op = conv ? "FusedConv" : "FusedGemm";
        fused.domain = "com.microsoft";
        if (!conv)
            fused.name = "fused " + fused.name;
        fused.outputs = graph.node(next).outputs;
        state.fuse(next, "com.microsoft." + fused.op,
                   "it is part of " + nameNode(graph, index) + " now, in float", index);
        if (const auto failed = state.failures.find(index); failed != state.failures.end()) {
            state.failures[graph.nodeCount()] = failed->second;
        }
        graph.removeNode(next);
        graph.removeNode(index);
        fused.alive = true;
        graph.addNode(std::move(fused));
        changed = true;
    }
    return changed;
}

}  // namespace qdqlens::runtime
