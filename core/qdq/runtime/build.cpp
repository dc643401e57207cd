// Scope -> Graph: names are resolved already; here Constant nodes become constants and function calls are
// inlined, as the runtime does before its first pass.
#include <algorithm>
#include <unordered_map>

#include "core/graph/constants.h"
#include "core/onnx/op_signatures.h"
#include "core/qdq/runtime/graph.h"

namespace qdqlens::runtime {
namespace {

constexpr int kInlineDepth = 16;
constexpr Index kInlinedNodes = 1 << 20;  ///< A function bomb stays a call.

/// Constant's value_float, value_ints, … as a constant; tensors too.
std::shared_ptr<const Constant> fromAttribute(const std::shared_ptr<const onnx::Model>& model,
                                              const onnx::Attribute& attribute) {
    using onnx::DataType;
    const auto vector = [](DataType type, std::vector<double> values) {
        const Dims dims{static_cast<std::int64_t>(values.size())};
        return std::make_shared<Constant>(type, dims, std::move(values));
    };
    if (const auto* tensors = std::get_if<std::vector<onnx::Tensor>>(&attribute.value)) {
        return tensors->empty() ? nullptr : std::make_shared<Constant>(model, tensors->front());
    }
    if (const auto* f = std::get_if<float>(&attribute.value)) {
        return std::make_shared<Constant>(DataType::kFloat32, Dims{},
                                          std::vector<double>{static_cast<double>(*f)});
    }
    if (const auto* i = std::get_if<std::int64_t>(&attribute.value)) {
        return std::make_shared<Constant>(DataType::kInt64, Dims{},
                                          std::vector<double>{static_cast<double>(*i)});
    }
    if (const auto* fs = std::get_if<std::vector<float>>(&attribute.value)) {
        return vector(DataType::kFloat32, std::vector<double>(fs->begin(), fs->end()));
    }
    if (const auto* is = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        return vector(DataType::kInt64, std::vector<double>(is->begin(), is->end()));
    }
    return nullptr;
}

std::shared_ptr<const Constant> fromNode(const std::shared_ptr<const onnx::Model>& model,
                                         const onnx::Node& node) {
    for (const onnx::Attribute& attribute : node.attributes) {
        if (!attribute.ref_attr_name.empty())
            return nullptr;
        if (auto constant = fromAttribute(model, attribute))
            return constant;
    }
    return nullptr;
}

std::optional<Dims> dimsOf(const onnx::Type& type) {
    if (type.kind != onnx::Type::Kind::kTensor || !type.has_shape)
        return std::nullopt;
    Dims dims;
    for (const onnx::Dim& dim : type.shape) {
        dims.push_back(dim.kind == onnx::Dim::Kind::kValue ? dim.value : -1);
    }
    return dims;
}

class Builder {
  public:
    explicit Builder(const Scope& scope) : scope_(scope), model_(scope.modelPtr()) {}

    Graph run() {
        const Topology& topology = scope_.topology();
        graph_.opset = scope_.opset("");
        graph_.setFileModel(model_);
        for (std::uint32_t v = 0; v < topology.valueCount(); ++v)
            addValue(ValueId{v});
        for (std::uint32_t n = 0; n < topology.nodeCount(); ++n)
            addNode(NodeId{n});
        return std::move(graph_);
    }

  private:
    void addValue(ValueId id) {
        const qdqlens::Value& from = scope_.topology().value(id);
        Value value;
        value.name = std::string(from.name);
        value.origin = id;
        value.graph_input = from.isInput();
        value.graph_output = from.graph_output != nullptr;
        value.outer = from.outer;
        if (from.info != nullptr) {
            value.type = from.info->type.elem_type;
            value.shape = dimsOf(from.info->type);
        }
        // An initializer that is also listed as an input may be replaced by the caller, from IR version 4 on.
        const bool replaceable = from.graph_input != nullptr && model_->ir_version >= 4;
        std::optional<qdqlens::Constant> stored;
        if (from.initializer != nullptr || from.outer)
            stored = qdqlens::constantOf(scope_, id);
        if (stored && !replaceable) {
            if (stored->tensor != nullptr)
                value.constant = std::make_shared<Constant>(model_, *stored->tensor);
            else if (stored->attribute != nullptr)
                value.constant = fromAttribute(model_, *stored->attribute);
        }
        if (stored) {
            value.type = stored->type;
            value.shape = Dims(stored->dims.begin(), stored->dims.end());
        }
        graph_.addValue(std::move(value));
    }

    void addNode(NodeId id) {
        const Topology& topology = scope_.topology();
        const onnx::Node& from = topology.node(id);
        std::vector<Index> inputs;
        for (const ValueId v : topology.inputs(id))
            inputs.push_back(v == kNoValue ? kNone : static_cast<Index>(index(v)));
        std::vector<Index> outputs;
        for (const ValueId v : topology.outputs(id)) {
            outputs.push_back(v == kNoValue ? kNone : static_cast<Index>(index(v)));
        }
        while (!inputs.empty() && inputs.back() == kNone)
            inputs.pop_back();
        std::vector<Index> captures;
        for (const ValueId v : topology.captures(id))
            captures.push_back(static_cast<Index>(index(v)));
        place(from, std::string(from.name), std::move(inputs), std::move(outputs), std::move(captures), {id},
              nullptr, 0);
    }

    [[nodiscard]] std::int64_t opsetOf(std::string_view domain, const onnx::Function* inside) const {
        if (inside != nullptr) {
            for (const onnx::OpsetImport& import : inside->opset_import) {
                const bool both_onnx =
                    (import.domain.empty() || import.domain == "ai.onnx") && domain.empty();
                if (both_onnx || import.domain == domain)
                    return import.version;
            }
        }
        return scope_.opset(domain);
    }

    [[nodiscard]] const onnx::Function* functionOf(const onnx::Node& node) const {
        for (const onnx::Function& function : model_->functions) {
            if (function.name == node.op_type && function.domain == node.domain &&
                function.overload == node.overload) {
                return &function;
            }
        }
        return nullptr;
    }

    void place(const onnx::Node& from, std::string name, std::vector<Index> inputs,
               std::vector<Index> outputs, std::vector<Index> captures, std::vector<NodeId> origins,
               const onnx::Function* inside, int depth) {
        if (from.is("Constant") && !outputs.empty() && outputs[0] != kNone) {
            if (auto constant = fromNode(model_, from)) {
                graph_.makeConstant(outputs[0], std::move(constant));
                return;
            }
        }
        const onnx::Function* function = depth < kInlineDepth ? functionOf(from) : nullptr;
        if (function != nullptr && graph_.nodeCount() < kInlinedNodes) {
            inlineCall(*function, name, inputs, outputs, origins, depth);
            return;
        }
        Node node;
        node.op = std::string(from.op_type);
        node.domain = from.isOnnxDomain() ? std::string() : std::string(from.domain);
        node.name = std::move(name);
        const auto* signature = onnx::findSignature(node.domain, node.op, opsetOf(node.domain, inside));
        node.since = signature != nullptr ? signature->since : 0;
        node.inputs = std::move(inputs);
        node.outputs = std::move(outputs);
        node.captures = std::move(captures);
        node.source = &from;
        node.origins = std::move(origins);
        node.subgraphs = !onnx::subgraphs(from).empty();
        node.inlined = inside != nullptr;
        graph_.addNode(std::move(node));
    }

    void inlineCall(const onnx::Function& function, const std::string& call, const std::vector<Index>& inputs,
                    const std::vector<Index>& outputs, const std::vector<NodeId>& origins, int depth) {
        std::unordered_map<std::string_view, Index> names;
        for (std::size_t k = 0; k < function.body.inputs.size(); ++k) {
            if (k < inputs.size() && inputs[k] != kNone)
                names[function.body.inputs[k].name] = inputs[k];
        }
        // A body may hand an input straight out; everything else is made inside.
        for (std::size_t k = 0; k < function.body.outputs.size(); ++k) {
            const std::string_view name = function.body.outputs[k].name;
            if (k < outputs.size() && outputs[k] != kNone && names.count(name) == 0)
                names[name] = outputs[k];
        }
        const auto resolve = [&](std::string_view name) {
            if (name.empty())
                return kNone;
            const auto [found, fresh] = names.try_emplace(name, kNone);
            if (fresh) {
                Value value;
                value.name = call + "/" + std::string(name);
                found->second = graph_.addValue(std::move(value));
            }
            return found->second;
        };
        for (const onnx::Node& node : function.body.nodes) {
            std::vector<Index> ins;
            for (const std::string_view name : node.inputs) {
                const auto known = names.find(name);
                ins.push_back(known == names.end() && !name.empty() ? kNone : resolve(name));
            }
            while (!ins.empty() && ins.back() == kNone)
                ins.pop_back();
            std::vector<Index> outs;
            for (const std::string_view name : node.outputs)
                outs.push_back(resolve(name));
            place(node, call + "/" + std::string(node.name), std::move(ins), std::move(outs), {}, origins,
                  &function, depth + 1);
        }
    }

    const Scope& scope_;
    std::shared_ptr<const onnx::Model> model_;
    Graph graph_;
};

}  // namespace

Graph buildGraph(const Scope& scope) {
    Graph graph = Builder(scope).run();
    inferShapes(graph);
    return graph;
}

}  // namespace qdqlens::runtime
