#include "core/onnx/data_type.h"

#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace qdqlens::test {

namespace {

using onnx::DataType;

TEST(DataType, HasEveryTypeOfTheSchemaByItsName) {
    const auto* types = schema::TensorProto::DataType_descriptor();
    for (int i = 0; i < types->value_count(); ++i) {
        std::string name = types->value(i)->name();
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        if (name == "float" || name == "double") {  // numpy's names here
            name = name == "float" ? "float32" : "float64";
        }
        EXPECT_EQ(onnx::dataTypeName(static_cast<DataType>(types->value(i)->number())), name);
    }
    EXPECT_EQ(onnx::dataTypeName(static_cast<DataType>(types->value_count())), "");
    EXPECT_EQ(onnx::dataTypeName(static_cast<DataType>(-1)), "");
}

TEST(DataType, KnowsItsBits) {
    EXPECT_EQ(onnx::bitsPerElement(DataType::kFloat32), 32);
    EXPECT_EQ(onnx::bitsPerElement(DataType::kBFloat16), 16);
    EXPECT_EQ(onnx::bitsPerElement(DataType::kInt4), 4);
    EXPECT_EQ(onnx::bitsPerElement(DataType::kFloat4E2M1), 4);
    EXPECT_EQ(onnx::bitsPerElement(DataType::kUInt2), 2);
    EXPECT_EQ(onnx::bitsPerElement(DataType::kBool), 8);
    EXPECT_EQ(onnx::bitsPerElement(DataType::kComplex128), 128);
    EXPECT_EQ(onnx::bitsPerElement(DataType::kString), 0);
    EXPECT_EQ(onnx::bitsPerElement(static_cast<DataType>(99)), 0);
}

TEST(DataType, IsAFloatOrAnIntegerOrNeither) {
    for (int i = 0; i <= 27; ++i) {
        const auto type = static_cast<DataType>(i);
        const std::string_view name = onnx::dataTypeName(type);
        const bool floats = name.find("float") != std::string_view::npos;
        const bool integers = name.find("int") != std::string_view::npos;
        EXPECT_EQ(onnx::isFloat(type), floats) << name;
        EXPECT_EQ(onnx::isInteger(type), integers) << name;
        EXPECT_EQ(onnx::isSigned(type), integers && name.front() == 'i') << name;
    }
}

TEST(DataType, HasARangeOfCodes) {
    const auto expectRange = [](DataType type, std::int64_t min, std::int64_t max) {
        const auto range = onnx::codeRange(type);
        ASSERT_TRUE(range.has_value());
        EXPECT_EQ(range->min, min);
        EXPECT_EQ(range->max, max);
    };
    expectRange(DataType::kInt8, -128, 127);
    expectRange(DataType::kUInt8, 0, 255);
    expectRange(DataType::kInt4, -8, 7);
    expectRange(DataType::kUInt4, 0, 15);
    expectRange(DataType::kInt2, -2, 1);
    expectRange(DataType::kUInt16, 0, 65535);
    expectRange(DataType::kInt32, -2147483648LL, 2147483647LL);
    expectRange(DataType::kUInt32, 0, 4294967295LL);
    for (const DataType type : {DataType::kInt64, DataType::kUInt64, DataType::kFloat32, DataType::kBool,
                                DataType::kFloat8E4M3FN, DataType::kString}) {
        EXPECT_FALSE(onnx::codeRange(type).has_value());
    }
}

}  // namespace

}  // namespace qdqlens::test
