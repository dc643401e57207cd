#include "core/qdq/runtime/target.h"

namespace qdqlens::runtime {
namespace {

// ONNX Runtime 1.30, CPU provider: the operators of its QDQ selectors, as measured.
constexpr Selector kOrt130Cpu[] = {
    {"Split", 1, UnitKind::kSplit, "", "", true, false, "", ""},
    {"Resize", 1, UnitKind::kMovesData, "", "", false, false, "nearest", "nearest"},
    {"MaxPool", 12, UnitKind::kMovesData, "", "", false, true, "", ""},
    {"ReduceMax", 1, UnitKind::kMovesData, "", "", false, true, "", ""},
    {"ReduceMin", 1, UnitKind::kMovesData, "", "", false, true, "", ""},
    {"Expand", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Flatten", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Gather", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"GatherElements", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Reshape", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Slice", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Squeeze", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Tile", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Transpose", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"Unsqueeze", 1, UnitKind::kMovesData, "", "", true, false, "", ""},
    {"DepthToSpace", 1, UnitKind::kMovesData, "", "", false, false, "", ""},
    {"ArgMax", 1, UnitKind::kDropsDq, "", "", false, false, "", ""},
    {"AveragePool", 1, UnitKind::kUnary, "com.microsoft.QLinearAveragePool", "", false, false, "", "", true},
    {"LeakyRelu", 1, UnitKind::kUnary, "com.microsoft.QLinearLeakyRelu", "", false, false, "", ""},
    {"GlobalAveragePool", 1, UnitKind::kUnary, "com.microsoft.QLinearGlobalAveragePool", "", false, false, "",
     ""},
    {"Sigmoid", 1, UnitKind::kUnary, "com.microsoft.QLinearSigmoid", "", false, false, "", ""},
    {"Softmax", 1, UnitKind::kUnary, "com.microsoft.QLinearSoftmax", "", false, false, "", ""},
    {"Add", 1, UnitKind::kBinary, "com.microsoft.QLinearAdd", "", false, false, "", "", true},
    {"Mul", 1, UnitKind::kBinary, "com.microsoft.QLinearMul", "", false, false, "", "", true},
    {"Concat", 1, UnitKind::kVariadic, "com.microsoft.QLinearConcat", "", false, false, "", ""},
    {"Conv", 1, UnitKind::kConv, "QLinearConv", "", false, false, "", ""},
    {"MatMul", 1, UnitKind::kMatMul, "QLinearMatMul", "com.microsoft.MatMulIntegerToFloat", false, false, "",
     ""},
    {"Gemm", 1, UnitKind::kGemm, "com.microsoft.QGemm", "com.microsoft.QGemm", false, false, "", ""},
    {"Where", 1, UnitKind::kWhere, "com.microsoft.QLinearWhere", "", false, false, "", ""},
    {"MatMul", 1, UnitKind::kWeightOnly, "", "com.microsoft.MatMulNBits", false, false, "", ""},
    {"Gemm", 1, UnitKind::kWeightOnly, "", "com.microsoft.MatMulNBits", false, false, "", ""},
};

constexpr std::string_view kPropagates[] = {"MaxPool", "Reshape",   "Transpose",
                                            "Squeeze", "Unsqueeze", "Slice"};

constexpr std::string_view kFloat16Ops[] = {"Expand",  "Flatten",   "Gather",   "GatherElements",
                                            "Reshape", "Slice",     "Squeeze",  "Split",
                                            "Tile",    "Transpose", "Unsqueeze"};

constexpr Target kTargets[] = {
    {"ort-1.30-cpu-x64", "ONNX Runtime 1.30, CPU provider on x64", false, kOrt130Cpu, kPropagates,
     kFloat16Ops, 1e-6, 0.01},
    {"ort-1.30-cpu-arm64", "ONNX Runtime 1.30, CPU provider on arm64", true, kOrt130Cpu, kPropagates,
     kFloat16Ops, 1e-6, 0.01},
};

}  // namespace

std::span<const Target> targets() {
    return kTargets;
}

const Target* findTarget(std::string_view name) {
    for (const Target& target : kTargets) {
        if (target.name == name)
            return &target;
    }
    return nullptr;
}

}  // namespace qdqlens::runtime
