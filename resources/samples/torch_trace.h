// The metadata_props that torch.onnx.export(dynamo=True) writes, for the modules of the sample network.
#pragma once

#include <string>
#include <vector>

#include "resources/samples/model_builder.h"

namespace qdqlens::samples {

/// A node of the exported FX graph.
struct TracedOp {
    std::string
        module;        ///< The module whose forward() ran it: "conv_stem.conv"; "residual" for its own x + y.
    std::string name;  ///< The FX node: "conv2d_1".
    std::string target;  ///< "aten.conv2d.default".
    std::string args;    ///< As printed, without parentheses: "%x, 1".
    int users = 1;
};

/// namespace, class_hierarchy, name_scopes, fx_node and stack_trace, in this order. `root_class` is the class
/// of the network: its own, or torch.fx.graph_module.GraphModule once it was quantized.
void addTrace(NodeBuilder& node, const std::string& root_class, const TracedOp& op);

/// A parameter ("conv_stem.conv.bias", PARAMETER) or buffer ("_scale_0", BUFFER) of the exported program.
struct TracedConstant {
    std::string name;
    bool parameter = true;

    /// "p_conv_stem_conv_bias", "b__scale_0".
    [[nodiscard]] std::string fxName() const;
};

/// The metadata of a constant's value_info.
void addConstantTrace(schema::ValueInfoProto* info, const TracedConstant& constant);
/// The graph's metadata: its signature, and which symbolic dims may be what.
void addSignature(GraphBuilder& graph, const std::vector<TracedConstant>& constants, const std::string& input,
                  const std::string& output, bool dynamic_batch);

}  // namespace qdqlens::samples
