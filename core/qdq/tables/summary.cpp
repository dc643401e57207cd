#include "core/qdq/tables/summary.h"

#include <unordered_map>
#include <unordered_set>

#include "core/base/text.h"
#include "core/qdq/value_type.h"

namespace qdqlens {

namespace {

std::string shown(std::string_view name) {
    return showName(name).text;
}

struct Nested {
    std::uint64_t nodes = 0;
    std::uint64_t initializers = 0;
    std::uint64_t subgraphs = 0;
};

void countNested(const onnx::Graph& graph, Nested& nested) {
    nested.nodes += graph.nodes.size();
    nested.initializers += graph.initializers.size();
    for (const onnx::Node& node : graph.nodes) {
        for (const onnx::Graph* subgraph : subgraphs(node)) {
            ++nested.subgraphs;
            countNested(*subgraph, nested);
        }
    }
}

PortRow portRow(const Scope& scope, const onnx::ValueInfo& info) {
    PortRow row{shown(info.name), typeText(info.type), shapeOf(info.type), {}};
    const ValueId value = scope.topology().findValue(info.name);
    if (row.dtype.empty() && value != kNoValue) {
        row.dtype = valueTypeText(scope, value);
    }
    return row;
}

void addPorts(const Scope& scope, Summary& summary) {
    const onnx::Graph& graph = scope.graph();
    const Topology& topology = scope.topology();
    std::unordered_set<std::string_view> stored;
    for (const onnx::Tensor& tensor : graph.initializers) {
        stored.insert(tensor.name);
    }
    for (const onnx::SparseTensor& tensor : graph.sparse_initializers) {
        stored.insert(tensor.values.name);
    }
    std::unordered_map<const onnx::ValueInfo*, ValueId> value_of;
    for (std::uint32_t v = 0; v < topology.valueCount(); ++v) {
        if (const onnx::ValueInfo* info = topology.value(ValueId{v}).graph_input; info != nullptr) {
            value_of.emplace(info, ValueId{v});
        }
    }
    for (const onnx::ValueInfo& info : graph.inputs) {
        if (stored.contains(info.name)) {
            continue;
        }
        PortRow& row = summary.inputs.emplace_back(portRow(scope, info));
        const auto found = value_of.find(&info);
        if (found == value_of.end()) {
            continue;  // A second input of the same name.
        }
        for (const Use& use : topology.uses(found->second)) {
            if (row.nodes.empty() || row.nodes.back() != use.node) {
                row.nodes.push_back(use.node);
            }
        }
    }
    for (const onnx::ValueInfo& info : graph.outputs) {
        PortRow& row = summary.outputs.emplace_back(portRow(scope, info));
        const ValueId value = topology.findValue(info.name);
        if (value != kNoValue && topology.value(value).producer != kNoNode) {
            row.nodes.push_back(topology.value(value).producer);
        }
    }
}

}  // namespace

Summary summarize(const Scope& scope) {
    const onnx::Model& model = scope.model();
    const onnx::Graph& graph = scope.graph();
    Summary summary;
    summary.file_bytes = model.input->bytes().size();
    summary.ir_version = model.ir_version;
    summary.producer = shown(model.producer_name);
    summary.producer_version = shown(model.producer_version);
    summary.graph = shown(graph.name);
    const bool is_function = scope.function() != nullptr;
    for (const onnx::OpsetImport& import :
         is_function ? scope.function()->opset_import : model.opset_import) {
        summary.opset_import.push_back({shown(import.domain), import.version});
    }

    Nested nested;
    countNested(graph, nested);
    summary.nodes = graph.nodes.size();
    summary.initializers = graph.initializers.size();
    summary.sparse_initializers = graph.sparse_initializers.size();
    summary.subgraphs = nested.subgraphs;
    summary.functions = model.functions.size();
    if (&graph == &model.graph) {
        for (const onnx::Function& function : model.functions) {
            countNested(function.body, nested);
        }
        summary.subgraphs = nested.subgraphs;
    }
    summary.total_nodes = nested.nodes;
    summary.total_initializers = nested.initializers;

    addPorts(scope, summary);
    summary.ops = countOps(scope.topology());
    return summary;
}

}  // namespace qdqlens
