#include "tests/oracle/generate.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace qdqlens::test {
namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::Names;
using samples::Quant;
using samples::TensorSpec;
using Dims = std::vector<std::int64_t>;

struct Value {
    std::string name;
    Dims dims;
    std::optional<Quant> quant;  ///< It comes out of a DQ with these parameters.
};

class Maker {
  public:
    explicit Maker(const GraphWishes& wishes) : wishes_(wishes), opset_(pick<std::int64_t>({13, 13, 17, 21, 21})), model_(opset_) {}

    std::string run() {
        const int inputs = range(1, 3);
        for (int k = 0; k < inputs; ++k) addInput(k);
        const int steps = range(3, 13);
        for (int k = 0; k < steps; ++k) addOperator();
        finish();
        return model_.serialize();
    }

  private:
    static int range(int low, int high) { return *rc::gen::inRange(low, high); }
    static bool chance(int percent) { return range(0, 100) < percent; }
    template <class T>
    static T pick(const std::vector<T>& from) {
        return from[static_cast<std::size_t>(range(0, static_cast<int>(from.size())))];
    }
    std::string name(const std::string& stem) { return stem + "_" + std::to_string(next_++); }

    Quant someQuant() {
        Quant quant;
        const int kind = range(0, 100);
        quant.type = kind < 55 ? DataType::kInt8 : kind < 94 || opset_ < 21 ? DataType::kUInt8 : pick<DataType>({DataType::kInt16, DataType::kUInt16});
        quant.scale = {pick<double>({0.02, 0.05, 0.5, 0.0079})};
        const bool is_signed = quant.type == DataType::kInt8 || quant.type == DataType::kInt16;
        quant.zero_point = {pick<std::int64_t>(is_signed ? std::vector<std::int64_t>{0, 0, -128, 3} : std::vector<std::int64_t>{0, 0, 128, 3})};
        if (quant.type == DataType::kInt16 && quant.zero_point[0] == -128) quant.zero_point = {0};
        if (quant.type == DataType::kUInt8 && chance(4)) quant.zero_point.clear();
        return quant;
    }

    void addInput(int k) {
        const std::string input = "x" + std::to_string(k);
        const Dims dims = k == 0 || chance(60) ? Dims{1, 4, 6, 6} : pick<Dims>({{1, 4}, {4, 4}, {1, 4, 6, 6}, {1, 6, 6, 4}});
        samples::DimSpecs spec(dims.begin(), dims.end());
        if (chance(8)) {  // Quantized outside.
            Quant quant = someQuant();
            if (quant.type != DataType::kInt8) quant.type = DataType::kUInt8;
            if (quant.type == DataType::kUInt8 && !quant.zero_point.empty() && quant.zero_point[0] < 0) quant.zero_point = {0};
            model_.input(input, quant.type, spec);
            values_.push_back({model_.dequantize(input, quant).name(name("dq")), dims, quant});
            return;
        }
        model_.input(input, DataType::kFloat32, spec);
        place({input, dims, std::nullopt}, std::nullopt, 85);
    }

    /// Puts a result among the values, mostly behind Q and DQ.
    void place(Value value, const std::optional<Quant>& like, int percent) {
        if (chance(percent)) {
            Quant quant = like && chance(88) ? *like : someQuant();
            if (chance(12)) value.name = activation(value.name, quant);
            const std::string q = model_.quantize(value.name, quant).name(name("q"));
            const std::string dq = model_.dequantize(q, quant).name(name("dq"));
            if (chance(4)) values_.push_back(value);  // The float value lives on beside the Q.
            if (chance(3)) outputs_.push_back({value.name, DataType::kFloat32});
            if (chance(4)) outputs_.push_back({q, quant.type});
            if (chance(8)) values_.push_back({model_.dequantize(q, quant).name(name("dq")), value.dims, quant});
            value.name = dq;
            value.quant = quant;
            if (chance(4)) outputs_.push_back({dq, DataType::kFloat32});
        }
        values_.push_back(std::move(value));
    }

    std::string activation(const std::string& of, Quant& quant) {
        const bool is_signed = quant.type == DataType::kInt8 || quant.type == DataType::kInt16;
        if (chance(70) && !quant.zero_point.empty()) quant.zero_point = {quant.type == DataType::kInt16 ? -32768 : is_signed ? -128 : 0};
        if (chance(70)) return model_.node("Relu", {of}).name(name("relu"));
        const double high = chance(50) ? 6.0 : quant.scale[0] * 300;
        return model_.node("Clip", {of, scalar(0), scalar(high)}).name(name("clip"));
    }

    std::string scalar(double value) {
        return model_.initializer(name("c"), TensorSpec(DataType::kFloat32, {}, {value}));
    }
    std::string ints(const Dims& values) {
        return model_.initializer(name("i"), TensorSpec::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values));
    }

    const Value* find(std::size_t rank) {
        std::vector<const Value*> fit;
        for (const Value& value : values_) {
            if (value.dims.size() == rank) fit.push_back(&value);
        }
        if (fit.empty()) return nullptr;
        // The newest most often, so that chains grow; older ones make sharing.
        if (chance(65)) return fit.back();
        return pick(fit);
    }
    const Value* findLike(const Value& other) {
        std::vector<const Value*> fit;
        for (const Value& value : values_) {
            if (value.dims == other.dims && &value != &other) fit.push_back(&value);
        }
        return fit.empty() || chance(10) ? &other : pick(fit);
    }

    void addOperator();
    void conv(const Value& x);
    void product(const Value& x);
    void pool(const Value& x);
    void elementwise(const Value& x);
    void mover(const Value& x);
    void reshaper(const Value& x);
    void variadic(const Value& x);
    void transposer(const Value& x);
    void other(const Value& x);
    std::string weight(const Dims& dims, std::size_t channel_axis, std::vector<double>& scales);
    std::string bias(std::int64_t size, double x_scale, const std::vector<double>& scales);

    void finish() {
        std::vector<std::string> used;
        for (const auto& node : model_.graph().node()) used.insert(used.end(), node.input().begin(), node.input().end());
        std::vector<std::string> done;
        const auto add = [&](const std::string& output, DataType type) {
            if (std::find(done.begin(), done.end(), output) != done.end()) return;
            bool made = false;
            for (const auto& node : model_.graph().node()) made = made || std::find(node.output().begin(), node.output().end(), output) != node.output().end();
            if (!made) return;
            done.push_back(output);
            model_.output(output, samples::TypeSpec(type));
        };
        for (const auto& [output, type] : outputs_) add(output, type);
        for (const Value& value : values_) {
            if (std::find(used.begin(), used.end(), value.name) == used.end()) add(value.name, DataType::kFloat32);
        }
        if (done.empty()) add(values_.back().name, DataType::kFloat32);
        if (done.empty()) add(model_.node("Relu", {values_.back().name}).name(name("relu")), DataType::kFloat32);
    }

    GraphWishes wishes_;
    std::int64_t opset_;
    ModelBuilder model_;
    std::vector<Value> values_;
    std::vector<std::pair<std::string, DataType>> outputs_;
    int next_ = 0;
};

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
    for (std::size_t k = 0; k < count; ++k) scales[k] += 0.001 * static_cast<double>(k);
    quant.scale = scales;
    quant.zero_point = {quant.type == DataType::kUInt8 ? 128 : 0};
    if (channels) quant.axis = static_cast<std::int64_t>(channel_axis);
    const std::string stored = model_.initializer(name("w"), TensorSpec::filled(quant.type, dims, 7));
    return model_.dequantize(stored, quant).name(name("dq"));
}

std::string Maker::bias(std::int64_t size, double x_scale, const std::vector<double>& scales) {
    const int kind = range(0, 10);
    if (kind < 4 || scales.empty()) return {};
    if (kind < 7) return model_.initializer(name("b"), TensorSpec::filled(DataType::kFloat32, {size}, 0.5));
    Quant quant;
    quant.type = DataType::kInt32;
    quant.scale = scales;
    for (double& scale : quant.scale) {
        scale = static_cast<double>(static_cast<float>(x_scale) * static_cast<float>(scale));
        if (kind == 9) scale *= pick<double>({1.5, 1.005, 1.02});
    }
    quant.zero_point = chance(50) ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{};
    if (scales.size() > 1) quant.axis = 0;
    const std::string stored = model_.initializer(name("b"), TensorSpec::filled(DataType::kInt32, {size}, 3));
    return model_.dequantize(stored, quant).name(name("dq"));
}

void Maker::conv(const Value& x) {
    const Value in = x;
    if (in.dims[1] > 64) return;
    std::vector<double> scales;
    const std::int64_t out = pick<std::int64_t>({4, 4, 6});
    const std::string w = weight({out, in.dims[1], 1, 1}, 0, scales);
    Names inputs{in.name, w};
    const std::string b = bias(out, in.quant ? in.quant->scale[0] : 0.02, scales);
    if (!b.empty()) inputs.push_back(b);
    if (chance(5)) {
        const std::string wt = model_.initializer(name("w"), TensorSpec::filled(DataType::kFloat32, {in.dims[1], out, 1, 1}, 0.2));
        place({model_.node("ConvTranspose", {in.name, wt}).name(name("ConvTranspose")), {1, out, in.dims[2], in.dims[3]}, {}}, {}, 80);
        return;
    }
    place({model_.node("Conv", inputs).name(name("Conv")), {in.dims[0], out, in.dims[2], in.dims[3]}, {}}, {}, 88);
}

void Maker::product(const Value& x) {
    const Value in = x;
    const std::int64_t k = in.dims[1];
    const std::int64_t out = pick<std::int64_t>({4, 4, 16});
    std::vector<double> scales;
    if (chance(50)) {
        const bool turned = chance(50);
        const std::string w = weight(turned ? Dims{out, k} : Dims{k, out}, turned ? 0 : 1, scales);
        Names inputs{in.name, w};
        const std::string b = bias(out, in.quant ? in.quant->scale[0] : 0.02, scales);
        if (!b.empty()) inputs.push_back(b);
        auto node = model_.node("Gemm", inputs).name(name("Gemm"));
        if (turned) node.attr("transB", 1);
        if (chance(7)) node.attr(chance(50) ? "alpha" : "beta", 0.5F);
        place({node, {in.dims[0], out}, {}}, {}, 70);
        return;
    }
    std::string b;
    if (chance(25)) {
        for (const Value& value : values_) {
            if (value.dims == Dims{k, k}) b = value.name;
        }
    }
    const bool computed = !b.empty();
    if (!computed) b = weight({k, out}, 1, scales);
    std::string y = model_.node("MatMul", {in.name, b}).name(name("MatMul"));
    if (chance(15)) {
        const std::string add = model_.initializer(name("b"), TensorSpec::filled(DataType::kFloat32, {computed ? k : out}, 0.5));
        y = model_.node("Add", {y, add}).name(name("Add"));
    }
    place({y, {in.dims[0], computed ? k : out}, {}}, {}, 70);
}

void Maker::pool(const Value& x) {
    const Value in = x;
    const int kind = range(0, 4);
    if (kind == 3) {
        place({model_.node("GlobalAveragePool", {in.name}).name(name("GlobalAveragePool")), {in.dims[0], in.dims[1], 1, 1}, {}}, in.quant, 85);
        return;
    }
    const std::string op = kind == 0 ? "AveragePool" : "MaxPool";
    auto node = model_.node(op, {in.name}).name(name(op)).ints("kernel_shape", {1, 1});
    place({node, in.dims, {}}, in.quant, 80);
}

void Maker::elementwise(const Value& x) {
    const Value in = x;
    const int kind = range(0, 12);
    if (kind < 6) {
        const std::string op = pick<std::string>({"Add", "Add", "Mul", "Mul", "Sub", "Div"});
        std::string b;
        if (chance(15)) {
            b = model_.initializer(name("c"), TensorSpec::filled(DataType::kFloat32, {in.dims[1], 1, 1}, 0.5));
            if (in.dims.size() != 4) b = scalar(0.5);
        } else if (chance(15)) {
            Quant quant;
            const std::string c = model_.initializer(name("c"), TensorSpec::filled(quant.type, {in.dims.back()}, 5));
            b = model_.dequantize(c, quant).name(name("dq"));
        } else {
            b = findLike(in)->name;
        }
        place({model_.node(op, chance(80) ? Names{in.name, b} : Names{b, in.name}).name(name(op)), in.dims, {}}, {}, 85);
        return;
    }
    const std::string op = pick<std::string>({"Sigmoid", "LeakyRelu", "Softmax", "Sigmoid", "Tanh", "Relu", "Neg", "Abs"});
    place({model_.node(op, {in.name}).name(name(op)), in.dims, {}}, in.quant, 80);
}

void Maker::mover(const Value& x) {
    const Value in = x;
    const std::size_t rank = in.dims.size();
    const int kind = range(0, 9);
    const auto done = [&](samples::NodeBuilder node, const Dims& dims) { place({node, dims, {}}, in.quant, 85); };
    if (kind == 0) {
        done(model_.node("Slice", {in.name, ints({0}), ints({100}), ints({1})}).name(name("Slice")), in.dims);
    } else if (kind == 1) {
        const std::string indices = ints({0, 1});
        Dims dims = in.dims;
        dims[1] = 2;
        done(model_.node("Gather", {in.name, indices}).name(name("Gather")).attr("axis", 1), dims);
    } else if (kind == 2) {
        const std::string indices = model_.initializer(name("i"), TensorSpec::filled(DataType::kInt64, in.dims, 0));
        done(model_.node("GatherElements", {in.name, indices}).name(name("GatherElements")), in.dims);
    } else if (kind == 3) {
        Dims dims = in.dims;
        if (dims[0] == 1 && chance(90)) dims[0] = 2;
        done(model_.node("Expand", {in.name, ints(dims)}).name(name("Expand")), dims);
    } else if (kind == 4) {
        Dims repeats(rank, 1);
        repeats[0] = 2;
        Dims dims = in.dims;
        dims[0] *= 2;
        if (dims[0] > 8) return;
        done(model_.node("Tile", {in.name, ints(repeats)}).name(name("Tile")), dims);
    } else if (kind == 5) {
        const std::string op = pick<std::string>({"ReduceMax", "ReduceMin", "ReduceMean"});
        auto node = model_.node(op, opset_ >= 18 ? Names{in.name, ints({1})} : Names{in.name}).name(name(op));
        if (opset_ < 18) node.ints("axes", {1});
        Dims dims = in.dims;
        dims[1] = 1;
        done(node, dims);
    } else if (kind == 6 && rank == 4) {
        const std::string scales = model_.initializer(name("s"), TensorSpec(DataType::kFloat32, {4}, {1, 1, 1, 1}));
        done(model_.node("Resize", {in.name, "", scales}).name(name("Resize")).attr("mode", chance(70) ? "nearest" : "linear"), in.dims);
    } else if (kind == 7 && rank == 4 && in.dims[1] % 4 == 0) {
        done(model_.node("DepthToSpace", {in.name}).name(name("DepthToSpace")).attr("blocksize", 2),
             {in.dims[0], in.dims[1] / 4, in.dims[2] * 2, in.dims[3] * 2});
    } else {
        outputs_.push_back({model_.node("ArgMax", {in.name}).name(name("ArgMax")), DataType::kInt64});
    }
}

void Maker::reshaper(const Value& x) {
    const Value in = x;
    const int kind = range(0, 4);
    std::int64_t rest = 1;
    for (std::size_t k = 1; k < in.dims.size(); ++k) rest *= in.dims[k];
    if (kind == 0) {
        place({model_.node("Flatten", {in.name}).name(name("Flatten")), {in.dims[0], rest}, {}}, in.quant, 85);
    } else if (kind == 1 && in.dims.size() == 4) {
        place({model_.node("Reshape", {in.name, ints({in.dims[0], rest})}).name(name("Reshape")), {in.dims[0], rest}, {}}, in.quant, 80);
    } else if (kind == 1) {
        place({model_.node("Reshape", {in.name, ints({in.dims[0], rest, 1, 1})}).name(name("Reshape")), {in.dims[0], rest, 1, 1}, {}}, in.quant, 80);
    } else if (kind == 2 && in.dims.size() == 4 && in.dims[2] == 1 && in.dims[3] == 1) {
        place({model_.node("Squeeze", {in.name, ints({2, 3})}).name(name("Squeeze")), {in.dims[0], in.dims[1]}, {}}, in.quant, 80);
    } else if (in.dims.size() == 2) {
        place({model_.node("Unsqueeze", {in.name, ints({2, 3})}).name(name("Unsqueeze")), {in.dims[0], in.dims[1], 1, 1}, {}}, in.quant, 80);
    }
}

void Maker::variadic(const Value& x) {
    const Value in = x;
    const int kind = range(0, 3);
    if (kind == 0 && in.dims[1] < 32) {
        const Value& more = *findLike(in);
        Dims dims = in.dims;
        dims[1] *= 2;
        place({model_.node("Concat", {in.name, more.name}).name(name("Concat")).attr("axis", 1), dims, {}}, in.quant, 85);
    } else if (kind == 1 && in.dims[1] % 2 == 0) {
        const std::string id = name("Split");
        model_.node("Split", opset_ >= 18 ? Names{in.name, ints({in.dims[1] / 2, in.dims[1] / 2})} : Names{in.name}, {id + "_a", id + "_b"})
            .name(id)
            .attr("axis", 1);
        Dims dims = in.dims;
        dims[1] /= 2;
        place({id + "_a", dims, {}}, in.quant, 90);
        place({id + "_b", dims, {}}, in.quant, 90);
    } else {
        const std::string mask = model_.initializer(name("m"), TensorSpec::filled(DataType::kBool, in.dims, 1));
        std::string condition = mask;
        if (chance(80)) {
            condition = name("cond");
            model_.input(condition, DataType::kBool, samples::DimSpecs(in.dims.begin(), in.dims.end()));
        }
        const std::string b = chance(25) ? scalar(0.25) : findLike(in)->name;
        place({model_.node("Where", {condition, in.name, b}).name(name("Where")), in.dims, {}}, in.quant, 85);
    }
}

void Maker::transposer(const Value& x) {
    const Value in = x;
    const Dims perm = in.dims.size() == 2 ? Dims{1, 0} : pick<Dims>({{0, 2, 3, 1}, {0, 3, 1, 2}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 1, 3, 2}});
    Dims dims;
    for (const std::int64_t p : perm) dims.push_back(in.dims[static_cast<std::size_t>(p)]);
    place({model_.node("Transpose", {in.name}).name(name("Transpose")).ints("perm", perm), dims, {}}, in.quant, 80);
}

void Maker::other(const Value& x) {
    const Value in = x;
    const int kind = range(0, 4);
    if (kind == 0) {
        place({model_.node("Identity", {in.name}).name(name("Identity")), in.dims, {}}, in.quant, 60);
    } else if (kind == 1 && in.dims.size() == 4) {
        place({model_.node("Pad", {in.name, ints({0, 0, 0, 0, 0, 0, 0, 0})}).name(name("Pad")), in.dims, {}}, in.quant, 80);
    } else if (kind == 2) {
        place({model_.node("HardSigmoid", {in.name}).name(name("HardSigmoid")), in.dims, {}}, {}, 80);
    } else {
        place({model_.node("Sqrt", {in.name}).name(name("Sqrt")), in.dims, {}}, {}, 80);
    }
}

void Maker::addOperator() {
    const Value* found = find(chance(70) ? 4 : 2);
    if (found == nullptr) found = &values_.back();
    const Value x = *found;
    const bool image = x.dims.size() == 4;
    const int kind = range(0, 100);
    if (wishes_.transposes && kind < 16) return transposer(x);
    if (kind < 30) return image ? conv(x) : product(x);
    if (kind < 42) return image ? pool(x) : product(x);
    if (kind < 62) return elementwise(x);
    if (kind < 76) return mover(x);
    if (kind < 86) return reshaper(x);
    if (kind < 96) return variadic(x);
    return other(x);
}

}  // namespace

rc::Gen<std::string> qdqModels(const GraphWishes& wishes) {
    return rc::gen::exec([wishes] { return Maker(wishes).run(); });
}

}  // namespace qdqlens::test
