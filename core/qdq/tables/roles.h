// What a stored tensor is for: weight, bias, scale …, from who consumes it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/folding.h"

namespace qdqlens {

/// A tensor stored in a graph: an initializer, or the value of a Constant node. Points into the model.
struct StoredTensor {
    ValueId value = kNoValue;
    const onnx::Tensor* tensor = nullptr;  ///< Exactly one of these three is set.
    const onnx::SparseTensor* sparse = nullptr;
    const onnx::Attribute* attribute = nullptr;  ///< A Constant's value_float, value_ints …
    NodeId constant_node = kNoNode;              ///< Set for the value of a Constant node.
    /// By the command line's contract: "weight", "activation scale", "Reshape shape", "bias + weight" …
    std::string role;
    std::vector<NodeId> consumers;          ///< Unfolded consumers, in file order, each once.
    std::uint32_t first_use = 0xffffffffU;  ///< The first node that names it.
};

/// Initializers (sparse ones too) in file order, then Constant nodes in file order. Looks into subgraphs that
/// use the graph's tensors. Roles come from the consumer's formal input name at the scope's opset, behind
/// folded nodes and behind Q and DQ; a scale or zero point takes its kind from what its Q or DQ works on.
[[nodiscard]] std::vector<StoredTensor> storedTensors(const std::shared_ptr<const Scope>& scope,
                                                      const Folding& folding);

/// "activation", "weight" or "bias": what a QuantizeLinear or DequantizeLinear works on. A constant that
/// feeds biases only is a bias, any other constant a weight.
enum class QuantKind : std::uint8_t { kActivation, kWeight, kBias };
class QuantKinds {
  public:
    QuantKinds(const std::shared_ptr<const Scope>& scope, const Folding& folding);
    ~QuantKinds();
    [[nodiscard]] QuantKind of(NodeId node) const;

  private:
    std::unique_ptr<class RoleFinder> finder_;
};

}  // namespace qdqlens
