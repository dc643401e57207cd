#include "core/onnx/tensor_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/text.h"
#include "core/onnx/tensor_data_stream.h"

namespace qdqlens::onnx {

namespace {

constexpr std::uint64_t kPiece = 64 * 1024;
constexpr std::uint64_t kMaxCount = std::numeric_limits<std::int64_t>::max();

std::string nameOf(const Tensor& tensor) {
    return tensor.name.empty() ? "a tensor without a name" : "tensor " + showName(tensor.name).text;
}

}  // namespace

Result<std::uint64_t> elementCount(const Tensor& tensor) {
    for (const std::int64_t dim : tensor.dims) {
        if (dim < 0) {
            return fail(ErrorKind::kInput, fmt::format("its dims hold a negative one, {}", dim),
                        nameOf(tensor));
        }
    }
    std::uint64_t count = 1;
    bool too_many = false;
    for (const std::int64_t dim : tensor.dims) {
        const auto size = static_cast<std::uint64_t>(dim);
        if (size == 0) {
            return 0;
        }
        too_many = too_many || count > kMaxCount / size;
        count = too_many ? count : count * size;
    }
    if (too_many) {
        return fail(ErrorKind::kInput, "its dims multiply to more elements than 63 bits can count",
                    nameOf(tensor));
    }
    return count;
}

Result<std::uint64_t> storageBytes(const Tensor& tensor) {
    const auto count = elementCount(tensor);
    if (!count || tensor.type == DataType::kString) {
        return count ? Result<std::uint64_t>(0) : count;
    }
    const auto bits = static_cast<std::uint64_t>(bitsPerElement(tensor.type));
    if (bits == 0) {
        return fail(ErrorKind::kInput,
                    fmt::format("data type {} has no known size", static_cast<std::int32_t>(tensor.type)),
                    nameOf(tensor));
    }
    if (bits < 8) {
        const std::uint64_t per_byte = 8 / bits;
        return *count / per_byte + (*count % per_byte != 0 ? 1 : 0);
    }
    if (*count > kMaxCount / (bits / 8)) {
        return fail(ErrorKind::kInput, "its elements take more bytes than 63 bits can count", nameOf(tensor));
    }
    return *count * (bits / 8);
}

Result<std::vector<Element>> decode(const Model& model, const Tensor& tensor, std::uint64_t first,
                                    std::uint64_t count) {
    auto stream = ElementStream::open(model, tensor, first);
    if (!stream) {
        return tl::unexpected<Error>(std::move(stream).error());
    }
    std::vector<Element> elements;
    count = std::min(count, stream->remaining());
    elements.reserve(std::min(count, kPiece));
    while (elements.size() < count) {  // In pieces: dims may promise more than typed data hold.
        if (auto read = stream->read(std::min(kPiece, count - elements.size()), elements); !read) {
            return tl::unexpected<Error>(std::move(read).error());
        }
    }
    return elements;
}

Result<std::vector<Element>> decodeAll(const Model& model, const Tensor& tensor, std::uint64_t limit) {
    const auto count = elementCount(tensor);
    if (count && *count > limit) {
        return fail(ErrorKind::kLimit,
                    fmt::format("{} has {} elements, more than {}", nameOf(tensor), *count, limit),
                    model.input->name());
    }
    return decode(model, tensor, 0, limit);
}

Result<std::vector<std::string>> decodeStrings(const Model& model, const Tensor& tensor,
                                               std::uint64_t limit) {
    if (tensor.type != DataType::kString) {
        return tensorFail(model, tensor, "its elements are not strings");
    }
    const auto count = elementCount(tensor);
    if (!count) {
        return tensorFail(model, tensor, count.error().what);
    }
    std::vector<std::string> strings;
    const std::uint64_t wanted = std::min(*count, limit);
    if (wanted != 0 && tensor.storage != Tensor::Storage::kTyped) {
        return tensorFail(model, tensor, "strings can only stand in string_data, which it has not");
    }
    TypedValues values(model, tensor);
    while (strings.size() < wanted) {
        std::string_view value;
        if (tensor.field != 6 || !values.nextString(value)) {
            return tensorFail(
                model, tensor,
                fmt::format("string_data ends before the {} elements that its dims say", *count));
        }
        strings.emplace_back(value);
    }
    return strings;
}

Result<void> visitElements(const Model& model, const Tensor& tensor,
                           const std::function<bool(std::span<const Element>)>& visit) {
    auto stream = ElementStream::open(model, tensor, 0);
    if (!stream) {
        return tl::unexpected<Error>(std::move(stream).error());
    }
    std::vector<Element> piece;
    while (stream->remaining() != 0) {
        piece.clear();
        if (auto read = stream->read(kPiece, piece); !read) {
            return read;
        }
        if (!visit(piece)) {
            break;
        }
    }
    return {};
}

Result<void> visitIntegers(const Model& model, const Tensor& tensor,
                           const std::function<bool(std::span<const std::int64_t>)>& visit) {
    constexpr std::uint64_t kNumbers = 16 * 1024;  // Stay in the processor's cache.
    if (!codeRange(tensor.type).has_value()) {
        return tensorFail(model, tensor, "its elements are no integers of at most 32 bits");
    }
    auto stream = ElementStream::open(model, tensor, 0);
    if (!stream) {
        return tl::unexpected<Error>(std::move(stream).error());
    }
    std::vector<std::int64_t> piece;
    while (stream->remaining() != 0) {
        piece.clear();
        if (auto read = stream->readIntegers(kNumbers, piece); !read) {
            return read;
        }
        if (!visit(piece)) {
            break;
        }
    }
    return {};
}

}  // namespace qdqlens::onnx
