// TensorProto.DataType (onnx.proto, IR version 14).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace qdqlens::onnx {

/// Values are those of TensorProto.DataType. A number outside of the enumeration stays what the file says.
enum class DataType : std::int32_t {
    kUndefined = 0,
    kFloat32 = 1,
    kUInt8 = 2,
    kInt8 = 3,
    kUInt16 = 4,
    kInt16 = 5,
    kInt32 = 6,
    kInt64 = 7,
    kString = 8,
    kBool = 9,
    kFloat16 = 10,
    kFloat64 = 11,
    kUInt32 = 12,
    kUInt64 = 13,
    kComplex64 = 14,
    kComplex128 = 15,
    kBFloat16 = 16,
    kFloat8E4M3FN = 17,
    kFloat8E4M3FNUZ = 18,
    kFloat8E5M2 = 19,
    kFloat8E5M2FNUZ = 20,
    kUInt4 = 21,
    kInt4 = 22,
    kFloat4E2M1 = 23,
    kFloat8E8M0 = 24,
    kUInt2 = 25,
    kInt2 = 26,
};

/// "float32", "int8", "float8e4m3fn", …; "undefined" for 0, "dtype 99" is the caller's business: empty here.
[[nodiscard]] std::string_view dataTypeName(DataType type);

/// Bits of one element in raw_data (2 and 4 for the packed kinds); 0 for strings and unknown types.
[[nodiscard]] int bitsPerElement(DataType type);

[[nodiscard]] bool isFloat(DataType type);    ///< Any float kind, float8 and float4 included; not complex.
[[nodiscard]] bool isInteger(DataType type);  ///< Signed or unsigned, 2 to 64 bit; not bool.
[[nodiscard]] bool isSigned(DataType type);   ///< Of the integers.

/// Smallest and largest code of an integer type of at most 32 bits.
struct CodeRange {
    std::int64_t min = 0;
    std::int64_t max = 0;
};
[[nodiscard]] std::optional<CodeRange> codeRange(DataType type);

}  // namespace qdqlens::onnx
