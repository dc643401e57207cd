#include "core/qdq/level/units.h"

#include <algorithm>

#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

bool isActivation(const onnx::Node& node) {
    return node.isOnnxDomain() && (node.op_type == "Relu" || node.op_type == "Clip");
}

class UnitFinder {
  public:
    UnitFinder(const Scope& scope, const Folding& folding)
        : topology_(scope.topology()), folding_(folding), taken_(topology_.nodeCount(), 0) {}

    std::vector<NodeUnit> run() {
        std::vector<NodeUnit> units;
        // Ops first, then what is left: a Q of a graph input with the DQs behind it.
        for (const bool ops : {true, false}) {
            for (std::uint32_t n = 0; n < topology_.nodeCount(); ++n) {
                const NodeId node{n};
                if (free(node) && ops != isQdq(node) && !(ops && belongsToAnother(node))) {
                    grow(node, units);
                }
            }
        }
        std::sort(units.begin(), units.end(),
                  [](const NodeUnit& a, const NodeUnit& b) { return a.op < b.op; });
        return units;
    }

  private:
    [[nodiscard]] bool free(NodeId node) const { return !folding_.folded(node) && taken_[index(node)] == 0; }
    [[nodiscard]] bool isQdq(NodeId node) const {
        return isQuantize(topology_.node(node)) || isDequantize(topology_.node(node));
    }

    /// The only consumer of a node whose single value nobody else eats; kNoNode where there is none.
    [[nodiscard]] NodeId onlyConsumer(NodeId node) const {
        const auto outputs = topology_.outputs(node);
        if (outputs.size() != 1 || outputs[0] == kNoValue ||
            topology_.value(outputs[0]).graph_output != nullptr) {
            return kNoNode;
        }
        NodeId consumer = kNoNode;
        for (const Use& use : topology_.uses(outputs[0])) {
            if (consumer != kNoNode && use.node != consumer) {
                return kNoNode;
            }
            consumer = use.node;
        }
        return consumer;
    }

    /// The node that makes what a node eats where that is one unfolded node and nothing else; else kNoNode.
    [[nodiscard]] NodeId onlyProducer(NodeId node) const {
        NodeId producer = kNoNode;
        const auto visit = [&](ValueId value) {
            if (value == kNoValue || folding_.constant(value)) {
                return true;
            }
            const NodeId from = topology_.value(value).producer;
            const bool another = from == kNoNode || (producer != kNoNode && producer != from);
            producer = from;
            return !another;
        };
        const auto inputs = topology_.inputs(node);
        const auto captures = topology_.captures(node);
        const bool one = std::all_of(inputs.begin(), inputs.end(), visit) &&
                         std::all_of(captures.begin(), captures.end(), visit);
        return one ? producer : kNoNode;
    }

    /// An activation that goes with the op before it.
    [[nodiscard]] bool belongsToAnother(NodeId node) const {
        if (!isActivation(topology_.node(node))) {
            return false;
        }
        const NodeId op = onlyProducer(node);
        return op != kNoNode && !isQdq(op) && !isActivation(topology_.node(op)) && takesIn(op, node);
    }
    /// The activation is the op's only consumer, and what follows it is a Q.
    [[nodiscard]] bool takesIn(NodeId op, NodeId activation) const {
        const NodeId next = onlyConsumer(activation);
        return topology_.outputs(op).size() == 1 && onlyConsumer(op) == activation && next != kNoNode &&
               isQuantize(topology_.node(next)) && op != activation && next != op;
    }

    void grow(NodeId op, std::vector<NodeUnit>& units) {
        NodeUnit unit;
        unit.op = op;
        take(op, unit);
        if (!isQdq(op)) {
            takeProducers(op, unit);
            const NodeId next = onlyConsumer(op);
            if (next != kNoNode && free(next) && isActivation(topology_.node(next)) &&
                belongsToAnother(next)) {
                unit.activation = next;
                take(next, unit);
            }
        }
        takeFollowers(unit);
        if (unit.nodes.size() < 2) {
            taken_[index(op)] = 0;
            return;
        }
        std::sort(unit.nodes.begin(), unit.nodes.end());
        units.push_back(std::move(unit));
    }

    void take(NodeId node, NodeUnit& unit) {
        taken_[index(node)] = 1;
        unit.nodes.push_back(node);
    }

    /// DequantizeLinears that only the op eats.
    void takeProducers(NodeId op, NodeUnit& unit) {
        for (const ValueId value : topology_.inputs(op)) {
            const NodeId from = value == kNoValue ? kNoNode : topology_.value(value).producer;
            if (from != kNoNode && free(from) && isDequantize(topology_.node(from)) &&
                onlyConsumer(from) == op) {
                take(from, unit);
            }
        }
    }

    /// Qs of what the unit makes, and the DQs behind them that are no other op's own.
    void takeFollowers(NodeUnit& unit) {
        for (std::size_t i = 0; i < unit.nodes.size(); ++i) {
            const NodeId from = unit.nodes[i];
            const bool feeds_op =
                unit.op != from && isDequantize(topology_.node(from)) && onlyConsumer(from) == unit.op;
            if (feeds_op) {
                continue;
            }
            for (const ValueId value : topology_.outputs(from)) {
                if (value == kNoValue) {
                    continue;
                }
                for (const Use& use : topology_.uses(value)) {
                    if (free(use.node) && isQdq(use.node) && onlyProducer(use.node) == from &&
                        !isAnothers(use.node)) {
                        take(use.node, unit);
                    }
                }
            }
        }
    }

    /// A DequantizeLinear that one op alone eats.
    [[nodiscard]] bool isAnothers(NodeId node) const {
        const NodeId consumer = isDequantize(topology_.node(node)) ? onlyConsumer(node) : kNoNode;
        return consumer != kNoNode && !folding_.folded(consumer) && !isQdq(consumer);
    }

    const Topology& topology_;
    const Folding& folding_;
    std::vector<char> taken_;
};

}  // namespace

std::vector<NodeUnit> findUnits(const Scope& scope, const Folding& folding) {
    return UnitFinder(scope, folding).run();
}

}  // namespace qdqlens
