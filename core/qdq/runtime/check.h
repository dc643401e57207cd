// Does a node with its DQs and Qs form a node unit of the wanted kind? The answer is a unit, or the first
// condition that fails. Internal to core/qdq/runtime.
#pragma once

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {

/// A node with what stands around it.
struct Group {
    Index target = kNone;
    Index clip = kNone;      ///< A Relu or Clip between target and Q that the Q makes redundant.
    std::vector<Index> dqs;  ///< In input order.
    std::vector<Index> qs;
};

/// The Qs and DQs around a node; a failure where a Relu or Clip stands in the way.
[[nodiscard]] Group gather(const Graph& graph, Index node, Failure& failure);

/// Empty where the group is a unit that the selector takes.
[[nodiscard]] std::optional<Failure> check(const State& state, const Selector& selector, const Group& group);

/// The conditions that all kinds share: number of DQs, each DQ's only consumer, a Q on every output.
[[nodiscard]] std::optional<Failure> checkGroup(const State& state, const Selector& selector,
                                                const Group& group, std::size_t dqs);
[[nodiscard]] std::optional<Failure> checkConv(const State& state, const Selector& selector,
                                               const Group& group);
[[nodiscard]] std::optional<Failure> checkMatMul(const State& state, const Selector& selector,
                                                 const Group& group);
[[nodiscard]] std::optional<Failure> checkGemm(const State& state, const Selector& selector,
                                               const Group& group);
[[nodiscard]] std::optional<Failure> checkWeightOnly(const State& state, const Group& group);

/// dtype that a DQ reads, dtype that a Q writes.
[[nodiscard]] onnx::DataType readType(const Graph& graph, Index dq);
[[nodiscard]] onnx::DataType writtenType(const Graph& graph, Index q);
[[nodiscard]] bool is16Bit(onnx::DataType type);
[[nodiscard]] bool isSub8Bit(onnx::DataType type);
/// All types are equal; else a failure that says which differ, and why an int8 one is still int8.
[[nodiscard]] std::optional<Failure> sameTypes(const State& state, const Group& group);
/// Width and float16 conditions of the data type.
[[nodiscard]] std::optional<Failure> widthAllowed(const Selector& selector, const Group& group,
                                                  onnx::DataType type);
/// int8 activations where the target wants uint8.
[[nodiscard]] Failure int8Activation(const State& state, Index dq);

}  // namespace qdqlens::runtime
