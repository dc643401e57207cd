// Which operators the Transpose optimizer knows, and which of their inputs.
#include <algorithm>
#include <map>

#include "core/qdq/runtime/transpose.h"

namespace qdqlens::runtime {
namespace {

using Kind = Handler::Kind;
using Inputs = Handler::Inputs;

const std::map<std::string_view, Handler>& handlers() {
    static const std::map<std::string_view, Handler> table = [] {
        std::map<std::string_view, Handler> t;
        for (const std::string_view op : {"Cast",       "Exp",       "Gelu",
                                          "Identity",   "LeakyRelu", "Log",
                                          "Reciprocal", "Relu",      "Sigmoid",
                                          "Sqrt",       "Tanh",      "Abs",
                                          "Not",        "Ceil",      "Floor",
                                          "Neg",        "Erf",       "HardSigmoid",
                                          "Round",      "IsInf",     "IsNaN",
                                          "Selu",       "Shrink",    "Sign",
                                          "Softplus",   "Softsign",  "ThresholdedRelu",
                                          "Celu",       "HardSwish", "Elu",
                                          "Sin",        "Cos",       "Tan",
                                          "Sinh",       "Cosh",      "Asin",
                                          "Acos",       "Atan",      "Asinh",
                                          "Acosh",      "Atanh"}) {
            t[op] = {Inputs::kAll, Kind::kSimple, true};
        }
        for (const std::string_view op :
             {"Add",         "Max",  "Min",   "Mul",      "Sub",   "Div",     "And",  "Or",
              "Xor",         "Mod",  "PRelu", "BitShift", "Equal", "Greater", "Less", "GreaterOrEqual",
              "LessOrEqual", "Mean", "Sum",   "Pow",      "Where"}) {
            t[op] = {Inputs::kNonScalar, Kind::kBroadcast, true};
        }
        for (const std::string_view op :
             {"ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd",
              "ReduceSum", "ReduceSumSquare", "ReduceL1", "ReduceL2"}) {
            t[op] = {Inputs::kFirst, Kind::kReduce, true};
        }
        t["Clip"] = t["CastLike"] = {Inputs::kFirst, Kind::kSimple, true};
        t["Transpose"] = {Inputs::kFirst, Kind::kTranspose, false};
        t["Concat"] = {Inputs::kAll, Kind::kAxis, true};
        t["Split"] = {Inputs::kFirst, Kind::kSplit, true};
        t["Shape"] = {Inputs::kFirst, Kind::kShape, false};
        t["Pad"] = {Inputs::kFirst, Kind::kPad, true};
        t["ArgMin"] = t["ArgMax"] = {Inputs::kFirst, Kind::kArg, true};
        t["Squeeze"] = {Inputs::kFirst, Kind::kSqueeze, true};
        t["Unsqueeze"] = {Inputs::kFirst, Kind::kUnsqueeze, true};
        t["Slice"] = {Inputs::kFirst, Kind::kSlice, true};
        t["Tile"] = {Inputs::kFirst, Kind::kTile, true};
        t["Softmax"] = t["Hardmax"] = t["LogSoftmax"] = {Inputs::kFirst, Kind::kSoftmax, true};
        t["QuantizeLinear"] = t["DequantizeLinear"] = {Inputs::kFirst, Kind::kQdq, true};
        t["com.microsoft.QuantizeLinear"] =
            t["com.microsoft.DequantizeLinear"] = {Inputs::kFirst, Kind::kQdq, true};
        t["Reshape"] = {Inputs::kFirst, Kind::kReshape, false};
        t["Resize"] = {Inputs::kFirst, Kind::kResize, true};
        t["Gather"] = {Inputs::kFirst, Kind::kNever, true};
        t["MaxPool"] = {Inputs::kFirst, Kind::kMaxPool, true};
        t["com.microsoft.QLinearAdd"] =
            t["com.microsoft.QLinearMul"] = {Inputs::kQLinearBinary, Kind::kBroadcast, true};
        t["com.microsoft.QLinearConcat"] = {Inputs::kQLinearConcat, Kind::kAxis, true};
        t["com.microsoft.QLinearAveragePool"] =
            t["com.microsoft.QLinearGlobalAveragePool"] = {Inputs::kFirst, Kind::kQLinearPool, true};
        t["com.microsoft.QLinearLeakyRelu"] =
            t["com.microsoft.QLinearSigmoid"] = {Inputs::kFirst, Kind::kSimple, true};
        t["com.microsoft.QLinearSoftmax"] = {Inputs::kFirst, Kind::kSoftmax, true};
        return t;
    }();
    return table;
}

}  // namespace

const Handler* handlerOf(const Graph& graph, Index node) {
    const auto found = handlers().find(opName(graph.node(node)));
    return found != handlers().end() ? &found->second : nullptr;
}

std::vector<std::size_t> inputsOf(const Graph& graph, Index node, const Handler& handler) {
    std::vector<std::size_t> slots;
    const std::size_t count = graph.node(node).inputs.size();
    switch (handler.inputs) {
        case Inputs::kFirst:
            return {0};
        case Inputs::kQLinearBinary:
            return {0, 3};
        case Inputs::kQLinearConcat:
            for (std::size_t k = 2; k < count; k += 3)
                slots.push_back(k);
            return slots;
        case Inputs::kAll:
        case Inputs::kNonScalar:
            for (std::size_t k = 0; k < count; ++k) {
                const Index value = graph.input(node, k);
                const bool scalar =
                    value != kNone && graph.value(value).shape && graph.value(value).shape->empty();
                if (handler.inputs == Inputs::kAll || !scalar)
                    slots.push_back(k);
            }
            return slots;
    }
    return slots;
}

}  // namespace qdqlens::runtime
