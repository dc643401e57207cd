// What differs between two graphs, worked out away from the window.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "core/base/error.h"
#include "core/export/tables.h"
#include "core/graph/scope.h"
#include "core/qdq/tables/diff.h"

namespace qdqlens {

struct CompareResult {
    std::shared_ptr<const Scope> a, b;
    ModelDiff diff;
    std::vector<Table> tables;  ///< Their ids begin with "diff-"; rows hold nodes of A, and of B as others.
};

/// Runs on a worker. Errors: kStopped.
[[nodiscard]] Result<CompareResult> compareScopes(std::shared_ptr<const Scope> a,
                                                  std::shared_ptr<const Scope> b,
                                                  const std::stop_token& stop);

}  // namespace qdqlens
