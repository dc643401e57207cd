// The drawings of a report's page.
#pragma once

#include <memory>
#include <vector>

#include "core/export/report_html.h"
#include "core/graph/scope.h"

namespace qdqlens::cli {

/// Small graphs whole; of larger ones the surroundings of the first input, of a residual Add and of a shared
/// DequantizeLinear, as far as there are any. Errors: those of the layout engine.
[[nodiscard]] Result<std::vector<HtmlFigure>> reportFigures(const std::shared_ptr<const Scope>& scope);

}  // namespace qdqlens::cli
