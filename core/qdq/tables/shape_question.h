// What is asked of libonnx: the nodes that our own rules leave open, as a model of their own, with everything
// that is known of their inputs and without weights.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

/// By value: shapes, and elements of small integer vectors.
struct ShapeKnowledge {
    std::vector<Shape> shapes;
    std::vector<Shape> contents;
};

/// libonnx has the very version of the operator that holds in this graph, and the node is small. Newer
/// versions are not asked about, even where only their types changed: it would answer with the old meaning.
[[nodiscard]] bool libraryKnows(const Scope& scope, NodeId node);

class ShapeQuestion {
  public:
    /// `nodes` in file order, each libraryKnows.
    ShapeQuestion(const Scope& scope, const std::vector<NodeId>& nodes, const ShapeKnowledge& known);

    /// A serialized ModelProto. Values are named anew, by their ids, since names in files may be given twice.
    [[nodiscard]] const std::string& model() const { return model_; }
    /// What the answer (a ModelProto too) says of the nodes' outputs. Symbols are those of the question: what
    /// libonnx names by itself is unknown. Empty for an answer that is none.
    [[nodiscard]] std::vector<std::pair<ValueId, Shape>> shapesIn(std::string answer) const;

  private:
    void addNode(NodeId id);
    void addInput(ValueId value, std::string_view name);
    [[nodiscard]] std::string nodeBytes(NodeId id) const;
    [[nodiscard]] std::string typeBytes(ValueId value);
    [[nodiscard]] bool addContents(ValueId value, std::string_view name);

    const Scope& scope_;
    const ShapeKnowledge& known_;
    std::string graph_;
    std::string model_;
    std::vector<char> asked_;     ///< By value: an output of the nodes.
    std::vector<char> given_;     ///< By value: stands in the question under its new name …
    std::vector<char> captured_;  ///< … and under its own.
    std::vector<std::string> symbols_;
    std::unordered_map<std::string, std::size_t> symbol_index_;
};

}  // namespace qdqlens
