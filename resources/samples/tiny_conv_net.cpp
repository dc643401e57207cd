#include "resources/samples/tiny_conv_net.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "core/base/number.h"
#include "resources/samples/model_builder.h"
#include "resources/samples/tiny_conv_net_weights.h"
#include "resources/samples/torch_trace.h"

namespace qdqlens::samples {

namespace {

struct Layer {
    const char* module;
    LayerShape shape;
};
/// The scales keep the activations within what they are quantized to.
const std::array<Layer, 5> kLayers{{{"conv_stem.conv", {{16, 3, 3, 3}, 2100, 13800}},
                                    {"residual.conv1", {{16, 16, 3, 3}, 2000, 3500}},
                                    {"residual.conv2", {{16, 16, 3, 3}, 2000, 3500}},
                                    {"conv_head.conv", {{32, 16, 3, 3}, 2000, 3500}},
                                    {"linear", {{4, 32}, 3900, 4800}}}};
/// Chosen so that float and int8 give similar results.
constexpr std::uint32_t kSeed = 4500;

/// A value on its way through the network.
struct Value {
    std::string name;
    DimSpecs shape;
    /// Quantized: names of the parameters, and as FX prints them.
    std::string scale;
    std::string zero_point;
    std::string fx_parameters;
};

/// Parameters of an activation as they stand in the file.
struct Parameters {
    const char* scale;
    const char* zero_point;
    ActivationQuant quant;
};
constexpr Parameters kImageAt{"val_1", "val_0", kImage};
constexpr Parameters kStemAt{"val_14", "val_13", kStem};
constexpr Parameters kFirstAt{"val_20", "val_13", kResidualFirst};
constexpr Parameters kSecondAt{"val_23", "val_22", kResidualSecond};
constexpr Parameters kSumAt{"val_26", "val_13", kResidualSum};
constexpr Parameters kHeadAt{"val_29", "val_13", kHead};
constexpr Parameters kLogitsAt{"val_42", "val_41", kLogits};

class TinyConvNet {
  public:
    TinyConvNet(bool quantized, const DimSpec& batch)
        : quantized_(quantized), batch_(batch), dynamic_(batch.proto().has_dim_param()) {
        model_.producer("pytorch", "2.14.0");
    }

    std::string write() {
        model_.input("x", DataType::kFloat32, {batch_, 3, 16, 16});
        quantized_ ? addQuantizedConstants() : addFloatConstants();
        forward();
        addSignature(model_, traced_, "x", model_.graph().output(0).name(), dynamic_);
        return model_.serialize();
    }

  private:
    // Constants
    // ---------------------------------------------------------------------------------------------------

    void add(const std::string& name, const TensorSpec& tensor) {
        model_.initializer(name, tensor);
        const auto& dims = tensor.proto().dims();
        model_.valueInfo(name, static_cast<DataType>(tensor.proto().data_type()),
                         DimSpecs(dims.begin(), dims.end()));
    }

    void addTraced(const std::string& name, const TensorSpec& tensor, bool parameter) {
        add(name, tensor);
        addConstantTrace(lastValueInfo(), {name, parameter});
    }

    schema::ValueInfoProto* lastValueInfo() {
        return model_.graph().mutable_value_info(model_.graph().value_info_size() - 1);
    }

    void addFloatConstants() {
        for (std::size_t i = 0; i < kLayers.size(); ++i) {
            const LayerWeights layer = makeLayer(kLayers[i].shape, kSeed + static_cast<std::uint32_t>(i));
            const std::string module = kLayers[i].module;
            for (const auto& [name, tensor] :
                 {std::pair(module + ".weight", layer.weight), {module + ".bias", layer.bias}}) {
                addTraced(name, tensor, true);
                traced_.push_back({name, true});
            }
        }
        add("val_2", TensorSpec::of<std::int64_t>({2}, {-1, -2}));
        add("val_3", flatShape());
    }

    void addQuantizedConstants() {
        std::vector<LayerWeights> layers;
        for (std::size_t i = 0; i < kLayers.size(); ++i) {
            layers.push_back(makeLayer(kLayers[i].shape, kSeed + static_cast<std::uint32_t>(i)));
            addTraced(fmt::format("{}.bias", kLayers[i].module), layers.back().bias, true);
            traced_.push_back({fmt::format("{}.bias", kLayers[i].module), true});
        }
        for (std::size_t i = 0; i < layers.size(); ++i) {
            addTraced(fmt::format("_scale_{}", i), layers[i].scale, false);
        }
        for (std::size_t i = 0; i < layers.size(); ++i) {
            addTraced(fmt::format("_frozen_param{}", i), layers[i].quantized, false);
        }
        for (const char* buffers : {"_scale_", "_zero_point_", "_frozen_param"}) {
            for (std::size_t i = 0; i < layers.size(); ++i) {
                traced_.push_back({fmt::format("{}{}", buffers, i), false});
            }
        }
        addParameters(kImageAt);
        // Zero points of the weights: equal ones are stored once.
        add("val_3", TensorSpec::filled(DataType::kInt8, {16}, 0));
        add("val_9", TensorSpec::filled(DataType::kInt8, {32}, 0));
        add("val_11", TensorSpec::filled(DataType::kInt8, {4}, 0));
        addParameters(kStemAt);
        addScale(kFirstAt);
        addParameters(kSecondAt);
        addScale(kSumAt);
        addScale(kHeadAt);
        add("val_35", TensorSpec::of<std::int64_t>({2}, {-1, -2}));
        add("val_38", flatShape());
        addParameters(kLogitsAt);
    }

    void addScale(const Parameters& at) { add(at.scale, TensorSpec::of<float>({}, {at.quant.scale})); }

    void addParameters(const Parameters& at) {
        add(at.zero_point, TensorSpec::of<std::int8_t>({}, {at.quant.zero_point}));
        addScale(at);
    }

    [[nodiscard]] TensorSpec flatShape() const {
        return TensorSpec::of<std::int64_t>({2}, {dynamic_ ? -1 : batch_.proto().dim_value(), 32});
    }

    // Nodes
    // -------------------------------------------------------------------------------------------------------

    /// A node that makes the value of an FX node, and the value_info of it.
    NodeBuilder add(const char* op_type, const Names& inputs, const TracedOp& op, DataType type,
                    const DimSpecs& shape) {
        NodeBuilder node = model_.node(op_type, inputs, {op.name});
        if (op_type == std::string_view("Reshape")) {
            node.name(quantized_ ? "node_Reshape_74" : "node_Reshape_16")
                .meta("pkg.onnxscript.rewriter.rule_name", "Flatten2Reshape");
        }
        addTrace(node, quantized_ ? "torch.fx.graph_module.GraphModule" : "tinyconvnet.models.TinyConvNet",
                 op);
        model_.valueInfo(op.name, type, shape);
        return node;
    }

    [[nodiscard]] static std::string numbered(const std::string& stem, int number) {
        return number == 0 ? stem : fmt::format("{}_{}", stem, number);
    }

    /// A value becomes int8 in the module that makes it; nothing happens in the float network.
    Value quantize(const Value& value, const char* module, const Parameters& at, int users = 1) {
        if (!quantized_) {
            return value;
        }
        Value q{
            numbered("quantize_per_tensor", quantize_count_++), value.shape, at.scale, at.zero_point,
            fmt::format("{}, {}, -128, 127, torch.int8", formatFloat64(at.quant.scale), at.quant.zero_point)};
        add("QuantizeLinear", {value.name, q.scale, q.zero_point},
            {module, q.name, "quantized_decomposed.quantize_per_tensor.default",
             fmt::format("%{}, {}", value.name, q.fx_parameters), users},
            DataType::kInt8, value.shape)
            .attr("axis", 1);
        return q;
    }

    /// … and float again in the module that eats it.
    Value dequantize(const Value& q, const char* module) {
        if (!quantized_) {
            return q;
        }
        Value value{numbered("dequantize_per_tensor", dequantize_count_++), q.shape, {}, {}, {}};
        add("DequantizeLinear", {q.name, q.scale, q.zero_point},
            {module, value.name, "quantized_decomposed.dequantize_per_tensor.default",
             fmt::format("%{}, {}", q.name, q.fx_parameters)},
            DataType::kFloat32, q.shape)
            .attr("axis", 1);
        return value;
    }

    void dequantizeWeights() {
        for (int i = 0; i < static_cast<int>(kLayers.size()); ++i) {
            const Layer& layer = kLayers[static_cast<std::size_t>(i)];
            const char* zero_point = layer.shape.dims[0] == 16   ? "val_3"
                                     : layer.shape.dims[0] == 32 ? "val_9"
                                                                 : "val_11";
            add("DequantizeLinear",
                {fmt::format("_frozen_param{}", i), fmt::format("_scale_{}", i), zero_point},
                {layer.module, numbered("dequantize_per_channel", i),
                 "quantized_decomposed.dequantize_per_channel.default",
                 fmt::format(
                     "%b__frozen_param{0}, %b__scale_{0}, %b__zero_point_{0}, 0, -127, 127, torch.int8", i)},
                DataType::kFloat32, DimSpecs(layer.shape.dims.begin(), layer.shape.dims.end()))
                .attr("axis", 0);
        }
    }

    /// Names of a layer's weight: in the file, and in FX.
    [[nodiscard]] std::pair<std::string, std::string> weightOf(int layer) const {
        if (quantized_) {
            const std::string name = numbered("dequantize_per_channel", layer);
            return {name, name};
        }
        const TracedConstant weight{fmt::format("{}.weight", kLayers[static_cast<std::size_t>(layer)].module),
                                    true};
        return {weight.name, weight.fxName()};
    }

    Value conv(const Value& x, int layer) {
        const Layer& at = kLayers[static_cast<std::size_t>(layer)];
        const TracedConstant bias{fmt::format("{}.bias", at.module), true};
        const auto weight = weightOf(layer);
        const DimSpecs shape{batch_, at.shape.dims[0], x.shape[2], x.shape[3]};
        const std::string name = numbered("conv2d", layer);
        add("Conv", {x.name, weight.first, bias.name},
            {at.module, name, "aten.conv2d.default",
             fmt::format("%{}, %{}, %{}, [1, 1], [1, 1]", x.name, weight.second, bias.fxName())},
            DataType::kFloat32, shape)
            .attr("group", 1)
            .ints("pads", {1, 1, 1, 1})
            .ints("dilations", {1, 1})
            .attr("auto_pad", "NOTSET")
            .ints("strides", {1, 1})
            .ints("kernel_shape", {3, 3});
        return {name, shape, {}, {}, {}};
    }

    Value relu(const Value& x, const char* module, int number) {
        const std::string name = numbered("relu", number);
        add("Relu", {x.name}, {module, name, "aten.relu.default", fmt::format("%{},", x.name)},
            DataType::kFloat32, x.shape);
        return {name, x.shape, {}, {}, {}};
    }

    Value maxPool(const Value& x, const char* module, int number, std::int64_t side, int users) {
        const std::string name = numbered("max_pool2d", number);
        const DimSpecs shape{batch_, x.shape[1], side, side};
        add("MaxPool", {x.name},
            {module, name, "aten.max_pool2d.default", fmt::format("%{}, [2, 2], [2, 2]", x.name), users},
            DataType::kFloat32, shape)
            .attr("storage_order", 0)
            .ints("dilations", {1, 1})
            .attr("ceil_mode", 0)
            .ints("pads", {0, 0, 0, 0})
            .attr("auto_pad", "NOTSET")
            .ints("strides", {2, 2})
            .ints("kernel_shape", {2, 2});
        return {name, shape, {}, {}, {}};
    }

    Value convUnit(Value x, const std::string& module, int layer, int number, const Parameters& at,
                   std::int64_t side, int pool_users) {
        const std::string relu_module = module + ".relu";
        const std::string pool_module = module + ".pool";
        x = relu(conv(x, layer), relu_module.c_str(), number);
        x = dequantize(quantize(x, relu_module.c_str(), at), pool_module.c_str());
        x = maxPool(x, pool_module.c_str(), number == 0 ? 0 : 1, side, quantized_ ? 1 : pool_users);
        return quantize(x, pool_module.c_str(), at, pool_users);
    }

    Value residual(const Value& x) {
        Value y = relu(conv(x, 1), "residual.relu1", 1);
        y = dequantize(quantize(y, "residual.relu1", kFirstAt), "residual.conv2");
        y = dequantize(quantize(conv(y, 2), "residual.conv2", kSecondAt), "residual");
        add("Add", {x.name, y.name},
            {"residual", "add", "aten.add.Tensor", fmt::format("%{}, %{}", x.name, y.name)},
            DataType::kFloat32, x.shape);
        return quantize(relu({"add", x.shape, {}, {}, {}}, "residual.relu2", 2), "residual.relu2", kSumAt);
    }

    Value head(Value x) {
        add("ReduceMean", {x.name, quantized_ ? "val_35" : "val_2"},
            {"avgpool", "mean", "aten.mean.dim", fmt::format("%{}, [-1, -2], True", x.name)},
            DataType::kFloat32, {batch_, 32, 1, 1})
            .attr("noop_with_empty_axes", 0)
            .attr("keepdims", 1);
        x = dequantize(quantize({"mean", {batch_, 32, 1, 1}, {}, {}, {}}, "avgpool", kHeadAt), "flatten");
        add("Reshape", {x.name, quantized_ ? "val_38" : "val_3"},
            {"flatten", "flatten", "aten.flatten.using_ints", fmt::format("%{}, 1", x.name)},
            DataType::kFloat32, {batch_, 32})
            .attr("allowzero", 0);
        x = dequantize(quantize({"flatten", {batch_, 32}, {}, {}, {}}, "flatten", kHeadAt), "linear");
        const auto weight = weightOf(4);
        add("Gemm", {x.name, weight.first, "linear.bias"},
            {"linear", "linear", "aten.linear.default",
             fmt::format("%{}, %{}, %p_linear_bias", x.name, weight.second)},
            DataType::kFloat32, {batch_, 4})
            .attr("beta", 1.0)
            .attr("transB", 1)
            .attr("alpha", 1.0)
            .attr("transA", 0);
        return {"linear", {batch_, 4}, {}, {}, {}};
    }

    void forward() {
        Value x{"x", {batch_, 3, 16, 16}, {}, {}, {}};
        x = dequantize(quantize(x, "conv_stem.conv", kImageAt), "conv_stem.conv");
        if (quantized_) {
            dequantizeWeights();
        }
        x = dequantize(convUnit(x, "conv_stem", 0, 0, kStemAt, 8, 2), "residual");
        // The exporter found the DequantizeLinear for the Add and that for the Conv equal, and kept one.
        ++dequantize_count_;
        x = dequantize(residual(x), "conv_head.conv");
        x = dequantize(convUnit(x, "conv_head", 3, 3, kHeadAt, 4, 1), "avgpool");
        x = dequantize(quantize(head(x), "linear", kLogitsAt), "linear");
        model_.graph().mutable_value_info()->RemoveLast();  // The output is no value_info.
        model_.output(x.name, DataType::kFloat32, x.shape);
    }

    bool quantized_;
    DimSpec batch_;
    bool dynamic_;
    ModelBuilder model_{20};
    std::vector<TracedConstant> traced_;
    int quantize_count_ = 0;
    int dequantize_count_ = 0;
};

}  // namespace

std::string tinyConvNetQdq() {
    return TinyConvNet(true, "batch").write();
}

std::string tinyConvNetQdqStatic() {
    return TinyConvNet(true, 2).write();
}

std::string tinyConvNetFloat() {
    return TinyConvNet(false, "batch").write();
}

}  // namespace qdqlens::samples
