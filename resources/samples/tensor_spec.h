// Tensors, types and dims to put into a sample model. See model_builder.h for the models themselves.
#pragma once

#include <qdqlens_onnx.pb.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "core/onnx/data_type.h"

namespace qdqlens::samples {

using onnx::DataType;

/// A dim of a type: a number, a symbol ("batch"), or unknown (`DimSpec{}`).
class DimSpec {
  public:
    DimSpec() = default;
    template <class Int, class = std::enable_if_t<std::is_integral_v<Int>>>
    DimSpec(Int value) {
        proto_.set_dim_value(static_cast<std::int64_t>(value));
    }
    DimSpec(const char* symbol) { proto_.set_dim_param(symbol); }
    DimSpec(const std::string& symbol) { proto_.set_dim_param(symbol); }
    [[nodiscard]] const schema::TensorShapeProto::Dimension& proto() const { return proto_; }

  private:
    schema::TensorShapeProto::Dimension proto_;
};
using DimSpecs = std::vector<DimSpec>;

/// The type of a value. `TypeSpec(type)` has an unknown rank, `TypeSpec(type, {})` is a scalar.
class TypeSpec {
  public:
    TypeSpec(DataType type);
    TypeSpec(DataType type, const DimSpecs& dims);
    [[nodiscard]] static TypeSpec sparse(DataType type, const DimSpecs& dims);
    [[nodiscard]] static TypeSpec sequence(const TypeSpec& element);
    [[nodiscard]] static TypeSpec optional(const TypeSpec& element);
    [[nodiscard]] static TypeSpec map(DataType key, const TypeSpec& value);
    [[nodiscard]] static TypeSpec opaque(const std::string& domain, const std::string& name);
    [[nodiscard]] const schema::TypeProto& proto() const { return proto_; }

  private:
    TypeSpec() = default;
    schema::TypeProto proto_;
};

/// A tensor. Its elements are in raw_data unless typed() or external() says otherwise.
///
///     TensorSpec(DataType::kInt8, {2, 2}, {1, 2, 3, 4})          any numeric type, from doubles
///     TensorSpec(DataType::kFloat32, {}, {0.02})                 a scalar
///     TensorSpec::of<std::int64_t>({2}, {-1, 32})                exact for 64 bits
///     TensorSpec::filled(DataType::kFloat32, {16}, 0.1)
class TensorSpec {
  public:
    /// Floats are rounded to the nearest value of the type (ties to even; beyond its range infinity, or
    /// the largest where there is none). Complex types take two doubles an element. Throws
    /// std::invalid_argument where the number of values is not that of the elements, or an integer does not
    /// fit.
    TensorSpec(DataType type, const std::vector<std::int64_t>& dims, const std::vector<double>& values);

    template <class Number>
    [[nodiscard]] static TensorSpec of(const std::vector<std::int64_t>& dims,
                                       const std::vector<Number>& values);
    [[nodiscard]] static TensorSpec filled(DataType type, const std::vector<std::int64_t>& dims,
                                           double value);
    [[nodiscard]] static TensorSpec strings(const std::vector<std::int64_t>& dims,
                                            const std::vector<std::string>& values);
    /// raw_data as given: nothing is checked.
    [[nodiscard]] static TensorSpec raw(DataType type, const std::vector<std::int64_t>& dims,
                                        std::string bytes);

    /// Moves the elements from raw_data into the typed field of the type (float_data, int32_data, …; 2 and 4
    /// bit elements packed, a byte an entry).
    TensorSpec& typed();
    /// Drops the elements, and refers to a file instead. A negative offset or length is left out.
    TensorSpec& external(const std::string& location, std::int64_t offset = -1, std::int64_t length = -1);
    TensorSpec& name(const std::string& name);
    TensorSpec& doc(const std::string& text);
    TensorSpec& meta(const std::string& key, const std::string& value);

    [[nodiscard]] const schema::TensorProto& proto() const { return proto_; }
    /// For what has no word of its own here.
    [[nodiscard]] schema::TensorProto& proto() { return proto_; }

  private:
    TensorSpec() = default;
    void setHead(DataType type, const std::vector<std::int64_t>& dims);

    schema::TensorProto proto_;
};

/// Elements of a tensor with these dims.
[[nodiscard]] std::int64_t elementCount(const std::vector<std::int64_t>& dims);

/// The value of a code of a float type of at most 16 bits, as onnx defines it.
[[nodiscard]] double narrowFloat(DataType type, std::uint32_t code);
/// The code that is nearest to a value.
[[nodiscard]] std::uint32_t narrowFloatCode(DataType type, double value);

template <class Number>
TensorSpec TensorSpec::of(const std::vector<std::int64_t>& dims, const std::vector<Number>& values) {
    static_assert(std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>);
    constexpr DataType kSigned[] = {DataType::kInt8, DataType::kInt16, DataType::kInt32, DataType::kInt64};
    constexpr DataType kUnsigned[] = {DataType::kUInt8, DataType::kUInt16, DataType::kUInt32,
                                      DataType::kUInt64};
    constexpr int kWidth = sizeof(Number) == 8 ? 3 : sizeof(Number) == 4 ? 2 : sizeof(Number) == 2 ? 1 : 0;
    DataType type = std::is_signed_v<Number> ? kSigned[kWidth] : kUnsigned[kWidth];
    if (std::is_floating_point_v<Number>) {
        type = sizeof(Number) == 8 ? DataType::kFloat64 : DataType::kFloat32;
    }
    // raw_data is little-endian, as are the machines this is built for.
    return raw(type, dims,
               std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)));
}

}  // namespace qdqlens::samples
