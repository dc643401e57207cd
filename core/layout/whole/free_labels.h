// Labels of edges in large pictures: beside their edge where there is room, or not at all.
#pragma once

#include "core/layout/layout.h"

namespace qdqlens::whole {

/// Places the labels that have no place yet so that they touch no box, no edge and no other label. Those that
/// find no room stay empty. Time linear in the picture. Edges run downwards.
void placeLabels(Placement& placement, const LayoutRequest& request);

}  // namespace qdqlens::whole
