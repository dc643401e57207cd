// Chosen nodes to boxes and edges: their graph inputs and outputs, and a stub wherever the drawn part ends.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/diagram/figure.h"

namespace qdqlens {

class SceneBuilder {
  public:
    SceneBuilder(const FigureSource& source, const FigureOptions& options);

    /// Boxes in this order: ops in file order, graph inputs, graph outputs, stubs. Sizes are not measured
    /// yet.
    [[nodiscard]] Result<Scene> build(const Neighbourhood& nodes, const std::vector<NodeId>& focus);

  private:
    void addOps(const Neighbourhood& nodes, const std::vector<NodeId>& focus);
    void addIncoming(NodeId node);
    void addOutgoing(NodeId node);
    void addLoneInputsAndOutputs();
    std::uint32_t sourceBox(ValueId value, std::uint32_t consumer);
    std::uint32_t inputBox(ValueId value, int distance);
    void outputBox(ValueId value, std::uint32_t from);
    Box stub(ValueId value, int distance);
    std::uint32_t producerStub(ValueId value, int distance);
    void consumerStub(ValueId value, std::uint32_t from);
    void addEdge(std::uint32_t from, std::uint32_t to, ValueId value);
    void addPorts();
    std::uint32_t outPort(std::uint32_t from, ValueId value, const std::vector<std::uint32_t>& far_edges);
    std::uint32_t inPort(std::uint32_t from, ValueId value, std::uint32_t first_user);
    void labelEdges();
    [[nodiscard]] std::string edgeLabel(const Edge& edge) const;
    [[nodiscard]] bool drawn(NodeId node) const { return box_of_.contains(index(node)); }
    [[nodiscard]] int outside(std::uint32_t box) const;
    [[nodiscard]] std::string opAndName(NodeId node) const;

    const FigureSource& source_;
    const FigureOptions& options_;
    const Scope& scope_;
    const Topology& topology_;
    Scene scene_;
    std::unordered_map<std::uint32_t, std::uint32_t> box_of_;         ///< NodeId → box.
    std::unordered_map<std::uint32_t, std::uint32_t> source_box_of_;  ///< ValueId → input or producer stub.
    std::vector<ValueId> edge_value_;
    std::uint32_t extra_inputs_ = 0;
    std::uint32_t stubs_ = 0;
};

}  // namespace qdqlens
