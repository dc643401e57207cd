#include "resources/samples/tensor_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace qdqlens::samples {

static_assert(std::endian::native == std::endian::little);

namespace {

/// A float format of sign, exponent and mantissa.
struct Format {
    int exponent_bits = 0;
    int mantissa_bits = 0;
    int bias = 0;
    enum class Top {
        kIeee,    ///< The top exponent is infinity and NaN.
        kFn,      ///< All ones is NaN, no infinity.
        kFnuz,    ///< Nothing but "negative zero" is NaN.
        kFinite,  ///< No NaN at all.
    } top = Top::kIeee;

    [[nodiscard]] std::uint32_t signBit() const { return 1U << (exponent_bits + mantissa_bits); }
};

Format formatOf(DataType type) {
    switch (type) {
        case DataType::kFloat16:
            return {5, 10, 15, Format::Top::kIeee};
        case DataType::kBFloat16:
            return {8, 7, 127, Format::Top::kIeee};
        case DataType::kFloat8E4M3FN:
            return {4, 3, 7, Format::Top::kFn};
        case DataType::kFloat8E4M3FNUZ:
            return {4, 3, 8, Format::Top::kFnuz};
        case DataType::kFloat8E5M2:
            return {5, 2, 15, Format::Top::kIeee};
        case DataType::kFloat8E5M2FNUZ:
            return {5, 2, 16, Format::Top::kFnuz};
        case DataType::kFloat4E2M1:
            return {2, 1, 1, Format::Top::kFinite};
        default:
            throw std::invalid_argument(
                fmt::format("data type {} is no narrow float", static_cast<int>(type)));
    }
}

/// Of a code without its sign; they grow with the code.
double magnitudeOf(const Format& format, std::uint32_t code) {
    const std::uint32_t mantissa = code & ((1U << format.mantissa_bits) - 1);
    const auto exponent = static_cast<int>(code >> format.mantissa_bits);
    if (format.top == Format::Top::kIeee && exponent == (1 << format.exponent_bits) - 1) {
        return mantissa == 0 ? std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    }
    if (format.top == Format::Top::kFn && code == format.signBit() - 1) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const std::uint32_t significand = exponent == 0 ? mantissa : mantissa | (1U << format.mantissa_bits);
    return std::ldexp(significand, std::max(exponent, 1) - format.bias - format.mantissa_bits);
}

/// The last code without sign that is no NaN.
std::uint32_t largestCode(DataType type) {
    if (type == DataType::kFloat8E8M0) {
        return 0xfe;
    }
    const Format format = formatOf(type);
    switch (format.top) {
        case Format::Top::kIeee:
            return format.signBit() - (1U << format.mantissa_bits);
        case Format::Top::kFn:
            return format.signBit() - 2;
        default:
            return format.signBit() - 1;
    }
}

bool isNarrowFloat(DataType type) {
    return onnx::isFloat(type) && onnx::bitsPerElement(type) <= 16;
}

/// An integer or bool as its code, checked.
std::uint64_t integerCode(DataType type, double value) {
    const auto range =
        type == DataType::kBool
            ? onnx::CodeRange{0, 1}
            : onnx::codeRange(type).value_or(onnx::CodeRange{std::numeric_limits<std::int64_t>::min(),
                                                             std::numeric_limits<std::int64_t>::max()});
    const bool wide = onnx::bitsPerElement(type) == 64;
    const double least = type == DataType::kUInt64 ? 0 : static_cast<double>(range.min);
    const double most = wide ? 0x1p53 : static_cast<double>(range.max);
    if (value != std::floor(value) || value < std::max(least, -0x1p53) || value > most) {
        throw std::invalid_argument(
            fmt::format("{} is no {} (64 bits take doubles up to 2^53)", value, onnx::dataTypeName(type)));
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

std::uint64_t codeOf(DataType type, double value) {
    switch (type) {
        case DataType::kFloat32:
        case DataType::kComplex64:
            return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        case DataType::kFloat64:
        case DataType::kComplex128:
            return std::bit_cast<std::uint64_t>(value);
        default:
            return isNarrowFloat(type) ? narrowFloatCode(type, value) : integerCode(type, value);
    }
}

bool isComplex(DataType type) {
    return type == DataType::kComplex64 || type == DataType::kComplex128;
}

/// Codes of `bits` bits one after the other, the first in the low bits.
std::string packed(const std::vector<std::uint64_t>& codes, int bits) {
    const std::size_t width = static_cast<std::size_t>(bits);
    std::string bytes((codes.size() * width + 7) / 8, '\0');
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (bits >= 8) {
            std::memcpy(bytes.data() + i * width / 8, &codes[i], width / 8);
        } else {
            const std::uint64_t code = codes[i] & ((1U << width) - 1);
            char& byte = bytes[i * width / 8];
            byte = static_cast<char>(static_cast<unsigned char>(byte) | (code << (i * width % 8)));
        }
    }
    return bytes;
}

template <class Stored, class Field>
void moveInto(Field* field, const std::string& bytes) {
    for (std::size_t at = 0; at + sizeof(Stored) <= bytes.size(); at += sizeof(Stored)) {
        Stored value;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        field->Add(value);
    }
}

}  // namespace

double narrowFloat(DataType type, std::uint32_t code) {
    if (type == DataType::kFloat8E8M0) {
        return code == 0xff ? std::numeric_limits<double>::quiet_NaN()
                            : std::ldexp(1.0, static_cast<int>(code) - 127);
    }
    const Format format = formatOf(type);
    if (format.top == Format::Top::kFnuz && code == format.signBit()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double magnitude = magnitudeOf(format, code & (format.signBit() - 1));
    return (code & format.signBit()) != 0 ? -magnitude : magnitude;
}

std::uint32_t narrowFloatCode(DataType type, double value) {
    const bool e8m0 = type == DataType::kFloat8E8M0;
    const std::uint32_t sign_bit = e8m0 ? 0x100U : formatOf(type).signBit();
    const bool negative = !e8m0 && std::signbit(value);
    const double magnitude = std::abs(value);
    if (std::isnan(value)) {  // The all-ones code where that is a NaN, else "negative zero".
        return std::isnan(narrowFloat(type, sign_bit - 1)) ? sign_bit - 1 : sign_bit;
    }
    std::uint32_t low = 0;
    std::uint32_t high = largestCode(type);
    while (low < high) {  // The largest code whose value is <= magnitude.
        const std::uint32_t middle = (low + high + 1) / 2;
        if (narrowFloat(type, middle) <= magnitude) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    const double below = narrowFloat(type, low);
    // Infinity stands where the next value would: round to it as if it were that value.
    double above = narrowFloat(type, low + 1);
    if (std::isinf(above)) {
        above = 2 * below - narrowFloat(type, low - 1);
    }
    const double up = above - magnitude;
    const double down = magnitude - below;
    if (low + 1 < sign_bit && (up < down || (up == down && (low & 1U) != 0))) {
        ++low;
    }
    const bool no_negative_zero = !e8m0 && formatOf(type).top == Format::Top::kFnuz && low == 0;
    return negative && !no_negative_zero ? low | sign_bit : low;
}

std::int64_t elementCount(const std::vector<std::int64_t>& dims) {
    std::int64_t count = 1;
    for (const std::int64_t dim : dims) {
        count *= dim;
    }
    return count;
}

TensorSpec::TensorSpec(DataType type, const std::vector<std::int64_t>& dims,
                       const std::vector<double>& values) {
    const std::int64_t expected = elementCount(dims) * (isComplex(type) ? 2 : 1);
    if (expected != static_cast<std::int64_t>(values.size()) || onnx::bitsPerElement(type) == 0) {
        throw std::invalid_argument(fmt::format("{} values of data type {} for {} elements", values.size(),
                                                static_cast<int>(type), expected));
    }
    setHead(type, dims);
    std::vector<std::uint64_t> codes;
    codes.reserve(values.size());
    for (const double value : values) {
        codes.push_back(codeOf(type, value));
    }
    proto_.set_raw_data(packed(codes, onnx::bitsPerElement(type) / (isComplex(type) ? 2 : 1)));
}

TensorSpec TensorSpec::filled(DataType type, const std::vector<std::int64_t>& dims, double value) {
    const auto count = static_cast<std::size_t>(elementCount(dims)) * (isComplex(type) ? 2 : 1);
    return {type, dims, std::vector<double>(count, value)};
}

TensorSpec TensorSpec::strings(const std::vector<std::int64_t>& dims,
                               const std::vector<std::string>& values) {
    TensorSpec tensor;
    tensor.setHead(DataType::kString, dims);
    for (const std::string& value : values) {
        tensor.proto_.add_string_data(value);
    }
    return tensor;
}

TensorSpec TensorSpec::raw(DataType type, const std::vector<std::int64_t>& dims, std::string bytes) {
    TensorSpec tensor;
    tensor.setHead(type, dims);
    tensor.proto_.set_raw_data(std::move(bytes));
    return tensor;
}

void TensorSpec::setHead(DataType type, const std::vector<std::int64_t>& dims) {
    for (const std::int64_t dim : dims) {
        proto_.add_dims(dim);
    }
    proto_.set_data_type(static_cast<std::int32_t>(type));
}

TensorSpec& TensorSpec::typed() {
    const std::string bytes = proto_.raw_data();
    proto_.clear_raw_data();
    const auto type = static_cast<DataType>(proto_.data_type());
    switch (type) {
        case DataType::kFloat32:
        case DataType::kComplex64:
            moveInto<float>(proto_.mutable_float_data(), bytes);
            break;
        case DataType::kFloat64:
        case DataType::kComplex128:
            moveInto<double>(proto_.mutable_double_data(), bytes);
            break;
        case DataType::kInt64:
            moveInto<std::int64_t>(proto_.mutable_int64_data(), bytes);
            break;
        case DataType::kUInt64:
            moveInto<std::uint64_t>(proto_.mutable_uint64_data(), bytes);
            break;
        case DataType::kUInt32:
            moveInto<std::uint32_t>(proto_.mutable_uint64_data(), bytes);
            break;
        case DataType::kInt32:
            moveInto<std::int32_t>(proto_.mutable_int32_data(), bytes);
            break;
        case DataType::kInt16:
            moveInto<std::int16_t>(proto_.mutable_int32_data(), bytes);
            break;
        case DataType::kInt8:
            moveInto<std::int8_t>(proto_.mutable_int32_data(), bytes);
            break;
        default:
            if (onnx::bitsPerElement(type) == 16) {
                moveInto<std::uint16_t>(proto_.mutable_int32_data(), bytes);
            } else {
                moveInto<std::uint8_t>(proto_.mutable_int32_data(), bytes);
            }
    }
    return *this;
}

TensorSpec& TensorSpec::external(const std::string& location, std::int64_t offset, std::int64_t length) {
    const std::string name = proto_.name();
    const std::vector<std::int64_t> dims(proto_.dims().begin(), proto_.dims().end());
    const auto type = static_cast<DataType>(proto_.data_type());
    proto_.Clear();
    setHead(type, dims);
    proto_.set_name(name);
    const auto add = [this](const char* key, const std::string& value) {
        schema::StringStringEntryProto* entry = proto_.add_external_data();
        entry->set_key(key);
        entry->set_value(value);
    };
    add("location", location);
    if (offset >= 0) {
        add("offset", std::to_string(offset));
    }
    if (length >= 0) {
        add("length", std::to_string(length));
    }
    proto_.set_data_location(schema::TensorProto::EXTERNAL);
    return *this;
}

TensorSpec& TensorSpec::name(const std::string& name) {
    proto_.set_name(name);
    return *this;
}

TensorSpec& TensorSpec::doc(const std::string& text) {
    proto_.set_doc_string(text);
    return *this;
}

TensorSpec& TensorSpec::meta(const std::string& key, const std::string& value) {
    schema::StringStringEntryProto* entry = proto_.add_metadata_props();
    entry->set_key(key);
    entry->set_value(value);
    return *this;
}

}  // namespace qdqlens::samples
