// One tensor in its three forms (raw_data, packed typed fields, typed fields with a tag an element) has the
// same elements, and every piece of it is a slice of the whole.
#include "core/onnx/tensor_data.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>

#include "core/onnx/reader.h"
#include "core/onnx/wire_writer.h"
#include "resources/samples/model_builder.h"

namespace qdqlens::test {

namespace {

using onnx::bytesOf;
using onnx::DataType;
using onnx::Element;
using onnx::fixed32Of;
using onnx::fixed64Of;
using onnx::varintOf;
using samples::TensorSpec;

constexpr DataType kTypes[] = {
    DataType::kFloat32,    DataType::kUInt8,          DataType::kInt8,   DataType::kUInt16,
    DataType::kInt16,      DataType::kInt32,          DataType::kInt64,  DataType::kBool,
    DataType::kFloat16,    DataType::kFloat64,        DataType::kUInt32, DataType::kUInt64,
    DataType::kBFloat16,   DataType::kFloat8E4M3FN,   DataType::kInt4,   DataType::kFloat8E4M3FNUZ,
    DataType::kFloat8E5M2, DataType::kFloat8E5M2FNUZ, DataType::kUInt4,  DataType::kFloat4E2M1,
    DataType::kFloat8E8M0, DataType::kUInt2,          DataType::kInt2};

std::string rawBytes(DataType type, std::size_t count) {
    const auto bits = static_cast<std::size_t>(onnx::bitsPerElement(type));
    auto bytes = *rc::gen::container<std::string>((count * bits + 7) / 8, rc::gen::arbitrary<char>());
    if (type == DataType::kBool) {
        for (char& byte : bytes) {
            byte = static_cast<char>(byte & 1);
        }
    }
    return bytes;
}

/// The typed fields again, each element with its own tag.
std::string withTags(const schema::TensorProto& packed) {
    std::string bytes;
    for (const float value : packed.float_data()) {
        bytes += fixed32Of(4, value);
    }
    for (const std::int32_t value : packed.int32_data()) {
        bytes += varintOf(5, static_cast<std::uint64_t>(std::int64_t{value}));
    }
    for (const std::int64_t value : packed.int64_data()) {
        bytes += varintOf(7, static_cast<std::uint64_t>(value));
    }
    for (const double value : packed.double_data()) {
        bytes += fixed64Of(10, value);
    }
    for (const std::uint64_t value : packed.uint64_data()) {
        bytes += varintOf(11, value);
    }
    return bytes;
}

std::vector<std::uint64_t> bitsOf(const std::vector<Element>& elements) {
    std::vector<std::uint64_t> bits;
    for (const Element& element : elements) {
        bits.push_back(element.bits);
    }
    return bits;
}

std::vector<std::uint64_t> decodedBits(const std::string& tensor, std::uint64_t first, std::uint64_t count) {
    const auto model = onnx::readModel(onnx::Input::fromBytes(bytesOf(7, bytesOf(5, tensor))));
    if (!model) {
        RC_FAIL(model.error().message());
    }
    const auto elements = onnx::decode(**model, (*model)->graph.initializers.at(0), first, count);
    if (!elements) {
        RC_FAIL(elements.error().message());
    }
    return bitsOf(*elements);
}

}  // namespace

RC_GTEST_PROP(OnnxTensorData, EveryFormHasTheSameElements, ()) {
    const DataType type = *rc::gen::elementOf(std::vector<DataType>(std::begin(kTypes), std::end(kTypes)));
    const auto count = *rc::gen::inRange<std::size_t>(1, 40);
    const TensorSpec raw = TensorSpec::raw(type, {static_cast<std::int64_t>(count)}, rawBytes(type, count));
    TensorSpec typed = raw;
    typed.typed();
    schema::TensorProto head = raw.proto();
    head.clear_raw_data();
    const std::string tagged = head.SerializeAsString() + withTags(typed.proto());

    const auto whole = decodedBits(raw.proto().SerializeAsString(), 0, count);
    RC_ASSERT(whole.size() == count);
    RC_ASSERT(decodedBits(typed.proto().SerializeAsString(), 0, count) == whole);
    RC_ASSERT(decodedBits(tagged, 0, count) == whole);

    const auto first = *rc::gen::inRange<std::size_t>(0, count + 1);
    const auto length = *rc::gen::inRange<std::size_t>(0, count + 1);
    const auto end = std::min(count, first + length);
    const std::vector<std::uint64_t> slice(whole.begin() + static_cast<std::ptrdiff_t>(first),
                                           whole.begin() + static_cast<std::ptrdiff_t>(end));
    RC_ASSERT(decodedBits(raw.proto().SerializeAsString(), first, length) == slice);
    RC_ASSERT(decodedBits(typed.proto().SerializeAsString(), first, length) == slice);
    RC_ASSERT(decodedBits(tagged, first, length) == slice);
}

}  // namespace qdqlens::test
