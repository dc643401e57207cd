// Two graphs beside each other, as the window shows it: partners, marks, and what differs at a node.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/diagram/figure.h"
#include "core/qdq/tables/diff.h"
#include "ui/canvas/box_mark.h"
#include "ui/models/property_sheet.h"
#include "ui/models/selection.h"

namespace qdqlens {

enum class CompareSide : std::uint8_t { kA, kB };
[[nodiscard]] constexpr CompareSide otherSide(CompareSide side) {
    return side == CompareSide::kA ? CompareSide::kB : CompareSide::kA;
}

/// Immutable; keeps both graphs alive.
class Comparison {
  public:
    Comparison(std::shared_ptr<const Scope> a, std::shared_ptr<const Scope> b, ModelDiff diff);

    [[nodiscard]] const ModelDiff& diff() const { return diff_; }
    /// The scope shows the graph that was compared.
    [[nodiscard]] bool covers(CompareSide side, const Scope& scope) const;
    /// kNoNode where the other side has no such node.
    [[nodiscard]] NodeId partner(CompareSide side, NodeId node) const;
    [[nodiscard]] Selection partner(CompareSide side, const Selection& selection) const;
    /// For each box.
    [[nodiscard]] std::vector<BoxMark> marks(CompareSide side, const Scene& scene,
                                             const FigureSource& source) const;
    /// Boxes of both pictures that are the same one, by index.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs(const Scene& a,
                                                                             const Scene& b) const;
    /// Nodes of both sides that differ.
    [[nodiscard]] std::size_t changedCount() const { return changed_count_; }
    /// What the properties of a selection say about the other side; no rows where nothing is to be said.
    [[nodiscard]] PropertySection section(CompareSide side, const Selection& selection) const;

  private:
    [[nodiscard]] const Scope& scope(CompareSide side) const { return side == CompareSide::kA ? *a_ : *b_; }
    [[nodiscard]] BoxMark mark(CompareSide side, const Box& box, const FigureSource& source) const;
    [[nodiscard]] BoxMark nodeMark(CompareSide side, NodeId node) const;
    [[nodiscard]] BoxMark groupMark(CompareSide side, const Box& box, const Grouping& grouping) const;
    void notePort(const DiffChange& change);

    std::shared_ptr<const Scope> a_, b_;
    ModelDiff diff_;
    /// By node of a side: its changes, as indices into diff_.changed.
    std::array<std::unordered_map<std::uint32_t, std::vector<std::size_t>>, 2> changes_;
    /// By name of a graph input or output.
    std::array<std::unordered_map<std::string, BoxMark>, 2> inputs_, outputs_;
    std::size_t changed_count_ = 0;
};

}  // namespace qdqlens
