// The graph that one looks at: the main graph, or a subgraph or function that was entered.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/onnx/model.h"

namespace qdqlens {

/// A graph with its names resolved and the opsets that hold in it. Keeps the model and the enclosing scopes
/// alive.
class Scope {
  public:
    [[nodiscard]] static std::shared_ptr<const Scope> main(std::shared_ptr<const onnx::Model> model);
    /// `path` as in `--graph REF[/ATTRIBUTE[/REF…]]`, starting in the main graph. A REF may itself hold '/';
    /// an ATTRIBUTE may be left out where the node has just one graph.
    [[nodiscard]] static Result<std::shared_ptr<const Scope>> enter(std::shared_ptr<const onnx::Model> model,
                                                                    std::string_view path);
    /// `name` as in `--function DOMAIN:NAME` (the domain may be left out where the name is unique).
    [[nodiscard]] static Result<std::shared_ptr<const Scope>> enterFunction(
        std::shared_ptr<const onnx::Model> model, std::string_view name);
    /// A function of the model itself: names may be given twice.
    [[nodiscard]] static std::shared_ptr<const Scope> ofFunction(std::shared_ptr<const onnx::Model> model,
                                                                 const onnx::Function& function);
    /// A graph among a node's attributes; null where the node has no such graph.
    [[nodiscard]] static std::shared_ptr<const Scope> child(std::shared_ptr<const Scope> parent, NodeId node,
                                                            const onnx::Graph& graph);

    [[nodiscard]] const onnx::Model& model() const { return *model_; }
    [[nodiscard]] const std::shared_ptr<const onnx::Model>& modelPtr() const { return model_; }
    [[nodiscard]] const onnx::Graph& graph() const { return topology_->graph(); }
    [[nodiscard]] const Topology& topology() const { return *topology_; }
    [[nodiscard]] const std::shared_ptr<const Scope>& parent() const { return parent_; }
    /// The function whose body this is, or null.
    [[nodiscard]] const onnx::Function* function() const { return function_; }
    /// Opset version of a domain in this graph (a function has its own imports); 0 where not imported.
    [[nodiscard]] std::int64_t opset(std::string_view domain) const;
    /// Names from the main graph to here, for breadcrumbs: "main_graph", "node_if", "then_branch".
    [[nodiscard]] const std::vector<std::string>& path() const { return path_; }

  private:
    Scope() = default;

    std::shared_ptr<const onnx::Model> model_;
    std::shared_ptr<const Scope> parent_;
    const onnx::Function* function_ = nullptr;
    std::unique_ptr<const Topology> topology_;
    std::vector<std::string> path_;
};

}  // namespace qdqlens
