// Scene and Placement as JSON (schema "qdqlens.scene/1", spec: command line) and as Graphviz DOT.
#pragma once

#include <string>

#include "core/diagram/scene.h"
#include "core/layout/layout.h"

namespace qdqlens {

[[nodiscard]] std::string writeSceneJson(const Scene& scene, const Placement& placement);

/// A graph that dot draws much like our own figures; names are quoted and escaped, labels are HTML-like.
[[nodiscard]] std::string writeDot(const Scene& scene);

}  // namespace qdqlens
