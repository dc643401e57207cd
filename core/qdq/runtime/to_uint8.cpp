// QDQS8ToU8: where int8 activations have no kernel, Q-DQ pairs turn uint8.
#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

/// The constant int8 zero point of a Q or DQ; nothing where it is not one.
std::optional<double> int8ZeroPoint(const Graph& graph, Index node) {
    const Constant* zero_point = graph.constant(graph.input(node, 2));
    if (zero_point == nullptr || zero_point->type() != onnx::DataType::kInt8 || zero_point->count() != 1) {
        return std::nullopt;
    }
    return zero_point->value();
}

std::string whyNot(const Graph& graph, Index q) {
    if (graph.makesGraphOutput(q))
        return nameNode(graph, q) + "'s value is a graph output";
    if (graph.edgeCount(q) != 1) {
        std::string why = nameNode(graph, q) + " has " + std::to_string(graph.edgeCount(q)) + " consumers";
        const Index out = graph.output(q, 0);
        NodeId origin = kNoNode;
        bool split = graph.value(out).uses.size() > 1;
        for (const Edge& edge : graph.value(out).uses) {
            const Node& user = graph.node(edge.node);
            if (!isDq(user) || user.origins.empty()) {
                split = false;
                continue;
            }
            if (origin == kNoNode)
                origin = user.origins.front();
            split = split && user.origins.front() == origin;
        }
        if (split) {
            why = "the DequantizeLinear behind " + nameNode(graph, q) + " feeds " +
                  std::to_string(graph.edgeCount(q)) + " consumers, so its QuantizeLinear gets " +
                  std::to_string(graph.edgeCount(q)) + " DequantizeLinears";
        }
        return why;
    }
    const Index dq = graph.onlyConsumer(q);
    if (!isDq(graph.node(dq)))
        return nameNode(graph, q) + " is not followed by a DequantizeLinear";
    return nameNode(graph, q) + " and " + nameNode(graph, dq) +
           " do not have the same constant scalar zero point";
}

}  // namespace

bool turnInt8ToUint8(State& state) {
    Graph& graph = state.graph;
    bool changed = false;
    std::shared_ptr<const Constant> zero_points[256];
    for (const Index q : graph.order()) {
        if (!isQ(graph.node(q)) || graph.value(graph.output(q, 0)).type != onnx::DataType::kInt8)
            continue;
        const Index dq = graph.hasEdges(q, 1) ? graph.onlyConsumer(q) : kNone;
        const bool pair = dq != kNone && isDq(graph.node(dq)) && graph.node(q).inputs.size() == 3 &&
                          graph.node(dq).inputs.size() == 3;
        const auto ours = pair ? int8ZeroPoint(graph, q) : std::nullopt;
        const auto theirs = pair ? int8ZeroPoint(graph, dq) : std::nullopt;
        if (!ours || !theirs || *ours != *theirs) {
            const std::string why = whyNot(graph, q);
            state.skipped_to_uint8[q] = why;
            state.say("int8-to-uint8", why + "; skipped", graph.node(q).origins);
            continue;
        }
        auto& constant = zero_points[static_cast<std::size_t>(*ours + 128)];
        if (!constant) {
            constant =
                std::make_shared<Constant>(onnx::DataType::kUInt8, Dims{}, std::vector<double>{*ours + 128});
        }
        Value value;
        value.name = "zero_point_uint8";
        value.type = onnx::DataType::kUInt8;
        value.shape = Dims{};
        value.constant = constant;
        const Index zero_point = graph.addValue(std::move(value));
        graph.setInput(q, 2, zero_point);
        graph.setInput(dq, 2, zero_point);
        graph.value(graph.output(q, 0)).type = onnx::DataType::kUInt8;
        if (graph.intAttribute(q, "output_dtype", 0) != 0 && state.refused.empty()) {
            state.refused =
                "the int8 to uint8 step gives " + nameNode(graph, q) +
                " a uint8 zero point but leaves its output_dtype int8, and the runtime refuses its own model "
                "('output_dtype INT8 does not match y_zero_point type UINT8')";
            if (graph.node(q).origins.empty()) {
                state.refused +=
                    "; the node is the runtime's own: it moved a DequantizeLinear over an operator that only "
                    "moves data and has no QuantizeLinear behind it";
            }
        }
        changed = true;
    }
    return changed;
}

}  // namespace qdqlens::runtime
