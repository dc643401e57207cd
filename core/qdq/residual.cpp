#include <unordered_set>

#include "core/qdq/quantization.h"
#include "core/qdq/query.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxVisited =
    600;  ///< A residual block is small; a search through a whole model says nothing.

bool passesThrough(const onnx::Node& node) {
    return isQuantize(node) || isDequantize(node) || node.is("Identity") || node.is("Cast") ||
           node.is("Dropout");
}

/// What a shortcut may hold besides: a projection to other channels or a smaller picture, once each.
bool isProjection(const onnx::Node& node) {
    return node.is("Conv") || node.is("BatchNormalization") || node.is("AveragePool") || node.is("MaxPool") ||
           node.is("Relu") || node.is("Pad") || node.is("Slice");
}

class ResidualSearch {
  public:
    ResidualSearch(const Topology& topology, const Folding& folding)
        : topology_(topology), folding_(folding) {}

    /// `shortcut` leads back to a value that `path` is computed from, over more than the shortcut itself.
    bool joins(ValueId shortcut, ValueId path) const {
        std::vector<ValueId> forks;
        int projections = 0;
        for (ValueId at = shortcut; at != kNoValue && forks.size() < 16;) {
            forks.push_back(at);
            const NodeId producer = topology_.value(at).producer;
            if (producer == kNoNode) {
                break;
            }
            const onnx::Node& node = topology_.node(producer);
            if (!passesThrough(node)) {
                if (!isProjection(node) || ++projections > 2) {
                    break;
                }
            }
            at = onlyInput(producer);
        }
        const std::unordered_set<std::uint32_t> ancestors = ancestorsOf(path);
        for (const ValueId fork : forks) {
            if (fork != path && ancestors.contains(index(fork)) && topology_.uses(fork).size() > 1) {
                return true;
            }
        }
        return false;
    }

  private:
    [[nodiscard]] ValueId onlyInput(NodeId node) const {
        ValueId only = kNoValue;
        for (const ValueId value : topology_.inputs(node)) {
            if (value == kNoValue || folding_.constant(value)) {
                continue;
            }
            if (only != kNoValue) {
                return kNoValue;
            }
            only = value;
        }
        return only;
    }

    [[nodiscard]] std::unordered_set<std::uint32_t> ancestorsOf(ValueId value) const {
        std::unordered_set<std::uint32_t> seen;
        std::vector<ValueId> open{value};
        for (std::size_t next = 0; next < open.size() && seen.size() < kMaxVisited; ++next) {
            if (!seen.insert(index(open[next])).second) {
                continue;
            }
            const NodeId producer = topology_.value(open[next]).producer;
            if (producer == kNoNode) {
                continue;
            }
            for (const ValueId input : topology_.inputs(producer)) {
                if (input != kNoValue && !folding_.constant(input)) {
                    open.push_back(input);
                }
            }
        }
        return seen;
    }

    const Topology& topology_;
    const Folding& folding_;
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
    const ResidualSearch search(topology, folding);
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
