#include "core/graph/cycles.h"

#include <algorithm>

namespace qdqlens {

namespace {

/// Tarjan's strongly connected components with an explicit stack.
class Components {
  public:
    explicit Components(const Topology& topology)
        : topology_(topology),
          order_(topology.nodeCount(), 0),
          low_(topology.nodeCount(), 0),
          on_stack_(topology.nodeCount(), 0) {
        for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
            successors_.push_back(successorsOf(NodeId{n}));
        }
    }

    std::vector<NodeId> cyclic() {
        for (std::uint32_t n = 0; n < topology_.nodeCount(); ++n) {
            if (order_[n] == 0) {
                visit(n);
            }
        }
        std::sort(cyclic_.begin(), cyclic_.end());
        return cyclic_;
    }

  private:
    struct Frame {
        std::uint32_t node;
        std::size_t next;
    };

    [[nodiscard]] std::vector<std::uint32_t> successorsOf(NodeId node) const {
        std::vector<std::uint32_t> out;
        for (const ValueId value : topology_.outputs(node)) {
            if (value == kNoValue) {
                continue;
            }
            for (const Use& use : topology_.uses(value)) {
                out.push_back(index(use.node));
            }
        }
        return out;
    }

    void enter(std::uint32_t node) {
        order_[node] = low_[node] = ++counter_;
        stack_.push_back(node);
        on_stack_[node] = 1;
        frames_.push_back({node, 0});
    }

    void visit(std::uint32_t root) {
        enter(root);
        while (!frames_.empty()) {
            const std::uint32_t node = frames_.back().node;
            if (frames_.back().next < successors_[node].size()) {
                const std::uint32_t next = successors_[node][frames_.back().next++];
                if (order_[next] == 0) {
                    enter(next);
                } else if (on_stack_[next] != 0) {
                    low_[node] = std::min(low_[node], order_[next]);
                }
                continue;
            }
            frames_.pop_back();
            if (!frames_.empty()) {
                low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
            }
            if (low_[node] == order_[node]) {
                closeComponent(node);
            }
        }
    }

    void closeComponent(std::uint32_t root) {
        const auto first = std::find(stack_.rbegin(), stack_.rend(), root).base() - 1;
        const auto& next = successors_[root];
        const bool loops =
            stack_.end() - first > 1 || std::find(next.begin(), next.end(), root) != next.end();
        for (auto it = first; it != stack_.end(); ++it) {
            on_stack_[*it] = 0;
            if (loops) {
                cyclic_.push_back(NodeId{*it});
            }
        }
        stack_.erase(first, stack_.end());
    }

    const Topology& topology_;
    std::vector<std::vector<std::uint32_t>> successors_;
    std::vector<std::uint32_t> order_, low_;
    std::vector<char> on_stack_;
    std::vector<std::uint32_t> stack_;
    std::vector<Frame> frames_;
    std::vector<NodeId> cyclic_;
    std::uint32_t counter_ = 0;
};

}  // namespace

std::vector<NodeId> nodesOnCycles(const Topology& topology) {
    return Components(topology).cyclic();
}

}  // namespace qdqlens
