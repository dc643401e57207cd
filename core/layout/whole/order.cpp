#include <algorithm>

#include "core/layout/whole/flow.h"

namespace qdqlens::whole {

namespace {

// Each node's producers, in the order in which a walk visits them.
struct Producers {
    std::vector<Index> start;
    std::vector<Index> nodes;
};

// As the graph has them.
Producers asGiven(const Graph& graph) {
    Producers all;
    all.start.push_back(0);
    for (Index i = 0; i < graph.size(); ++i) {
        const auto in = graph.producers(i);
        all.nodes.insert(all.nodes.end(), in.begin(), in.end());
        all.start.push_back(static_cast<Index>(all.nodes.size()));
    }
    return all;
}

// Longest way from a source, along an order.
std::vector<Index> depths(const Graph& graph, const std::vector<Index>& order) {
    std::vector<Index> depth(graph.size(), 0);
    for (const Index node : order) {
        for (const Index consumer : graph.consumers(node)) {
            depth[consumer] = std::max(depth[consumer], depth[node] + 1);
        }
    }
    return depth;
}

// Those at the end of long ways first: what comes from far keeps nothing else waiting meanwhile.
Producers deepestFirst(const Graph& graph, const std::vector<Index>& order) {
    const std::vector<Index> depth = depths(graph, order);
    std::vector<Index> sorted(graph.size());
    for (Index i = 0; i < graph.size(); ++i) {
        sorted[i] = i;
    }
    std::stable_sort(sorted.begin(), sorted.end(), [&](Index a, Index b) { return depth[a] > depth[b]; });
    Producers all = asGiven(graph);
    std::vector<Index> next(all.start.begin(), all.start.end() - 1);
    for (const Index node : sorted) {
        for (const Index consumer : graph.consumers(node)) {
            all.nodes[next[consumer]++] = node;
        }
    }
    return all;
}

// Producers before consumers, each node as late as the roots allow.
class Walk {
  public:
    Walk(const Graph& graph, const Producers& producers)
        : graph_(graph),
          producers_(producers),
          placed_(graph.size(), false),
          missing_(graph.size()),
          next_(producers.start.begin(), producers.start.end() - 1) {
        for (Index i = 0; i < graph.size(); ++i) {
            missing_[i] = static_cast<Index>(graph.producers(i).size());
        }
        order_.reserve(graph.size());
    }

    void visit(Index root) {
        if (placed_[root]) {
            return;
        }
        stack_.push_back(root);
        while (!stack_.empty()) {
            const Index node = stack_.back();
            if (next_[node] < producers_.start[node + 1]) {
                if (const Index producer = producers_.nodes[next_[node]++]; !placed_[producer]) {
                    stack_.push_back(producer);
                }
                continue;
            }
            stack_.pop_back();
            if (!placed_[node]) {
                place(node);
            }
        }
    }

    [[nodiscard]] std::vector<Index> take() { return std::move(order_); }

  private:
    void place(Index node) {
        placed_[node] = true;
        order_.push_back(node);
        for (const Index consumer : graph_.consumers(node)) {
            if (--missing_[consumer] == 0 && graph_.consumers(consumer).empty() && !placed_[consumer]) {
                placed_[consumer] = true;
                order_.push_back(consumer);
            }
        }
    }

    const Graph& graph_;
    const Producers& producers_;
    std::vector<bool> placed_;
    std::vector<Index> missing_;
    std::vector<Index> next_;
    std::vector<Index> stack_;
    std::vector<Index> order_;
};

std::uint64_t aliveSum(const Graph& graph, const std::vector<Index>& order) {
    std::vector<Index> at(order.size());
    for (Index i = 0; i < order.size(); ++i) {
        at[order[i]] = i;
    }
    std::uint64_t sum = 0;
    for (Index i = 0; i < order.size(); ++i) {
        Index last = at[i];
        for (const Index consumer : graph.consumers(i)) {
            last = std::max(last, at[consumer]);
        }
        sum += last - at[i];
    }
    return sum;
}

}  // namespace

std::vector<Index> goodOrder(const Graph& graph) {
    const Producers as_given = asGiven(graph);
    Walk given(graph, as_given);
    for (Index i = 0; i < graph.size(); ++i) {
        if (!graph.consumers(i).empty() || graph.producers(i).empty()) {
            given.visit(i);
        }
    }
    std::vector<Index> best = given.take();
    std::uint64_t least = aliveSum(graph, best);
    for (const Producers& producers : {as_given, deepestFirst(graph, best)}) {
        Walk walk(graph, producers);
        for (Index i = 0; i < graph.size(); ++i) {
            if (graph.consumers(i).empty()) {
                walk.visit(i);
            }
        }
        std::vector<Index> order = walk.take();
        if (const std::uint64_t sum = aliveSum(graph, order); sum < least) {
            least = sum;
            best = std::move(order);
        }
    }
    return best;
}

}  // namespace qdqlens::whole
