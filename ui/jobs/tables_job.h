// The tables of a graph, made away from the window.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/export/tables.h"
#include "core/graph/scope.h"

namespace qdqlens {

/// Makes tables whose rows can be read each by itself, so that they can be sorted. Runs on a worker.
using TableMaker = std::function<std::vector<Table>(const std::shared_ptr<const Scope>&)>;

/// The parts of the report (without what the properties of the model show: its head, inputs and outputs), the
/// findings, and what the default runtime will do with each node; quick ones first.
[[nodiscard]] std::vector<TableMaker> tableMakers();

}  // namespace qdqlens
