// Which ways of quantizing a graph uses, by its operators and annotations.
#include <algorithm>
#include <array>
#include <map>

#include "core/qdq/tables/quantization_table.h"

namespace qdqlens {

namespace {

struct Scheme {
    const char* name;
    const char* note;
    bool (*matches)(const onnx::Node&);
};

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool isMicrosoft(const onnx::Node& node) {
    return node.domain == "com.microsoft";
}

/// First match wins.
constexpr auto kSchemes = std::to_array<Scheme>({
    {"QDQ", "QuantizeLinear and DequantizeLinear around float operators",
     [](const onnx::Node& n) {
         return n.isOnnxDomain() && (n.op_type == "QuantizeLinear" || n.op_type == "DequantizeLinear");
     }},
    {"com.microsoft QDQ", "ONNX Runtime's own Q and DQ, with types that ONNX had not at that opset",
     [](const onnx::Node& n) {
         return isMicrosoft(n) && (n.op_type == "QuantizeLinear" || n.op_type == "DequantizeLinear");
     }},
    {"QOperator",
     "operators that take scales and zero points themselves (QLinearConv, QLinearMatMul, QGemm …)",
     [](const onnx::Node& n) {
         return (n.isOnnxDomain() || isMicrosoft(n)) &&
                (startsWith(n.op_type, "QLinear") || n.op_type == "QGemm" || n.op_type == "QAttention");
     }},
    {"integer operators",
     "ConvInteger and MatMulInteger: int32 results, scaled by float operators around them",
     [](const onnx::Node& n) {
         return (n.isOnnxDomain() && (n.op_type == "ConvInteger" || n.op_type == "MatMulInteger")) ||
                (isMicrosoft(n) && contains(n.op_type, "MatMulInteger"));
     }},
    {"dynamic quantization", "activations are quantized at run time, by the values they have",
     [](const onnx::Node& n) { return contains(n.op_type, "DynamicQuantize"); }},
    {"weight-only, in blocks", "packed low-bit weights that the operator unpacks; activations stay float",
     [](const onnx::Node& n) {
         return isMicrosoft(n) &&
                (n.op_type == "MatMulNBits" || n.op_type == "MatMulBnb4" || n.op_type == "MatMulFpQ4" ||
                 n.op_type == "GatherBlockQuantized" || n.op_type == "QMoE");
     }},
    {"QONNX / Brevitas", "quantizers of arbitrary bit width as operators; values stay float",
     [](const onnx::Node& n) { return contains(n.domain, "qonnx") || contains(n.domain, "brevitas"); }},
    {"FINN", "multi-threshold activations and streaming layers of the FINN compiler",
     [](const onnx::Node& n) { return contains(n.domain, "finn"); }},
    {"MCT", "quantizers of Sony's Model Compression Toolkit as operators; values stay float",
     [](const onnx::Node& n) {
         return startsWith(n.domain, "mct") || contains(n.domain, "mct_quantizers") ||
                contains(n.op_type, "PythonOp") ||
                (startsWith(n.op_type, "Weights") && contains(n.op_type, "Quantizer")) ||
                (startsWith(n.op_type, "Activation") && contains(n.op_type, "Quantizer"));
     }},
    {"PACT / DORY", "integer layers with requantization by shifts (PACTOps)",
     [](const onnx::Node& n) {
         return contains(n.domain, "PACT") || startsWith(n.op_type, "Requant") ||
                startsWith(n.op_type, "PACT");
     }},
    {"TensorRT", "TensorRT's own quantizers",
     [](const onnx::Node& n) { return startsWith(n.op_type, "TRT_") && contains(n.op_type, "uantize"); }},
    {"quantizers of another domain",
     "operators whose names speak of quantization; what they do is not known here",
     [](const onnx::Node& n) {
         return !n.isOnnxDomain() && (contains(n.op_type, "Quant") || contains(n.op_type, "quant"));
     }},
});

}  // namespace

std::vector<QuantScheme> quantSchemes(const Scope& scope) {
    const Topology& topology = scope.topology();
    std::array<std::vector<NodeId>, kSchemes.size()> nodes;
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const auto found = std::find_if(kSchemes.begin(), kSchemes.end(), [&](const Scheme& scheme) {
            return scheme.matches(topology.node(NodeId{n}));
        });
        if (found != kSchemes.end()) {
            nodes[static_cast<std::size_t>(found - kSchemes.begin())].push_back(NodeId{n});
        }
    }
    std::vector<QuantScheme> schemes;
    for (std::size_t i = 0; i < kSchemes.size(); ++i) {
        if (!nodes[i].empty()) {
            schemes.push_back({kSchemes[i].name, kSchemes[i].note, countOps(topology, nodes[i]),
                               nodes[i].size(), std::move(nodes[i])});
        }
    }
    const auto& annotations = scope.graph().quantization_annotation;
    if (!annotations.empty()) {
        QuantScheme scheme{"quantization_annotation",
                           "scales and zero points as annotations of tensors, beside the graph's operators",
                           {},
                           annotations.size(),
                           {}};
        for (const onnx::TensorAnnotation& annotation : annotations) {
            const ValueId value = topology.findValue(annotation.tensor_name);
            if (value != kNoValue && topology.value(value).producer != kNoNode) {
                scheme.nodes.push_back(topology.value(value).producer);
            }
        }
        std::sort(scheme.nodes.begin(), scheme.nodes.end());
        scheme.nodes.erase(std::unique(scheme.nodes.begin(), scheme.nodes.end()), scheme.nodes.end());
        schemes.push_back(std::move(scheme));
    }
    return schemes;
}

}  // namespace qdqlens
