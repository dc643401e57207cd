// What the cases of qdq_cases.h are built with.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "resources/samples/model_builder.h"
#include "tests/support/qdq_cases.h"

namespace qdqlens::test {

using runtime::Runs;
using samples::DataType;
using samples::ModelBuilder;
using samples::Names;
using samples::Quant;
using samples::TensorSpec;
using Dims = std::vector<std::int64_t>;

inline constexpr Runs kInt8 = Runs::kInt8;
inline constexpr Runs kFloat = Runs::kFloat;
inline constexpr Runs kFused = Runs::kFused;

/// A model with the inputs x (an image) and m (a matrix), and words for what the cases are made of.
class Case : public ModelBuilder {
  public:
    explicit Case(std::int64_t opset_version = 17) : ModelBuilder(opset_version) {
        input("x", DataType::kFloat32, {1, 4, 6, 6});
        input("m", DataType::kFloat32, {4, 4});
    }

    static Quant quant(DataType type, std::int64_t zero, double scale = 0.02) {
        Quant q;
        q.scale = {scale};
        q.zero_point = {zero};
        q.type = type;
        return q;
    }
    static Quant u8(double scale = 0.02) { return quant(DataType::kUInt8, 3, scale); }
    static Quant s8(double scale = 0.02) { return quant(DataType::kInt8, 3, scale); }
    std::string image(const Quant& q) { return qdq("x", q); }
    std::string matrix(const Quant& q) { return qdq("m", q); }
    std::string weight(const Dims& dims, DataType type = DataType::kInt8, std::vector<double> scale = {0.01},
                       int axis = 0) {
        Quant q;
        q.type = type;
        if (scale.size() > 1)
            q.axis = axis;
        q.scale = std::move(scale);
        return dequantize(initializer(freshName("w"), TensorSpec::filled(type, dims, 5)), q);
    }
    std::string bias(double scale, std::int64_t zero = 0) {
        return dequantize(initializer(freshName("b"), TensorSpec::filled(DataType::kInt32, {4}, 5)),
                          quant(DataType::kInt32, zero, scale));
    }
    std::string ints(const Dims& values) {
        return initializer(freshName("i"),
                           TensorSpec::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values));
    }
    std::string floats(const Dims& dims, double value) {
        return initializer(freshName("f"), TensorSpec::filled(DataType::kFloat32, dims, value));
    }
    samples::NodeBuilder op(const std::string& type, const Names& inputs) {
        return node(type, inputs).name("n");
    }
    void end(const std::string& value, const Quant& q) { give(qdq(value, q)); }
    void give(const std::string& value, DataType type = DataType::kFloat32) {
        output(value, samples::TypeSpec(type));
    }
};

class List {
  public:
    using Make = std::function<void(Case&)>;
    QdqCase& add(const std::string& name, Runs x64, Runs arm64, const std::string& rule, const Make& make,
                 std::int64_t opset = 17) {
        Case model(opset);
        make(model);
        QdqCase made;
        made.name = name;
        made.bytes = model.serialize();
        made.node = "n";
        made.x64 = x64;
        made.arm64 = arm64;
        made.rule = rule;
        cases_.push_back(std::move(made));
        return cases_.back();
    }
    QdqCase& both(const std::string& name, Runs runs, const std::string& rule, const Make& make,
                  std::int64_t opset = 17) {
        return add(name, runs, runs, rule, make, opset);
    }
    std::vector<QdqCase> take() { return std::move(cases_); }

  private:
    std::vector<QdqCase> cases_;
};

/// Operators that move data, and models that the runtime refuses.
void addMovers(List& list);
void addRefusals(List& list);

}  // namespace qdqlens::test
