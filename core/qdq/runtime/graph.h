// The graph that the prediction works on: ONNX Runtime's own passes rewrite a graph, so ours must be
// writable. Small values and nodes by index; nothing here outlives one prediction. Internal to
// core/qdq/runtime.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/graph/scope.h"
#include "core/onnx/tensor_data.h"

namespace qdqlens::runtime {

/// Index into Graph's nodes or values; kNone where there is none (a left-out optional input too).
using Index = std::int32_t;
inline constexpr Index kNone = -1;

using Dims = std::vector<std::int64_t>;  ///< A dim of -1 is not known.

/// A constant initializer's type, dims and, for small ones, contents (decoded when first asked for).
class Constant {
  public:
    Constant(std::shared_ptr<const onnx::Model> model, const onnx::Tensor& tensor);
    Constant(onnx::DataType type, Dims dims, std::optional<std::vector<double>> values);

    [[nodiscard]] onnx::DataType type() const { return type_; }
    [[nodiscard]] const Dims& dims() const { return dims_; }
    [[nodiscard]] std::uint64_t count() const;
    /// The file's tensor; null for what a pass or an attribute has made.
    [[nodiscard]] const onnx::Tensor* tensor() const { return tensor_; }
    /// One element: a scalar, or dims of [1].
    [[nodiscard]] bool scalar() const { return dims_.empty() || (dims_.size() == 1 && dims_[0] == 1); }
    /// Every element; null where there are more than 64 Ki or they cannot be read.
    [[nodiscard]] const std::vector<double>* values() const;
    /// The single element.
    [[nodiscard]] std::optional<double> value() const;
    /// Elements as integers, for axes, shapes and the like.
    [[nodiscard]] std::optional<Dims> integers() const;

  private:
    onnx::DataType type_;
    Dims dims_;
    std::shared_ptr<const onnx::Model> model_;
    const onnx::Tensor* tensor_ = nullptr;
    mutable bool decoded_ = false;
    mutable std::optional<std::vector<double>> values_;
};

/// A consumption: the runtime's edge. Slots beyond the node's inputs are captures of its subgraphs.
struct Edge {
    Index node = kNone;
    Index slot = 0;
    bool operator==(const Edge&) const = default;
    bool operator<(const Edge& other) const {
        return node != other.node ? node < other.node : slot < other.slot;
    }
};

struct Value {
    std::string name;
    Index producer = kNone;
    bool graph_input = false;
    bool graph_output = false;
    bool outer = false;  ///< Comes from an enclosing graph.
    std::shared_ptr<const Constant> constant;
    onnx::DataType type = onnx::DataType::kUndefined;
    std::optional<Dims> shape;
    ValueId origin = kNoValue;  ///< The value of the file's graph that this is or stands for.
    std::vector<Edge> uses;     ///< Sorted by node, then slot.
};

struct Cleared {};
using AttributeValue = std::variant<Cleared, std::int64_t, Dims>;

struct Node {
    std::string op;
    std::string domain;  ///< "" for ai.onnx.
    std::string name;
    std::int64_t since = 0;
    std::vector<Index> inputs;
    std::vector<Index> outputs;
    std::vector<Index> captures;
    const onnx::Node* source = nullptr;  ///< The attributes as the file says them, or null.
    std::map<std::string, AttributeValue, std::less<>> attributes;  ///< Set by passes, over source.
    std::vector<NodeId> origins;  ///< The file's nodes that went into it; the one it replaces first.
    bool alive = true;
    bool subgraphs = false;
    bool inlined = false;  ///< Comes out of a function's body.

    [[nodiscard]] bool is(std::string_view op_type) const { return domain.empty() && op == op_type; }
};

class Graph {
  public:
    [[nodiscard]] Index nodeCount() const { return static_cast<Index>(nodes_.size()); }
    [[nodiscard]] Index valueCount() const { return static_cast<Index>(values_.size()); }
    [[nodiscard]] Node& node(Index index) { return nodes_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const Node& node(Index index) const { return nodes_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] Value& value(Index index) { return values_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const Value& value(Index index) const { return values_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] bool alive(Index index) const { return index != kNone && node(index).alive; }

    Index addValue(Value value);
    /// Wires the node's inputs and outputs.
    Index addNode(Node node);
    /// Unwires and marks it dead. Its outputs stay as values nobody makes.
    void removeNode(Index index);
    void setInput(Index node, std::size_t slot, Index value);
    /// Every use of `from` becomes one of `to`.
    void replaceUses(Index from, Index to);
    /// `to`'s output becomes the value that `from` makes; `from` gets a fresh value in its place.
    void moveOutput(Index from, std::size_t from_slot, Index to, std::size_t to_slot);
    void makeConstant(Index value, std::shared_ptr<const Constant> constant);

    /// Input value at a slot; kNone where left out or beyond the end.
    [[nodiscard]] Index input(Index node, std::size_t slot) const;
    [[nodiscard]] Index output(Index node, std::size_t slot) const;
    /// The node that makes a value, or kNone.
    [[nodiscard]] Index producer(Index value) const {
        return value == kNone ? kNone : this->value(value).producer;
    }
    [[nodiscard]] const Constant* constant(Index value) const;
    [[nodiscard]] std::size_t inputsPresent(Index node) const;
    [[nodiscard]] std::size_t outputsPresent(Index node) const;

    /// All edges out of a node, over its outputs.
    [[nodiscard]] std::size_t edgeCount(Index node) const;
    [[nodiscard]] bool makesGraphOutput(Index node) const;
    /// No graph output and exactly `count` edges.
    [[nodiscard]] bool hasEdges(Index node, std::size_t count) const;
    /// The edge's use is an explicit input, not a capture.
    [[nodiscard]] bool explicitEdge(const Edge& edge) const;
    /// The node behind the only edge of the node; kNone otherwise.
    [[nodiscard]] Index onlyConsumer(Index node) const;

    [[nodiscard]] std::int64_t intAttribute(Index node, std::string_view name, std::int64_t fallback) const;
    [[nodiscard]] std::optional<Dims> intsAttribute(Index node, std::string_view name) const;
    [[nodiscard]] float floatAttribute(Index node, std::string_view name, float fallback) const;
    [[nodiscard]] std::string_view stringAttribute(Index node, std::string_view name,
                                                   std::string_view fallback) const;
    void setAttribute(Index node, std::string_view name, AttributeValue value);

    /// The order in which the runtime walks its nodes: depth first from the leaves, the last leaf first.
    /// Kept until the graph changes; who changes a node's inputs or outputs by hand says touch().
    [[nodiscard]] std::vector<Index> order() const;
    void touch() { ordered_ = false; }

    std::int64_t opset = 0;  ///< Of ai.onnx.
    [[nodiscard]] const std::shared_ptr<const onnx::Model>& fileModel() const { return model_; }
    void setFileModel(std::shared_ptr<const onnx::Model> model) { model_ = std::move(model); }

  private:
    void addUse(Index value, Edge edge);
    void dropUse(Index value, Edge edge);

    std::shared_ptr<const onnx::Model> model_;
    [[nodiscard]] std::vector<Index> walk() const;

    std::vector<Node> nodes_;
    std::vector<Value> values_;
    mutable std::vector<Index> order_;
    mutable bool ordered_ = false;
};

/// Whether ORT's Q and DQ matchers take the node (ai.onnx or com.microsoft).
[[nodiscard]] bool isQ(const Node& node);
[[nodiscard]] bool isDq(const Node& node);

/// Scope as a Graph: Constant nodes become constants, function calls are inlined.
[[nodiscard]] Graph buildGraph(const Scope& scope);

/// Fills in types and shapes that are not known yet, as far as the operators here allow.
void inferShapes(Graph& graph);

}  // namespace qdqlens::runtime
