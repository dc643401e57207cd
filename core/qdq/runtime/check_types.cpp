// Conditions on the quantized types of a node unit.
#include <algorithm>

#include "core/qdq/quantization.h"
#include "core/qdq/runtime/check.h"

namespace qdqlens::runtime {

using onnx::DataType;

DataType readType(const Graph& graph, Index dq) {
    const Index in = graph.input(dq, 0);
    return in == kNone ? DataType::kUndefined : graph.value(in).type;
}

DataType writtenType(const Graph& graph, Index q) {
    return graph.value(graph.output(q, 0)).type;
}

bool is16Bit(DataType type) {
    return type == DataType::kInt16 || type == DataType::kUInt16;
}

bool isSub8Bit(DataType type) {
    return type == DataType::kInt4 || type == DataType::kUInt4 || type == DataType::kInt2 ||
           type == DataType::kUInt2;
}

namespace {

/// The quantized type that the file has for a Q or DQ, whatever the int8 to uint8 step has made of it.
DataType fileType(const State& state, Index node) {
    const std::vector<NodeId>& origins = state.graph.node(node).origins;
    return origins.empty() ? DataType::kUndefined : quantParameters(*state.scope, origins.front()).type;
}

/// Why the int8 to uint8 step left this Q or DQ as it is.
std::string whyInt8(const State& state, Index node) {
    const Graph& graph = state.graph;
    const Index in = graph.input(node, 0);
    const Index q = isQ(graph.node(node)) ? node : graph.producer(in);
    if (q == kNone)
        return nameNode(graph, node) +
               (graph.constant(in) != nullptr ? " reads a constant" : " reads an int8 value from outside");
    const auto skipped = state.skipped_to_uint8.find(q);
    return skipped != state.skipped_to_uint8.end() ? skipped->second : nameNode(graph, q) + " makes int8";
}

Failure typesDiffer(const State& state, const Group& group, Index a, Index b) {
    const Graph& graph = state.graph;
    const auto typeText = [&](Index node) {
        const bool q = isQ(graph.node(node));
        return nameNode(graph, node) + (q ? " makes " : " reads ") +
               std::string(dataTypeName(q ? writtenType(graph, node) : readType(graph, node)));
    };
    Failure failure{"dtypes-differ", {}, "quantize all to one type", {a, b}, {}};
    failure.reason = "its quantized types differ: " + typeText(a) + ", " + typeText(b);
    std::vector<Index> parts = group.dqs;
    parts.insert(parts.end(), group.qs.begin(), group.qs.end());
    const bool int8_in_file = std::all_of(
        parts.begin(), parts.end(), [&](Index part) { return fileType(state, part) == DataType::kInt8; });
    if (!int8_in_file)
        return failure;
    failure.mend = "quantize to uint8";
    for (const Index part : parts) {
        if ((isQ(graph.node(part)) ? writtenType(graph, part) : readType(graph, part)) != DataType::kInt8)
            continue;
        failure.reason += " (" + whyInt8(state, part) + "; the int8 to uint8 step skips it)";
        const Index q = isQ(graph.node(part)) ? part : graph.producer(graph.input(part, 0));
        if (q != kNone) {
            failure.nodes.push_back(q);
            failure.mend += ", or give each consumer a QuantizeLinear of its own";
        }
        break;
    }
    return failure;
}

}  // namespace

Failure int8Activation(const State& state, Index dq) {
    const Graph& graph = state.graph;
    Failure failure{"int8-activation", {}, {}, {dq}, {}};
    failure.reason = "its input stays int8, and on this target a kernel takes only uint8 activations: ";
    const Index in = graph.input(dq, 0);
    const Index from = graph.producer(in);
    if (from == kNone) {
        failure.reason += "the int8 value is given from outside";
        failure.values = {in};
        failure.mend = "quantize to uint8";
        return failure;
    }
    failure.nodes.push_back(from);
    if (const auto skipped = state.skipped_to_uint8.find(from); skipped != state.skipped_to_uint8.end()) {
        failure.reason += skipped->second + "; the int8 to uint8 step skips it";
        failure.mend = "quantize to uint8, or give each consumer a QuantizeLinear of its own";
        return failure;
    }
    failure.reason += nameNode(graph, from) + " makes int8";
    failure.mend = "quantize to uint8";
    return failure;
}

std::optional<Failure> sameTypes(const State& state, const Group& group) {
    const Graph& graph = state.graph;
    const Index first = group.dqs.front();
    for (const Index dq : group.dqs) {
        if (readType(graph, dq) != readType(graph, first))
            return typesDiffer(state, group, first, dq);
    }
    for (const Index q : group.qs) {
        if (writtenType(graph, q) != readType(graph, first))
            return typesDiffer(state, group, first, q);
    }
    return std::nullopt;
}

std::optional<Failure> widthAllowed(const Selector& selector, const Group& group, DataType type) {
    const auto refuse = [&](std::string reason) {
        return Failure{"dtype-unsupported", std::move(reason), "quantize to 8 bits", {group.dqs.front()}, {}};
    };
    if (is16Bit(type) && !selector.allow_16bit)
        return refuse("there is no 16-bit kernel for it");
    if (isSub8Bit(type))
        return refuse("there is no kernel for it below 8 bits");
    return std::nullopt;
}

}  // namespace qdqlens::runtime
