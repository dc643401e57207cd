#include "resources/samples/torch_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace qdqlens::samples {

namespace {

constexpr std::string_view kModels = "/src/tinyconvnet/tinyconvnet/models.py";
constexpr std::string_view kTorch = "/src/tinyconvnet/.venv/lib/python3.13/site-packages/torch/nn/modules/";

/// A module of the network, and the lines its forward() is reached by.
struct Module {
    std::string_view path;
    std::string_view class_name;
    std::string_view call;  ///< The line of the network's forward() that calls it or what it is in.
    int call_line;
    std::string_view inner;  ///< The line in ConvUnit's or ResidualBlock's forward(); empty outside of them.
    int inner_line;
    std::string_view file;  ///< Of torch's own modules; empty for the others.
    std::string_view leaf;
    int leaf_line;
};

constexpr std::string_view kConvUnit = "return self.pool(self.relu(self.conv(x)))";
constexpr std::string_view kStem = "features = self.conv_stem(image)";
constexpr std::string_view kResidual = "features = self.residual(features)";
constexpr std::string_view kHead = "features = self.conv_head(features)";
constexpr std::string_view kFirst = "y = self.relu1(self.conv1(x))";
constexpr std::string_view kSecond = "y = self.conv2(y)";
constexpr std::string_view kSum = "return self.relu2(x + y)";
constexpr std::string_view kConvClass = "torch.nn.modules.conv.Conv2d";
constexpr std::string_view kReluClass = "torch.nn.modules.activation.ReLU";
constexpr std::string_view kPoolClass = "torch.nn.modules.pooling.MaxPool2d";
constexpr std::string_view kConvLeaf = "return self._conv_forward(input, self.weight, self.bias)";
constexpr std::string_view kReluLeaf = "return F.relu(input, inplace=self.inplace)";
constexpr std::string_view kPoolLeaf = "return F.max_pool2d(";

constexpr Module kModules[] = {
    {"conv_stem", "tinyconvnet.models.ConvUnit", kStem, 58, kConvUnit, 21, "", "", 0},
    {"conv_stem.conv", kConvClass, kStem, 58, kConvUnit, 21, "conv.py", kConvLeaf, 548},
    {"conv_stem.relu", kReluClass, kStem, 58, kConvUnit, 21, "activation.py", kReluLeaf, 133},
    {"conv_stem.pool", kPoolClass, kStem, 58, kConvUnit, 21, "pooling.py", kPoolLeaf, 213},
    {"residual", "tinyconvnet.models.ResidualBlock", kResidual, 59, kSum, 38, "", "", 0},
    {"residual.conv1", kConvClass, kResidual, 59, kFirst, 36, "conv.py", kConvLeaf, 548},
    {"residual.relu1", kReluClass, kResidual, 59, kFirst, 36, "activation.py", kReluLeaf, 133},
    {"residual.conv2", kConvClass, kResidual, 59, kSecond, 37, "conv.py", kConvLeaf, 548},
    {"residual.relu2", kReluClass, kResidual, 59, kSum, 38, "activation.py", kReluLeaf, 133},
    {"conv_head", "tinyconvnet.models.ConvUnit", kHead, 60, kConvUnit, 21, "", "", 0},
    {"conv_head.conv", kConvClass, kHead, 60, kConvUnit, 21, "conv.py", kConvLeaf, 548},
    {"conv_head.relu", kReluClass, kHead, 60, kConvUnit, 21, "activation.py", kReluLeaf, 133},
    {"conv_head.pool", kPoolClass, kHead, 60, kConvUnit, 21, "pooling.py", kPoolLeaf, 213},
    {"avgpool", "torch.nn.modules.pooling.AdaptiveAvgPool2d", "pooled = self.avgpool(features)", 61, "", 0,
     "pooling.py", "return F.adaptive_avg_pool2d(input, self.output_size)", 1487},
    {"flatten", "torch.nn.modules.flatten.Flatten", "flat = self.flatten(pooled)", 62, "", 0, "flatten.py",
     "return input.flatten(self.start_dim, self.end_dim)", 53},
    {"linear", "torch.nn.modules.linear.Linear", "return self.linear(flat)", 63, "", 0, "linear.py",
     "return F.linear(input, self.weight, self.bias)", 125},
};

const Module& moduleOf(std::string_view path) {
    const auto* found = std::find_if(std::begin(kModules), std::end(kModules),
                                     [&](const Module& module) { return module.path == path; });
    if (found == std::end(kModules)) {
        throw std::invalid_argument(fmt::format("no module {}", path));
    }
    return *found;
}

/// The modules from the outermost to this one.
std::vector<const Module*> chainOf(std::string_view path) {
    std::vector<const Module*> chain;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
        chain.push_back(&moduleOf(path.substr(0, dot)));
    }
    chain.push_back(&moduleOf(path));
    return chain;
}

std::string frame(std::string_view file, int line, std::string_view source) {
    return fmt::format("  File \"{}\", line {}, in forward\n    {}\n", file, line, source);
}

std::string stackTrace(const Module& module) {
    std::string trace = frame(kModels, module.call_line, module.call);
    if (!module.inner.empty()) {
        trace += frame(kModels, module.inner_line, module.inner);
    }
    if (!module.file.empty()) {
        trace += frame(fmt::format("{}{}", kTorch, module.file), module.leaf_line, module.leaf);
    }
    return trace;
}

/// As Python prints a list of strings.
std::string pythonList(const std::vector<std::string>& items) {
    std::string text = "[";
    for (const std::string& item : items) {
        text += fmt::format("{}'{}'", text.size() > 1 ? ", " : "", item);
    }
    return text + "]";
}

void addEntry(schema::ValueInfoProto* info, const char* key, const std::string& value) {
    schema::StringStringEntryProto* entry = info->add_metadata_props();
    entry->set_key(key);
    entry->set_value(value);
}

}  // namespace

void addTrace(NodeBuilder& node, const std::string& root_class, const TracedOp& op) {
    std::string name_space = ": " + root_class;
    std::vector<std::string> classes{root_class};
    std::vector<std::string> scopes{""};
    for (const Module* module : chainOf(op.module)) {
        name_space += fmt::format("/{}: {}", module->path, module->class_name);
        classes.emplace_back(module->class_name);
        scopes.emplace_back(module->path);
    }
    classes.push_back(op.target);
    scopes.push_back(op.name);
    node.meta("namespace", fmt::format("{}/{}: {}", name_space, op.name, op.target))
        .meta("pkg.torch.onnx.class_hierarchy", pythonList(classes))
        .meta("pkg.torch.onnx.name_scopes", pythonList(scopes))
        .meta("pkg.torch.onnx.fx_node",
              fmt::format(
                  "%{} : [num_users={}] = call_function[target=torch.ops.{}](args = ({}), kwargs = {{}})",
                  op.name, op.users, op.target, op.args))
        .meta("pkg.torch.onnx.stack_trace", stackTrace(moduleOf(op.module)));
}

std::string TracedConstant::fxName() const {
    std::string fx = (parameter ? "p_" : "b_") + name;
    std::replace(fx.begin(), fx.end(), '.', '_');
    return fx;
}

void addConstantTrace(schema::ValueInfoProto* info, const TracedConstant& constant) {
    addEntry(info, "pkg.torch.export.graph_signature.InputSpec.kind",
             constant.parameter ? "PARAMETER" : "BUFFER");
    addEntry(info, "pkg.torch.export.graph_signature.InputSpec.persistent",
             constant.parameter ? "None" : "True");
    addEntry(info, "pkg.torch.onnx.original_node_name", constant.fxName());
}

void addSignature(GraphBuilder& graph, const std::vector<TracedConstant>& constants, const std::string& input,
                  const std::string& output, bool dynamic_batch) {
    schema::ValueInfoProto* in = graph.graph().mutable_input(0);
    addEntry(in, "pkg.torch.export.graph_signature.InputSpec.kind", "USER_INPUT");
    addEntry(in, "pkg.torch.export.graph_signature.InputSpec.persistent", "None");
    addEntry(graph.graph().mutable_output(0), "pkg.torch.export.graph_signature.OutputSpec.kind",
             "USER_OUTPUT");
    std::string signature = "\n# inputs\n";
    for (const TracedConstant& constant : constants) {
        signature += fmt::format("{}: {} target='{}'{}\n", constant.fxName(),
                                 constant.parameter ? "PARAMETER" : "BUFFER", constant.name,
                                 constant.parameter ? "" : " persistent=True");
    }
    signature += fmt::format("{}: USER_INPUT\n\n# outputs\n{}: USER_OUTPUT\n", input, output);
    graph.graphMeta("pkg.torch.export.ExportedProgram.graph_signature", signature);
    graph.graphMeta("pkg.torch.export.ExportedProgram.range_constraints",
                    dynamic_batch ? "{s77: VR[2, int_oo]}" : "{}");
}

}  // namespace qdqlens::samples
