#include "core/qdq/runtime/predict.h"

#include <algorithm>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

bool isEightBitOrLess(onnx::DataType type) {
    using onnx::DataType;
    switch (type) {
        case DataType::kInt8:
        case DataType::kUInt8:
        case DataType::kInt16:
        case DataType::kUInt16:
        case DataType::kInt4:
        case DataType::kUInt4:
        case DataType::kInt2:
        case DataType::kUInt2:
            return true;
        default:
            return false;
    }
}

bool movesData(std::string_view op) {
    static constexpr std::string_view kMovers[] = {"MaxPool",
                                                   "com.microsoft.NhwcMaxPool",
                                                   "ReduceMax",
                                                   "ReduceMin",
                                                   "Resize",
                                                   "Reshape",
                                                   "Flatten",
                                                   "Transpose",
                                                   "Squeeze",
                                                   "Unsqueeze",
                                                   "Slice",
                                                   "Gather",
                                                   "GatherElements",
                                                   "GatherND",
                                                   "Expand",
                                                   "Tile",
                                                   "DepthToSpace",
                                                   "SpaceToDepth",
                                                   "Split",
                                                   "Concat",
                                                   "Pad",
                                                   "Identity",
                                                   "ArgMax",
                                                   "ArgMin"};
    return std::find(std::begin(kMovers), std::end(kMovers), op) != std::end(kMovers);
}

bool integerKernel(std::string_view op) {
    const std::size_t dot = op.rfind('.');
    const std::string_view bare = dot == std::string_view::npos ? op : op.substr(dot + 1);
    static constexpr std::string_view kKernels[] = {
        "QGemm",         "MatMulIntegerToFloat",  "MatMulNBits",           "ConvInteger",
        "MatMulInteger", "DynamicQuantizeLinear", "DynamicQuantizeMatMul", "QAttention"};
    return bare.substr(0, 7) == "QLinear" ||
           std::find(std::begin(kKernels), std::end(kKernels), bare) != std::end(kKernels);
}

std::vector<NodeId> originsOf(const Graph& graph, const std::vector<Index>& nodes) {
    std::vector<NodeId> origins;
    for (const Index node : nodes) {
        for (const NodeId origin : graph.node(node).origins) {
            if (std::find(origins.begin(), origins.end(), origin) == origins.end())
                origins.push_back(origin);
        }
    }
    return origins;
}

bool isInt8(const Graph& graph, Index index) {
    const std::string op = opName(graph.node(index));
    if (integerKernel(op))
        return true;
    const Index data = graph.input(index, 0);
    return movesData(op) && data != kNone && isEightBitOrLess(graph.value(data).type);
}

std::vector<FinalNode> finalNodes(const Graph& graph) {
    std::vector<FinalNode> nodes;
    for (Index index = 0; index < graph.nodeCount(); ++index) {
        if (!graph.alive(index))
            continue;
        const Index out = graph.output(index, 0);
        nodes.push_back({graph.node(index).name, opName(graph.node(index)), isInt8(graph, index),
                         graph.node(index).origins, out != kNone ? graph.value(out).name : std::string()});
    }
    return nodes;
}

class Verdicts {
  public:
    Verdicts(const Scope& scope, State& state) : scope_(scope), state_(state) {}

    Prediction run() {
        Prediction prediction;
        prediction.target = state_.target->name;
        const Graph& graph = state_.graph;
        prediction.final_nodes = finalNodes(graph);
        for (Index index = 0; index < graph.nodeCount(); ++index) {
            if (!graph.alive(index))
                continue;
            for (const NodeId origin : graph.node(index).origins)
                live_[origin].push_back(index);
        }
        const Topology& topology = scope_.topology();
        for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
            const onnx::Node& node = topology.node(NodeId{n});
            const bool known = node.isOnnxDomain() || node.domain == "com.microsoft";
            if (known && (node.op_type == "QuantizeLinear" || node.op_type == "DequantizeLinear"))
                continue;
            prediction.nodes.push_back(verdict(NodeId{n}));
        }
        for (NodePrediction& node : prediction.nodes)
            nameKernelOfFused(prediction, node);
        prediction.refused = state_.refused;
        if (!prediction.refused.empty()) {
            for (NodePrediction& node : prediction.nodes)
                refuse(node);
        }
        prediction.trace = std::move(state_.trace);
        return prediction;
    }

  private:
    [[nodiscard]] bool int8(Index index) const { return isInt8(state_.graph, index); }

    NodePrediction verdict(NodeId id) {
        NodePrediction result;
        result.node = id;
        const auto fate = state_.fates.find(id);
        if (fate != state_.fates.end())
            result.unit = fate->second.unit;
        const auto found = live_.find(id);
        if (found == live_.end()) {
            result.runs = Runs::kFused;
            const bool said = fate != state_.fates.end() && fate->second.fused;
            result.kernel = said ? fate->second.kernel : "nothing";
            result.reason = said ? fate->second.how : "nothing uses its result";
            return result;
        }
        // A call stands for all nodes of its body: one in float makes it float.
        Index shown = found->second.front();
        for (const Index node : found->second) {
            if (int8(shown) && !int8(node) && state_.failures.count(node) != 0)
                shown = node;
        }
        result.runs = int8(shown) ? Runs::kInt8 : Runs::kFloat;
        result.kernel = opName(state_.graph.node(shown));
        if (result.runs == Runs::kFloat)
            explain(shown, result);
        return result;
    }

    static void refuse(NodePrediction& node) {
        node.runs = Runs::kFloat;
        node.rule = "refused";
        node.reason = "the runtime refuses to load the model at this level";
        node.mend.clear();
        node.unit.clear();
    }

    void explain(Index node, NodePrediction& result) const {
        const Graph& graph = state_.graph;
        const auto failed = state_.failures.find(node);
        result.unit.clear();
        if (failed != state_.failures.end()) {
            const Failure& failure = failed->second;
            result.rule = failure.rule;
            result.reason = failure.reason;
            result.mend = failure.mend;
            result.blame = originsOf(graph, failure.nodes);
            for (const Index value : failure.values) {
                if (graph.value(value).origin != kNoValue)
                    result.blame_values.push_back(graph.value(value).origin);
            }
            return;
        }
        result.rule = "no-kernel";
        const std::string& op = graph.node(node).op;
        const bool dq = std::any_of(
            graph.node(node).inputs.begin(), graph.node(node).inputs.end(),
            [&](Index in) { return graph.producer(in) != kNone && isDq(graph.node(graph.producer(in))); });
        result.reason = "the runtime has no integer kernel for " + op;
        if (!dq)
            result.reason += ", and no input comes from a DequantizeLinear";
    }

    void nameKernelOfFused(const Prediction& prediction, NodePrediction& node) const {
        const auto fate = state_.fates.find(node.node);
        if (node.runs != Runs::kFused || fate == state_.fates.end() || fate->second.into == kNoNode)
            return;
        const NodePrediction* into = prediction.find(fate->second.into);
        if (into != nullptr && into->node != node.node)
            node.kernel = into->kernel;
    }

    const Scope& scope_;
    State& state_;
    std::map<NodeId, std::vector<Index>> live_;
};

}  // namespace

std::string_view runsName(Runs runs) {
    switch (runs) {
        case Runs::kInt8:
            return "int8";
        case Runs::kFloat:
            return "float";
        case Runs::kFused:
            return "fused";
    }
    return "";
}

const NodePrediction* Prediction::find(NodeId node) const {
    const auto at =
        std::lower_bound(nodes.begin(), nodes.end(), node,
                         [](const NodePrediction& p, NodeId id) { return index(p.node) < index(id); });
    return at != nodes.end() && at->node == node ? &*at : nullptr;
}

Prediction predict(const Scope& scope, const Target& target) {
    State state;
    state.target = &target;
    state.scope = &scope;
    state.graph = buildGraph(scope);
    playPasses(state);
    return Verdicts(scope, state).run();
}

std::vector<FinalNode> describe(const Scope& scope) {
    return finalNodes(buildGraph(scope));
}

}  // namespace qdqlens::runtime
