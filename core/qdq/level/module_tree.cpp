#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/graph/module_path.h"
#include "core/qdq/level/group_tree.h"

namespace qdqlens {

namespace {

constexpr std::uint32_t kUnknown = 0xffffffffU;
constexpr std::size_t kMaxDepth = 24;   ///< Deeper modules are taken as this one.
constexpr std::size_t kMaxPath = 1024;  ///< Bytes; a longer path says nothing.

/// Every module of the file as a tree of dotted names; [0] is the root.
class Modules {
  public:
    struct Module {
        std::string name;
        std::uint32_t parent = 0;
        std::uint32_t depth = 0;
    };

    /// kUnknown where the node says nothing.
    std::uint32_t of(const onnx::Node& node) {
        const std::optional<std::string> path = dottedModulePath(node);
        if (!path || path->size() > kMaxPath) {
            return kUnknown;
        }
        return find(*path);
    }

    [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
        while (a != b) {
            (modules_[a].depth >= modules_[b].depth ? a : b) =
                modules_[modules_[a].depth >= modules_[b].depth ? a : b].parent;
        }
        return a;
    }

    [[nodiscard]] const std::vector<Module>& all() const { return modules_; }

  private:
    std::uint32_t find(const std::string& path) {
        if (path.empty()) {
            return 0;
        }
        if (const auto known = by_name_.find(path); known != by_name_.end()) {
            return known->second;
        }
        const std::size_t dot = path.rfind('.');
        const std::uint32_t parent = dot == std::string::npos ? 0 : find(path.substr(0, dot));
        std::uint32_t module = parent;
        if (modules_[parent].depth < kMaxDepth) {
            module = static_cast<std::uint32_t>(modules_.size());
            modules_.push_back({path, parent, modules_[parent].depth + 1});
        }
        by_name_.emplace(path, module);
        return module;
    }

    std::vector<Module> modules_{Module{}};
    std::unordered_map<std::string, std::uint32_t> by_name_;
};

/// What the nodes of each item say, the op's word first.
std::vector<std::uint32_t> toldModules(const Topology& topology, const UnitGraph& graph, Modules& modules) {
    std::vector<std::uint32_t> told;
    told.reserve(graph.items.size());
    for (const UnitGraph::Item& item : graph.items) {
        std::uint32_t module = modules.of(topology.node(item.op));
        if (module == kUnknown && item.unit != UnitGraph::kNone) {
            for (const NodeId node : graph.units[item.unit].nodes) {
                if (module == kUnknown) {
                    module = modules.of(topology.node(node));
                }
            }
        }
        told.push_back(module);
    }
    return told;
}

/// Neighbours of each item, both ways.
class Neighbours {
  public:
    explicit Neighbours(const UnitGraph& graph) : first_(graph.items.size() + 1, 0) {
        for (const auto& [from, to] : graph.edges) {
            ++first_[from + 1];
            ++first_[to + 1];
        }
        for (std::size_t i = 1; i < first_.size(); ++i) {
            first_[i] += first_[i - 1];
        }
        ends_.resize(2 * graph.edges.size());
        std::vector<std::uint32_t> at(first_.begin(), first_.end() - 1);
        for (const auto& [from, to] : graph.edges) {
            ends_[at[from]++] = to;
            ends_[at[to]++] = from;
        }
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t item) const {
        return std::span(ends_).subspan(first_[item], first_[item + 1] - first_[item]);
    }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> ends_;
};

/// Items that say nothing and hang together take what all around them have in common; the graph's own inputs
/// and outputs are in no module.
void fillUnknown(const UnitGraph& graph, const Modules& modules, std::vector<std::uint32_t>& module_of) {
    const Neighbours neighbours(graph);
    std::vector<char> seen(module_of.size(), 0);
    std::vector<std::uint32_t> island;
    for (std::uint32_t start = 0; start < module_of.size(); ++start) {
        if (module_of[start] != kUnknown || seen[start] != 0) {
            continue;
        }
        island.assign(1, start);
        seen[start] = 1;
        std::uint32_t around = kUnknown;
        const auto meet = [&](std::uint32_t module) {
            around = around == kUnknown ? module : modules.common(around, module);
        };
        for (std::size_t i = 0; i < island.size(); ++i) {
            if (graph.at_border[island[i]] != 0) {
                meet(0);
            }
            for (const std::uint32_t next : neighbours.of(island[i])) {
                if (module_of[next] != kUnknown) {
                    meet(module_of[next]);
                } else if (seen[next] == 0) {
                    seen[next] = 1;
                    island.push_back(next);
                }
            }
        }
        for (const std::uint32_t item : island) {
            module_of[item] = around == kUnknown ? 0 : around;
        }
    }
}

/// Parts of every module; children are put in where their first item stands.
std::vector<std::vector<GroupTree::Part>> partsOf(const Modules& modules,
                                                  const std::vector<std::uint32_t>& module_of) {
    std::vector<std::vector<GroupTree::Part>> parts(modules.all().size());
    std::vector<char> placed(modules.all().size(), 0);
    placed[0] = 1;
    std::vector<std::uint32_t> above;
    for (std::uint32_t item = 0; item < module_of.size(); ++item) {
        above.clear();
        for (std::uint32_t m = module_of[item]; placed[m] == 0; m = modules.all()[m].parent) {
            placed[m] = 1;
            above.push_back(m);
        }
        for (const std::uint32_t m : above) {
            parts[modules.all()[m].parent].push_back({.branch = m});
        }
        parts[module_of[item]].push_back({.item = item});
    }
    return parts;
}

}  // namespace

GroupTree moduleTree(const Scope& scope, const UnitGraph& graph) {
    Modules modules;
    std::vector<std::uint32_t> module_of = toldModules(scope.topology(), graph, modules);
    fillUnknown(graph, modules, module_of);
    std::vector<std::vector<GroupTree::Part>> parts = partsOf(modules, module_of);
    // A module of one part is that part. Children have larger numbers than their parents.
    for (std::uint32_t m = static_cast<std::uint32_t>(parts.size()); m-- > 0;) {
        for (GroupTree::Part& part : parts[m]) {
            if (part.branch != GroupTree::kNone && parts[part.branch].size() == 1) {
                part = parts[part.branch].front();
            }
        }
    }
    GroupTree tree;
    tree.branches.resize(parts.size());
    for (std::uint32_t m = 0; m < parts.size(); ++m) {
        tree.branches[m] = {GroupKind::kModule, modules.all()[m].name, std::move(parts[m])};
    }
    return tree;
}

}  // namespace qdqlens
