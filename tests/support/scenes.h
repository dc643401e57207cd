// What a test asks of folded graphs and scenes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/diagram/figure.h"
#include "core/graph/scope.h"
#include "core/qdq/folding.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

/// The main graph of a model that must open, folded.
[[nodiscard]] FigureSource sourceOf(const std::string& bytes, FoldMode mode = FoldMode::kOn);

/// Refs of nodes, as a test compares them.
[[nodiscard]] std::vector<std::string> refs(const Topology& topology, const std::vector<NodeId>& nodes);

/// The unfolded nodes' refs, in file order.
[[nodiscard]] std::vector<std::string> unfolded(const FigureSource& source);

/// The scene of options that must be right; fails the test where they are not.
[[nodiscard]] Scene sceneOf(const FigureSource& source, const FigureOptions& options);
/// The lines of a box as text.
[[nodiscard]] std::vector<std::string> texts(const Box& box);

/// A box by its name or ref; fails the test where there is none.
[[nodiscard]] const Box& boxNamed(const Scene& scene, const std::string& name);
/// Boxes of a kind.
[[nodiscard]] std::vector<const Box*> boxesOf(const Scene& scene, BoxKind kind);
/// "from>to" by name for every edge, sorted. Stubs are named by their text.
[[nodiscard]] std::vector<std::string> edgeNames(const Scene& scene);

}  // namespace qdqlens::test
