#include "core/layout/whole/flow.h"

#include <algorithm>

namespace qdqlens::whole {

Graph::Graph(Index nodes, const std::vector<std::pair<Index, Index>>& edges, std::vector<Index>* numbers) {
    // By source, in the order given, then without what repeats.
    std::vector<Index> start(nodes + 1, 0);
    for (const auto& [from, to] : edges) {
        ++start[from + 1];
    }
    for (Index i = 0; i < nodes; ++i) {
        start[i + 1] += start[i];
    }
    std::vector<Index> sorted(edges.size());
    std::vector<Index> next(start.begin(), start.end() - 1);
    for (Index e = 0; e < edges.size(); ++e) {
        sorted[next[edges[e].first]++] = e;
    }
    if (numbers != nullptr) {
        numbers->resize(edges.size());
    }
    std::vector<Index> seen(nodes, kNone);  // By target, the number of the edge that leads there last.
    first_out_.assign(nodes + 1, 0);
    first_in_.assign(nodes + 1, 0);
    targets_.reserve(edges.size());
    for (Index from = 0; from < nodes; ++from) {
        for (Index k = start[from]; k < start[from + 1]; ++k) {
            const Index to = edges[sorted[k]].second;
            if (seen[to] == kNone || seen[to] < first_out_[from]) {
                seen[to] = static_cast<Index>(targets_.size());
                targets_.push_back(to);
                ++first_in_[to + 1];
            }
            if (numbers != nullptr) {
                (*numbers)[sorted[k]] = seen[to];
            }
        }
        first_out_[from + 1] = static_cast<Index>(targets_.size());
    }
    for (Index i = 0; i < nodes; ++i) {
        first_in_[i + 1] += first_in_[i];
    }
    sources_.resize(targets_.size());
    next.assign(first_in_.begin(), first_in_.end() - 1);
    for (Index from = 0; from < nodes; ++from) {
        for (const Index to : consumers(from)) {
            sources_[next[to]++] = from;
        }
    }
}

Index Graph::edge(Index from, Index to) const {
    const auto all = consumers(from);
    const auto found = std::find(all.begin(), all.end(), to);
    return found == all.end() ? kNone : first_out_[from] + static_cast<Index>(found - all.begin());
}

std::vector<bool> turnedEdges(Index nodes, const std::vector<std::pair<Index, Index>>& edges) {
    std::vector<Index> start(nodes + 1, 0);
    for (const auto& [from, to] : edges) {
        ++start[from + 1];
    }
    std::vector<bool> has_producer(nodes, false);
    for (Index i = 0; i < nodes; ++i) {
        start[i + 1] += start[i];
    }
    std::vector<Index> sorted(edges.size());
    std::vector<Index> next(start.begin(), start.end() - 1);
    for (Index e = 0; e < edges.size(); ++e) {
        sorted[next[edges[e].first]++] = e;
        has_producer[edges[e].second] = true;
    }
    std::vector<bool> turned(edges.size(), false);
    enum class State : std::uint8_t { kNew, kOpen, kDone };
    std::vector<State> state(nodes, State::kNew);
    next.assign(start.begin(), start.end() - 1);
    std::vector<Index> stack;
    const auto walk = [&](Index root) {
        if (state[root] != State::kNew) {
            return;
        }
        stack.push_back(root);
        state[root] = State::kOpen;
        while (!stack.empty()) {
            const Index node = stack.back();
            if (next[node] == start[node + 1]) {
                state[node] = State::kDone;
                stack.pop_back();
                continue;
            }
            const Index e = sorted[next[node]++];
            const Index to = edges[e].second;
            if (state[to] == State::kNew) {
                state[to] = State::kOpen;
                stack.push_back(to);
            } else if (state[to] == State::kOpen && to != node) {
                turned[e] = true;
            }
        }
    };
    for (Index i = 0; i < nodes; ++i) {  // From where data come in first.
        if (!has_producer[i]) {
            walk(i);
        }
    }
    for (Index i = 0; i < nodes; ++i) {
        walk(i);
    }
    return turned;
}

Chains findChains(const Graph& graph, Index most) {
    Chains chains;
    chains.chain_of.assign(graph.size(), kNone);
    const auto follows = [&graph](Index node) {  // The chain's next node.
        const auto out = graph.consumers(node);
        return out.size() == 1 && graph.producers(out[0]).size() == 1 ? out[0] : kNone;
    };
    for (Index i = 0; i < graph.size(); ++i) {
        const auto in = graph.producers(i);
        if (in.size() == 1 && graph.consumers(in[0]).size() == 1) {
            continue;  // Not a chain's first.
        }
        std::vector<Index> nodes;
        for (Index node = i; node != kNone; node = follows(node)) {
            nodes.push_back(node);
        }
        const std::size_t pieces = (nodes.size() + most - 1) / most;
        for (std::size_t k = 0; k < pieces; ++k) {
            const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(nodes.size() * k / pieces);
            const auto end = nodes.begin() + static_cast<std::ptrdiff_t>(nodes.size() * (k + 1) / pieces);
            for (auto node = begin; node != end; ++node) {
                chains.chain_of[*node] = static_cast<Index>(chains.members.size());
            }
            chains.members.emplace_back(begin, end);
        }
    }
    return chains;
}

Graph contract(const Graph& graph, const Chains& chains) {
    std::vector<std::pair<Index, Index>> edges;
    for (Index c = 0; c < chains.members.size(); ++c) {
        for (const Index to : graph.consumers(chains.members[c].back())) {
            edges.emplace_back(c, chains.chain_of[to]);
        }
    }
    return {static_cast<Index>(chains.members.size()), edges};
}

}  // namespace qdqlens::whole
