// What a runtime will do with each node, as text, Markdown and JSON ("qdqlens.units/1").
#pragma once

#include <memory>
#include <string>

#include "core/export/tables.h"
#include "core/graph/scope.h"
#include "core/qdq/runtime/predict.h"

namespace qdqlens {

struct Units {
    std::shared_ptr<const Scope> scope;
    runtime::Prediction prediction;  ///< Without folded nodes.
};
[[nodiscard]] Units makeUnits(std::shared_ptr<const Scope> scope, const runtime::Target& target);

/// Why a node runs as it does, and what would mend it.
[[nodiscard]] std::string whyText(const runtime::NodePrediction& node);
/// One row a node, in file order; refusals and counts below it.
[[nodiscard]] Table unitsTable(const Units& units);
[[nodiscard]] std::string unitsJson(const Units& units);

}  // namespace qdqlens
