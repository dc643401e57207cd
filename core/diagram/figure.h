// From a graph and what one wants to see of it to a Scene. The command line and the viewer both come through
// here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/diagram/scene.h"
#include "core/graph/scope.h"
#include "core/layout/layout.h"
#include "core/qdq/folding.h"
#include "core/qdq/level/grouping.h"
#include "core/qdq/level/level_view.h"
#include "core/qdq/neighbourhood.h"
#include "core/qdq/runtime/predict.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

enum class EdgeLabels : std::uint8_t { kNone, kDtype, kFull };

/// The options of `qdq draw` that decide what is in the picture (spec: command line).
struct FigureOptions {
    std::vector<std::string> focus;  ///< Queries; none: the whole graph.
    int hops = 2;
    Direction direction = Direction::kBoth;
    std::string from, to;  ///< Both or neither: the nodes on paths between them.
    std::string title;
    RankDir rankdir = RankDir::kTopBottom;
    EdgeLabels edge_labels = EdgeLabels::kDtype;
    Level level = Level::kNodes;
    /// Groups that are open in place, with a frame: what Grouping::find accepts (Box.group, Group.ref).
    std::vector<std::string> expanded;
    /// What the runtime makes of each op: a line in its box, a frame around its node unit (core/qdq/runtime).
    bool units = false;
    std::string target;  ///< For `units`: runtime::Target.name; "" means the default one.
    bool stubs = true;
    /// In a large picture, stubs instead of edges between boxes that stand far from each other. Needs
    /// `stubs`.
    bool ports = true;
    bool legend = false;
    FoldMode fold = FoldMode::kOn;
    std::uint32_t fan_out = 12;
    std::uint32_t max_boxes = 0;  ///< 0: no limit. Counts every box of the picture.

    bool operator==(const FigureOptions&) const = default;
};

/// A graph made ready for figures: folding is computed once and serves every focus, the grouping when it is
/// first asked for. Immutable to the outside, so that jobs share it.
class FigureSource {
  public:
    FigureSource(std::shared_ptr<const Scope> scope, FoldMode mode);

    [[nodiscard]] const Scope& scope() const { return *scope_; }
    [[nodiscard]] const std::shared_ptr<const Scope>& scopePtr() const { return scope_; }
    [[nodiscard]] const Folding& folding() const { return folding_; }
    /// Computed by the first who asks; may be asked for from any thread.
    [[nodiscard]] const Grouping& grouping() const;
    /// The same for what a runtime will do; `target` must be one, or "" for the default.
    [[nodiscard]] const runtime::Prediction& prediction(const std::string& target) const;
    /// What follows from the operators, for values whose shape the file does not say. Likewise.
    [[nodiscard]] const Shape& inferredShape(ValueId value) const;

  private:
    struct Lazy;
    std::shared_ptr<const Scope> scope_;
    Folding folding_;
    std::shared_ptr<Lazy> lazy_;
};

/// The level whose picture of the whole graph can be read at a glance: nodes up to kWholeAbove unfolded
/// nodes, else units or modules, whichever is the first that stays below that; modules where none does.
[[nodiscard]] Level readableLevel(const FigureSource& source);

/// Errors: kQuery (no match, with the nearest names; of `expanded` too), kLimit (more boxes than max_boxes),
/// kUsage (no such target).
[[nodiscard]] Result<Scene> buildScene(const FigureSource& source, const FigureOptions& options);

struct Figure {
    Scene scene;
    Placement placement;
};

/// buildScene and the engine.
[[nodiscard]] Result<Figure> makeFigure(const FigureSource& source, const FigureOptions& options,
                                        LayoutEngine& engine, const LayoutLimits& limits = {},
                                        std::stop_token stop = {});

}  // namespace qdqlens
