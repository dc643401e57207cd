// A runtime's own answer beside the prediction, as text, a table and JSON ("qdqlens.runtime/1").
#pragma once

#include <string>

#include "core/export/tables.h"
#include "core/qdq/runtime/verify.h"

namespace qdqlens {

/// "onnxruntime-node 1.30.0: loads and runs the model", and what it said.
[[nodiscard]] std::string verdictText(const runtime::Verdict& verdict);
/// Its decisions beside the prediction; rows that differ are marked.
[[nodiscard]] Table verdictTable(const runtime::Verdict& verdict);
/// The same in place of the prediction alone: with its id ("units", core/export/units.h) and its reasons,
/// under what the runtime said.
[[nodiscard]] Table verdictUnitsTable(const runtime::Verdict& verdict);

[[nodiscard]] std::string runtimeReportText(const runtime::Verdict& verdict);
[[nodiscard]] std::string runtimeReportJson(const runtime::Verdict& verdict);

}  // namespace qdqlens
