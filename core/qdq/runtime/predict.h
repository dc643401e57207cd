// What ONNX Runtime will do with each node of a QDQ graph: run it as an integer kernel, in float, or not at
// all since it is gone into a neighbour. The runtime's own passes are played through, in their order, on a
// small copy of the graph. Source of the rules: ONNX Runtime 1.30.0, CPU execution provider, level
// "extended", held against the runtime itself by tests/oracle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/runtime/target.h"

namespace qdqlens::runtime {

enum class Runs : std::uint8_t {
    kInt8,   ///< An integer kernel, or data movement on integers.
    kFloat,  ///< Everything else.
    kFused,  ///< Gone into a neighbour: `kernel` names what took it in.
};
[[nodiscard]] std::string_view runsName(Runs runs);

/// What becomes of one node of the file.
struct NodePrediction {
    NodeId node = kNoNode;
    Runs runs = Runs::kFloat;
    std::string kernel;  ///< Operator that runs: "QLinearConv", "com.microsoft.QGemm", "MaxPool", …
    std::string rule;  ///< Id of the failing condition ("dq-count", "q-missing", …); "" for int8 and fused.
    std::string reason;  ///< For float: the first condition that fails, in words. For fused: what happened.
    std::string mend;    ///< What would mend it; "" where nothing would.
    std::vector<NodeId> blame;  ///< Nodes to look at.
    std::vector<ValueId> blame_values;
    std::vector<NodeId> unit;  ///< The node unit: its DequantizeLinears, then its QuantizeLinears.
};

/// A node of the graph as it stands after the last pass.
struct FinalNode {
    std::string name;
    std::string op;  ///< With "domain." in front where it is not ONNX's own.
    bool int8 = false;
    std::vector<NodeId> origins;  ///< The file's nodes that it stands for.
    std::string output;           ///< Name of its first output value.
};

/// What a pass did or could not do, for the curious and for reasons.
struct TraceStep {
    std::string pass;
    std::string what;
    std::vector<NodeId> nodes;
};

struct Prediction {
    std::string target;
    std::string
        refused;  ///< Why the runtime refuses to load the model at this level; then its nodes are float.
    std::vector<NodePrediction> nodes;   ///< Every node of the graph that is no Q and no DQ, in file order.
    std::vector<FinalNode> final_nodes;  ///< Q and DQ included.
    std::vector<TraceStep> trace;

    /// The prediction for a node, or null (Q, DQ).
    [[nodiscard]] const NodePrediction* find(NodeId node) const;
};

/// Of the scope's own nodes. Subgraphs are scopes of their own: predict them apart. Function calls are
/// inlined, and the call's prediction sums up its body.
[[nodiscard]] Prediction predict(const Scope& scope, const Target& target);

/// The nodes of a graph as it stands, without any pass: for graphs that a runtime has optimized itself.
[[nodiscard]] std::vector<FinalNode> describe(const Scope& scope);

}  // namespace qdqlens::runtime
