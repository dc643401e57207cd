// The tables of a graph, made away from the window.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/base/error.h"
#include "core/export/tables.h"
#include "core/graph/scope.h"
#include "core/qdq/tables/code_statistics.h"

namespace qdqlens {

/// Makes tables whose rows can be read each by itself, so that they can be sorted. Runs on a worker. What a
/// stop leaves unfinished is not shown by anybody.
using TableMaker =
    std::function<std::vector<Table>(const std::shared_ptr<const Scope>&, const std::stop_token&)>;

/// The parts of the report (without what the properties of the model show: its head, inputs and outputs), the
/// findings, and what the default runtime will do with each node; quick ones first.
[[nodiscard]] std::vector<TableMaker> tableMakers();

/// The id of the table of quantized tensors.
inline constexpr const char* kQuantizedTable = "quantized";
/// That table with the statistics of the stored codes, which it reads. Runs on a worker. Errors: kStopped.
[[nodiscard]] Result<Table> statisticsTable(const std::shared_ptr<const Scope>& scope,
                                            const CodeProgress& progress, const std::stop_token& stop);

}  // namespace qdqlens
