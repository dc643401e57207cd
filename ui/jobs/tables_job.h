// The tables of a graph, made away from the window.
#pragma once

#include <memory>
#include <vector>

#include "core/export/report.h"

namespace qdqlens {

/// The tables of one part of the report, each of their rows readable by itself, so that they can be sorted.
/// Runs on a worker. Without those that the properties of the model show: its head, inputs and outputs.
[[nodiscard]] std::vector<Table> makeTables(const std::shared_ptr<const Scope>& scope, ReportPart part);

}  // namespace qdqlens
