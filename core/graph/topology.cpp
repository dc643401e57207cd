#include "core/graph/topology.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/text.h"
#include "core/graph/cycles.h"

namespace qdqlens {

namespace {

using onnx::Graph;
using onnx::Node;

/// Names that a graph uses and does not make itself, those of its nested graphs included.
void collectFreeNames(const Graph& graph, std::vector<std::string_view>& free_names) {
    std::unordered_set<std::string_view> made;
    for (const onnx::ValueInfo& input : graph.inputs) {
        made.insert(input.name);
    }
    for (const onnx::Tensor& initializer : graph.initializers) {
        made.insert(initializer.name);
    }
    for (const onnx::SparseTensor& initializer : graph.sparse_initializers) {
        made.insert(initializer.values.name);
    }
    for (const Node& node : graph.nodes) {
        made.insert(node.outputs.begin(), node.outputs.end());
    }
    const auto use = [&](std::string_view name) {
        if (!name.empty() && !made.contains(name)) {
            free_names.push_back(name);
        }
    };
    std::vector<std::string_view> nested;
    for (const Node& node : graph.nodes) {
        for (const std::string_view name : node.inputs) {
            use(name);
        }
        for (const Graph* subgraph : subgraphs(node)) {
            nested.clear();
            collectFreeNames(*subgraph, nested);
            for (const std::string_view name : nested) {
                use(name);
            }
        }
    }
    for (const onnx::ValueInfo& output : graph.outputs) {
        use(output.name);
    }
}

/// "#12": what a ref of an unnamed node looks like.
bool looksLikeIndex(std::string_view name) {
    return name.size() > 1 && name.front() == '#' &&
           name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

bool knownOutside(const Topology* outer, std::string_view name) {
    for (; outer != nullptr; outer = outer->outer()) {
        if (outer->findValue(name) != kNoValue) {
            return true;
        }
    }
    return false;
}

}  // namespace

/// Fills a Topology. `by_name_` means "the last production so far" while nodes are walked in file order.
class TopologyBuilder {
  public:
    explicit TopologyBuilder(Topology& topology) : t_(topology), graph_(*topology.graph_) {}

    void build() {
        const std::size_t nodes = graph_.nodes.size();
        t_.by_name_.reserve(nodes + graph_.initializers.size());
        t_.values_.reserve(nodes + graph_.initializers.size() + graph_.inputs.size());
        addGraphValues();
        addOutputs();
        resolveNodes();
        resolveGraphOutputs();
        attachInfo();
        indexUses();
        indexNodeNames();
        if (unsorted_) {
            for (const NodeId node : nodesOnCycles(t_)) {
                t_.defects_.push_back({GraphDefect::Kind::kCycle, t_.node(node).name, node});
            }
        }
    }

  private:
    ValueId add(std::string_view name) {
        const ValueId id{static_cast<std::uint32_t>(t_.values_.size())};
        Value value;
        value.name = name;
        t_.values_.push_back(value);
        return id;
    }
    Value& at(ValueId id) { return t_.values_[index(id)]; }

    void defect(GraphDefect::Kind kind, std::string_view name, NodeId node) {
        t_.defects_.push_back({kind, name, node});
    }

    /// The value of that name among inputs and initializers, made where there is none yet.
    ValueId named(std::string_view name) {
        const auto [it, inserted] = t_.by_name_.try_emplace(name, kNoValue);
        if (inserted) {
            it->second = add(name);
        }
        return it->second;
    }

    void addGraphValues() {
        for (const onnx::ValueInfo& input : graph_.inputs) {
            Value& value = at(named(input.name));
            if (value.graph_input != nullptr) {
                value.duplicate = true;
                defect(GraphDefect::Kind::kDuplicateValue, input.name, kNoNode);
            } else {
                value.graph_input = &input;
            }
        }
        for (const onnx::Tensor& initializer : graph_.initializers) {
            Value& value = at(named(initializer.name));
            if (value.initializer != nullptr) {
                value.duplicate = true;
                defect(GraphDefect::Kind::kDuplicateValue, initializer.name, kNoNode);
            } else {
                value.initializer = &initializer;
            }
        }
        for (const onnx::SparseTensor& initializer : graph_.sparse_initializers) {
            at(named(initializer.values.name)).sparse = &initializer;
        }
    }

    void addOutputs() {
        first_of_.reserve(graph_.nodes.size());
        first_output_.reserve(graph_.nodes.size());
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const Node& node = graph_.nodes[n];
            first_output_.push_back(static_cast<std::uint32_t>(t_.values_.size()));
            for (std::uint32_t o = 0; o < node.outputs.size(); ++o) {
                const std::string_view name = node.outputs[o];
                if (name.empty()) {
                    continue;
                }
                const ValueId id = add(name);
                at(id).producer = NodeId{n};
                at(id).output = o;
                const auto [first, is_first] = first_of_.try_emplace(name, id);
                const auto given = t_.by_name_.find(name);
                if (!is_first || given != t_.by_name_.end()) {
                    at(id).duplicate = true;
                    at(is_first ? given->second : first->second).duplicate = true;
                    defect(GraphDefect::Kind::kDuplicateValue, name, NodeId{n});
                }
            }
        }
    }

    /// The value that a name means for `node` (kNoNode: for the graph's outputs).
    ValueId resolve(std::string_view name, NodeId node) {
        if (const auto it = t_.by_name_.find(name); it != t_.by_name_.end()) {
            return it->second;
        }
        if (const auto it = first_of_.find(name); it != first_of_.end()) {
            if (!unsorted_) {
                defect(GraphDefect::Kind::kUnsorted, name, node);
            }
            unsorted_ = true;
            return it->second;
        }
        const ValueId id = add(name);
        if (knownOutside(t_.outer_, name)) {
            at(id).outer = true;
        } else {
            defect(GraphDefect::Kind::kMissingValue, name, node);
        }
        t_.by_name_.emplace(name, id);
        return id;
    }

    void resolveNodes() {
        std::vector<std::string_view> free_names;
        std::unordered_set<std::string_view> seen;
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const Node& node = graph_.nodes[n];
            t_.inputs_.push_back({end(), static_cast<std::uint32_t>(node.inputs.size())});
            for (const std::string_view name : node.inputs) {
                t_.ends_.push_back(name.empty() ? kNoValue : resolve(name, NodeId{n}));
            }
            const std::uint32_t first_capture = end();
            seen.clear();
            for (const Graph* subgraph : subgraphs(node)) {
                free_names.clear();
                collectFreeNames(*subgraph, free_names);
                for (const std::string_view name : free_names) {
                    // A name that nobody makes is the subgraph's own defect.
                    if (seen.insert(name).second && known(name)) {
                        t_.ends_.push_back(resolve(name, NodeId{n}));
                    }
                }
            }
            t_.captures_.push_back({first_capture, end() - first_capture});
            t_.outputs_.push_back({end(), static_cast<std::uint32_t>(node.outputs.size())});
            std::uint32_t next = first_output_[n];
            for (const std::string_view name : node.outputs) {
                if (name.empty()) {
                    t_.ends_.push_back(kNoValue);
                    continue;
                }
                const ValueId id{next++};
                t_.ends_.push_back(id);
                t_.by_name_[name] = id;
            }
        }
    }

    [[nodiscard]] bool known(std::string_view name) const {
        return t_.by_name_.contains(name) || first_of_.contains(name) || knownOutside(t_.outer_, name);
    }
    [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(t_.ends_.size()); }

    void resolveGraphOutputs() {
        for (const onnx::ValueInfo& output : graph_.outputs) {
            if (!output.name.empty()) {
                at(resolve(output.name, kNoNode)).graph_output = &output;
            }
        }
    }

    void attachInfo() {
        std::unordered_map<std::string_view, const onnx::ValueInfo*> infos;
        infos.reserve(graph_.value_info.size());
        for (const onnx::ValueInfo& info : graph_.value_info) {
            infos.emplace(info.name, &info);
        }
        for (Value& value : t_.values_) {
            if (const auto it = infos.find(value.name); it != infos.end()) {
                value.info = it->second;
            } else {
                value.info = value.graph_input != nullptr ? value.graph_input : value.graph_output;
            }
        }
    }

    template <class Visit>
    void eachUse(Visit visit) {
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const auto inputs = t_.inputs(NodeId{n});
            for (std::uint32_t i = 0; i < inputs.size(); ++i) {
                if (inputs[i] != kNoValue) {
                    visit(inputs[i], Use{NodeId{n}, i});
                }
            }
            for (const ValueId value : t_.captures(NodeId{n})) {
                visit(value, Use{NodeId{n}, Use::kCaptured});
            }
        }
    }

    void indexUses() {
        t_.uses_of_.resize(t_.values_.size());
        eachUse([&](ValueId value, Use) { ++t_.uses_of_[index(value)].count; });
        std::uint32_t total = 0;
        for (Topology::Span& span : t_.uses_of_) {
            span.first = total;
            total += span.count;
            span.count = 0;
        }
        t_.uses_.resize(total);
        eachUse([&](ValueId value, Use use) {
            Topology::Span& span = t_.uses_of_[index(value)];
            t_.uses_[span.first + span.count++] = use;
        });
    }

    void indexNodeNames() {
        t_.nodes_by_name_.reserve(graph_.nodes.size());
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const std::string_view name = graph_.nodes[n].name;
            if (name.empty()) {
                continue;
            }
            if (t_.nodes_by_name_.find(name) != t_.nodes_by_name_.end()) {
                defect(GraphDefect::Kind::kDuplicateNodeName, name, NodeId{n});
            }
            t_.nodes_by_name_.emplace(name, NodeId{n});
        }
    }

    Topology& t_;
    const Graph& graph_;
    std::unordered_map<std::string_view, ValueId> first_of_;  ///< First production of a name by a node.
    std::vector<std::uint32_t> first_output_;                 ///< Value index of each node's first output.
    bool unsorted_ = false;
};

Topology::Topology(const onnx::Graph& graph, const Topology* outer) : graph_(&graph), outer_(outer) {
    TopologyBuilder(*this).build();
}

std::span<const ValueId> Topology::inputs(NodeId id) const {
    const Span& span = inputs_[index(id)];
    return std::span(ends_).subspan(span.first, span.count);
}

std::span<const ValueId> Topology::outputs(NodeId id) const {
    const Span& span = outputs_[index(id)];
    return std::span(ends_).subspan(span.first, span.count);
}

std::span<const ValueId> Topology::captures(NodeId id) const {
    const Span& span = captures_[index(id)];
    return std::span(ends_).subspan(span.first, span.count);
}

std::span<const Use> Topology::uses(ValueId id) const {
    const Span& span = uses_of_[index(id)];
    return std::span(uses_).subspan(span.first, span.count);
}

ValueId Topology::findValue(std::string_view name) const {
    const auto it = by_name_.find(name);
    return it == by_name_.end() ? kNoValue : it->second;
}

std::vector<NodeId> Topology::findNodes(std::string_view name) const {
    std::vector<NodeId> nodes;
    const auto [first, last] = nodes_by_name_.equal_range(name);
    for (auto it = first; it != last; ++it) {
        nodes.push_back(it->second);
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

std::string Topology::ref(NodeId id) const {
    const std::string_view name = node(id).name;
    if (!name.empty() && nodes_by_name_.count(name) == 1 && !looksLikeIndex(name) && !meansAnotherToo(name)) {
        return std::string(name);
    }
    return "#" + std::to_string(index(id));
}

/// Written with escapes the name is another node's, or the other way round.
bool Topology::meansAnotherToo(std::string_view name) const {
    const ShownName shown = showName(name);
    if (!shown.escaped && name.find('\\') == std::string_view::npos) {
        return false;
    }
    const std::string other = shown.escaped ? shown.text : unescapeName(name);
    return other != name && nodes_by_name_.count(other) != 0;
}

}  // namespace qdqlens
