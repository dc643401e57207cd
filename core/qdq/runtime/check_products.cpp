// The units of Conv, MatMul and Gemm.
#include <cmath>

#include "core/base/number.h"
#include "core/qdq/runtime/check.h"

namespace qdqlens::runtime {

using onnx::DataType;

namespace {

std::optional<Failure> int8Rule(const State& state, const Group& group) {
    const Graph& graph = state.graph;
    if (readType(graph, group.dqs[0]) != DataType::kInt8)
        return std::nullopt;
    if (!state.target->int8_allowed)
        return int8Activation(state, group.dqs[0]);
    const DataType weight = readType(graph, group.dqs[1]);
    if (weight == DataType::kInt8)
        return std::nullopt;
    return Failure{"weight-dtype",
                   "its input is int8 and its weight " + std::string(dataTypeName(weight)) +
                       "; an int8 input needs an int8 weight",
                   "quantize the weight to int8",
                   {group.dqs[1]},
                   {}};
}

std::optional<Failure> widths(const State& state, const Selector& selector, const Group& group) {
    for (std::size_t k = 0; k < 2; ++k) {
        if (auto failure = widthAllowed(selector, group, readType(state.graph, group.dqs[k]))) {
            failure->nodes = {group.dqs[k]};
            return failure;
        }
    }
    return std::nullopt;
}

std::optional<Failure> inAndOut(const State& state, const Group& group) {
    if (group.qs.empty())
        return std::nullopt;
    Group ends = group;
    ends.dqs = {group.dqs[0]};
    return sameTypes(state, ends);
}

std::optional<Failure> biasIsInt32(const State& state, const Group& group) {
    if (group.dqs.size() < 3)
        return std::nullopt;
    const DataType type = readType(state.graph, group.dqs[2]);
    if (type == DataType::kInt32)
        return std::nullopt;
    return Failure{"bias-dtype",
                   "its bias is " + std::string(dataTypeName(type)) + ", not int32",
                   "quantize the bias to int32 with scale = input scale × weight scale",
                   {group.dqs[2]},
                   {}};
}

/// Conv: the bias' codes are added to the product's as they are, so its scale must be x·w.
std::optional<Failure> biasScale(const State& state, const Group& group) {
    const Graph& graph = state.graph;
    const Index dq = group.dqs[2];
    const auto fail = [&](std::string rule, std::string reason, std::string mend) {
        return Failure{std::move(rule), std::move(reason), std::move(mend), {dq}, {}};
    };
    if (graph.input(dq, 2) != kNone) {
        const Constant* zero_point = graph.constant(graph.input(dq, 2));
        const std::vector<double>* zeros = zero_point != nullptr ? zero_point->values() : nullptr;
        if (zeros == nullptr)
            return fail("bias-zero-point", "its bias' zero point is not constant", "leave it out");
        for (const double zero : *zeros) {
            if (zero != 0)
                return fail("bias-zero-point", "its bias' zero point is not 0",
                            "quantize the bias with zero point 0");
        }
    }
    const std::vector<double>* parts[3] = {};
    for (std::size_t k = 0; k < 3; ++k) {
        const Constant* scale = graph.constant(graph.input(group.dqs[k], 1));
        if (scale == nullptr) {
            return fail("parameters-not-constant", nameNode(graph, group.dqs[k]) + "'s scale is not constant",
                        "use constant scales");
        }
        parts[k] = scale->values();
        if (parts[k] == nullptr || parts[k]->empty())
            return std::nullopt;  // Made by the runtime's own pass.
    }
    if (parts[0]->size() != 1)
        return std::nullopt;
    const float x = static_cast<float>((*parts[0])[0]);
    const std::size_t channels = std::max(parts[1]->size(), parts[2]->size());
    for (std::size_t k = 0; k < channels; ++k) {
        const auto at = [&](const std::vector<double>& v) {
            return static_cast<float>(v[v.size() == 1 ? 0 : std::min(k, v.size() - 1)]);
        };
        const float wanted = x * at(*parts[1]);
        const float have = at(*parts[2]);
        const double off = std::fabs(static_cast<double>(have) - static_cast<double>(wanted));
        const double room = state.target->bias_absolute +
                            state.target->bias_relative * std::fabs(static_cast<double>(wanted));
        if (!(off <= room)) {
            return fail("bias-scale",
                        "its bias has scale " + formatFloat32(have) +
                            (channels > 1 ? " in channel " + std::to_string(k) : "") +
                            ", input scale × weight scale is " + formatFloat32(wanted),
                        "quantize the bias with scale = input scale × weight scale");
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Failure> checkConv(const State& state, const Selector& selector, const Group& group) {
    const std::size_t inputs = state.graph.inputsPresent(group.target);
    if (auto failure = checkGroup(state, selector, group, inputs)) {
        const Index bias = state.graph.input(group.target, 2);
        if (failure->rule == "dq-count" && group.dqs.size() + 1 == inputs && bias != kNone &&
            state.graph.producer(bias) == kNone) {
            failure->rule = "bias-float";
            failure->reason = "its float bias could not be turned into int32";
            failure->mend =
                "store the bias as int32 behind a DequantizeLinear with scale = input scale × weight scale";
        }
        return failure;
    }
    if (auto failure = inAndOut(state, group))
        return failure;
    if (auto failure = int8Rule(state, group))
        return failure;
    if (auto failure = biasIsInt32(state, group))
        return failure;
    if (auto failure = widths(state, selector, group))
        return failure;
    return group.dqs.size() == 3 ? biasScale(state, group) : std::nullopt;
}

std::optional<Failure> checkMatMul(const State& state, const Selector& selector, const Group& group) {
    if (auto failure = checkGroup(state, selector, group, 2))
        return failure;
    if (auto failure = int8Rule(state, group))
        return failure;
    if (auto failure = widths(state, selector, group))
        return failure;
    return inAndOut(state, group);
}

std::optional<Failure> checkGemm(const State& state, const Selector& selector, const Group& group) {
    const Graph& graph = state.graph;
    if (auto failure = checkGroup(state, selector, group, graph.inputsPresent(group.target)))
        return failure;
    if (group.dqs.size() < 2)
        return Failure{
            "dq-count", "its weight does not come from a DequantizeLinear", "quantize the weight", {}, {}};
    const DataType weight = readType(graph, group.dqs[1]);
    if (readType(graph, group.dqs[0]) == DataType::kInt8 && weight != DataType::kInt8) {
        return Failure{"weight-dtype",
                       "its input is int8 and its weight " + std::string(dataTypeName(weight)) +
                           "; an int8 input needs an int8 weight",
                       "quantize the weight to int8",
                       {group.dqs[1]},
                       {}};
    }
    if (auto failure = inAndOut(state, group))
        return failure;
    if (auto failure = widths(state, selector, group))
        return failure;
    for (std::size_t k = 0; k < 2; ++k) {
        if (graph.input(group.dqs[k], 2) != kNone)
            continue;
        return Failure{
            "zero-point-missing",
            nameNode(graph, group.dqs[k]) + " has no zero point input, which a Gemm's unit asks for",
            "write the zero point out, 0 too",
            {group.dqs[k]},
            {}};
    }
    if (group.dqs.size() < 3)
        return std::nullopt;
    for (const std::string_view factor : {std::string_view("alpha"), std::string_view("beta")}) {
        if (graph.floatAttribute(group.target, factor, 1.0F) != 1.0F) {
            return Failure{"gemm-factor",
                           "with a bias its " + std::string(factor) + " must be 1",
                           "fold it into the weight",
                           {},
                           {}};
        }
    }
    return biasIsInt32(state, group);
}

std::optional<Failure> checkWeightOnly(const State& state, const Group& group) {
    const Graph& graph = state.graph;
    const auto fail = [&](std::string rule, std::string reason) {
        return Failure{std::move(rule), std::move(reason), {}, group.dqs, {}};
    };
    const bool gemm = graph.node(group.target).op == "Gemm";
    if (!group.qs.empty())
        return fail("weight-only-q",
                    "a QuantizeLinear follows a product of which only the weight is quantized");
    if (group.dqs.empty() || group.dqs.size() > (gemm ? 2U : 1U))
        return fail("dq-count", "not just the weight is quantized");
    const Index dq = graph.producer(graph.input(group.target, 1));
    if (dq == kNone || !isDq(graph.node(dq)))
        return fail("weight-only", "its weight does not come from a DequantizeLinear");
    if (!graph.hasEdges(dq, 1))
        return fail("dq-shared", "its weight's DequantizeLinear has other consumers");
    if (gemm && group.dqs.size() == 2) {
        const Index other = group.dqs[0] == dq ? group.dqs[1] : group.dqs[0];
        if (graph.input(group.target, 2) != graph.output(other, 0))
            return fail("dq-count", "not just the weight is quantized");
    }
    if (gemm) {
        const float alpha = graph.floatAttribute(group.target, "alpha", 1.0F);
        if (std::fabs(alpha - 1.0F) > 1e-6F || graph.intAttribute(group.target, "transA", 0) != 0 ||
            graph.intAttribute(group.target, "transB", 0) != 0) {
            return fail("gemm-factor", "only a Gemm with alpha 1 and nothing transposed runs as MatMulNBits");
        }
    }
    const Constant* weight = graph.constant(graph.input(dq, 0));
    const Constant* scale = graph.constant(graph.input(dq, 1));
    const bool zero_input = graph.input(dq, 2) != kNone;
    const Constant* zero = graph.constant(graph.input(dq, 2));
    if (weight == nullptr || scale == nullptr || (zero_input && zero == nullptr)) {
        return fail("parameters-not-constant", "its weight, scale or zero point is not constant");
    }
    for (const std::size_t slot : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
        const Index part = graph.input(dq, slot);
        if (part != kNone && slot < 2 && graph.value(part).uses.size() > 1) {
            return fail("weight-only-shared", "its weight or scale initializer is used by another node too");
        }
    }
    const DataType type = weight->type();
    if (!isSub8Bit(type) && type != DataType::kInt8 && type != DataType::kUInt8) {
        return fail("dtype-unsupported", "its weight has not 2, 4 or 8 bits");
    }
    if (scale->type() != DataType::kFloat32 && scale->type() != DataType::kFloat16) {
        return fail("dtype-unsupported", "its weight's scale is neither float32 nor float16");
    }
    if (weight->dims().size() != 2)
        return fail("weight-rank", "its weight is no matrix");
    const std::int64_t rows = weight->dims()[0];
    const std::int64_t columns = weight->dims()[1];
    const std::int64_t block = graph.intAttribute(dq, "block_size", 0);
    const std::int64_t axis = graph.intAttribute(dq, "axis", 1);
    if (block > 0) {
        const bool power = (block & (block - 1)) == 0;
        if (axis != 0 || block < 16 || !power)
            return fail("block", "blocks must lie along axis 0 and hold 16, 32, 64 … elements");
        const Dims wanted{(rows + block - 1) / block, columns};
        if (scale->dims() != wanted || (zero != nullptr && zero->dims() != wanted))
            return fail("block", "scale or zero point do not have one element a block");
        return std::nullopt;
    }
    if (scale->dims().empty()) {
        if (zero != nullptr && !zero->dims().empty())
            return fail("granularity", "its scale is a scalar, its zero point is not");
        return std::nullopt;
    }
    if (scale->dims() != Dims{columns})
        return fail("granularity", "its scale is neither a scalar nor one a column");
    if (axis != 1)
        return fail("granularity", "its scales must lie along axis 1");
    if (zero != nullptr && zero->dims() != Dims{columns})
        return fail("granularity", "its zero points are not one a column");
    return std::nullopt;
}

}  // namespace qdqlens::runtime
