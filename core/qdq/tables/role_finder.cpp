#include "core/qdq/tables/role_finder.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/onnx/op_signatures.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

constexpr int kMaxDepth = 64;  ///< Scales of scales, and graphs in graphs.

template <std::size_t size>
bool oneOf(const std::array<std::string_view, size>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

bool isKnownDomain(const onnx::Node& node) {
    return node.isOnnxDomain() || node.domain == "com.microsoft";
}

bool isConvLike(const onnx::Node& node) {
    static constexpr auto kOps = std::to_array<std::string_view>(
        {"Conv", "ConvTranspose", "ConvInteger", "QLinearConv", "QLinearConvTranspose", "FusedConv"});
    return isKnownDomain(node) && oneOf(kOps, node.op_type);
}

bool isMatMulLike(const onnx::Node& node) {
    static constexpr auto kOps = std::to_array<std::string_view>(
        {"Gemm", "MatMul", "MatMulInteger", "QLinearMatMul", "QGemm", "FusedGemm", "FusedMatMul",
         "MatMulNBits", "MatMulBnb4", "MatMulFpQ4", "MatMulIntegerToFloat", "DynamicQuantizeMatMul",
         "GemmFloat8"});
    return isKnownDomain(node) && oneOf(kOps, node.op_type);
}

/// Ops that unpack blocks of a weight themselves.
bool isBlockUnpacker(const onnx::Node& node) {
    static constexpr auto kOps =
        std::to_array<std::string_view>({"MatMulNBits", "MatMulBnb4", "GatherBlockQuantized"});
    return node.domain == "com.microsoft" && oneOf(kOps, node.op_type);
}

/// Inputs of a folded node whose contents go on to its output, and not an axis, a shape or the like.
bool passesOn(const onnx::Node& node, std::uint32_t input, const onnx::OpSignature* signature) {
    static constexpr auto kElementwise = std::to_array<std::string_view>(
        {"Add", "Sub", "Mul", "Div", "Pow", "Where", "And", "Or", "Xor", "Mod", "MatMul", "Gemm"});
    const bool variadic =
        signature != nullptr && !signature->inputs.empty() && signature->inputs.back().variadic;
    return input == 0 || variadic || (node.isOnnxDomain() && oneOf(kElementwise, node.op_type));
}

std::string formalName(const Scope& scope, const onnx::Node& node, std::uint32_t input) {
    for (const onnx::Function& function : scope.model().functions) {
        if (function.name == node.op_type && function.domain == node.domain &&
            function.overload == node.overload && input < function.body.inputs.size()) {
            return showName(function.body.inputs[input].name).text;
        }
    }
    const onnx::OpSignature* signature =
        onnx::findSignature(node.domain, node.op_type, scope.opset(node.domain));
    const std::string_view formal = signature == nullptr ? std::string_view() : signature->inputName(input);
    return formal.empty() ? "input " + std::to_string(input) : std::string(formal);
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

bool takeSuffix(std::string& text, std::string_view suffix) {
    if (text.size() <= suffix.size() ||
        text.compare(text.size() - suffix.size(), suffix.size(), suffix) != 0) {
        return false;
    }
    text.resize(text.size() - suffix.size());
    return true;
}

std::string kindText(QuantKind kind) {
    return kind == QuantKind::kActivation ? "activation" : kind == QuantKind::kBias ? "bias" : "weight";
}

/// "w_scale", "b_zero_point" …: parameters that ops of their own quantization take. The kind is that of the
/// operand they are named for; "" where the name is no such.
std::string parameterRole(const Scope& scope, const Folding& folding, NodeId id, const std::string& formal) {
    std::string operand = lower(formal);
    std::string what;
    if (takeSuffix(operand, "_scale") || takeSuffix(operand, "_scales")) {
        what = " scale";
    } else if (takeSuffix(operand, "_zero_point") || takeSuffix(operand, "_zero_points")) {
        what = " zero point";
    } else {
        return {};
    }
    const auto inputs = scope.topology().inputs(id);
    bool constant = operand == "w" || operand == "weight" || operand == "weights";
    for (std::uint32_t i = 0; i < inputs.size() && !constant; ++i) {
        const std::string other = lower(formalName(scope, scope.topology().node(id), i));
        constant = other == operand && inputs[i] != kNoValue && folding.constant(inputs[i]);
    }
    return (constant ? "weight" : "activation") + what;
}

}  // namespace

RoleFinder::RoleFinder(std::shared_ptr<const Scope> scope, const Folding& folding) {
    top_.scope = std::move(scope);
    top_.folding = &folding;
}

RoleFinder::Found RoleFinder::find(ValueId value) {
    Walk state;
    walk(top_, value, false, state);
    if (top_.scope->topology().value(value).graph_output != nullptr) {
        state.found.roles.insert("output");
    }
    return std::move(state.found);
}

void RoleFinder::walk(Level& level, ValueId value, bool dequantized, Walk& state) {
    if (state.depth > kMaxDepth || !state.seen.insert({&level, value}).second) {
        return;
    }
    ++state.depth;
    for (const Use& use : level.scope->topology().uses(value)) {
        const bool top = &level == &top_;
        if (top) {
            state.holder = use.node;
        }
        visit(level, value, use, dequantized, state);
    }
    --state.depth;
}

void RoleFinder::visit(Level& level, ValueId value, const Use& use, bool dequantized, Walk& state) {
    if (use.input == Use::kCaptured) {
        enterSubgraphs(level, value, use.node, dequantized, state);
        return;
    }
    const Topology& topology = level.scope->topology();
    const onnx::Node& node = topology.node(use.node);
    const bool qdq = isQuantize(node) || isDequantize(node);
    const bool folded = level.folding->folded(use.node);
    const bool parameter = qdq && use.input > 0;
    const bool through =
        !parameter && (folded || qdq) &&
        passesOn(node, use.input,
                 onnx::findSignature(node.domain, node.op_type, level.scope->opset(node.domain)));
    if (through) {
        const std::size_t before = state.found.roles.size();
        for (const ValueId output : topology.outputs(use.node)) {
            if (output != kNoValue) {
                walk(level, output, dequantized || isDequantize(node), state);
            }
        }
        if (folded || state.found.roles.size() > before) {
            return;  // Else it is a Q or DQ that nobody consumes, or that makes a graph output.
        }
    }
    state.found.roles.insert(roleAt(level, use.node, use.input, dequantized));
    if (!folded) {
        state.found.consumers.insert(&level == &top_ ? use.node : state.holder);
    } else if (&level == &top_) {
        const std::vector<NodeId> behind = level.folding->consumers(value);
        state.found.consumers.insert(behind.begin(), behind.end());
    }
}

void RoleFinder::enterSubgraphs(Level& level, ValueId value, NodeId node, bool dequantized, Walk& state) {
    const std::string_view name = level.scope->topology().value(value).name;
    for (const onnx::Graph* graph : subgraphs(level.scope->topology().node(node))) {
        std::unique_ptr<Level>& child = level.children[graph];
        if (child == nullptr) {
            child = std::make_unique<Level>();
            child->scope = Scope::child(level.scope, node, *graph);
            if (child->scope != nullptr) {
                child->owned = std::make_unique<const Folding>(*child->scope, FoldMode::kOn);
                child->folding = child->owned.get();
            }
        }
        if (child->scope == nullptr) {
            continue;
        }
        const Topology& inner = child->scope->topology();
        const ValueId inside = inner.findValue(name);
        if (inside != kNoValue && inner.value(inside).outer) {
            walk(*child, inside, dequantized, state);
            if (inner.value(inside).graph_output != nullptr) {
                state.found.roles.insert("output");
            }
        }
    }
}

QuantKind RoleFinder::kind(Level& level, NodeId node, int depth) {
    const auto known = level.kinds.find(node);
    if (known != level.kinds.end()) {
        return known->second;
    }
    const Topology& topology = level.scope->topology();
    const auto inputs = topology.inputs(node);
    QuantKind kind = QuantKind::kActivation;
    if (!inputs.empty() && inputs[0] != kNoValue && level.folding->constant(inputs[0])) {
        level.kinds[node] = QuantKind::kWeight;  // Where the walk comes back here.
        Walk state;
        state.depth = depth;
        for (const ValueId output : topology.outputs(node)) {
            if (output != kNoValue) {
                walk(level, output, isDequantize(topology.node(node)), state);
            }
        }
        kind = state.found.roles == std::set<std::string>{"bias"} ? QuantKind::kBias : QuantKind::kWeight;
    }
    level.kinds[node] = kind;
    return kind;
}

std::string RoleFinder::roleAt(Level& level, NodeId id, std::uint32_t input, bool dequantized) {
    const onnx::Node& node = level.scope->topology().node(id);
    if ((isQuantize(node) || isDequantize(node)) && (input == 1 || input == 2)) {
        return kindText(kind(level, id, 0)) + (input == 1 ? " scale" : " zero point");
    }
    const std::string formal = formalName(*level.scope, node, input);
    const std::string plain = lower(formal);
    const bool conv = isConvLike(node);
    const bool matmul = isMatMulLike(node);
    if ((conv && plain == "w") || (matmul && (plain == "a" || plain == "b"))) {
        return "weight";
    }
    if ((conv && formal == "B") || (matmul && (plain == "c" || plain == "bias"))) {
        return "bias";
    }
    if (isBlockUnpacker(node)) {
        if (plain == "data") {
            return "weight";
        }
        if (plain == "scales" || plain == "zero_points" || plain == "absmax") {
            return plain == "zero_points" ? "weight zero point" : "weight scale";
        }
    }
    if (node.is("Gather") && input == 0 && dequantized) {
        return "weight";
    }
    if (std::string role = parameterRole(*level.scope, *level.folding, id, formal); !role.empty()) {
        return role;
    }
    const std::string op = node.op_type.empty() ? "(no op type)" : showName(node.op_type).text;
    return op + " " + formal;
}

}  // namespace qdqlens
