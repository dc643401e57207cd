// How a Grouping comes about: a tree of modules by the names that the file has, then blocks in what is long
// and repeats.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/qdq/level/grouping.h"
#include "core/qdq/level/unit_graph.h"

namespace qdqlens {

struct GroupTree {
    static constexpr std::uint32_t kNone = 0xffffffffU;
    /// A branch or an item of the unit graph: one of the two is kNone.
    struct Part {
        std::uint32_t branch = kNone;
        std::uint32_t item = kNone;
    };
    struct Branch {
        GroupKind kind = GroupKind::kModule;
        std::string name;
        std::vector<Part> parts;  ///< In the order of their first items.
    };
    std::vector<Branch> branches;  ///< [0] is the root: the graph itself.
};

/// Modules by module path. Items whose nodes say nothing take the scope that all around them have in common.
/// Each module has at least two parts.
[[nodiscard]] GroupTree moduleTree(const Scope& scope, const UnitGraph& graph);

/// Puts blocks that stand one behind the other and are built alike into branches of their own (a kStack of
/// kBlocks), wherever a branch has more than a page of parts. Linear in parts but for a factor of some tens.
void addBlocks(const Scope& scope, const UnitGraph& graph, GroupTree& tree);

}  // namespace qdqlens
