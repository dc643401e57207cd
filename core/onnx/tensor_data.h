// A tensor's elements, decoded on demand from raw_data, typed fields or an external file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/onnx/model.h"

namespace qdqlens::onnx {

/// Product of the dims (1 for a scalar); an error where one is negative or the product does not fit 63 bits.
[[nodiscard]] Result<std::uint64_t> elementCount(const Tensor& tensor);

/// Bytes of the elements as raw_data would hold them (packed for 2 and 4 bits); 0 for strings.
[[nodiscard]] Result<std::uint64_t> storageBytes(const Tensor& tensor);

/// Where external data is. The location must stay inside the model's folder: no absolute path, no "..", no
/// symbolic link that leaves it.
struct ExternalLocation {
    std::filesystem::path file;
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> length;
};
[[nodiscard]] Result<ExternalLocation> externalLocation(const Model& model, const Tensor& tensor);

/// One element. Integers and bools are exact in `i` (uint64 wraps), floats of every width in `f`; `bits`
/// holds the element as stored.
struct Element {
    DataType type = DataType::kUndefined;
    std::uint64_t bits = 0;

    [[nodiscard]] std::int64_t i() const;
    [[nodiscard]] double f() const;  ///< Any numeric type as a double.
    /// As people read it: the fewest digits for its own type.
    [[nodiscard]] std::string text() const;
};

/// Elements [first, first + count) in storage order; fewer where the tensor ends. An error where the data are
/// shorter than the dims say, missing, or of a type that has no numbers (strings, complex: see
/// decodeStrings).
[[nodiscard]] Result<std::vector<Element>> decode(const Model& model, const Tensor& tensor,
                                                  std::uint64_t first, std::uint64_t count);

/// All elements of a small tensor (at most `limit`), else an error of kind kLimit.
[[nodiscard]] Result<std::vector<Element>> decodeAll(const Model& model, const Tensor& tensor,
                                                     std::uint64_t limit = 1 << 20);

[[nodiscard]] Result<std::vector<std::string>> decodeStrings(const Model& model, const Tensor& tensor,
                                                             std::uint64_t limit);

/// Streams a whole tensor in pieces of at most 64 Ki elements, without holding it; `visit` returns false to
/// stop.
[[nodiscard]] Result<void> visitElements(const Model& model, const Tensor& tensor,
                                         const std::function<bool(std::span<const Element>)>& visit);

/// The same for integers of at most 32 bits, as numbers: several times faster. Other types are an error.
[[nodiscard]] Result<void> visitIntegers(const Model& model, const Tensor& tensor,
                                         const std::function<bool(std::span<const std::int64_t>)>& visit);

}  // namespace qdqlens::onnx
