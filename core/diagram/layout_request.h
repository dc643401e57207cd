// What a scene asks of a layout engine: its boxes and edges as sizes and indices.
#pragma once

#include "core/diagram/scene.h"
#include "core/layout/layout.h"

namespace qdqlens {

[[nodiscard]] LayoutRequest layoutRequest(const Scene& scene);

}  // namespace qdqlens
