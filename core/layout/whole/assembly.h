// From a request's boxes to chains and back: what is laid out is smaller than what was asked for.
#pragma once

#include <vector>

#include "core/layout/whole/block.h"
#include "core/layout/whole/sheet.h"

namespace qdqlens::whole {

/// A request's graph, acyclic, simple and contracted.
struct Contracted {
    std::vector<bool> turned;  ///< By the request's edges.
    /// By the request's edges: the number of the way from box to box that parallel edges share; kNone for a
    /// loop.
    std::vector<Index> way;
    std::vector<Index> edge;  ///< By ways: the edge of the graph that it is; kNone within a chain.
    Chains chains;
    Graph graph;
    std::vector<Index> order;
    std::vector<std::vector<Index>> components;  ///< Each in that order.
    std::vector<double> gaps;  ///< By the request's boxes: from one to the next in its chain.
    std::vector<BoxShape> shapes;
};
[[nodiscard]] Contracted contractRequest(const LayoutRequest& request);

/// Writes where the members of chain `c` stand when the chain stands at `place`: into `boxes`, which is by
/// the request's.
void placeMembers(const LayoutRequest& request, const Contracted& small, Index c, const Rect& place,
                  std::vector<Rect>& boxes);

/// The request's boxes and edges, where their chains stand on the sheet. Of the labels
/// those within chains; the others are empty.
[[nodiscard]] Placement expand(const LayoutRequest& request, const Contracted& small, const Sheet& sheet);

}  // namespace qdqlens::whole
