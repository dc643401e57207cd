#include "core/onnx/tensor_data_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/text.h"
#include "core/onnx/reader_parts.h"
#include "core/onnx/wire.h"

namespace qdqlens::onnx {

namespace {

constexpr std::int32_t kFloatData = 4;
constexpr std::int32_t kDoubleData = 10;

const char* typedFieldName(std::int32_t field) {
    switch (field) {
        case 4:
            return "float_data";
        case 5:
            return "int32_data";
        case 6:
            return "string_data";
        case 7:
            return "int64_data";
        case 10:
            return "double_data";
        case 11:
            return "uint64_data";
        default:
            return "no field";
    }
}

std::uint64_t lowBits(std::uint64_t value, std::uint64_t bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

template <class Stored>
void widen(std::string_view bytes, std::span<std::int64_t> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        Stored value = 0;
        std::memcpy(&value, bytes.data() + i * sizeof(value), sizeof(value));
        out[i] = value;
    }
}

}  // namespace

tl::unexpected<Error> tensorFail(const Model& model, const Tensor& tensor, const std::string& what) {
    const std::string name =
        tensor.name.empty() ? "a tensor without a name" : "tensor " + showName(tensor.name).text;
    return fail(ErrorKind::kInput, fmt::format("{} (byte {}): {}", name, tensor.range.offset, what),
                model.input->name());
}

std::size_t TypedValues::width() const {
    return tensor_->field == kFloatData ? 4 : tensor_->field == kDoubleData ? 8 : 0;
}

bool TypedValues::enterRun() {
    while (rest_.empty()) {
        if (next_run_ == tensor_->data.size()) {
            return false;
        }
        const DataRun& run = tensor_->data[next_run_++];
        rest_ = model_->bytes(run.range);
        tagged_ = run.tagged;
    }
    std::uint64_t tag = 0;
    return !tagged_ || takeVarint(rest_, tag);
}

bool TypedValues::next(std::uint64_t& value) {
    if (!enterRun()) {
        return false;
    }
    const std::size_t size = width();
    if (size == 0) {
        return takeVarint(rest_, value);
    }
    if (rest_.size() < size) {
        return false;
    }
    value = 0;
    std::memcpy(&value, rest_.data(), size);
    rest_.remove_prefix(size);
    return true;
}

bool TypedValues::nextString(std::string_view& value) {
    std::uint64_t size = 0;
    if (!enterRun() || !takeVarint(rest_, size) || size > rest_.size()) {
        return false;
    }
    value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
}

bool TypedValues::skip(std::uint64_t count) {
    const std::size_t size = width();
    while (count > 0) {
        if (!rest_.empty() && !tagged_ && size != 0) {
            const std::uint64_t here = std::min<std::uint64_t>(count, rest_.size() / size);
            rest_.remove_prefix(here * size);
            count -= here;
            if (here != 0) {
                continue;
            }
        }
        std::uint64_t value = 0;
        if (!next(value)) {
            return false;
        }
        --count;
    }
    return true;
}

Result<void> ElementStream::checkType() const {
    const DataType type = tensor_->type;
    if (type == DataType::kString) {
        return tensorFail(*model_, *tensor_, "its elements are strings, not numbers");
    }
    if (type == DataType::kComplex64 || type == DataType::kComplex128) {
        return tensorFail(*model_, *tensor_,
                          fmt::format("{} elements cannot be shown as numbers", dataTypeName(type)));
    }
    return {};
}

Result<ElementStream> ElementStream::open(const Model& model, const Tensor& tensor, std::uint64_t first) {
    ElementStream stream(model, tensor);
    const auto total = elementCount(tensor);
    const auto bytes = storageBytes(tensor);
    if (!total || !bytes) {
        return tensorFail(model, tensor, (!total ? total : bytes).error().what);
    }
    if (auto good = stream.checkType(); !good) {
        return tl::unexpected<Error>(std::move(good).error());
    }
    stream.total_ = *total;
    stream.bytes_ = *bytes;
    stream.bits_ = static_cast<std::uint64_t>(bitsPerElement(tensor.type));
    stream.position_ = std::min(first, stream.total_);
    if (stream.remaining() == 0) {
        return stream;
    }
    Result<void> opened;
    switch (tensor.storage) {
        case Tensor::Storage::kRaw:
            opened = stream.openRaw();
            break;
        case Tensor::Storage::kExternal:
            opened = stream.openExternal();
            break;
        case Tensor::Storage::kTyped:
            opened = stream.openTyped();
            break;
        case Tensor::Storage::kNone:
            opened = tensorFail(
                model, tensor, fmt::format("it has no data, though its dims say {} elements", stream.total_));
            break;
    }
    if (!opened) {
        return tl::unexpected<Error>(std::move(opened).error());
    }
    return stream;
}

Result<void> ElementStream::openRaw() {
    flat_ = model_->bytes(tensor_->data.front().range);
    if (flat_.size() < bytes_) {
        return tensorFail(*model_, *tensor_,
                          fmt::format("raw_data has {} bytes, its {} {} elements take {}", flat_.size(),
                                      total_, dataTypeName(tensor_->type), bytes_));
    }
    return {};
}

Result<void> ElementStream::openExternal() {
    auto location = externalLocation(*model_, *tensor_);
    if (!location) {
        return tl::unexpected<Error>(std::move(location).error());
    }
    if (location->length && *location->length < bytes_) {
        return tensorFail(*model_, *tensor_,
                          fmt::format("external data have the length {}, its {} {} elements take {} bytes",
                                      *location->length, total_, dataTypeName(tensor_->type), bytes_));
    }
    auto file = ExternalFile::open(*location);
    if (!file) {
        return tensorFail(*model_, *tensor_, file.error().what);
    }
    if (location->offset > file->size() || bytes_ > file->size() - location->offset) {
        return tensorFail(
            *model_, *tensor_,
            fmt::format("external data file {} has {} bytes, too short for {} bytes from offset {}",
                        showName(location->file.string()).text, file->size(), bytes_, location->offset));
    }
    external_offset_ = location->offset;
    external_.emplace(std::move(*file));
    return {};
}

Result<void> ElementStream::openTyped() {
    const std::int32_t expected = typedField(tensor_->type);
    if (tensor_->field != expected) {
        return tensorFail(
            *model_, *tensor_,
            fmt::format("its data are in {}, where {} elements stand in {}", typedFieldName(tensor_->field),
                        dataTypeName(tensor_->type), typedFieldName(expected)));
    }
    const std::uint64_t within = position_ % perValue();
    if (!typed_.skip(position_ / perValue()) || (within != 0 && !typed_.next(typed_value_))) {
        return typedShort();
    }
    return {};
}

tl::unexpected<Error> ElementStream::typedShort() const {
    return tensorFail(*model_, *tensor_,
                      fmt::format("{} ends before the {} elements that its dims say",
                                  typedFieldName(tensor_->field), total_));
}

Result<void> ElementStream::read(std::uint64_t count, std::vector<Element>& elements) {
    count = std::min(count, remaining());
    if (count == 0) {
        return {};
    }
    return tensor_->storage == Tensor::Storage::kTyped ? readTyped(count, elements)
                                                       : readFlat(count, elements);
}

Result<std::string_view> ElementStream::flatBytes(std::uint64_t count) {
    // Element positions are below 2^63 and the whole tensor's bits may not fit 64: count in whole bytes where
    // possible.
    const bool packed = bits_ < 8;
    const std::uint64_t first_byte = packed ? position_ / perValue() : position_ * (bits_ / 8);
    const std::uint64_t end = position_ + count;
    const std::uint64_t end_byte = packed ? (end + perValue() - 1) / perValue() : end * (bits_ / 8);
    if (!external_) {
        return flat_.substr(first_byte, end_byte - first_byte);
    }
    if (auto read = external_->read(external_offset_ + first_byte, end_byte - first_byte, buffer_); !read) {
        return tensorFail(*model_, *tensor_, read.error().what);
    }
    return buffer_;
}

Result<void> ElementStream::readFlat(std::uint64_t count, std::vector<Element>& elements) {
    const auto bytes = flatBytes(count);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    const bool packed = bits_ < 8;
    const std::size_t width = packed ? 1 : bits_ / 8;
    const std::uint64_t skipped = packed ? position_ % perValue() : 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t value = 0;
        if (packed) {
            const std::uint64_t index = skipped + i;
            const auto byte = static_cast<std::uint8_t>((*bytes)[index / perValue()]);
            value = lowBits(byte >> (index % perValue() * bits_), bits_);
        } else {
            std::memcpy(&value, bytes->data() + i * width, width);
        }
        elements.push_back({tensor_->type, value});
    }
    position_ += count;
    return {};
}

Result<void> ElementStream::readIntegers(std::uint64_t count, std::vector<std::int64_t>& numbers) {
    count = std::min(count, remaining());
    if (count == 0) {
        return {};
    }
    if (tensor_->storage == Tensor::Storage::kTyped || bits_ < 8) {
        std::vector<Element> elements;
        elements.reserve(count);
        if (auto done = read(count, elements); !done) {
            return done;
        }
        for (const Element& element : elements) {
            numbers.push_back(element.i());
        }
        return {};
    }
    const auto bytes = flatBytes(count);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    const std::size_t before = numbers.size();
    numbers.resize(before + count);
    const std::span<std::int64_t> out = std::span(numbers).subspan(before);
    switch (tensor_->type) {
        case DataType::kInt8:
            widen<std::int8_t>(*bytes, out);
            break;
        case DataType::kUInt8:
            widen<std::uint8_t>(*bytes, out);
            break;
        case DataType::kInt16:
            widen<std::int16_t>(*bytes, out);
            break;
        case DataType::kUInt16:
            widen<std::uint16_t>(*bytes, out);
            break;
        case DataType::kInt32:
            widen<std::int32_t>(*bytes, out);
            break;
        default:
            widen<std::uint32_t>(*bytes, out);
            break;
    }
    position_ += count;
    return {};
}

Result<void> ElementStream::readTyped(std::uint64_t count, std::vector<Element>& elements) {
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t within = position_ % perValue();
        if (within == 0 && !typed_.next(typed_value_)) {
            return typedShort();
        }
        elements.push_back({tensor_->type, lowBits(typed_value_ >> (within * bits_), bits_)});
        ++position_;
    }
    return {};
}

}  // namespace qdqlens::onnx
