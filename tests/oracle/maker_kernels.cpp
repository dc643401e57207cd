// Operators that have integer kernels of their own.
#include "tests/oracle/maker.h"

namespace qdqlens::test {

std::string Maker::weight(const Dims& dims, std::size_t channel_axis, std::vector<double>& scales) {
    if (chance(8)) {
        scales = {};
        return model_.initializer(name("w"), TensorSpec::filled(DataType::kFloat32, dims, 0.25));
    }
    Quant quant;
    quant.type = chance(80) ? DataType::kInt8 : DataType::kUInt8;
    const bool channels = chance(50);
    const auto count = static_cast<std::size_t>(channels ? dims[channel_axis] : 1);
    scales.assign(count, 0.01);
    for (std::size_t k = 0; k < count; ++k)
        scales[k] += 0.001 * static_cast<double>(k);
    quant.scale = scales;
    quant.zero_point = {quant.type == DataType::kUInt8 ? 128 : 0};
    if (channels)
        quant.axis = static_cast<std::int64_t>(channel_axis);
    const std::string stored = model_.initializer(name("w"), TensorSpec::filled(quant.type, dims, 7));
    return model_.dequantize(stored, quant).name(name("dq"));
}

std::string Maker::bias(std::int64_t size, double x_scale, const std::vector<double>& scales) {
    const int kind = range(0, 10);
    if (kind < 4 || scales.empty())
        return {};
    if (kind < 7)
        return model_.initializer(name("b"), TensorSpec::filled(DataType::kFloat32, {size}, 0.5));
    Quant quant;
    quant.type = DataType::kInt32;
    quant.scale = scales;
    for (double& scale : quant.scale) {
        scale = static_cast<double>(static_cast<float>(x_scale) * static_cast<float>(scale));
        if (kind == 9)
            scale *= pick<double>({1.5, 1.005, 1.02});
    }
    quant.zero_point = chance(50) ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{};
    if (scales.size() > 1)
        quant.axis = 0;
    const std::string stored = model_.initializer(name("b"), TensorSpec::filled(DataType::kInt32, {size}, 3));
    return model_.dequantize(stored, quant).name(name("dq"));
}

void Maker::conv(const MadeValue& x) {
    const MadeValue in = x;
    if (in.dims[1] > 64)
        return;
    std::vector<double> scales;
    const std::int64_t out = pick<std::int64_t>({4, 4, 6});
    const std::string w = weight({out, in.dims[1], 1, 1}, 0, scales);
    Names inputs{in.name, w};
    const std::string b = bias(out, in.quant ? in.quant->scale[0] : 0.02, scales);
    if (!b.empty())
        inputs.push_back(b);
    if (chance(5)) {
        const std::string wt = model_.initializer(
            name("w"), TensorSpec::filled(DataType::kFloat32, {in.dims[1], out, 1, 1}, 0.2));
        place({model_.node("ConvTranspose", {in.name, wt}).name(name("ConvTranspose")),
               {in.dims[0], out, in.dims[2], in.dims[3]},
               {}},
              {}, 80);
        return;
    }
    place({model_.node("Conv", inputs).name(name("Conv")), {in.dims[0], out, in.dims[2], in.dims[3]}, {}}, {},
          88);
}

void Maker::product(const MadeValue& x) {
    const MadeValue in = x;
    const std::int64_t k = in.dims[1];
    const std::int64_t out = pick<std::int64_t>({4, 4, 16});
    std::vector<double> scales;
    if (chance(50)) {
        const bool turned = chance(50);
        const std::string w = weight(turned ? Dims{out, k} : Dims{k, out}, turned ? 0 : 1, scales);
        Names inputs{in.name, w};
        const std::string b = bias(out, in.quant ? in.quant->scale[0] : 0.02, scales);
        if (!b.empty())
            inputs.push_back(b);
        auto node = model_.node("Gemm", inputs).name(name("Gemm"));
        if (turned)
            node.attr("transB", 1);
        if (chance(7))
            node.attr(chance(50) ? "alpha" : "beta", 0.5F);
        place({node, {in.dims[0], out}, {}}, {}, 70);
        return;
    }
    std::string b;
    if (chance(25)) {
        for (const MadeValue& value : values_) {
            if (value.dims == Dims{k, k})
                b = value.name;
        }
    }
    const bool computed = !b.empty();
    if (!computed)
        b = weight({k, out}, 1, scales);
    std::string y = model_.node("MatMul", {in.name, b}).name(name("MatMul"));
    if (chance(15)) {
        const std::string add =
            model_.initializer(name("b"), TensorSpec::filled(DataType::kFloat32, {computed ? k : out}, 0.5));
        y = model_.node("Add", {y, add}).name(name("Add"));
    }
    place({y, {in.dims[0], computed ? k : out}, {}}, {}, 70);
}

void Maker::pool(const MadeValue& x) {
    const MadeValue in = x;
    const int kind = range(0, 4);
    if (kind == 3) {
        place({model_.node("GlobalAveragePool", {in.name}).name(name("GlobalAveragePool")),
               {in.dims[0], in.dims[1], 1, 1},
               {}},
              in.quant, 85);
        return;
    }
    const std::string op = kind == 0 ? "AveragePool" : "MaxPool";
    auto node = model_.node(op, {in.name}).name(name(op)).ints("kernel_shape", {1, 1});
    place({node, in.dims, {}}, in.quant, 80);
}

void Maker::elementwise(const MadeValue& x) {
    const MadeValue in = x;
    const int kind = range(0, 12);
    if (kind < 6) {
        const std::string op = pick<std::string>({"Add", "Add", "Mul", "Mul", "Sub", "Div"});
        std::string b;
        if (chance(15)) {
            b = model_.initializer(name("c"),
                                   TensorSpec::filled(DataType::kFloat32, {in.dims[1], 1, 1}, 0.5));
            if (in.dims.size() != 4)
                b = scalar(0.5);
        } else if (chance(15)) {
            Quant quant;
            const std::string c =
                model_.initializer(name("c"), TensorSpec::filled(quant.type, {in.dims.back()}, 5));
            b = model_.dequantize(c, quant).name(name("dq"));
        } else {
            b = findLike(in)->name;
        }
        place(
            {model_.node(op, chance(80) ? Names{in.name, b} : Names{b, in.name}).name(name(op)), in.dims, {}},
            {}, 85);
        return;
    }
    const std::string op =
        pick<std::string>({"Sigmoid", "LeakyRelu", "Softmax", "Sigmoid", "Tanh", "Relu", "Neg", "Abs"});
    place({model_.node(op, {in.name}).name(name(op)), in.dims, {}}, in.quant, 80);
}

}  // namespace qdqlens::test
