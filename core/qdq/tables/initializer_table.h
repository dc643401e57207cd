// What is stored, in which role: one row for each role and dtype.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/tables/roles.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

struct InitializerRow {
    std::string role;
    std::string dtype;  ///< "float32"; "sparse(float32)"; "dtype 99" for what no type has the number.
    std::uint64_t count = 0;
    std::vector<std::vector<std::int64_t>> shapes;  ///< Distinct, in order of first use.
    std::uint64_t bytes = 0;     ///< Of the TensorProtos as the file holds them, without their tags.
    std::uint64_t external = 0;  ///< Of their contents in other files, as far as dims and type say.
    std::vector<NodeId> nodes;   ///< Consumers, in file order.
};

struct InitializerTable {
    /// Weights first, then biases, activations, the others in order of first use, mixed and unused ones.
    std::vector<InitializerRow> initializers;
    std::vector<InitializerRow> constants;  ///< Of Constant nodes, likewise; bytes are those of the values.
};

[[nodiscard]] InitializerTable initializerTable(const std::shared_ptr<const Scope>& scope,
                                                const std::vector<StoredTensor>& stored);

}  // namespace qdqlens
