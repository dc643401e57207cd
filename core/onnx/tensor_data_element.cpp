// Stored bits as numbers. Float8 kinds: onnx docs/docsgen/source/technical/float8.md; float4e2m1 and
// float8e8m0: OCP Microscaling Formats 1.0.
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/number.h"
#include "core/onnx/tensor_data.h"

namespace qdqlens::onnx {

namespace {

struct SmallFloat {
    int exponent_bits;
    int mantissa_bits;
    int bias;
};

/// Sign, exponent, mantissa without special values; subnormals where the exponent is 0. Exact.
double smallFloat(std::uint64_t bits, SmallFloat format) {
    const auto mantissa = static_cast<double>(bits & ((1U << format.mantissa_bits) - 1U));
    const auto exponent =
        static_cast<int>((bits >> format.mantissa_bits) & ((1U << format.exponent_bits) - 1U));
    const bool negative = ((bits >> (format.mantissa_bits + format.exponent_bits)) & 1U) != 0;
    const double implicit = exponent == 0 ? 0.0 : std::ldexp(1.0, format.mantissa_bits);
    const int power = (exponent == 0 ? 1 : exponent) - format.bias - format.mantissa_bits;
    const double size = std::ldexp(mantissa + implicit, power);
    return negative ? -size : size;
}

double float8(DataType type, std::uint64_t bits) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const std::uint64_t size = bits & 0x7fU;
    switch (type) {
        case DataType::kFloat8E4M3FN:
            return size == 0x7fU ? kNan : smallFloat(bits, {4, 3, 7});
        case DataType::kFloat8E4M3FNUZ:
            return bits == 0x80U ? kNan : smallFloat(bits, {4, 3, 8});
        case DataType::kFloat8E5M2:
            if (size >= 0x7cU) {
                const double infinity = std::numeric_limits<double>::infinity();
                return size > 0x7cU ? kNan : (bits & 0x80U) != 0 ? -infinity : infinity;
            }
            return smallFloat(bits, {5, 2, 15});
        case DataType::kFloat8E5M2FNUZ:
            return bits == 0x80U ? kNan : smallFloat(bits, {5, 2, 16});
        default:  // kFloat8E8M0: an exponent alone.
            return bits == 0xffU ? kNan : std::ldexp(1.0, static_cast<int>(bits) - 127);
    }
}

}  // namespace

std::int64_t Element::i() const {
    if (isFloat(type)) {
        const double value = f();
        // Beyond int64 a cast has no meaning; what has no integer is 0.
        return value >= -0x1p63 && value < 0x1p63 ? static_cast<std::int64_t>(value) : 0;
    }
    if (type == DataType::kBool) {
        return bits != 0 ? 1 : 0;
    }
    const int width = bitsPerElement(type);
    if (!isSigned(type) || width == 0 || width >= 64) {
        return static_cast<std::int64_t>(bits);
    }
    const int unused = 64 - width;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

double Element::f() const {
    switch (type) {
        case DataType::kFloat32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case DataType::kFloat64:
            return std::bit_cast<double>(bits);
        case DataType::kFloat16:
            return float16ToFloat(static_cast<std::uint16_t>(bits));
        case DataType::kBFloat16:
            return bfloat16ToFloat(static_cast<std::uint16_t>(bits));
        case DataType::kFloat8E4M3FN:
        case DataType::kFloat8E4M3FNUZ:
        case DataType::kFloat8E5M2:
        case DataType::kFloat8E5M2FNUZ:
        case DataType::kFloat8E8M0:
            return float8(type, bits);
        case DataType::kFloat4E2M1:
            return smallFloat(bits, {2, 1, 1});
        case DataType::kUInt64:
            return static_cast<double>(bits);
        default:
            return static_cast<double>(i());
    }
}

std::string Element::text() const {
    switch (type) {
        case DataType::kFloat64:
            return formatFloat64(f());
        case DataType::kFloat16:
            return formatFloat16(static_cast<std::uint16_t>(bits));
        case DataType::kBFloat16:
            return formatBFloat16(static_cast<std::uint16_t>(bits));
        case DataType::kBool:
            return bits != 0 ? "true" : "false";
        case DataType::kUInt64:
            return std::to_string(bits);
        default:
            return isFloat(type) ? formatFloat32(static_cast<float>(f())) : std::to_string(i());
    }
}

}  // namespace qdqlens::onnx
