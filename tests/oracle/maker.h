// Makes one random QDQ graph, operator by operator. See generate.h.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/generate.h"

namespace qdqlens::test {

using samples::DataType;
using samples::ModelBuilder;
using samples::Names;
using samples::Quant;
using samples::TensorSpec;
using Dims = std::vector<std::int64_t>;

struct MadeValue {
    std::string name;
    Dims dims;
    std::optional<Quant> quant;  ///< It comes out of a DQ with these parameters.
};

class Maker {
  public:
    explicit Maker(const GraphWishes& wishes)
        : wishes_(wishes), opset_(pick<std::int64_t>({13, 13, 17, 21, 21})), model_(opset_) {}

    std::string run() {
        const int inputs = range(1, 3);
        for (int k = 0; k < inputs; ++k)
            addInput(k);
        const int steps = range(3, 13);
        for (int k = 0; k < steps; ++k)
            addOperator();
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
        quant.type = kind < 55                  ? DataType::kInt8
                     : kind < 94 || opset_ < 21 ? DataType::kUInt8
                                                : pick<DataType>({DataType::kInt16, DataType::kUInt16});
        quant.scale = {pick<double>({0.02, 0.05, 0.5, 0.0079})};
        const bool is_signed = quant.type == DataType::kInt8 || quant.type == DataType::kInt16;
        quant.zero_point = {pick<std::int64_t>(is_signed ? std::vector<std::int64_t>{0, 0, -128, 3}
                                                         : std::vector<std::int64_t>{0, 0, 128, 3})};
        if (quant.type == DataType::kInt16 && quant.zero_point[0] == -128)
            quant.zero_point = {0};
        if (quant.type == DataType::kUInt8 && chance(4))
            quant.zero_point.clear();
        return quant;
    }

    void addInput(int k) {
        const std::string input = "x" + std::to_string(k);
        const Dims dims = k == 0 || chance(60) ? Dims{1, 4, 6, 6}
                                               : pick<Dims>({{1, 4}, {4, 4}, {1, 4, 6, 6}, {1, 6, 6, 4}});
        samples::DimSpecs spec(dims.begin(), dims.end());
        if (chance(8)) {  // Quantized outside.
            Quant quant = someQuant();
            if (quant.type != DataType::kInt8)
                quant.type = DataType::kUInt8;
            if (quant.type == DataType::kUInt8 && !quant.zero_point.empty() && quant.zero_point[0] < 0)
                quant.zero_point = {0};
            model_.input(input, quant.type, spec);
            values_.push_back({model_.dequantize(input, quant).name(name("dq")), dims, quant});
            return;
        }
        model_.input(input, DataType::kFloat32, spec);
        place({input, dims, std::nullopt}, std::nullopt, 85);
    }

    /// Puts a result among the values, mostly behind Q and DQ.
    void place(MadeValue value, const std::optional<Quant>& like, int percent) {
        if (chance(percent)) {
            Quant quant = like && chance(88) ? *like : someQuant();
            if (chance(12))
                value.name = activation(value.name, quant);
            const std::string q = model_.quantize(value.name, quant).name(name("q"));
            const std::string dq = model_.dequantize(q, quant).name(name("dq"));
            if (chance(4))
                values_.push_back(value);  // The float value lives on beside the Q.
            if (chance(3))
                outputs_.push_back({value.name, DataType::kFloat32});
            if (chance(4))
                outputs_.push_back({q, quant.type});
            if (chance(8))
                values_.push_back({model_.dequantize(q, quant).name(name("dq")), value.dims, quant});
            value.name = dq;
            value.quant = quant;
            if (chance(4))
                outputs_.push_back({dq, DataType::kFloat32});
        }
        values_.push_back(std::move(value));
    }

    std::string activation(const std::string& of, Quant& quant) {
        const bool is_signed = quant.type == DataType::kInt8 || quant.type == DataType::kInt16;
        if (chance(70) && !quant.zero_point.empty())
            quant.zero_point = {quant.type == DataType::kInt16 ? -32768 : is_signed ? -128 : 0};
        if (chance(70))
            return model_.node("Relu", {of}).name(name("relu"));
        const double high = chance(50) ? 6.0 : quant.scale[0] * 300;
        return model_.node("Clip", {of, scalar(0), scalar(high)}).name(name("clip"));
    }

    std::string scalar(double value) {
        return model_.initializer(name("c"), TensorSpec(DataType::kFloat32, {}, {value}));
    }
    std::string ints(const Dims& values) {
        return model_.initializer(
            name("i"), TensorSpec::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values));
    }

    const MadeValue* find(std::size_t rank) {
        std::vector<const MadeValue*> fit;
        for (const MadeValue& value : values_) {
            if (value.dims.size() == rank)
                fit.push_back(&value);
        }
        if (fit.empty())
            return nullptr;
        // The newest most often, so that chains grow; older ones make sharing.
        if (chance(65))
            return fit.back();
        return pick(fit);
    }
    const MadeValue* findLike(const MadeValue& other) {
        std::vector<const MadeValue*> fit;
        for (const MadeValue& value : values_) {
            if (value.dims == other.dims && &value != &other)
                fit.push_back(&value);
        }
        return fit.empty() || chance(10) ? &other : pick(fit);
    }

    void addOperator();
    void conv(const MadeValue& x);
    void product(const MadeValue& x);
    void pool(const MadeValue& x);
    void elementwise(const MadeValue& x);
    void mover(const MadeValue& x);
    void reshaper(const MadeValue& x);
    void variadic(const MadeValue& x);
    void transposer(const MadeValue& x);
    void other(const MadeValue& x);
    std::string weight(const Dims& dims, std::size_t channel_axis, std::vector<double>& scales);
    std::string bias(std::int64_t size, double x_scale, const std::vector<double>& scales);

    void finish() {
        std::vector<std::string> used;
        for (const auto& node : model_.graph().node())
            used.insert(used.end(), node.input().begin(), node.input().end());
        std::vector<std::string> done;
        const auto add = [&](const std::string& output, DataType type) {
            if (std::find(done.begin(), done.end(), output) != done.end())
                return;
            bool made = false;
            for (const auto& node : model_.graph().node())
                made = made ||
                       std::find(node.output().begin(), node.output().end(), output) != node.output().end();
            if (!made)
                return;
            done.push_back(output);
            model_.output(output, samples::TypeSpec(type));
        };
        for (const auto& [output, type] : outputs_)
            add(output, type);
        for (const MadeValue& value : values_) {
            if (std::find(used.begin(), used.end(), value.name) == used.end())
                add(value.name, DataType::kFloat32);
        }
        if (done.empty())
            add(values_.back().name, DataType::kFloat32);
        if (done.empty())
            add(model_.node("Relu", {values_.back().name}).name(name("relu")), DataType::kFloat32);
    }

    GraphWishes wishes_;
    std::int64_t opset_;
    ModelBuilder model_;
    std::vector<MadeValue> values_;
    std::vector<std::pair<std::string, DataType>> outputs_;
    int next_ = 0;
};

}  // namespace qdqlens::test
