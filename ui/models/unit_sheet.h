// What the runtime will do with a node, for the properties and for tooltips.
#pragma once

#include <QString>

#include "core/export/units.h"
#include "ui/models/property_sheet.h"

namespace qdqlens {

/// int8, float or fused, the kernel, why, what would mend it, and the node unit with links. For a Q or DQ:
/// the nodes whose unit it belongs to. No rows where there is nothing to say.
[[nodiscard]] PropertySection unitSection(const Units& units, NodeId node);
/// While it is being worked out.
[[nodiscard]] PropertySection unitSectionPending();

/// A few short lines; "" where there is nothing to say.
[[nodiscard]] QString unitTip(const Units& units, NodeId node);

}  // namespace qdqlens
