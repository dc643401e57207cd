#include "core/qdq/nearest_names.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/base/text.h"
#include "core/graph/module_path.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxName = 256;  ///< Longer names are not compared.
constexpr std::size_t kMaxNames = 3;

/// Every name of one kind, each once, in file order.
class Candidates {
  public:
    void add(std::string name) {
        if (!name.empty() && name.size() <= kMaxName && seen_.insert(name).second) {
            names_.push_back(std::move(name));
        }
    }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  private:
    std::unordered_set<std::string> seen_;
    std::vector<std::string> names_;
};

Candidates candidates(const Topology& topology, std::string_view kind) {
    Candidates all;
    if (kind == "value:") {
        for (std::uint32_t v = 0; v < topology.valueCount(); ++v) {
            all.add(std::string(topology.value(ValueId{v}).name));
        }
        return all;
    }
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const onnx::Node& node = topology.node(NodeId{n});
        if (kind == "op:") {
            all.add(std::string(node.op_type));
        } else if (kind == "fx:") {
            all.add(std::string(fxOp(node)));
        } else if (kind == "module:") {
            for (std::string& module : modulePath(node)) {
                all.add(std::move(module));
            }
        } else {
            all.add(std::string(node.name));
        }
    }
    return all;
}

}  // namespace

std::vector<std::string> nearestNames(const Topology& topology, std::string_view query) {
    std::string_view kind;
    std::string_view wanted = query;
    for (const std::string_view prefix : {"op:", "value:", "module:", "fx:", "name:", "re:"}) {
        if (query.substr(0, prefix.size()) == prefix) {
            kind = prefix;
            wanted = query.substr(prefix.size());
        }
    }
    return nearestNames(candidates(topology, kind).names(), wanted);
}

std::vector<std::string> nearestNames(const std::vector<std::string>& names, std::string_view wanted) {
    if (wanted.size() > kMaxName) {
        return {};
    }
    const std::size_t limit = std::max<std::size_t>(wanted.size() / 2, 3);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const std::string& name : names) {
        std::size_t distance = editDistance(wanted, name, limit);
        if (!wanted.empty() && name.find(wanted) != std::string::npos) {
            distance = std::min<std::size_t>(distance, 1);
        }
        if (distance <= limit) {
            near.emplace_back(distance, name);
        }
    }
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    near.resize(std::min(near.size(), kMaxNames));
    std::vector<std::string> shown;
    for (const auto& [distance, name] : near) {
        shown.push_back(showName(name).text);
    }
    return shown;
}

}  // namespace qdqlens
