// The report as one self-contained HTML page: tables, drawings, light and dark.
#pragma once

#include <string>
#include <vector>

#include "core/export/report.h"

namespace qdqlens {

struct HtmlFigure {
    std::string title;
    std::string svg;  ///< As writeSvg makes it, with an id prefix of its own.
};

/// Nothing is loaded from elsewhere and no script runs. Deterministic.
[[nodiscard]] std::string reportHtml(const Report& report, const std::vector<HtmlFigure>& figures);

}  // namespace qdqlens
