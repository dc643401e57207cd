// What the runtime will do with the nodes of a graph, worked out once however many ask.
#pragma once

#include <memory>

#include "core/export/units.h"

namespace qdqlens {

/// Known as long as somebody holds it. For the target that the settings beside the model name. Takes its
/// time: runs on a worker; any thread may ask.
[[nodiscard]] std::shared_ptr<const Units> unitsOf(const std::shared_ptr<const Scope>& scope);
/// From now on the answer for its graph.
void knowUnits(const std::shared_ptr<const Units>& units);
/// Null where nobody has asked for this graph yet, or it is still being worked out.
[[nodiscard]] std::shared_ptr<const Units> unitsIfKnown(const Scope& scope);

}  // namespace qdqlens
