// The runtime's passes as steps on a Graph. Internal to core/qdq/runtime.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/qdq/runtime/graph.h"
#include "core/qdq/runtime/predict.h"
#include "core/qdq/runtime/target.h"

namespace qdqlens::runtime {

/// Why a node is not in an integer kernel.
struct Failure {
    std::string rule;
    std::string reason;
    std::string mend;
    std::vector<Index> nodes;
    std::vector<Index> values;
};

/// What became of a node of the file, as passes find out.
struct Fate {
    bool fused = false;
    std::string kernel;  ///< What took it in, for fused.
    std::string how;
    NodeId into = kNoNode;  ///< For fused: the node of the file that it is part of now, whose kernel counts.
    std::vector<NodeId> unit;
};

/// One prediction under way.
struct State {
    Graph graph;
    const Target* target = nullptr;
    const Scope* scope = nullptr;
    std::map<NodeId, Fate> fates;
    std::map<Index, Failure> failures;              ///< By graph node.
    std::map<Index, std::string> skipped_to_uint8;  ///< Q nodes that stayed int8, and why.
    std::vector<TraceStep> trace;
    std::string refused;  ///< Why the runtime refuses the model, once a pass has found out.

    void say(std::string pass, std::string what, const std::vector<NodeId>& nodes);
    /// Marks all origins of a node as gone into another.
    void fuse(Index gone, const std::string& kernel, const std::string& how, Index into = kNone);
};

/// "op 'name'" or "op #index" of a node, for reasons.
[[nodiscard]] std::string nameNode(const Graph& graph, Index node);
/// "com.microsoft.QGemm", "Conv".
[[nodiscard]] std::string opName(const Node& node);

/// Each returns whether the graph changed.
bool makeDqsUnique(State& state);             ///< EnsureUniqueDQForNodeUnit.
bool applyBasicRules(State& state);           ///< The level 1 rewrite rules that matter to Q/DQ graphs.
bool fuseIntoConv(State& state, Index conv);  ///< One of them: what follows goes into a float weight.
bool removeDoubleQdq(State& state);           ///< DoubleQDQPairsRemover.
bool shareConstants(State& state);            ///< ConstantSharing.
bool mergeCommonNodes(State& state);          ///< CommonSubexpressionElimination.
bool foldConstants(State& state);             ///< ConstantFolding.
bool fuseMatMulAdd(State& state);             ///< MatMulAddFusion.
bool fuseReshapes(State& state);              ///< ReshapeFusion of contiguous reshapes.
bool fuseGemmTranspose(State& state);         ///< GemmTransposeFusion.
bool propagateQdq(State& state);              ///< QDQPropagation.
bool quantizeWeightsAndBiases(State& state);  ///< WeightBiasQuantization.
bool addWhereDq(State& state);                ///< WhereDummyDq.
bool optimizeTransposes(State& state,
                        bool assigned);  ///< TransposeOptimizer; `assigned`: nodes are the CPU's.
bool fuseActivationIntoQ(State& state);  ///< ReluQuantFusion, ClipQuantFusion.
bool turnInt8ToUint8(State& state);      ///< QDQS8ToU8.
bool selectUnits(State& state);          ///< QDQSelectorActionTransformer.
bool fuseActivations(State& state);      ///< Gemm/Conv activation fusion: float nodes that vanish.
bool cleanUpQdq(State& state);           ///< QDQFinalCleanup.

/// All of them, as often and in the order that the runtime has.
void playPasses(State& state);

/// Q and DQ of one pair: constant scalar scales and zero points, both present, equal by value.
[[nodiscard]] bool sameParameters(const Graph& graph, Index a, Index b);
/// Constant scalar scale, and zero point where there is one.
[[nodiscard]] bool constantScalarParameters(const Graph& graph, Index q_or_dq);
/// The Relu or Clip changes nothing that the Q behind it would not clip anyhow.
[[nodiscard]] bool redundantBefore(const Graph& graph, Index activation, Index q);
/// The runtime takes out a node only where one of its inputs is made by a node, or where it has just one
/// input.
[[nodiscard]] bool removable(const Graph& graph, Index node);
/// Bounds of a Clip, from inputs or attributes; nothing where they are not constant.
struct Bounds {
    float low = 0;
    float high = 0;
};
[[nodiscard]] std::optional<Bounds> clipBounds(const Graph& graph, Index clip);

}  // namespace qdqlens::runtime
