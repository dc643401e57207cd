// The tables of rules, one a file. Internal to core/qdq/lint.
#pragma once

#include <span>

#include "core/qdq/lint/lint.h"

namespace qdqlens::lint_tables {

[[nodiscard]] std::span<const LintRule> units();       ///< What costs integer kernels.
[[nodiscard]] std::span<const LintRule> bias();        ///< Biases that kernels take as they are.
[[nodiscard]] std::span<const LintRule> parameters();  ///< Scales, zero points, axes.
[[nodiscard]] std::span<const LintRule> pairs();       ///< Q and DQ that do nothing, or too much.

/// "Conv 'node_conv2d'" for messages.
[[nodiscard]] std::string nodeText(const Scope& scope, NodeId node);

}  // namespace qdqlens::lint_tables
