// What the passes ask about scales, zero points and clipping.
#include <algorithm>
#include <cmath>

#include "core/qdq/runtime/pass.h"

namespace qdqlens::runtime {
namespace {

struct Pair {
    const Constant* scale = nullptr;
    const Constant* zero_point = nullptr;
};

std::optional<Pair> parametersOf(const Graph& graph, Index node) {
    if (graph.node(node).inputs.size() != 3)
        return std::nullopt;
    const Pair pair{graph.constant(graph.input(node, 1)), graph.constant(graph.input(node, 2))};
    if (pair.scale == nullptr || pair.zero_point == nullptr)
        return std::nullopt;
    if (!pair.scale->scalar() || !pair.zero_point->scalar())
        return std::nullopt;
    return pair;
}

}  // namespace

bool sameParameters(const Graph& graph, Index a, Index b) {
    const auto left = parametersOf(graph, a);
    const auto right = parametersOf(graph, b);
    if (!left || !right || left->zero_point->type() != right->zero_point->type())
        return false;
    const auto zero_a = left->zero_point->value();
    const auto zero_b = right->zero_point->value();
    const auto scale_a = left->scale->value();
    const auto scale_b = right->scale->value();
    return zero_a && zero_b && *zero_a == *zero_b && scale_a && scale_b && *scale_a == *scale_b;
}

bool constantScalarParameters(const Graph& graph, Index node) {
    const Constant* scale = graph.constant(graph.input(node, 1));
    if (scale == nullptr || !scale->scalar())
        return false;
    if (graph.input(node, 2) == kNone)
        return true;
    const Constant* zero_point = graph.constant(graph.input(node, 2));
    return zero_point != nullptr && zero_point->scalar();
}

bool removable(const Graph& graph, Index node) {
    const auto& inputs = graph.node(node).inputs;
    const auto made =
        std::count_if(inputs.begin(), inputs.end(), [&](Index v) { return graph.producer(v) != kNone; });
    return made == 1 || (made == 0 && inputs.size() == 1);
}

std::optional<Bounds> clipBounds(const Graph& graph, Index clip) {
    Bounds bounds{-3.402823466e+38F, 3.402823466e+38F};
    if (graph.node(clip).since != 0 && graph.node(clip).since < 11) {
        bounds.low = graph.floatAttribute(clip, "min", bounds.low);
        bounds.high = graph.floatAttribute(clip, "max", bounds.high);
        return bounds;
    }
    for (const std::size_t slot : {std::size_t{1}, std::size_t{2}}) {
        if (graph.input(clip, slot) == kNone)
            continue;
        const Constant* bound = graph.constant(graph.input(clip, slot));
        const auto value = bound != nullptr ? bound->value() : std::nullopt;
        if (!value)
            return std::nullopt;
        (slot == 1 ? bounds.low : bounds.high) = static_cast<float>(*value);
    }
    return bounds;
}

bool redundantBefore(const Graph& graph, Index activation, Index q) {
    const Constant* scale = graph.constant(graph.input(q, 1));
    if (scale == nullptr || !scale->dims().empty() || scale->type() != onnx::DataType::kFloat32)
        return false;
    const auto step = scale->value();
    if (!step)
        return false;
    double zero = 0;
    onnx::DataType type = graph.value(graph.output(q, 0)).type;
    if (graph.input(q, 2) != kNone) {
        const Constant* zero_point = graph.constant(graph.input(q, 2));
        if (zero_point == nullptr || !zero_point->dims().empty() || !zero_point->value())
            return false;
        zero = *zero_point->value();
        type = zero_point->type();
    }
    using onnx::DataType;
    if (type != DataType::kInt8 && type != DataType::kUInt8 && type != DataType::kInt16 &&
        type != DataType::kUInt16) {
        return false;
    }
    const auto range = onnx::codeRange(type);
    if (!range)
        return false;
    if (graph.node(activation).op == "Relu")
        return zero == static_cast<double>(range->min);
    const auto bounds = clipBounds(graph, activation);
    if (!bounds)
        return false;
    const float divisor = static_cast<float>(*step);
    // Where the quotient leaves int32 the runtime's cast is anybody's guess; saturating says the same as
    // x64's does for the lower bound and is what is meant for the upper.
    const auto code = [&](float bound) {
        return std::clamp(std::rint(static_cast<double>(bound / divisor)), -2147483648.0, 2147483647.0) +
               zero;
    };
    return code(bounds->low) <= static_cast<double>(range->min) &&
           code(bounds->high) >= static_cast<double>(range->max);
}

}  // namespace qdqlens::runtime
