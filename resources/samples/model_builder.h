// Models for tests and samples, in few words:
//
//     ModelBuilder m;
//     m.input("x", DataType::kFloat32, {"batch", 3, 16, 16});
//     const std::string w = m.dequantize(m.initializer("w", TensorSpec::filled(DataType::kInt8, {8, 3, 3, 3},
//     1)),
//                                        {.scale = {0.01}});
//     m.node("Conv", {m.qdq("x", 0.02, -128), w}).name("conv").ints("pads", {1, 1, 1, 1}).out("y");
//     m.output("y", DataType::kFloat32, {"batch", 8, 16, 16});
//     const std::string bytes = m.serialize();
//
// Nothing is checked: what is wrong in the format can be built as well as what is right. What has no word of
// its own is reached through proto().
#pragma once

#include <qdqlens_onnx.pb.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "resources/samples/tensor_spec.h"

namespace qdqlens::samples {

class GraphBuilder;
using Names = std::vector<std::string>;

/// Names in use, in a graph and those around it.
class NameSet {
  public:
    void insert(const std::string& name) { used_.insert(name); }
    void erase(const std::string& name) { used_.erase(name); }
    /// `stem`, or the first of stem_1, stem_2, … that was never used; it is used now.
    [[nodiscard]] std::string fresh(const std::string& stem);

  private:
    std::unordered_set<std::string> used_;
    std::unordered_map<std::string, int> last_number_;
};

/// A node just added. Converts to the name of its first output, so that it can stand among other nodes'
/// inputs. Valid as long as its graph.
class NodeBuilder {
  public:
    NodeBuilder(schema::NodeProto* node, NameSet* names) : node_(node), names_(names) {}

    NodeBuilder& name(const std::string& name);  ///< "" for a node without a name.
    NodeBuilder& domain(const std::string& domain);
    NodeBuilder& overload(const std::string& overload);
    NodeBuilder& doc(const std::string& text);
    NodeBuilder& meta(const std::string& key, const std::string& value);
    NodeBuilder& out(const std::string& output);  ///< In place of the outputs there were; an
                                                  ///< automatic node name follows.
    NodeBuilder& outs(const Names& outputs);

    /// An attribute of one int, float, string, tensor, graph or type; the kind follows from the value.
    template <class Value>
    NodeBuilder& attr(const std::string& name, const Value& value);
    NodeBuilder& ints(const std::string& name, const std::vector<std::int64_t>& values);
    NodeBuilder& floats(const std::string& name, const std::vector<float>& values);
    NodeBuilder& strings(const std::string& name, const Names& values);
    NodeBuilder& tensors(const std::string& name, const std::vector<TensorSpec>& values);
    NodeBuilder& graphs(const std::string& name, const std::vector<const GraphBuilder*>& values);
    /// In a function's body: takes the function's attribute.
    NodeBuilder& refAttr(const std::string& name, const std::string& function_attribute,
                         schema::AttributeProto::AttributeType type);

    [[nodiscard]] std::string output(int index = 0) const;
    operator std::string() const { return output(); }
    [[nodiscard]] schema::NodeProto& proto() { return *node_; }

  private:
    schema::AttributeProto* add(const std::string& name, schema::AttributeProto::AttributeType type);
    void setGraph(const std::string& name, const GraphBuilder& graph);

    schema::NodeProto* node_;
    NameSet* names_;  ///< Those in use in the graph and around it.
};

/// Parameters of a QuantizeLinear or DequantizeLinear.
struct Quant {
    std::vector<double> scale = {1.0};           ///< One: per tensor, a scalar. More: [n], or scale_dims.
    std::vector<std::int64_t> zero_point = {0};  ///< One is repeated; none: the input is left out.
    DataType type = DataType::kInt8;
    DataType scale_type = DataType::kFloat32;
    std::optional<std::int64_t> axis =
        {};  ///< The attribute is left out where there is none, as is the next.
    std::int64_t block_size = 0;
    std::vector<std::int64_t> scale_dims = {};  ///< Where they are neither [] nor [n].
    std::string domain = {};                    ///< "com.microsoft" for ONNX Runtime's own.
};

/// What graphs and functions have in common: nodes, and names for what is given none.
class NodeList {
  public:
    virtual ~NodeList() = default;
    NodeList(NodeList&&) = default;
    NodeList& operator=(NodeList&&) = default;

    /// Without outputs it gets one, named for the op type ("relu", "relu_1", …). The node is named
    /// "node_<output>".
    NodeBuilder node(const std::string& op_type, const Names& inputs = {}, const Names& outputs = {});
    /// A Constant node with this tensor as its value.
    NodeBuilder constant(const TensorSpec& value, const std::string& output = {});

    /// Q or DQ with scale and zero point "<value>_scale" and "<value>_zero_point"; its output is "<value>_q"
    /// or
    /// "<value>_dq".
    NodeBuilder quantize(const std::string& value, const Quant& quant);
    NodeBuilder dequantize(const std::string& value, const Quant& quant);
    /// Q and DQ on shared parameters; the DequantizeLinear is returned.
    NodeBuilder qdq(const std::string& value, const Quant& quant);
    NodeBuilder qdq(const std::string& value, double scale, std::int64_t zero_point,
                    DataType type = DataType::kInt8);

    /// A name that nothing in this graph or around it has: `stem`, `stem_1`, …
    [[nodiscard]] std::string freshName(const std::string& stem) { return names_->fresh(stem); }

  protected:
    explicit NodeList(std::shared_ptr<NameSet> names) : names_(std::move(names)) {}
    virtual schema::NodeProto* addNode() = 0;
    /// Puts a constant where such a list keeps them; returns its name.
    virtual std::string addConstant(const std::string& stem, const TensorSpec& value) = 0;
    void use(const std::string& name) { names_->insert(name); }
    [[nodiscard]] const std::shared_ptr<NameSet>& names() const { return names_; }

  private:
    Names quantInputs(const std::string& value, const Quant& quant);
    NodeBuilder quantNode(const char* op_type, const Names& inputs, const std::string& output,
                          const Quant& quant);

    std::shared_ptr<NameSet> names_;
};

/// A graph. On its own, or from subgraph(), one to be an attribute of a node.
class GraphBuilder : public NodeList {
  public:
    explicit GraphBuilder(const std::string& name = "main_graph");
    /// A graph to hang into this one: names given automatically differ from those here.
    [[nodiscard]] GraphBuilder subgraph(const std::string& name) const;

    GraphBuilder& input(const std::string& name, const TypeSpec& type);
    GraphBuilder& input(const std::string& name, DataType type, const DimSpecs& dims);
    GraphBuilder& output(const std::string& name);  ///< Without a type.
    GraphBuilder& output(const std::string& name, const TypeSpec& type);
    GraphBuilder& output(const std::string& name, DataType type, const DimSpecs& dims);
    GraphBuilder& valueInfo(const std::string& name, const TypeSpec& type);
    GraphBuilder& valueInfo(const std::string& name, DataType type, const DimSpecs& dims);

    /// Returns the name, for use among inputs.
    std::string initializer(const std::string& name, const TensorSpec& value);
    std::string sparseInitializer(const std::string& name, TensorSpec values, const TensorSpec& indices,
                                  const std::vector<std::int64_t>& dims);
    /// quantization_annotation of a tensor, as {"SCALE_TENSOR", name} …
    GraphBuilder& annotate(const std::string& tensor,
                           const std::vector<std::pair<std::string, std::string>>& parameters);
    GraphBuilder& graphDoc(const std::string& text);
    GraphBuilder& graphMeta(const std::string& key, const std::string& value);

    [[nodiscard]] schema::GraphProto& graph() { return graph_; }
    [[nodiscard]] const schema::GraphProto& graph() const { return graph_; }

  protected:
    schema::NodeProto* addNode() override { return graph_.add_node(); }
    std::string addConstant(const std::string& stem, const TensorSpec& value) override;

  private:
    GraphBuilder(const std::string& name, std::shared_ptr<NameSet> names);

    schema::GraphProto graph_;
};

/// A local function; its constants are Constant nodes.
class FunctionBuilder : public NodeList {
  public:
    FunctionBuilder(const std::string& domain, const std::string& name, const Names& inputs,
                    const Names& outputs);

    FunctionBuilder& attribute(const std::string& name);  ///< Without a default.
    FunctionBuilder& attribute(const std::string& name, std::int64_t default_value);
    FunctionBuilder& attribute(const std::string& name, float default_value);
    FunctionBuilder& opset(std::int64_t version, const std::string& domain = {});
    FunctionBuilder& overload(const std::string& overload);
    FunctionBuilder& meta(const std::string& key, const std::string& value);
    FunctionBuilder& valueInfo(const std::string& name, const TypeSpec& type);

    [[nodiscard]] schema::FunctionProto& proto() { return function_; }

  protected:
    schema::NodeProto* addNode() override { return function_.add_node(); }
    std::string addConstant(const std::string& stem, const TensorSpec& value) override;

  private:
    schema::FunctionProto function_;
};

/// A model with its main graph. IR version 10 and opset 20 unless said otherwise; domains that nodes of the
/// main graph use are imported as version 1.
class ModelBuilder : public GraphBuilder {
  public:
    explicit ModelBuilder(std::int64_t opset_version = 20);

    ModelBuilder& irVersion(std::int64_t version);
    ModelBuilder& opset(std::int64_t version, const std::string& domain = {});
    ModelBuilder& producer(const std::string& name, const std::string& version = {});
    ModelBuilder& modelDoc(const std::string& text);
    ModelBuilder& modelMeta(const std::string& key, const std::string& value);
    /// The function stays valid as long as the model.
    FunctionBuilder& function(const std::string& domain, const std::string& name, const Names& inputs,
                              const Names& outputs);

    /// For what has no word of its own; the graph is not in it before build().
    [[nodiscard]] schema::ModelProto& proto() { return model_; }
    /// The whole model.
    [[nodiscard]] schema::ModelProto build() const;
    /// Its bytes: the same for the same calls.
    [[nodiscard]] std::string serialize() const;

  private:
    schema::ModelProto model_;
    std::vector<std::unique_ptr<FunctionBuilder>> functions_;
};

/// Bytes of a message, fields in order of their numbers.
[[nodiscard]] std::string serializeDeterministically(const schema::ModelProto& model);

template <class Value>
NodeBuilder& NodeBuilder::attr(const std::string& name, const Value& value) {
    using Attribute = schema::AttributeProto;
    if constexpr (std::is_integral_v<Value>) {
        add(name, Attribute::INT)->set_i(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_floating_point_v<Value>) {
        add(name, Attribute::FLOAT)->set_f(static_cast<float>(value));
    } else if constexpr (std::is_base_of_v<GraphBuilder, Value>) {
        setGraph(name, value);
    } else if constexpr (std::is_same_v<Value, TensorSpec>) {
        *add(name, Attribute::TENSOR)->mutable_t() = value.proto();
    } else if constexpr (std::is_same_v<Value, TypeSpec>) {
        *add(name, Attribute::TYPE_PROTO)->mutable_tp() = value.proto();
    } else {
        add(name, Attribute::STRING)->set_s(value);
    }
    return *this;
}

}  // namespace qdqlens::samples
