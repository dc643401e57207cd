// Blocks: stretches of a branch that repeat.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/qdq/level/group_tree.h"
#include "core/qdq/level/repeats.h"

namespace qdqlens {

namespace {

constexpr std::size_t kPage = 40;  ///< Parts of a branch that are looked through without blocks.

using Part = GroupTree::Part;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
    hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 31);
}

std::uint64_t hashed(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return hash;
}

class BlockFinder {
    static constexpr std::uint32_t kOutside = 0xffffffffU;

  public:
    BlockFinder(const Scope& scope, const UnitGraph& graph, GroupTree& tree)
        : graph_(graph),
          tree_(tree),
          part_of_(graph.items.size(), kOutside),
          edges_of_(graph.items.size() + 1, 0) {
        for (const auto& edge : graph.edges) {
            ++edges_of_[edge.first + 1];
        }
        for (std::size_t i = 1; i < edges_of_.size(); ++i) {
            edges_of_[i] += edges_of_[i - 1];
        }
        const Topology& topology = scope.topology();
        symbols_.reserve(graph.items.size());
        for (const UnitGraph::Item& item : graph.items) {
            std::uint64_t symbol = hashed(topology.node(item.op).op_type);
            if (item.unit != UnitGraph::kNone) {
                for (const NodeId node : graph.units[item.unit].nodes) {
                    symbol = mixed(symbol, hashed(topology.node(node).op_type));
                }
            }
            symbols_.push_back(symbol);
        }
    }

    void run(std::uint32_t branch, const std::string& prefix) {
        for (std::size_t i = 0; i < tree_.branches[branch].parts.size(); ++i) {
            const std::uint32_t child = tree_.branches[branch].parts[i].branch;
            if (child != GroupTree::kNone) {
                run(child, {});  // A module's blocks are named by the module.
            }
        }
        if (tree_.branches[branch].parts.size() > kPage) {
            split(branch, prefix);
        }
    }

  private:
    /// What a part looks like, whatever its names are.
    std::uint64_t symbol(const Part& part) const {
        if (part.item != GroupTree::kNone) {
            return symbols_[part.item];
        }
        std::uint64_t all = 1;
        for (const Part& inner : tree_.branches[part.branch].parts) {
            all = mixed(all, symbol(inner));
        }
        return all;
    }

    template <class Visit>
    void eachItem(const Part& part, Visit visit) const {
        if (part.item != GroupTree::kNone) {
            visit(part.item);
            return;
        }
        for (const Part& inner : tree_.branches[part.branch].parts) {
            eachItem(inner, visit);
        }
    }

    /// Values that pass between each part and the one before.
    std::vector<std::uint32_t> aliveBefore(const std::vector<Part>& parts) {
        for (std::uint32_t p = 0; p < parts.size(); ++p) {
            eachItem(parts[p], [&](std::uint32_t item) { part_of_[item] = p; });
        }
        std::vector<std::int64_t> change(parts.size() + 1, 0);
        for (std::uint32_t p = 0; p < parts.size(); ++p) {
            eachItem(parts[p], [&](std::uint32_t item) {
                std::uint32_t last = p;
                for (std::uint32_t e = edges_of_[item]; e < edges_of_[item + 1]; ++e) {
                    const std::uint32_t to = part_of_[graph_.edges[e].second];
                    last = to == kOutside ? last : std::max(last, to);
                }
                ++change[p + 1];
                --change[last + 1];
            });
        }
        for (const Part& part : parts) {
            eachItem(part, [&](std::uint32_t item) { part_of_[item] = kOutside; });
        }
        std::vector<std::uint32_t> alive(parts.size());
        std::int64_t now = 0;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            now += change[p];
            alive[p] = static_cast<std::uint32_t>(now);
        }
        return alive;
    }

    void split(std::uint32_t branch, const std::string& prefix) {
        const std::vector<Part> parts = std::move(tree_.branches[branch].parts);
        std::vector<std::uint64_t> symbols;
        symbols.reserve(parts.size());
        for (const Part& part : parts) {
            symbols.push_back(symbol(part));
        }
        const std::string of = !prefix.empty() || branch == 0 ? prefix : tree_.branches[branch].name + " ";
        std::vector<Part> out;
        std::size_t at = 0;
        std::uint32_t number = 1;
        for (const Repeat& repeat : findRepeats(symbols, aliveBefore(parts))) {
            out.insert(out.end(), parts.begin() + static_cast<std::ptrdiff_t>(at),
                       parts.begin() + repeat.first);
            out.push_back(stack(parts, repeat, of, number));
            at = repeat.first + std::size_t{repeat.period} * repeat.copies;
            number += repeat.copies;
        }
        out.insert(out.end(), parts.begin() + static_cast<std::ptrdiff_t>(at), parts.end());
        tree_.branches[branch].parts = std::move(out);
    }

    Part stack(const std::vector<Part>& parts, const Repeat& repeat, const std::string& prefix,
               std::uint32_t number) {
        const std::string word = prefix.empty() || prefix.back() == ' ' ? prefix + "block " : prefix + ".";
        GroupTree::Branch stack{
            GroupKind::kStack, fmt::format("{}{}…{}", word, number, number + repeat.copies - 1), {}};
        for (std::uint32_t c = 0; c < repeat.copies; ++c) {
            const auto first = parts.begin() + repeat.first + c * repeat.period;
            const auto block = static_cast<std::uint32_t>(tree_.branches.size());
            tree_.branches.push_back(
                {GroupKind::kBlock, fmt::format("{}{}", word, number + c), {first, first + repeat.period}});
            stack.parts.push_back({.branch = block});
            if (repeat.period > kPage) {
                split(block, tree_.branches[block].name);
            }
        }
        tree_.branches.push_back(std::move(stack));
        return {.branch = static_cast<std::uint32_t>(tree_.branches.size()) - 1};
    }

    const UnitGraph& graph_;
    GroupTree& tree_;
    std::vector<std::uint64_t> symbols_;
    std::vector<std::uint32_t> part_of_;   ///< By item, while a branch is looked at.
    std::vector<std::uint32_t> edges_of_;  ///< Where each item's edges begin.
};

}  // namespace

void addBlocks(const Scope& scope, const UnitGraph& graph, GroupTree& tree) {
    BlockFinder(scope, graph, tree).run(0, {});
}

}  // namespace qdqlens
