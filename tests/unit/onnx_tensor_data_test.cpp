#include "core/onnx/tensor_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/onnx/reader.h"
#include "core/onnx/wire_writer.h"
#include "resources/samples/model_builder.h"

namespace qdqlens::onnx {

namespace {

using samples::ModelBuilder;
using samples::TensorSpec;

std::shared_ptr<const Model> modelWith(const TensorSpec& tensor) {
    ModelBuilder builder;
    builder.initializer("w", tensor);
    auto model = readModel(Input::fromBytes(builder.serialize(), "m.onnx"));
    EXPECT_TRUE(model.has_value()) << model.error().message();
    return model ? *model : nullptr;
}

/// A model whose one initializer has these wire bytes.
std::shared_ptr<const Model> modelWithBytes(const std::string& tensor) {
    auto model = readModel(Input::fromBytes(bytesOf(7, bytesOf(5, tensor)), "m.onnx"));
    EXPECT_TRUE(model.has_value());
    return model ? *model : nullptr;
}

const Tensor& tensorOf(const std::shared_ptr<const Model>& model) {
    return model->graph.initializers.at(0);
}

std::vector<Element> elementsOf(const std::shared_ptr<const Model>& model) {
    auto elements = decodeAll(*model, tensorOf(model));
    EXPECT_TRUE(elements.has_value()) << elements.error().message();
    return elements ? *elements : std::vector<Element>();
}

std::vector<std::string> textsOf(const std::shared_ptr<const Model>& model) {
    std::vector<std::string> texts;
    for (const Element& element : elementsOf(model)) {
        texts.push_back(element.text());
    }
    return texts;
}

std::string problem(const std::shared_ptr<const Model>& model) {
    const auto elements = decodeAll(*model, tensorOf(model));
    if (elements) {
        return "decoded";
    }
    EXPECT_EQ(elements.error().where, "m.onnx");
    return elements.error().what;
}

using Texts = std::vector<std::string>;

constexpr DataType kNarrowFloats[] = {
    DataType::kFloat8E4M3FN, DataType::kFloat8E4M3FNUZ, DataType::kFloat8E5M2, DataType::kFloat8E5M2FNUZ,
    DataType::kFloat8E8M0,   DataType::kFloat4E2M1,     DataType::kFloat16,    DataType::kBFloat16};

}  // namespace

TEST(TensorData, DecodesIntegersOfEveryWidth) {
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kInt8, {3}, {-128, 0, 127}))),
              (Texts{"-128", "0", "127"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kUInt8, {2}, {0, 255}))), (Texts{"0", "255"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kInt16, {2}, {-32768, 32767}))),
              (Texts{"-32768", "32767"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kUInt16, {1}, {65535}))), (Texts{"65535"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kInt32, {1}, {-2147483648.0}))), (Texts{"-2147483648"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kUInt32, {1}, {4294967295.0}))), (Texts{"4294967295"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec::of<std::int64_t>({2}, {INT64_MIN, INT64_MAX}))),
              (Texts{"-9223372036854775808", "9223372036854775807"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec::of<std::uint64_t>({1}, {UINT64_MAX}))),
              (Texts{"18446744073709551615"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kBool, {2}, {0, 1}))), (Texts{"false", "true"}));
}

TEST(TensorData, PackedNibblesComeLowFirst) {
    EXPECT_EQ(textsOf(modelWith(TensorSpec::raw(DataType::kInt4, {3}, "\x8f\x07"))),
              (Texts{"-1", "-8", "7"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec::raw(DataType::kUInt4, {3}, "\x8f\x07"))),
              (Texts{"15", "8", "7"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec::raw(DataType::kInt2, {5}, "\xe4\x02"))),
              (Texts{"0", "1", "-2", "-1", "-2"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec::raw(DataType::kUInt2, {5}, "\xe4\x02"))),
              (Texts{"0", "1", "2", "3", "2"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec::raw(DataType::kFloat4E2M1, {4}, "\x21\xf7"))),
              (Texts{"0.5", "1", "6", "-6"}));
}

TEST(TensorData, FloatsAreExact) {
    const auto f32 = modelWith(TensorSpec(DataType::kFloat32, {3}, {0.02F, -0.0, 1e-7F}));
    EXPECT_EQ(textsOf(f32), (Texts{"0.02", "-0", "1e-7"}));
    EXPECT_EQ(elementsOf(f32)[0].f(), static_cast<double>(0.02F));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kFloat64, {1}, {0.1}))), (Texts{"0.1"}));
    EXPECT_EQ(textsOf(modelWith(TensorSpec(DataType::kFloat16, {2}, {0.1, 1.5}))), (Texts{"0.1", "1.5"}));
    EXPECT_EQ(elementsOf(modelWith(TensorSpec(DataType::kBFloat16, {1}, {0.5})))[0].f(), 0.5);
}

// The corner values of the tables in ONNX's float8 documentation and OCP's MX specification.
TEST(TensorData, NarrowFloatsFollowTheirTables) {
    const auto value = [](DataType type, std::uint64_t bits) { return Element{type, bits}.f(); };
    EXPECT_EQ(value(DataType::kFloat8E4M3FN, 0x7e), 448);
    EXPECT_EQ(value(DataType::kFloat8E4M3FN, 0x01), 0x1p-9);
    EXPECT_TRUE(std::isnan(value(DataType::kFloat8E4M3FN, 0xff)));
    EXPECT_EQ(value(DataType::kFloat8E4M3FNUZ, 0x7f), 240);
    EXPECT_EQ(value(DataType::kFloat8E4M3FNUZ, 0x01), 0x1p-10);
    EXPECT_TRUE(std::isnan(value(DataType::kFloat8E4M3FNUZ, 0x80)));
    EXPECT_EQ(value(DataType::kFloat8E5M2, 0x7b), 57344);
    EXPECT_EQ(value(DataType::kFloat8E5M2, 0x01), 0x1p-16);
    EXPECT_EQ(value(DataType::kFloat8E5M2, 0xfc), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(value(DataType::kFloat8E5M2, 0x7d)));
    EXPECT_EQ(value(DataType::kFloat8E5M2FNUZ, 0x7f), 57344);
    EXPECT_EQ(value(DataType::kFloat8E5M2FNUZ, 0x01), 0x1p-17);
    EXPECT_TRUE(std::isnan(value(DataType::kFloat8E5M2FNUZ, 0x80)));
    EXPECT_EQ(value(DataType::kFloat8E8M0, 0x7f), 1);
    EXPECT_EQ(value(DataType::kFloat8E8M0, 0x00), 0x1p-127);
    EXPECT_EQ(value(DataType::kFloat8E8M0, 0xfe), 0x1p127);
    EXPECT_TRUE(std::isnan(value(DataType::kFloat8E8M0, 0xff)));
}

TEST(TensorData, NarrowFloatsAgreeWithTheBuilderOnEveryCode) {
    for (const DataType type : kNarrowFloats) {
        const std::uint32_t codes = 1U << static_cast<unsigned>(bitsPerElement(type));
        for (std::uint32_t code = 0; code < codes; ++code) {
            const double here = Element{type, code}.f();
            const double there = samples::narrowFloat(type, code);
            ASSERT_TRUE(here == there || (std::isnan(here) && std::isnan(there)))
                << dataTypeName(type) << " " << code << ": " << here << " against " << there;
            ASSERT_TRUE(std::isnan(here) || std::signbit(here) == std::signbit(there)) << dataTypeName(type);
        }
    }
}

TEST(TensorData, TypedFieldsWithTagsOfTheirOwnDecode) {
    const std::string head = varintOf(1, 3) + varintOf(2, 6);  // int32[3]
    EXPECT_EQ(textsOf(modelWithBytes(head + varintOf(5, 1) + varintOf(5, UINT64_MAX) + varintOf(5, 3))),
              (Texts{"1", "-1", "3"}));
    // Packed, tagged and packed again, in file order.
    EXPECT_EQ(textsOf(modelWithBytes(bytesOf(5, varint(1)) + varintOf(5, 2) + head + bytesOf(5, varint(3)))),
              (Texts{"1", "2", "3"}));
    EXPECT_EQ(
        textsOf(modelWithBytes(varintOf(1, 2) + varintOf(2, 1) + fixed32Of(4, 0.5F) + fixed32Of(4, 2.0F))),
        (Texts{"0.5", "2"}));
    EXPECT_EQ(textsOf(modelWithBytes(varintOf(1, 1) + varintOf(2, 11) + fixed64Of(10, 0.1))), (Texts{"0.1"}));
}

TEST(TensorData, RawDataWinOverTypedFields) {
    const std::string head = varintOf(1, 1) + varintOf(2, 3);  // int8[1]
    EXPECT_EQ(textsOf(modelWithBytes(head + varintOf(5, 7) + bytesOf(9, "\x05"))), (Texts{"5"}));
    EXPECT_EQ(textsOf(modelWithBytes(head + varintOf(5, 7) + bytesOf(9, ""))), (Texts{"7"}));
}

TEST(TensorData, PiecesAreSlices) {
    const auto model = modelWith(TensorSpec(DataType::kInt4, {2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}));
    const auto piece = decode(*model, tensorOf(model), 3, 3);
    ASSERT_TRUE(piece.has_value());
    ASSERT_EQ(piece->size(), 3U);
    EXPECT_EQ((*piece)[0].i(), 3);
    EXPECT_EQ((*piece)[2].i(), 5);
    EXPECT_EQ(decode(*model, tensorOf(model), 6, 100)->size(), 2U);
    EXPECT_TRUE(decode(*model, tensorOf(model), 100, 5)->empty());
    EXPECT_EQ(decode(*model, tensorOf(model), 0, UINT64_MAX)->size(), 8U);
}

TEST(TensorData, VisitsALargeTensorInPieces) {
    const auto model = modelWith(TensorSpec::filled(DataType::kInt8, {3, 50000}, 2));
    std::uint64_t sum = 0;
    std::size_t pieces = 0;
    const auto add = [&](std::span<const Element> piece) {
        ++pieces;
        EXPECT_LE(piece.size(), 65536U);
        for (const Element& element : piece) {
            sum += static_cast<std::uint64_t>(element.i());
        }
        return true;
    };
    ASSERT_TRUE(visitElements(*model, tensorOf(model), add).has_value());
    EXPECT_EQ(sum, 300000U);
    EXPECT_EQ(pieces, 3U);
    std::size_t seen = 0;
    ASSERT_TRUE(visitElements(*model, tensorOf(model), [&seen](std::span<const Element> piece) {
                    seen += piece.size();
                    return false;
                }).has_value());
    EXPECT_EQ(seen, 65536U);
}

TEST(TensorData, CountsAndBytes) {
    Tensor tensor;
    tensor.type = DataType::kInt4;
    EXPECT_EQ(elementCount(tensor).value(), 1U);
    tensor.dims = {3, 5};
    EXPECT_EQ(storageBytes(tensor).value(), 8U);
    tensor.type = DataType::kInt2;
    EXPECT_EQ(storageBytes(tensor).value(), 4U);
    tensor.type = DataType::kComplex128;
    EXPECT_EQ(storageBytes(tensor).value(), 240U);
    tensor.type = DataType::kString;
    EXPECT_EQ(storageBytes(tensor).value(), 0U);
    tensor.type = static_cast<DataType>(99);
    EXPECT_FALSE(storageBytes(tensor).has_value());
    tensor.type = DataType::kFloat64;
    tensor.dims = {std::int64_t{1} << 31, std::int64_t{1} << 31};
    EXPECT_TRUE(elementCount(tensor).has_value());
    EXPECT_FALSE(storageBytes(tensor).has_value());
    tensor.dims = {INT64_MAX, INT64_MAX};
    EXPECT_FALSE(elementCount(tensor).has_value());
    tensor.dims = {INT64_MAX, INT64_MAX, 0};
    EXPECT_EQ(elementCount(tensor).value(), 0U);
    tensor.dims = {0, -1};
    EXPECT_NE(elementCount(tensor).error().what.find("negative"), std::string::npos);
}

TEST(TensorData, SaysWhatIsWrong) {
    EXPECT_NE(problem(modelWith(TensorSpec::raw(DataType::kFloat32, {3}, "12345678")))
                  .find("raw_data has 8 bytes, its 3 float32 elements take 12"),
              std::string::npos);
    EXPECT_NE(problem(modelWith(TensorSpec::raw(DataType::kFloat32, {3, -1}, ""))).find("negative"),
              std::string::npos);
    EXPECT_NE(problem(modelWith(TensorSpec::raw(DataType::kComplex64, {1}, "12345678"))).find("complex64"),
              std::string::npos);
    EXPECT_NE(problem(modelWith(TensorSpec::strings({1}, {"a"}))).find("strings"), std::string::npos);
    EXPECT_NE(problem(modelWithBytes(varintOf(1, 4) + varintOf(2, 3))).find("no data"), std::string::npos);
    EXPECT_NE(problem(modelWithBytes(varintOf(1, 4) + varintOf(2, 3) + bytesOf(5, "\1\2")))
                  .find("int32_data ends before the 4 elements"),
              std::string::npos);
    EXPECT_NE(problem(modelWithBytes(varintOf(1, 1) + varintOf(2, 3) + fixed32Of(4, 1)))
                  .find("its data are in float_data, where int8 elements stand in int32_data"),
              std::string::npos);
    EXPECT_NE(problem(modelWithBytes(bytesOf(8, "w") + varintOf(1, 1) + varintOf(2, 99) + bytesOf(9, "1")))
                  .find("tensor w (byte 4): data type 99"),
              std::string::npos);
}

TEST(TensorData, HugeDimsWithoutDataDoNotTakeMemory) {
    const auto model =
        modelWithBytes(varintOf(1, std::uint64_t{1} << 40) + varintOf(2, 3) + bytesOf(5, "\1\2"));
    EXPECT_FALSE(decode(*model, tensorOf(model), 0, UINT64_MAX).has_value());
    const auto limited = decodeAll(*model, tensorOf(model), 10);
    ASSERT_FALSE(limited.has_value());
    EXPECT_EQ(limited.error().kind, ErrorKind::kLimit);
}

TEST(TensorData, EmptyTensorsNeedNoData) {
    EXPECT_TRUE(elementsOf(modelWithBytes(varintOf(1, 0) + varintOf(2, 1))).empty());
}

TEST(TensorData, Strings) {
    const auto model = modelWith(TensorSpec::strings({3}, {"a", "", std::string("\xff\0", 2)}));
    const auto strings = decodeStrings(*model, tensorOf(model), 100);
    ASSERT_TRUE(strings.has_value());
    EXPECT_EQ(*strings, (Texts{"a", "", std::string("\xff\0", 2)}));
    EXPECT_EQ(decodeStrings(*model, tensorOf(model), 2)->size(), 2U);
    const auto short_model = modelWithBytes(varintOf(1, 2) + varintOf(2, 8) + bytesOf(6, "a"));
    EXPECT_FALSE(decodeStrings(*short_model, tensorOf(short_model), 100).has_value());
    const auto numbers = modelWith(TensorSpec(DataType::kInt8, {1}, {1}));
    EXPECT_FALSE(decodeStrings(*numbers, tensorOf(numbers), 100).has_value());
}

TEST(TensorData, ElementsAsIntegers) {
    EXPECT_EQ((Element{DataType::kFloat32, std::bit_cast<std::uint32_t>(-2.5F)}).i(), -2);
    EXPECT_EQ((Element{DataType::kFloat32, std::bit_cast<std::uint32_t>(1e30F)}).i(), 0);
    EXPECT_EQ((Element{DataType::kUInt64, UINT64_MAX}).i(), -1);
    EXPECT_EQ((Element{DataType::kUInt64, UINT64_MAX}).f(), 18446744073709551615.0);
    EXPECT_EQ((Element{DataType::kInt4, 8}).f(), -8);
}

}  // namespace qdqlens::onnx
