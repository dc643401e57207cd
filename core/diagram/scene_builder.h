// Chosen vertices (nodes, collapsed groups) to boxes and edges: their graph inputs and outputs, and a stub
// wherever the drawn part ends.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/diagram/figure.h"
#include "core/qdq/runtime/predict.h"

namespace qdqlens {

class SceneBuilder {
    static constexpr std::size_t kMaxStubText = 56;  ///< Code points of a stub's text and other names.

  public:
    SceneBuilder(const FigureSource& source, const FigureOptions& options, const LevelView& view);

    /// Boxes in this order: ops and groups in file order, graph inputs, graph outputs, stubs. Sizes are not
    /// measured yet.
    [[nodiscard]] Result<Scene> build(const Neighbourhood& nodes, const std::vector<NodeId>& focus);

  private:
    static void setName(Box& box, std::string_view name);
    void addVertices(const Neighbourhood& nodes, const std::vector<NodeId>& focus);
    Box opBox(NodeId node) const;
    Box groupBox(GroupId group) const;
    void addIncoming(VertexId vertex);
    void addOutgoing(VertexId vertex);
    [[nodiscard]] std::vector<GroupId> framesOfBoxes() const;
    void addFrames();
    void addRuntimeUnits(const runtime::Prediction& prediction);
    void addUnitFrames(const runtime::Prediction& prediction);
    void addLoneInputsAndOutputs();
    std::uint32_t sourceBox(ValueId value, std::uint32_t consumer);
    std::uint32_t inputBox(ValueId value, int distance);
    void outputBox(ValueId value, std::uint32_t from);
    Box stub(ValueId value, int distance);
    std::uint32_t producerStub(ValueId value, int distance);
    [[nodiscard]] ValueId passed(ValueId value, NodeId consumer) const;
    bool endsInStub(ValueId value, std::uint32_t from);
    void consumerStub(ValueId value, std::uint32_t from);
    void addEdge(std::uint32_t from, std::uint32_t to, ValueId value);
    void addPorts();
    std::uint32_t outPort(std::uint32_t from, ValueId value, const std::vector<std::uint32_t>& far_edges);
    std::uint32_t inPort(std::uint32_t from, ValueId value, std::uint32_t first_user);
    void bundleEnds();
    void bundleEdges();
    void labelEdges();
    [[nodiscard]] std::string edgeLabel(const Edge& edge) const;
    [[nodiscard]] bool drawn(VertexId vertex) const { return box_of_.contains(index(vertex)); }
    [[nodiscard]] std::string consumersText(const std::vector<VertexId>& vertices) const;
    [[nodiscard]] std::string vertexText(VertexId vertex) const;
    void nameVertex(Box& box, VertexId vertex) const;
    [[nodiscard]] int outside(std::uint32_t box) const;

    const FigureSource& source_;
    const FigureOptions& options_;
    const Scope& scope_;
    const Topology& topology_;
    const LevelView& view_;
    Scene scene_;
    std::unordered_map<std::uint32_t, std::uint32_t> box_of_;         ///< VertexId → box.
    std::unordered_map<std::uint32_t, std::uint32_t> source_box_of_;  ///< ValueId → input or producer stub.
    std::unordered_set<std::uint32_t> hub_inputs_;  ///< ValueIds of graph inputs that have their stub.
    std::vector<ValueId> edge_value_;
    std::unordered_set<std::uint32_t>
        bundled_ends_;  ///< Boxes that stand for several graph inputs or outputs.
    std::uint32_t extra_inputs_ = 0;
    std::uint32_t stubs_ = 0;
    std::uint32_t first_port_ = 0;  ///< Boxes from here on are ports.
};

}  // namespace qdqlens
