#include "core/qdq/tables/roles.h"

#include <algorithm>
#include <unordered_map>

#include "core/graph/constants.h"
#include "core/qdq/tables/role_finder.h"

namespace qdqlens {

namespace {

std::string joined(const std::set<std::string>& roles) {
    std::string out;
    for (const std::string& role : roles) {
        out += (out.empty() ? "" : " + ") + role;
    }
    return out.empty() ? "unused" : out;
}

void fill(const Topology& topology, RoleFinder& finder, StoredTensor& stored) {
    if (stored.value == kNoValue) {
        stored.role = "unused";
        return;
    }
    RoleFinder::Found found = finder.find(stored.value);
    stored.role = joined(found.roles);
    stored.consumers.assign(found.consumers.begin(), found.consumers.end());
    for (const Use& use : topology.uses(stored.value)) {
        stored.first_use = std::min(stored.first_use, index(use.node));
    }
}

}  // namespace

std::vector<StoredTensor> storedTensors(const std::shared_ptr<const Scope>& scope, const Folding& folding) {
    const Topology& topology = scope->topology();
    std::unordered_map<const void*, ValueId> value_of;
    for (std::uint32_t v = 0; v < topology.valueCount(); ++v) {
        const Value& value = topology.value(ValueId{v});
        if (value.initializer != nullptr) {
            value_of.emplace(value.initializer, ValueId{v});
        } else if (value.sparse != nullptr) {
            value_of.emplace(value.sparse, ValueId{v});
        }
    }
    const auto valueOf = [&](const void* tensor) {
        const auto found = value_of.find(tensor);
        return found == value_of.end() ? kNoValue : found->second;
    };
    std::vector<StoredTensor> all;
    for (const onnx::Tensor& tensor : scope->graph().initializers) {
        StoredTensor& stored = all.emplace_back();
        stored.value = valueOf(&tensor);
        stored.tensor = &tensor;
    }
    for (const onnx::SparseTensor& sparse : scope->graph().sparse_initializers) {
        StoredTensor& stored = all.emplace_back();
        stored.value = valueOf(&sparse);
        stored.sparse = &sparse;
    }
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        if (!topology.node(NodeId{n}).is("Constant") || topology.outputs(NodeId{n}).empty() ||
            topology.outputs(NodeId{n})[0] == kNoValue) {
            continue;
        }
        const ValueId value = topology.outputs(NodeId{n})[0];
        if (const std::optional<Constant> constant = constantOf(*scope, value)) {
            StoredTensor& stored = all.emplace_back();
            stored.value = value;
            stored.tensor = constant->tensor;
            stored.sparse = constant->sparse;
            stored.attribute = constant->attribute;
            stored.constant_node = NodeId{n};
        }
    }
    RoleFinder finder(scope, folding);
    for (StoredTensor& stored : all) {
        fill(topology, finder, stored);
    }
    return all;
}

QuantKinds::QuantKinds(const std::shared_ptr<const Scope>& scope, const Folding& folding)
    : finder_(std::make_unique<RoleFinder>(scope, folding)) {}

QuantKinds::~QuantKinds() = default;

QuantKind QuantKinds::of(NodeId node) const {
    return finder_->kind(node);
}

}  // namespace qdqlens
