// The Transpose optimizer: Transposes move towards other Transposes and cancel. Internal to core/qdq/runtime.
#pragma once

#include <set>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {

[[nodiscard]] bool isPermutation(const Dims& perm);
[[nodiscard]] Dims inverse(const Dims& perm);
[[nodiscard]] Dims compose(const Dims& first, const Dims& second);
[[nodiscard]] bool isIdentity(const Dims& perm);
[[nodiscard]] Dims permuted(const Dims& dims, const Dims& perm);
/// The permutation with the axes taken out, or ones put in.
[[nodiscard]] Dims withoutAxes(const Dims& perm, const Dims& axes);
[[nodiscard]] Dims withAxes(const Dims& perm, const Dims& axes);
/// Adds the rank to negative axes; false where one is out of range or twice there.
[[nodiscard]] bool normalizeAxes(Dims& axes, std::size_t rank);
/// The attribute where it is a permutation; a missing one is none to the optimizer.
[[nodiscard]] std::optional<Dims> permOf(const Graph& graph, Index transpose);

/// How a Q or DQ is quantized; nothing where that cannot be told, or blocked.
struct QuantMode {
    bool per_axis = false;
    std::int64_t axis = 1;
};
[[nodiscard]] std::optional<QuantMode> quantMode(const Graph& graph, Index q_or_dq);
/// The DQ behind a value where the DQ's input is a constant and this value's only consumer is a node here.
[[nodiscard]] Index dqOnConstant(const Graph& graph, Index value);
/// Every consumer of the value is known: no graph output, no capture.
[[nodiscard]] bool comprehensive(const Graph& graph, Index value);

/// Puts the transposed value into a node's input, by whichever means costs least.
void transposeInput(State& state, Index node, std::size_t slot, const Dims& perm);
/// A Transpose behind an output; consumers see what they saw.
void transposeOutput(State& state, Index node, std::size_t slot, const Dims& perm);
void unsqueezeInput(State& state, Index node, std::size_t slot, const Dims& axes);
/// DQ -> Transpose becomes DQ -> Transpose -> Q -> DQ, so that the Transpose is a unit.
bool makeUnitBehind(State& state, Index dq);

/// What the optimizer knows of an operator: which inputs a Transpose may come in by, whether it goes out
/// again.
struct Handler {
    enum class Inputs { kFirst, kAll, kNonScalar, kQLinearConcat, kQLinearBinary } inputs = Inputs::kFirst;
    enum class Kind {
        kSimple,
        kBroadcast,
        kAxis,
        kSplit,
        kSoftmax,
        kShape,
        kPad,
        kReduce,
        kArg,
        kSqueeze,
        kUnsqueeze,
        kSlice,
        kTile,
        kQdq,
        kTranspose,
        kReshape,
        kResize,
        kMaxPool,
        kQLinearPool,
        kNever  ///< On the way to a Transpose for the cost, but nothing goes through.
    } kind = Kind::kSimple;
    bool transposes_outputs = true;
};
[[nodiscard]] const Handler* handlerOf(const Graph& graph, Index node);
[[nodiscard]] std::vector<std::size_t> inputsOf(const Graph& graph, Index node, const Handler& handler);

struct Push {
    Index transpose = kNone;
    Index node = kNone;
    Dims perm;
    std::vector<std::size_t> inputs;
    bool assigned = false;  ///< Nodes belong to the CPU provider by now.
};
/// Pushes the Transpose through the node; false where the operator's details forbid it.
bool push(State& state, const Handler& handler, const Push& what);
/// Two Transposes in a row, or a Transpose and a Reshape that is one in truth.
bool pushIntoTranspose(State& state, const Push& what, const Dims& second);
bool pushIntoReshape(State& state, const Push& what);

/// Removes DQ -> Q that do nothing, and mends Transposes that lost their Q or DQ.
bool fixUnits(State& state);

}  // namespace qdqlens::runtime
