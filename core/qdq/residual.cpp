#include <algorithm>
#include <unordered_set>

#include "core/qdq/quantization.h"
#include "core/qdq/query.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxRegion =
    20'000;                             ///< Nodes of one residual block; a search through more says nothing.
constexpr std::size_t kMaxBranch = 64;  ///< Nodes of a side branch that ends in graph outputs.

using Nodes = std::unordered_set<std::uint32_t>;

bool passesThrough(const onnx::Node& node) {
    return isQuantize(node) || isDequantize(node) || node.is("Identity") || node.is("Cast") ||
           node.is("Dropout");
}

/// What a shortcut may hold besides one Conv: what changes the number of channels or the size of the picture.
bool isProjection(const onnx::Node& node) {
    return node.is("BatchNormalization") || node.is("AveragePool") || node.is("MaxPool") || node.is("Relu") ||
           node.is("Pad") || node.is("Slice");
}

/// Around one Add: does an operand come, over a shortcut, from a value that the other is computed from, and
/// does everything that is computed from that value go through this Add?
class ResidualSearch {
  public:
    ResidualSearch(const Topology& topology, const Folding& folding, NodeId add)
        : topology_(topology), folding_(folding), add_(add) {}

    [[nodiscard]] bool joins(ValueId shortcut, ValueId path) const {
        int convs = 0;
        int projections = 0;
        for (ValueId at = shortcut; at != kNoValue;) {
            if (at != path && topology_.uses(at).size() > 1 && closesAt(at, path)) {
                return true;
            }
            const NodeId producer = topology_.value(at).producer;
            if (producer == kNoNode) {
                return false;
            }
            const onnx::Node& node = topology_.node(producer);
            if (node.is("Conv")) {
                ++convs;
            } else if (isProjection(node)) {
                ++projections;
            } else if (!passesThrough(node)) {
                return false;
            }
            if (convs > 1 || projections > 3) {
                return false;
            }
            at = onlyInput(producer);
        }
        return false;
    }

  private:
    template <class Visit>
    void eachInput(NodeId node, Visit visit) const {
        for (const ValueId value : topology_.inputs(node)) {
            if (value != kNoValue && !folding_.constant(value)) {
                visit(value);
            }
        }
    }
    template <class Visit>
    void eachConsumer(NodeId node, Visit visit) const {
        for (const ValueId value : topology_.outputs(node)) {
            if (value == kNoValue) {
                continue;
            }
            for (const Use& use : topology_.uses(value)) {
                visit(use.node);
            }
        }
    }

    [[nodiscard]] ValueId onlyInput(NodeId node) const {
        ValueId only = kNoValue;
        int count = 0;
        eachInput(node, [&](ValueId value) {
            only = value;
            ++count;
        });
        return count == 1 ? only : kNoValue;
    }

    /// The nodes between the fork and the Add, and whether the path comes from the fork. The walk upwards
    /// stays behind the fork in file order; where nodes are unsorted it just ends early.
    [[nodiscard]] bool regionOf(ValueId fork, ValueId path, Nodes& region) const {
        const NodeId start = topology_.value(fork).producer;
        bool reached = false;
        std::vector<NodeId> open;
        const auto visit = [&](ValueId value) {
            reached = reached || value == fork;
            const NodeId producer = topology_.value(value).producer;
            if (value != fork && producer != kNoNode && (start == kNoNode || producer > start) &&
                region.insert(index(producer)).second) {
                open.push_back(producer);
            }
        };
        visit(path);
        while (!open.empty() && region.size() < kMaxRegion) {
            const NodeId at = open.back();
            open.pop_back();
            eachInput(at, visit);
        }
        return reached && open.empty();
    }

    /// A branch out of the region that ends after a few nodes, without coming back into what follows the Add.
    [[nodiscard]] bool endsSoon(NodeId branch) const {
        Nodes seen{index(branch)};
        std::vector<NodeId> open{branch};
        while (!open.empty()) {
            const NodeId at = open.back();
            open.pop_back();
            bool rejoins = false;
            eachInput(at,
                      [&](ValueId value) { rejoins = rejoins || after(topology_.value(value).producer); });
            if (rejoins || seen.size() > kMaxBranch) {
                return false;
            }
            eachConsumer(at, [&](NodeId next) {
                if (seen.insert(index(next)).second) {
                    open.push_back(next);
                }
            });
        }
        return true;
    }

    /// Computed from the Add's output. Only asked for the inputs of short branches, so a short walk up is
    /// enough.
    [[nodiscard]] bool after(NodeId node) const {
        Nodes seen;
        std::vector<NodeId> open;
        const auto push = [&](NodeId next) {
            if (next != kNoNode && next >= add_ && seen.insert(index(next)).second) {
                open.push_back(next);
            }
        };
        push(node);
        while (!open.empty() && seen.size() < kMaxRegion) {
            const NodeId at = open.back();
            open.pop_back();
            if (at == add_) {
                return true;
            }
            eachInput(at, [&](ValueId value) { push(topology_.value(value).producer); });
        }
        return false;
    }

    /// Whatever is computed from `fork` comes together in the Add, but for branches that end beside it (a
    /// cache's output).
    [[nodiscard]] bool closesAt(ValueId fork, ValueId path) const {
        Nodes region;
        if (!regionOf(fork, path, region)) {
            return false;
        }
        Nodes own = region;
        eachInput(add_, [&](ValueId value) { static_cast<void>(regionOf(fork, value, own)); });
        const auto inside = [&](NodeId node) {
            return node == add_ || own.count(index(node)) != 0 || endsSoon(node);
        };
        for (const Use& use : topology_.uses(fork)) {
            if (!inside(use.node)) {
                return false;
            }
        }
        for (const std::uint32_t node : own) {
            bool closed = true;
            eachConsumer(NodeId{node}, [&](NodeId next) { closed = closed && inside(next); });
            if (!closed) {
                return false;
            }
        }
        return true;
    }

    const Topology& topology_;
    const Folding& folding_;
    NodeId add_;
};

}  // namespace

bool isResidualAdd(const Topology& topology, const Folding& folding, NodeId id) {
    const auto inputs = topology.inputs(id);
    if (!topology.node(id).is("Add") || inputs.size() != 2 || folding.folded(id)) {
        return false;
    }
    for (const ValueId value : inputs) {
        if (value == kNoValue || folding.constant(value)) {
            return false;
        }
    }
    const ResidualSearch search(topology, folding, id);
    return search.joins(inputs[0], inputs[1]) || search.joins(inputs[1], inputs[0]);
}

bool isSharedDequantize(const Topology& topology, NodeId id) {
    if (!isDequantize(topology.node(id))) {
        return false;
    }
    for (const ValueId value : topology.outputs(id)) {
        if (value == kNoValue) {
            continue;
        }
        NodeId last = kNoNode;
        int consumers = topology.value(value).graph_output != nullptr ? 1 : 0;
        for (const Use& use : topology.uses(value)) {
            consumers += use.node != last ? 1 : 0;
            last = use.node;
        }
        if (consumers > 1) {
            return true;
        }
    }
    return false;
}

}  // namespace qdqlens
