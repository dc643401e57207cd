#include "core/onnx/data_type.h"

namespace qdqlens::onnx {

std::string_view dataTypeName(DataType type) {
    switch (type) {
        case DataType::kUndefined:
            return "undefined";
        case DataType::kFloat32:
            return "float32";
        case DataType::kUInt8:
            return "uint8";
        case DataType::kInt8:
            return "int8";
        case DataType::kUInt16:
            return "uint16";
        case DataType::kInt16:
            return "int16";
        case DataType::kInt32:
            return "int32";
        case DataType::kInt64:
            return "int64";
        case DataType::kString:
            return "string";
        case DataType::kBool:
            return "bool";
        case DataType::kFloat16:
            return "float16";
        case DataType::kFloat64:
            return "float64";
        case DataType::kUInt32:
            return "uint32";
        case DataType::kUInt64:
            return "uint64";
        case DataType::kComplex64:
            return "complex64";
        case DataType::kComplex128:
            return "complex128";
        case DataType::kBFloat16:
            return "bfloat16";
        case DataType::kFloat8E4M3FN:
            return "float8e4m3fn";
        case DataType::kFloat8E4M3FNUZ:
            return "float8e4m3fnuz";
        case DataType::kFloat8E5M2:
            return "float8e5m2";
        case DataType::kFloat8E5M2FNUZ:
            return "float8e5m2fnuz";
        case DataType::kUInt4:
            return "uint4";
        case DataType::kInt4:
            return "int4";
        case DataType::kFloat4E2M1:
            return "float4e2m1";
        case DataType::kFloat8E8M0:
            return "float8e8m0";
        case DataType::kUInt2:
            return "uint2";
        case DataType::kInt2:
            return "int2";
    }
    return {};
}

int bitsPerElement(DataType type) {
    switch (type) {
        case DataType::kUInt2:
        case DataType::kInt2:
            return 2;
        case DataType::kUInt4:
        case DataType::kInt4:
        case DataType::kFloat4E2M1:
            return 4;
        case DataType::kUInt8:
        case DataType::kInt8:
        case DataType::kBool:
        case DataType::kFloat8E4M3FN:
        case DataType::kFloat8E4M3FNUZ:
        case DataType::kFloat8E5M2:
        case DataType::kFloat8E5M2FNUZ:
        case DataType::kFloat8E8M0:
            return 8;
        case DataType::kUInt16:
        case DataType::kInt16:
        case DataType::kFloat16:
        case DataType::kBFloat16:
            return 16;
        case DataType::kFloat32:
        case DataType::kInt32:
        case DataType::kUInt32:
            return 32;
        case DataType::kInt64:
        case DataType::kUInt64:
        case DataType::kFloat64:
        case DataType::kComplex64:
            return 64;
        case DataType::kComplex128:
            return 128;
        case DataType::kUndefined:
        case DataType::kString:
            return 0;
    }
    return 0;
}

bool isFloat(DataType type) {
    switch (type) {
        case DataType::kFloat32:
        case DataType::kFloat16:
        case DataType::kFloat64:
        case DataType::kBFloat16:
        case DataType::kFloat8E4M3FN:
        case DataType::kFloat8E4M3FNUZ:
        case DataType::kFloat8E5M2:
        case DataType::kFloat8E5M2FNUZ:
        case DataType::kFloat4E2M1:
        case DataType::kFloat8E8M0:
            return true;
        default:
            return false;
    }
}

bool isSigned(DataType type) {
    switch (type) {
        case DataType::kInt2:
        case DataType::kInt4:
        case DataType::kInt8:
        case DataType::kInt16:
        case DataType::kInt32:
        case DataType::kInt64:
            return true;
        default:
            return false;
    }
}

bool isInteger(DataType type) {
    switch (type) {
        case DataType::kUInt2:
        case DataType::kUInt4:
        case DataType::kUInt8:
        case DataType::kUInt16:
        case DataType::kUInt32:
        case DataType::kUInt64:
            return true;
        default:
            return isSigned(type);
    }
}

std::optional<CodeRange> codeRange(DataType type) {
    const int bits = bitsPerElement(type);
    if (!isInteger(type) || bits > 32) {
        return std::nullopt;
    }
    if (isSigned(type)) {
        const std::int64_t half = std::int64_t{1} << (bits - 1);
        return CodeRange{-half, half - 1};
    }
    return CodeRange{0, (std::int64_t{1} << bits) - 1};
}

}  // namespace qdqlens::onnx
