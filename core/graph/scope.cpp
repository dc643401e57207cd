#include "core/graph/scope.h"

#include <optional>

#include "core/base/text.h"

namespace qdqlens {

namespace {

std::string graphTitle(const onnx::Graph& graph, std::string_view fallback) {
    return graph.name.empty() ? std::string(fallback) : showName(graph.name).text;
}

}  // namespace

std::shared_ptr<const Scope> Scope::main(std::shared_ptr<const onnx::Model> model) {
    const std::shared_ptr<Scope> scope(new Scope);
    scope->topology_ = std::make_unique<const Topology>(model->graph, nullptr);
    scope->path_.push_back(graphTitle(model->graph, "main graph"));
    scope->model_ = std::move(model);
    return scope;
}

std::shared_ptr<const Scope> Scope::child(std::shared_ptr<const Scope> parent, NodeId node,
                                          const onnx::Graph& graph) {
    std::string attribute;
    for (const onnx::Attribute& candidate : parent->topology().node(node).attributes) {
        const auto* graphs = std::get_if<std::vector<std::shared_ptr<const onnx::Graph>>>(&candidate.value);
        if (graphs == nullptr) {
            continue;
        }
        for (std::size_t i = 0; i < graphs->size(); ++i) {
            if ((*graphs)[i].get() == &graph) {
                attribute = showName(candidate.name).text;
                if (graphs->size() > 1) {
                    attribute += "[" + std::to_string(i) + "]";
                }
            }
        }
    }
    if (attribute.empty()) {
        return nullptr;
    }
    const std::shared_ptr<Scope> scope(new Scope);
    scope->model_ = parent->model_;
    scope->function_ = parent->function_;
    scope->topology_ = std::make_unique<const Topology>(graph, &parent->topology());
    scope->path_ = parent->path_;
    scope->path_.push_back(showName(parent->topology().ref(node)).text);
    scope->path_.push_back(attribute);
    scope->parent_ = std::move(parent);
    return scope;
}

namespace {

struct Step {
    NodeId node;
    const onnx::Graph* graph;
    std::size_t length;  ///< Of the path that it takes up.
};

/// The graph of a node's attribute named at the front of `rest` ("/then_branch/…"), or its only graph where
/// `rest` is empty or goes on with a node.
std::optional<Step> stepInto(const Topology& topology, NodeId node, std::string_view rest, std::size_t used) {
    const std::vector<const onnx::Graph*> graphs = subgraphs(topology.node(node));
    if (rest.size() > 1 && rest.front() == '/') {
        for (const onnx::Attribute& attribute : topology.node(node).attributes) {
            const auto* list = std::get_if<std::vector<std::shared_ptr<const onnx::Graph>>>(&attribute.value);
            const std::string_view tail = rest.substr(1);
            if (list == nullptr || list->empty() || tail.substr(0, attribute.name.size()) != attribute.name) {
                continue;
            }
            if (tail.size() == attribute.name.size() || tail[attribute.name.size()] == '/') {
                return Step{node, list->front().get(), used + 1 + attribute.name.size()};
            }
        }
    }
    if (graphs.size() == 1) {
        return Step{node, graphs.front(), used};
    }
    return std::nullopt;
}

std::optional<NodeId> nodeOfRef(const Topology& topology, std::string_view ref) {
    for (const std::string& name : {std::string(ref), unescapeName(ref)}) {
        const std::vector<NodeId> nodes = topology.findNodes(name);
        if (nodes.size() == 1) {
            return nodes.front();
        }
    }
    if (ref.size() > 1 && ref.front() == '#' &&
        ref.find_first_not_of("0123456789", 1) == std::string_view::npos && ref.size() < 11) {
        const unsigned long at = std::stoul(std::string(ref.substr(1)));
        if (at < topology.nodeCount()) {
            return NodeId{static_cast<std::uint32_t>(at)};
        }
    }
    return std::nullopt;
}

/// The longest REF at the front of `path` that is a node with a graph: names may hold '/'.
std::optional<Step> longestStep(const Topology& topology, std::string_view path) {
    for (std::size_t size = path.size(); size > 0; size = path.rfind('/', size - 1)) {
        if (size == std::string_view::npos) {
            break;
        }
        const std::optional<NodeId> node = nodeOfRef(topology, path.substr(0, size));
        if (node.has_value()) {
            if (std::optional<Step> step = stepInto(topology, *node, path.substr(size), size)) {
                return step;
            }
        }
        if (size == 0) {
            break;
        }
    }
    return std::nullopt;
}

/// What can be entered here, for the message: "the_if/then_branch, the_if/else_branch, loop/body, …".
std::string enterableGraphs(const Topology& topology) {
    constexpr int kMost = 6;
    std::string names;
    int count = 0;
    for (std::uint32_t n = 0; n < topology.nodeCount() && count <= kMost; ++n) {
        for (const onnx::Attribute& attribute : topology.node(NodeId{n}).attributes) {
            const auto* graphs =
                std::get_if<std::vector<std::shared_ptr<const onnx::Graph>>>(&attribute.value);
            if (graphs == nullptr || graphs->empty() || ++count > kMost) {
                continue;
            }
            names += (count == 1 ? "" : ", ") + showName(topology.ref(NodeId{n})).text + "/" +
                     showName(attribute.name).text;
        }
    }
    return count == 0 ? "no node here has a subgraph" : "there is " + names + (count > kMost ? ", …" : "");
}

}  // namespace

Result<std::shared_ptr<const Scope>> Scope::enter(std::shared_ptr<const onnx::Model> model,
                                                  std::string_view path) {
    std::shared_ptr<const Scope> scope = main(std::move(model));
    while (!path.empty()) {
        const std::optional<Step> step = longestStep(scope->topology(), path);
        if (!step.has_value()) {
            return fail(ErrorKind::kQuery,
                        "no graph '" + showName(path).text + "' (" + enterableGraphs(scope->topology()) + ")",
                        scope->path().back());
        }
        path.remove_prefix(step->length);
        if (!path.empty() && path.front() == '/') {
            path.remove_prefix(1);
        }
        scope = child(scope, step->node, *step->graph);
    }
    return scope;
}

Result<std::shared_ptr<const Scope>> Scope::enterFunction(std::shared_ptr<const onnx::Model> model,
                                                          std::string_view name) {
    const onnx::Function* found = nullptr;
    bool ambiguous = false;
    std::string known;
    for (const onnx::Function& function : model->functions) {
        const std::string full = std::string(function.domain) + ":" + std::string(function.name);
        known += (known.empty() ? "" : ", ") + showName(full).text;
        if (full == name) {
            found = &function;
            ambiguous = false;
            break;
        }
        if (function.name == name) {
            ambiguous = found != nullptr;
            found = &function;
        }
    }
    if (found == nullptr || ambiguous) {
        const std::string what = found == nullptr ? "no function '" : "several functions '";
        return fail(ErrorKind::kQuery, what + showName(name).text + "' (" +
                                           (known.empty() ? "the model has none" : "there is " + known) +
                                           ")");
    }
    return ofFunction(std::move(model), *found);
}

std::shared_ptr<const Scope> Scope::ofFunction(std::shared_ptr<const onnx::Model> model,
                                               const onnx::Function& function) {
    const std::shared_ptr<Scope> scope(new Scope);
    scope->function_ = &function;
    scope->topology_ = std::make_unique<const Topology>(function.body, nullptr);
    scope->path_.push_back(showName(std::string(function.domain) + ":" + std::string(function.name)).text);
    scope->model_ = std::move(model);
    return scope;
}

std::int64_t Scope::opset(std::string_view domain) const {
    if (function_ == nullptr) {
        return model_->opset(domain);
    }
    const auto plain = [](std::string_view name) { return name == "ai.onnx" ? std::string_view() : name; };
    for (const onnx::OpsetImport& import : function_->opset_import) {
        if (plain(import.domain) == plain(domain)) {
            return import.version;
        }
    }
    return 0;
}

}  // namespace qdqlens
