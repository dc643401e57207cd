// A request's graph made acyclic and simple, and made small: series chains contracted.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/layout/layout.h"

namespace qdqlens::whole {

using Index = std::uint32_t;
inline constexpr Index kNone = ~Index{0};

/// Adjacency without parallel edges and self loops. Edges are numbered by source, then in the order given.
class Graph {
  public:
    Graph() = default;
    /// `edges` may repeat; a self loop must not be among them. `numbers`, where it is not null, becomes by
    /// `edges` the number of each here.
    Graph(Index nodes, const std::vector<std::pair<Index, Index>>& edges,
          std::vector<Index>* numbers = nullptr);

    [[nodiscard]] Index size() const { return static_cast<Index>(first_out_.size()) - 1; }
    [[nodiscard]] Index edgeCount() const { return static_cast<Index>(targets_.size()); }
    [[nodiscard]] std::span<const Index> consumers(Index node) const {
        return std::span(targets_).subspan(first_out_[node], first_out_[node + 1] - first_out_[node]);
    }
    [[nodiscard]] std::span<const Index> producers(Index node) const {
        return std::span(sources_).subspan(first_in_[node], first_in_[node + 1] - first_in_[node]);
    }
    /// The number of the edge to the first of consumers(node); the others follow.
    [[nodiscard]] Index firstEdge(Index node) const { return first_out_[node]; }
    /// kNone where there is no such edge.
    [[nodiscard]] Index edge(Index from, Index to) const;
    [[nodiscard]] Index target(Index edge) const { return targets_[edge]; }

  private:
    std::vector<Index> first_out_{0};
    std::vector<Index> targets_;
    std::vector<Index> first_in_{0};
    std::vector<Index> sources_;
};

/// For each edge, whether it must be turned round to leave no cycle: those that close one on a walk in depth.
/// A self loop is never turned.
[[nodiscard]] std::vector<bool> turnedEdges(Index nodes, const std::vector<std::pair<Index, Index>>& edges);

/// Nodes by "one consumer → one producer" in one: each node's chain, and each chain's nodes from top to
/// bottom. Longer ones than `most` fall into several: tall boxes beside low ones waste height.
struct Chains {
    std::vector<Index> chain_of;
    std::vector<std::vector<Index>> members;
};
[[nodiscard]] Chains findChains(const Graph& graph, Index most);

/// The graph between chains.
[[nodiscard]] Graph contract(const Graph& graph, const Chains& chains);

/// An order of the nodes in which producers stand before consumers and few values are alive at a time: the
/// given order as far as it is one, or a walk in depth from the ends, whichever keeps fewer alive. Sources
/// stand just before their first use, sinks just after their last producer.
[[nodiscard]] std::vector<Index> goodOrder(const Graph& graph);

}  // namespace qdqlens::whole
