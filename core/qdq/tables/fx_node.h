// What torch.onnx.export(dynamo=True) writes of the FX graph into a node's metadata_props.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/onnx/model.h"

namespace qdqlens {

/// "pkg.torch.onnx.fx_node": `%add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args =
/// (%relu, %conv2d), kwargs = {})`. Views into the metadata.
struct FxNode {
    std::string_view name;    ///< "add_1".
    std::string_view target;  ///< "aten.add.Tensor", without "torch.ops.".
    std::string_view op;      ///< "add".
    std::optional<std::uint32_t> num_users;
    std::vector<std::string_view> arguments;  ///< Names of the FX nodes it takes: "relu", "conv2d".
};
/// Nothing where the node carries none, or none of this form.
[[nodiscard]] std::optional<FxNode> fxNode(const onnx::Node& node);

/// The number after an op's name: "add" 0, "add_1" 1; nothing where the name is not the op's.
[[nodiscard]] std::optional<std::uint32_t> fxNumber(std::string_view name, std::string_view op);

/// A function called by the innermost source line of "pkg.torch.onnx.stack_trace".
struct SourceCall {
    std::string_view function;  ///< "adaptive_avg_pool2d" of `return F.adaptive_avg_pool2d(input, 1)`.
    bool alone = false;         ///< The line holds no other call and no operator.
};
/// The functional call (`F.…(`, `torch.…(`, `functional.…(`) of that line; nothing where it holds none.
[[nodiscard]] std::optional<SourceCall> sourceCall(const onnx::Node& node);

/// The innermost torch.nn module class that the node stands in: "AdaptiveAvgPool2d"; "" where there is none.
[[nodiscard]] std::string torchModuleClass(const onnx::Node& node);

/// "AdaptiveAvgPool2d" and "adaptive_avg_pool2d" as one: lower case without underscores.
[[nodiscard]] std::string plainName(std::string_view name);
/// "adaptive_avg_pool2d" of "AdaptiveAvgPool2d".
[[nodiscard]] std::string snakeCase(std::string_view class_name);

}  // namespace qdqlens
