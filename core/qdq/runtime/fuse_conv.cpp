// ConvMulFusion, ConvAddFusion and ConvBNFusion: what a Conv's result is multiplied with, or what is added to
// it, goes into its stored weight and bias. Only where the weight is stored in float: behind a
// DequantizeLinear it is none.
#include <algorithm>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

/// One number a channel: dims [C, 1, 1] or [1, C, 1, 1] where the weight has four dims.
bool oneAChannel(Dims dims, const Dims& weight) {
    if (dims.size() == weight.size() && dims[0] == 1)
        dims.erase(dims.begin());
    return dims.size() + 1 == weight.size() && dims[0] == weight[0] &&
           std::all_of(dims.begin() + 1, dims.end(), [](std::int64_t dim) { return dim == 1; });
}

Index unknownConstant(Graph& graph, const std::string& name, onnx::DataType type, const Dims& dims) {
    Value value;
    value.name = name;
    value.type = type;
    value.shape = dims;
    value.constant = std::make_shared<Constant>(type, dims, std::nullopt);
    return graph.addValue(std::move(value));
}

/// The stored weight and bias can take in what stands behind the Conv.
bool fits(const Graph& graph, const Constant& weight, Index next, Index made) {
    const Node& node = graph.node(next);
    if (graph.input(next, 0) != made)
        return false;
    if (node.is("BatchNormalization")) {
        if (graph.outputsPresent(next) != 1)
            return false;
        for (std::size_t slot = 1; slot < 5; ++slot) {
            const Constant* part = graph.constant(graph.input(next, slot));
            if (part == nullptr || part->type() != weight.type() || part->dims() != Dims{weight.dims()[0]})
                return false;
        }
        return true;
    }
    const Constant* with = graph.constant(graph.input(next, 1));
    if (with == nullptr || with->type() != weight.type())
        return false;
    if (node.is("Mul"))
        return with->dims().empty() || oneAChannel(with->dims(), weight.dims());
    return node.is("Add") && oneAChannel(with->dims(), weight.dims());
}

}  // namespace

bool fuseIntoConv(State& state, Index conv) {
    Graph& graph = state.graph;
    if (!graph.node(conv).is("Conv") || !graph.hasEdges(conv, 1))
        return false;
    const Constant* weight = graph.constant(graph.input(conv, 1));
    if (weight == nullptr || !onnx::isFloat(weight->type()) || weight->dims().size() < 4)
        return false;
    const Index bias = graph.input(conv, 2);
    const Constant* stored = graph.constant(bias);
    if (bias != kNone &&
        (stored == nullptr || stored->type() != weight->type() || stored->dims().size() != 1)) {
        return false;
    }
    const Index next = graph.onlyConsumer(conv);
    if (next == kNone || !fits(graph, *weight, next, graph.output(conv, 0)))
        return false;
    const std::string name = graph.node(conv).name;
    const onnx::DataType type = weight->type();
    const Dims channels{weight->dims()[0]};
    const bool adds = !graph.node(next).is("Mul");
    if (!graph.node(next).is("Add"))
        graph.setInput(conv, 1, unknownConstant(graph, name + "_weight", type, weight->dims()));
    if (adds || bias != kNone)
        graph.setInput(conv, 2, unknownConstant(graph, name + "_bias", type, channels));
    state.fuse(next, "Conv", "it goes into the weight and bias of " + nameNode(graph, conv), conv);
    const Index out = graph.output(next, 0);
    graph.removeNode(next);
    graph.node(conv).outputs[0] = out;
    graph.value(out).producer = conv;
    return true;
}

}  // namespace qdqlens::runtime
