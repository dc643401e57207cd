// A graph's names resolved: which node makes a value, which nodes eat it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/onnx/model.h"

namespace qdqlens {

/// Index into onnx::Graph.nodes, and index into Topology's values.
enum class NodeId : std::uint32_t {};
enum class ValueId : std::uint32_t {};
inline constexpr NodeId kNoNode{0xffffffffU};
inline constexpr ValueId kNoValue{0xffffffffU};
[[nodiscard]] constexpr std::uint32_t index(NodeId id) {
    return static_cast<std::uint32_t>(id);
}
[[nodiscard]] constexpr std::uint32_t index(ValueId id) {
    return static_cast<std::uint32_t>(id);
}

/// One consumption of a value. A node whose subgraphs use an outer value consumes it implicitly, once.
struct Use {
    static constexpr std::uint32_t kCaptured = 0xffffffffU;
    NodeId node = kNoNode;
    std::uint32_t input = 0;  ///< Position in Node.inputs, or kCaptured.
};

/// A value. A name that is produced twice is two values; a consumer means the last one before it in file
/// order, or the first one where none stands before it.
struct Value {
    std::string_view name;
    NodeId producer = kNoNode;
    std::uint32_t output = 0;                      ///< Position in the producer's outputs.
    const onnx::Tensor* initializer = nullptr;     ///< Initializer of this graph (also when listed as input).
    const onnx::SparseTensor* sparse = nullptr;    ///< Sparse initializer.
    const onnx::ValueInfo* graph_input = nullptr;  ///< Listed in graph.input (initializers may be too).
    const onnx::ValueInfo* graph_output = nullptr;  ///< Listed in graph.output.
    const onnx::ValueInfo* info = nullptr;          ///< value_info, else the graph input or output entry.
    bool outer = false;                             ///< Comes from an enclosing graph.
    bool duplicate = false;                         ///< Its name is produced more than once.

    /// Nobody makes it: no producer, initializer, graph input or outer graph.
    [[nodiscard]] bool missing() const {
        return producer == kNoNode && initializer == nullptr && sparse == nullptr && graph_input == nullptr &&
               !outer;
    }
    /// A graph input that is not an initializer.
    [[nodiscard]] bool isInput() const {
        return graph_input != nullptr && initializer == nullptr && sparse == nullptr;
    }
};

/// Something odd about the graph that is shown, and never a reason not to open it.
struct GraphDefect {
    enum class Kind { kDuplicateValue, kMissingValue, kCycle, kUnsorted, kDuplicateNodeName };
    Kind kind;
    std::string_view name;  ///< The value's or node's name.
    NodeId node = kNoNode;  ///< Where it shows.
};

/// Adjacency of one graph. Immutable. Points into the Model, which must outlive it.
class Topology {
  public:
    /// `outer` is the enclosing graph's topology, or null.
    Topology(const onnx::Graph& graph, const Topology* outer);

    [[nodiscard]] const onnx::Graph& graph() const { return *graph_; }
    [[nodiscard]] const Topology* outer() const { return outer_; }

    [[nodiscard]] std::uint32_t nodeCount() const { return static_cast<std::uint32_t>(graph_->nodes.size()); }
    [[nodiscard]] std::uint32_t valueCount() const { return static_cast<std::uint32_t>(values_.size()); }
    [[nodiscard]] const onnx::Node& node(NodeId id) const { return graph_->nodes[index(id)]; }
    [[nodiscard]] const Value& value(ValueId id) const { return values_[index(id)]; }

    /// Values of the node's inputs and outputs by position; kNoValue for "".
    [[nodiscard]] std::span<const ValueId> inputs(NodeId id) const;
    [[nodiscard]] std::span<const ValueId> outputs(NodeId id) const;
    /// Outer values that the node's subgraphs use (values of this graph).
    [[nodiscard]] std::span<const ValueId> captures(NodeId id) const;
    [[nodiscard]] std::span<const Use> uses(ValueId id) const;

    /// The value that a name means at the end of the graph (its last production); kNoValue where there is
    /// none.
    [[nodiscard]] ValueId findValue(std::string_view name) const;
    /// Every node of that name, in file order.
    [[nodiscard]] std::vector<NodeId> findNodes(std::string_view name) const;

    /// The node's name if it is not empty and unique in its graph, also as shown (core/base/text.h), and does
    /// not look like "#12" itself; else "#<index>". Raw bytes, not escaped.
    [[nodiscard]] std::string ref(NodeId id) const;

    [[nodiscard]] const std::vector<GraphDefect>& defects() const { return defects_; }

  private:
    struct Span {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    friend class TopologyBuilder;
    [[nodiscard]] bool meansAnotherToo(std::string_view name) const;

    const onnx::Graph* graph_;
    const Topology* outer_;
    std::vector<Value> values_;
    std::vector<ValueId> ends_;  ///< Inputs, outputs and captures of all nodes, one after the other.
    std::vector<Span> inputs_, outputs_, captures_;
    std::vector<Use> uses_;
    std::vector<Span> uses_of_;
    std::unordered_map<std::string_view, ValueId> by_name_;
    std::unordered_multimap<std::string_view, NodeId> nodes_by_name_;
    std::vector<GraphDefect> defects_;
};

}  // namespace qdqlens
