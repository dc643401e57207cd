// Values that the file stores: initializers and Constant nodes, also in enclosing graphs and behind Identity
// and Cast.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/onnx/tensor_data.h"

namespace qdqlens {

/// Exactly one of tensor, sparse and attribute is set. `type` and `dims` are those of the value.
struct Constant {
    const onnx::Tensor* tensor = nullptr;
    const onnx::SparseTensor* sparse = nullptr;
    const onnx::Attribute* attribute = nullptr;  ///< Constant's value_float, value_ints, value_string, …
    onnx::DataType type = onnx::DataType::kUndefined;
    std::vector<std::int64_t> dims;
    onnx::DataType stored_type = onnx::DataType::kUndefined;  ///< Differs from `type` behind a Cast.
};

/// An op whose output differs from run to run.
[[nodiscard]] bool isRandom(const onnx::Node& node);

/// The initializer or Constant node of a value itself; nothing where it has another producer.
[[nodiscard]] std::optional<Constant> constantOf(const Scope& scope, ValueId value);

/// Stored, or computed only from what is stored (without random ops and subgraphs). Says no where that takes
/// more than a look at some hundred nodes.
[[nodiscard]] bool isConstant(const Scope& scope, ValueId value);

/// The same as constantOf, looking through Identity and Cast, and through Reshape, Squeeze, Unsqueeze and
/// Flatten, behind which the dims are [n], or [] for one element.
[[nodiscard]] std::optional<Constant> resolveConstant(const Scope& scope, ValueId value);

/// Number of elements; nothing where the dims are unusable.
[[nodiscard]] std::optional<std::uint64_t> elementCount(const Constant& constant);

/// All elements, at most `limit`, as `type`. Errors as onnx::decodeAll.
[[nodiscard]] Result<std::vector<onnx::Element>> decodeConstant(const onnx::Model& model,
                                                                const Constant& constant,
                                                                std::uint64_t limit);

/// "float32[16]", "int8[16×3×3×3]", "float32[]"; with contents where it has at most 8 elements and they can
/// be read:
/// "[2, 32]", "0.02", "[[1, 0], [0, 1]]".
[[nodiscard]] std::string constantText(const onnx::Model& model, const Constant& constant);

/// "int8[16×3×3×3]".
[[nodiscard]] std::string typeText(onnx::DataType type, const std::vector<std::int64_t>& dims);

}  // namespace qdqlens
