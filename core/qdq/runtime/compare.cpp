#include "core/qdq/runtime/compare.h"

#include <algorithm>
#include <unordered_map>

namespace qdqlens::runtime {
namespace {

/// The runtime renames what it fuses: "fused NAME", "NAME/MatMulAddFusion", "NAME_token_3", …
std::string originalName(std::string name) {
    const auto cut = [&](std::string_view suffix) {
        if (name.size() > suffix.size() &&
            std::string_view(name).substr(name.size() - suffix.size()) == suffix) {
            name.resize(name.size() - suffix.size());
            return true;
        }
        return false;
    };
    for (bool changed = true; changed;) {
        changed = cut("/MatMulAddFusion") || cut("/GemmTransposeFusion/") || cut("_new_reshape");
        if (name.rfind("fused ", 0) == 0) {
            name.erase(0, 6);
            changed = true;
        }
        const std::size_t token = name.rfind("_token_");
        if (token != std::string::npos && token > 0 && token + 7 < name.size() &&
            name.find_first_not_of("0123456789", token + 7) == std::string::npos) {
            name.resize(token);
            changed = true;
        }
    }
    return name;
}

using Index = std::unordered_map<std::string, const FinalNode*>;

}  // namespace

bool NodeComparison::agrees() const {
    if (!int8) {
        return predicted.runs == Runs::kFused;
    }
    return predicted.runs == (*int8 ? Runs::kInt8 : Runs::kFloat);
}

std::vector<NodeComparison> compare(const Scope& scope, const Prediction& prediction,
                                    const std::vector<FinalNode>& real) {
    Index exact;
    Index by_name;
    Index by_output;
    for (const FinalNode& node : real) {
        if (!node.name.empty()) {
            exact[node.name] = &node;
            by_name[originalName(node.name)] = &node;
        }
        if (!node.output.empty()) {
            by_output[node.output] = &node;
        }
    }
    std::unordered_map<std::uint32_t, const FinalNode*> ours;
    for (const FinalNode& node : prediction.final_nodes) {
        for (const NodeId origin : node.origins) {
            ours[index(origin)] = &node;
        }
    }
    const auto at = [](const Index& nodes, const std::string& key) {
        const auto found = nodes.find(key);
        return found != nodes.end() ? found->second : nullptr;
    };
    std::vector<NodeComparison> result;
    for (const NodePrediction& predicted : prediction.nodes) {
        const onnx::Node& node = scope.topology().node(predicted.node);
        if (node.is("Constant")) {
            continue;
        }
        NodeComparison comparison;
        comparison.predicted = predicted;
        const FinalNode* found = nullptr;
        if (!node.name.empty() && scope.topology().findNodes(node.name).size() == 1) {
            found = at(exact, std::string(node.name));
            if (found == nullptr) {
                found = at(by_name, originalName(std::string(node.name)));
            }
        } else {
            const auto mine = ours.find(index(predicted.node));
            if (mine == ours.end() || mine->second->output.empty()) {
                continue;
            }
            found = at(by_output, mine->second->output);
            if (found == nullptr) {
                continue;
            }
        }
        if (found != nullptr) {
            comparison.int8 = found->int8;
            comparison.real_op = found->op;
        }
        result.push_back(std::move(comparison));
    }
    return result;
}

}  // namespace qdqlens::runtime
