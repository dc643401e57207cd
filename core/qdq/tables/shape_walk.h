// One walk over a graph in file order: what the file declares with its symbols replaced, what follows from
// the operators, and where the two cannot both hold.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/tables/shape_question.h"
#include "core/qdq/tables/shape_rules.h"
#include "core/qdq/tables/shapes.h"

namespace qdqlens {

/// Every dim is a number or a symbol.
[[nodiscard]] bool isWhole(const Shape& shape);

class ShapeWalk {
  public:
    /// `library` by value: what libonnx says where our own rules say nothing, or not all.
    ShapeWalk(const Scope& scope, const std::vector<Shape>& library);

    /// Once. Errors: kQuery for a name that is neither an input nor a symbol of the graph.
    [[nodiscard]] Result<void> run(const std::vector<ShapeSetting>& settings, const std::stop_token& stop);
    [[nodiscard]] ShapeTable table() const;

    [[nodiscard]] const ShapeKnowledge& known() const { return known_; }
    /// Nodes whose outputs' shapes our own rules leave open.
    [[nodiscard]] const std::vector<NodeId>& openNodes() const { return open_; }

  private:
    [[nodiscard]] const onnx::ValueInfo* inputNamed(std::string_view name) const;
    [[nodiscard]] bool hasSymbol(const std::string& name) const;
    /// The declared shape with its bound symbols replaced.
    [[nodiscard]] Shape declared(ValueId value) const;
    [[nodiscard]] Shape replaced(Shape shape) const;
    [[nodiscard]] std::string nodeText(NodeId id) const;
    Result<void> apply(const std::vector<ShapeSetting>& settings);
    void bind(const std::string& symbol, std::int64_t value, const std::string& where);
    void setInput(const onnx::ValueInfo& info, const std::vector<std::int64_t>& dims);
    void startInputs();
    void startConstants();
    void visit(NodeId id);
    [[nodiscard]] Shape inferredShape(const std::optional<RuleOutput>& out, std::size_t output,
                                      ValueId value) const;
    void settle(NodeId id, ValueId value, const Shape& inferred, bool inputs_deviate);

    const Scope& scope_;
    const Topology& topology_;
    const std::vector<Shape>& library_;
    ShapeKnowledge known_;        ///< What goes on downstream.
    std::vector<char> deviates_;  ///< By value: differs from what the file declares.
    std::vector<ShapeSource> source_;
    std::map<std::string, std::int64_t> bound_;
    std::unordered_map<const onnx::ValueInfo*, Shape> set_;
    std::vector<ShapeConflict> conflicts_;
    std::vector<NodeId> open_;
};

}  // namespace qdqlens
