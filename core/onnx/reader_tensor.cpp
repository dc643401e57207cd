// TensorProto and SparseTensorProto: where the data are, never what they are.
#include <fmt/format.h>

#include <algorithm>

#include "core/onnx/reader_parts.h"

namespace qdqlens::onnx {

namespace {

constexpr std::int32_t kRawData = 9;

bool isTypedField(std::uint32_t number) {
    return number == 4 || number == 5 || number == 6 || number == 7 || number == 10 || number == 11;
}

/// A field with its own tag joins the run before it where they stand back to back.
bool joins(const std::vector<DataRun>& runs, ByteRange range, std::int32_t field) {
    return !runs.empty() && runs.back().tagged && runs.back().field == field &&
           runs.back().range.offset + runs.back().range.size == range.offset;
}

void keepOnly(Tensor& tensor, std::int32_t field) {
    tensor.field = field;
    tensor.data.erase(std::remove_if(tensor.data.begin(), tensor.data.end(),
                                     [field](const DataRun& run) { return run.field != field; }),
                      tensor.data.end());
}

bool hasField(const Tensor& tensor, std::int32_t field) {
    return std::any_of(tensor.data.begin(), tensor.data.end(),
                       [field](const DataRun& run) { return run.field == field; });
}

}  // namespace

std::int32_t typedField(DataType type) {
    switch (type) {
        case DataType::kFloat32:
        case DataType::kComplex64:
            return 4;
        case DataType::kString:
            return 6;
        case DataType::kInt64:
            return 7;
        case DataType::kFloat64:
        case DataType::kComplex128:
            return 10;
        case DataType::kUInt32:
        case DataType::kUInt64:
            return 11;
        case DataType::kUndefined:
            return 0;
        default:
            return 5;
    }
}

void settleTensor(Tensor& tensor) {
    if (tensor.storage == Tensor::Storage::kExternal) {
        tensor.data.clear();
        return;
    }
    if (tensor.data.empty()) {
        return;
    }
    // raw_data wins over typed fields, as in ONNX Runtime; its last occurrence counts. An empty one beside
    // typed data is a writer's default.
    const auto raw = std::find_if(tensor.data.rbegin(), tensor.data.rend(),
                                  [](const DataRun& run) { return run.field == kRawData; });
    const bool other = std::any_of(tensor.data.begin(), tensor.data.end(),
                                   [](const DataRun& run) { return run.field != kRawData; });
    if (raw != tensor.data.rend() && (raw->range.size != 0 || !other)) {
        tensor.data = {*raw};
        tensor.storage = Tensor::Storage::kRaw;
        return;
    }
    tensor.storage = Tensor::Storage::kTyped;
    const std::int32_t expected = typedField(tensor.type);
    if (hasField(tensor, expected)) {
        keepOnly(tensor, expected);
        return;
    }
    const auto first = std::find_if(tensor.data.begin(), tensor.data.end(),
                                    [](const DataRun& run) { return run.field != kRawData; });
    keepOnly(tensor, first->field);
}

bool ModelReader::readTensorData(WireCursor& cursor, Tensor& tensor, const MessagePath& path) {
    const std::uint32_t number = cursor.tag() >> 3U;
    const bool is_bytes = (cursor.tag() & 7U) == 2U;
    const auto field = static_cast<std::int32_t>(number);
    if (number == static_cast<std::uint32_t>(kRawData) && is_bytes) {
        state_.count(cursor.bytes().data(), path);
        tensor.data.push_back({range(cursor.bytes()), field, false});
        return true;
    }
    if (!isTypedField(number)) {
        return false;
    }
    if (is_bytes && number != 6) {
        const std::size_t width = number == 4 ? 4 : number == 10 ? 8 : 1;
        if (cursor.bytes().size() % width != 0) {
            cursor.fail(
                fmt::format("packed elements of {} bytes each take {} bytes", width, cursor.bytes().size()));
            return true;
        }
        state_.count(cursor.bytes().data(), path);
        tensor.data.push_back({range(cursor.bytes()), field, false});
        return true;
    }
    const std::uint32_t own = number == 4    ? fixed32Field(4)
                              : number == 6  ? bytesField(6)
                              : number == 10 ? fixed64Field(10)
                                             : varintField(number);
    if (cursor.tag() != own) {
        return false;
    }
    const ByteRange whole = range(cursor.whole());
    if (joins(tensor.data, whole, field)) {
        tensor.data.back().range.size += whole.size;
        return true;
    }
    state_.count(cursor.whole().data(), path);
    tensor.data.push_back({whole, field, true});
    return true;
}

void ModelReader::readTensor(std::string_view message, Tensor& tensor, const MessagePath& path) {
    tensor.range = range(message);
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case varintField(1):
                tensor.dims.push_back(cursor.int64());
                break;
            case bytesField(1):
                appendPacked(cursor, tensor.dims);
                break;
            case varintField(2):
                tensor.type = static_cast<DataType>(cursor.int32());
                break;
            case bytesField(8):
                tensor.name = cursor.bytes();
                break;
            case bytesField(12):
                tensor.doc = cursor.bytes();
                break;
            case bytesField(13):
                readEntry(cursor.bytes(), tensor.external, path, "external_data");
                break;
            case varintField(14):
                tensor.storage = cursor.value() == 1 ? Tensor::Storage::kExternal : Tensor::Storage::kNone;
                break;
            case bytesField(16):
                readEntry(cursor.bytes(), tensor.metadata, path, "metadata_props");
                break;
            default:
                readTensorData(cursor, tensor, path);
                break;
        }
    }
}

void ModelReader::readSparseTensor(std::string_view message, SparseTensor& tensor, const MessagePath& path) {
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                readTensor(cursor.bytes(), tensor.values, {&path, "TensorProto", "values", -1});
                break;
            case bytesField(2):
                readTensor(cursor.bytes(), tensor.indices, {&path, "TensorProto", "indices", -1});
                break;
            case varintField(3):
                tensor.dims.push_back(cursor.int64());
                break;
            case bytesField(3):
                appendPacked(cursor, tensor.dims);
                break;
            default:
                break;
        }
    }
}

}  // namespace qdqlens::onnx
