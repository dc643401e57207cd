// What a runtime, a version of it and a provider can do, as data: another one is another table, not other
// code.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace qdqlens::runtime {

/// The shape of a node unit: which DequantizeLinears and QuantizeLinears it needs, and which dtypes must
/// agree.
enum class UnitKind : std::uint8_t {
    kMovesData,   ///< DQ -> op -> Q with the same parameters: the op itself runs on integers.
    kDropsDq,     ///< DQ -> op: the op reads the integers.
    kUnary,       ///< DQ -> op -> Q, any parameters.
    kBinary,      ///< Two DQs.
    kVariadic,    ///< As many DQs as inputs.
    kSplit,       ///< One DQ, one Q per output, the same parameters.
    kConv,        ///< Input, weight, optional int32 bias.
    kMatMul,      ///< Two DQs; without a Q the result is float.
    kGemm,        ///< Input, weight, optional int32 bias; without a Q the result is float.
    kWhere,       ///< Two DQs beside the condition.
    kWeightOnly,  ///< Only the weight comes from a DQ, no Q.
};

/// One row: an operator that may become an integer kernel.
struct Selector {
    std::string_view op;     ///< ai.onnx.
    std::int64_t since = 1;  ///< Oldest version of the operator that counts.
    UnitKind kind = UnitKind::kUnary;
    std::string_view kernel;     ///< What runs instead; "" where the op itself runs on integers.
    std::string_view without_q;  ///< What runs where no Q follows; "" where a Q must follow.
    bool allow_16bit = false;
    bool positive_scale = false;     ///< The scale must be above 0.
    std::string_view only_mode;      ///< The `mode` attribute must be this; "" for any.
    std::string_view mode_default;   ///< What a missing `mode` means.
    bool scalar_parameters = false;  ///< The kernel refuses scales and zero points of dims [1].
};

struct Target {
    std::string_view name;     ///< "ort-1.30-cpu-x64".
    std::string_view runtime;  ///< "ONNX Runtime 1.30, CPU provider on x64".
    bool int8_allowed =
        false;  ///< session.qdqisint8allowed: kernels on int8 activations, and no int8 -> uint8 pass.
    std::span<const Selector> selectors;
    std::span<const std::string_view> propagates;   ///< Ops that Q and DQ move over.
    std::span<const std::string_view> float16_ops;  ///< Ops that have a float16 kernel here.
    double bias_absolute = 1e-6;                    ///< Conv: |bias scale - x·w| may be this …
    double bias_relative = 0.01;                    ///< … plus this share of x·w.
};

/// Every target that is known, the default one first.
[[nodiscard]] std::span<const Target> targets();
/// Null where there is none of that name.
[[nodiscard]] const Target* findTarget(std::string_view name);

}  // namespace qdqlens::runtime
