// A tensor's elements one piece after another, wherever they are stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/onnx/external.h"
#include "core/onnx/tensor_data.h"

namespace qdqlens::onnx {

/// "FILE: tensor w (byte 123): what".
[[nodiscard]] tl::unexpected<Error> tensorFail(const Model& model, const Tensor& tensor,
                                               const std::string& what);

/// Stored values of a typed field, run by run: float_data and double_data as their bits, the others as
/// varints.
class TypedValues {
  public:
    TypedValues(const Model& model, const Tensor& tensor) : model_(&model), tensor_(&tensor) {}

    /// False at the end.
    [[nodiscard]] bool next(std::uint64_t& value);
    /// The next string of string_data.
    [[nodiscard]] bool nextString(std::string_view& value);
    /// Passes over `count` values; false where there are fewer.
    [[nodiscard]] bool skip(std::uint64_t count);

  private:
    [[nodiscard]] bool enterRun();
    [[nodiscard]] std::size_t width() const;

    const Model* model_;
    const Tensor* tensor_;
    std::size_t next_run_ = 0;
    bool tagged_ = false;
    std::string_view rest_;
};

class ElementStream {
  public:
    /// Ready to read from element `first`. Checks dims, type, and that raw or external data are long enough.
    [[nodiscard]] static Result<ElementStream> open(const Model& model, const Tensor& tensor,
                                                    std::uint64_t first);

    [[nodiscard]] std::uint64_t remaining() const { return total_ - position_; }
    /// Appends the next `count` elements, or what remains.
    [[nodiscard]] Result<void> read(std::uint64_t count, std::vector<Element>& elements);
    /// The same for types that have a codeRange, as numbers.
    [[nodiscard]] Result<void> readIntegers(std::uint64_t count, std::vector<std::int64_t>& numbers);

  private:
    ElementStream(const Model& model, const Tensor& tensor)
        : model_(&model), tensor_(&tensor), typed_(model, tensor) {}

    [[nodiscard]] Result<void> openRaw();
    [[nodiscard]] Result<void> openExternal();
    [[nodiscard]] Result<void> openTyped();
    [[nodiscard]] Result<void> checkType() const;
    /// The next `count` elements' bytes, of raw or external data; the first and last may be shared with
    /// others.
    [[nodiscard]] Result<std::string_view> flatBytes(std::uint64_t count);
    [[nodiscard]] Result<void> readFlat(std::uint64_t count, std::vector<Element>& elements);
    [[nodiscard]] Result<void> readTyped(std::uint64_t count, std::vector<Element>& elements);
    [[nodiscard]] std::uint64_t perValue() const { return bits_ < 8 ? 8 / bits_ : 1; }
    [[nodiscard]] tl::unexpected<Error> typedShort() const;

    const Model* model_;
    const Tensor* tensor_;
    std::uint64_t bits_ = 0;   ///< Of one element.
    std::uint64_t bytes_ = 0;  ///< Of all elements, as raw_data holds them.
    std::uint64_t total_ = 0;
    std::uint64_t position_ = 0;

    std::string_view flat_;  ///< raw_data.
    std::optional<ExternalFile> external_;
    std::uint64_t external_offset_ = 0;
    std::string buffer_;

    TypedValues typed_;
    std::uint64_t typed_value_ = 0;  ///< The value that 2- and 4-bit elements are taken from.
};

}  // namespace qdqlens::onnx
