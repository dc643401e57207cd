// Two models beside each other, as text, Markdown and JSON ("qdqlens.diff/1").
#pragma once

#include <string>
#include <vector>

#include "core/export/tables.h"
#include "core/qdq/tables/diff.h"

namespace qdqlens {

/// Rows carry the nodes of A, and those of B as `others`.
[[nodiscard]] std::vector<Table> diffTables(const ModelDiff& diff);

[[nodiscard]] std::string diffText(const ModelDiff& diff);
[[nodiscard]] std::string diffMarkdown(const ModelDiff& diff, const std::string& path_a,
                                       const std::string& path_b);
[[nodiscard]] std::string diffJson(const ModelDiff& diff, const std::string& path_a,
                                   const std::string& path_b);

}  // namespace qdqlens
