#include "core/qdq/folding.h"

#include <algorithm>

#include "core/graph/constants.h"

namespace qdqlens {

namespace {

/// What of a node does not depend on its inputs: it may be folded once they are all constant.
bool mayFold(const Topology& topology, NodeId id) {
    const onnx::Node& node = topology.node(id);
    if (isRandom(node) || !topology.captures(id).empty()) {
        return false;
    }
    const auto present = [](ValueId value) { return value != kNoValue; };
    const auto inputs = topology.inputs(id);
    if (!node.is("Constant") && std::none_of(inputs.begin(), inputs.end(), present)) {
        return false;
    }
    bool used = false;
    for (const ValueId value : topology.outputs(id)) {
        if (value == kNoValue) {
            continue;
        }
        if (topology.value(value).graph_output != nullptr) {
            return false;
        }
        used = used || !topology.uses(value).empty();
    }
    return used;
}

}  // namespace

Folding::Folding(const Scope& scope, FoldMode mode)
    : topology_(&scope.topology()),
      folded_(topology_->nodeCount(), 0),
      constant_(topology_->valueCount(), 0) {
    const std::unique_ptr<const Folding> outer =
        scope.parent() != nullptr ? std::make_unique<const Folding>(*scope.parent(), mode) : nullptr;
    std::vector<ValueId> ready;
    for (std::uint32_t v = 0; v < topology_->valueCount(); ++v) {
        const Value& value = topology_->value(ValueId{v});
        bool constant = value.initializer != nullptr || value.sparse != nullptr;
        if (value.outer && outer != nullptr) {
            const ValueId outside = scope.parent()->topology().findValue(value.name);
            constant = outside != kNoValue && outer->constant(outside);
        }
        if (constant) {
            constant_[v] = 1;
            ready.push_back(ValueId{v});
        }
    }
    if (mode == FoldMode::kOff) {
        return;
    }
    // Constness walks along the edges from what is stored; a node folds when its last input has become
    // constant.
    std::vector<std::uint32_t> waiting(topology_->nodeCount(), 0);
    const auto fold = [&](NodeId node) {
        if (!mayFold(*topology_, node)) {
            return;
        }
        folded_[index(node)] = 1;
        ++folded_count_;
        for (const ValueId value : topology_->outputs(node)) {
            if (value != kNoValue) {
                constant_[index(value)] = 1;
                ready.push_back(value);
            }
        }
    };
    for (std::uint32_t n = 0; n < topology_->nodeCount(); ++n) {
        for (const ValueId value : topology_->inputs(NodeId{n})) {
            waiting[n] += value != kNoValue ? 1 : 0;
        }
        if (topology_->node(NodeId{n}).is("Constant") && waiting[n] == 0) {
            fold(NodeId{n});
        }
    }
    while (!ready.empty()) {
        const ValueId value = ready.back();
        ready.pop_back();
        for (const Use& use : topology_->uses(value)) {
            if (use.input != Use::kCaptured && --waiting[index(use.node)] == 0) {
                fold(use.node);
            }
        }
    }
}

std::vector<NodeId> Folding::consumers(ValueId value) const {
    std::vector<NodeId> found;
    std::vector<char> seen(topology_->nodeCount(), 0);
    std::vector<ValueId> open{value};
    while (!open.empty()) {
        const ValueId at = open.back();
        open.pop_back();
        for (const Use& use : topology_->uses(at)) {
            if (seen[index(use.node)] != 0) {
                continue;
            }
            seen[index(use.node)] = 1;
            if (!folded(use.node)) {
                found.push_back(use.node);
                continue;
            }
            for (const ValueId next : topology_->outputs(use.node)) {
                if (next != kNoValue) {
                    open.push_back(next);
                }
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace qdqlens
