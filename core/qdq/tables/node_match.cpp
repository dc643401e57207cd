#include "core/qdq/tables/node_match.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

constexpr int kMaxChain = 64;

bool isLookedThrough(const onnx::Node& node) {
    return isQuantize(node) || isDequantize(node) || node.is("Identity") || node.is("Cast");
}

std::string opOf(const onnx::Node& node) {
    return std::string(node.isOnnxDomain() ? std::string_view() : node.domain) + "." +
           std::string(node.op_type);
}

/// Ids of one graph's nodes as the other graph knows them; the identity for the graph itself.
using Translate = const std::vector<NodeId>*;

std::optional<std::string> idText(NodeId node, Translate translate) {
    const NodeId id = translate == nullptr ? node : (*translate)[index(node)];
    return id == kNoNode ? std::nullopt : std::optional(std::to_string(index(id)));
}

/// Op and where each input comes from; nothing where an origin has no partner, or all inputs are constant.
std::optional<std::string> inputKey(const MatchSide& side, NodeId id, Translate translate) {
    const Topology& topology = side.scope.topology();
    const onnx::Node& node = topology.node(id);
    std::string key = opOf(node);
    bool any = false;
    for (const ValueId value : topology.inputs(id)) {
        if (value == kNoValue || side.folding.constant(value)) {
            key += "|c";
            continue;
        }
        any = true;
        // Q and DQ themselves are matched by what stands right before them.
        const NodeId direct = topology.value(value).producer;
        const Origin origin = isLookedThrough(node) ? Origin{value, direct} : originOf(side.scope, value);
        if (origin.producer == kNoNode) {
            key += "|i:" + std::string(topology.value(origin.value).name);
            continue;
        }
        const auto text = idText(origin.producer, translate);
        if (!text.has_value()) {
            return std::nullopt;
        }
        key += "|n:" + *text + ":" + std::to_string(topology.value(origin.value).output);
    }
    return any ? std::optional(key) : std::nullopt;
}

/// Op and who eats its outputs; nothing where a consumer has no partner, or there is none.
std::optional<std::string> outputKey(const MatchSide& side, NodeId id, Translate translate) {
    const Topology& topology = side.scope.topology();
    std::vector<std::string> parts;
    for (const ValueId value : topology.outputs(id)) {
        if (value == kNoValue) {
            continue;
        }
        if (topology.value(value).graph_output != nullptr) {
            parts.push_back("o:" + std::string(topology.value(value).name));
        }
        for (const Use& use : topology.uses(value)) {
            const auto text = idText(use.node, translate);
            if (!text.has_value()) {
                return std::nullopt;
            }
            parts.push_back("n:" + *text + ":" + std::to_string(use.input));
        }
    }
    if (parts.empty()) {
        return std::nullopt;
    }
    std::sort(parts.begin(), parts.end());
    std::string key = opOf(topology.node(id));
    for (const std::string& part : parts) {
        key += "|" + part;
    }
    return key;
}

/// Op and the names of its outputs, which most tools keep.
std::optional<std::string> valueKey(const MatchSide& side, NodeId id, Translate) {
    const onnx::Node& node = side.scope.topology().node(id);
    std::string key = opOf(node);
    bool any = false;
    for (const std::string_view output : node.outputs) {
        key += "|" + std::string(output);
        any = any || !output.empty();
    }
    return any ? std::optional(key) : std::nullopt;
}

class Matcher {
  public:
    Matcher(const MatchSide& a, const MatchSide& b) : a_(a), b_(b) {
        match_.a_to_b.assign(a.scope.topology().nodeCount(), kNoNode);
        match_.b_to_a.assign(b.scope.topology().nodeCount(), kNoNode);
    }

    NodeMatch match() {
        byName(true);
        byKey(valueKey, false);
        for (int round = 0; round < 2; ++round) {  // The second for files that are not sorted.
            byKey(inputKey, false);
            byKey(outputKey, true);
        }
        byName(false);
        return std::move(match_);
    }

  private:
    void pair(NodeId a, NodeId b) {
        match_.a_to_b[index(a)] = b;
        match_.b_to_a[index(b)] = a;
    }

    void byName(bool same_op) {
        const Topology& a = a_.scope.topology();
        const Topology& b = b_.scope.topology();
        for (std::uint32_t n = 0; n < a.nodeCount(); ++n) {
            const onnx::Node& node = a.node(NodeId{n});
            if (match_.a_to_b[n] != kNoNode || node.name.empty() || a.findNodes(node.name).size() != 1) {
                continue;
            }
            const std::vector<NodeId> found = b.findNodes(node.name);
            if (found.size() == 1 && match_.b_to_a[index(found[0])] == kNoNode &&
                (!same_op || opOf(node) == opOf(b.node(found[0])))) {
                pair(NodeId{n}, found[0]);
            }
        }
    }

    template <class Key>
    void byKey(const Key& keyOf, bool backwards) {
        std::unordered_map<std::string, std::deque<NodeId>> open;
        forEach(b_, backwards, match_.b_to_a, [&](NodeId node) {
            if (const auto key = keyOf(b_, node, nullptr)) {
                open[*key].push_back(node);
            }
        });
        forEach(a_, backwards, match_.a_to_b, [&](NodeId node) {
            const auto key = keyOf(a_, node, &match_.a_to_b);
            const auto found = key.has_value() ? open.find(*key) : open.end();
            if (found != open.end() && !found->second.empty()) {
                pair(node, found->second.front());
                found->second.pop_front();
            }
        });
    }

    template <class Visit>
    static void forEach(const MatchSide& side, bool backwards, const std::vector<NodeId>& partners,
                        const Visit& visit) {
        const std::uint32_t count = side.scope.topology().nodeCount();
        for (std::uint32_t i = 0; i < count; ++i) {
            const NodeId node{backwards ? count - 1 - i : i};
            if (partners[index(node)] == kNoNode) {
                visit(node);
            }
        }
    }

    const MatchSide& a_;
    const MatchSide& b_;
    NodeMatch match_;
};

}  // namespace

Origin originOf(const Scope& scope, ValueId value) {
    const Topology& topology = scope.topology();
    for (int i = 0; i < kMaxChain; ++i) {
        const NodeId producer = topology.value(value).producer;
        if (producer == kNoNode || !isLookedThrough(topology.node(producer))) {
            return {value, producer};
        }
        const auto inputs = topology.inputs(producer);
        if (inputs.empty() || inputs[0] == kNoValue) {
            return {value, producer};
        }
        value = inputs[0];
    }
    return {value, topology.value(value).producer};
}

NodeMatch matchNodes(const MatchSide& a, const MatchSide& b) {
    return Matcher(a, b).match();
}

}  // namespace qdqlens
