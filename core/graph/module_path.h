// Where in the source network a node comes from, out of what exporters leave in names and metadata_props.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/onnx/model.h"

namespace qdqlens {

/// Module path from the root, outermost first: "residual", "residual.conv1". From (in this order)
/// metadata_props "pkg.torch.onnx.name_scopes" (a Python list; the last entry is the node itself),
/// "namespace" ('/' separated "name: class"), or a node name with '/' such as TorchScript's
/// "/layer1/layer1.0/conv1/Conv" (here each part is a level), or with dots such as
/// "encoder.layer.3.node_matmul" (not where a digit follows the last dot, as in the value names "input.1"
/// that quantizers name Q and DQ by). Empty where there is none.
[[nodiscard]] std::vector<std::string> modulePath(const onnx::Node& node);

/// The innermost module of modulePath in dotted form, without empty parts; "" for the network itself. Nothing
/// where the node does not say: no metadata, and a name without '/' or module.
[[nodiscard]] std::optional<std::string> dottedModulePath(const onnx::Node& node);

/// The innermost module of modulePath, "" where there is none.
[[nodiscard]] std::string moduleName(const onnx::Node& node);

/// A module of slashes as PyTorch writes it: "layer1/layer1.0/conv1" is "layer1.0.conv1".
[[nodiscard]] std::string dottedModule(std::string_view module);

/// `prefix` is the module itself or one that holds it: "residual" matches "residual.conv1", not "residual2".
/// Modules of slashes match in dotted form too.
[[nodiscard]] bool moduleMatches(const onnx::Node& node, std::string_view prefix);

/// FX op of "pkg.torch.onnx.fx_node": the part after the namespace in
/// target=torch.ops.<ns>.<op>[.<overload>]; "" where there is none.
[[nodiscard]] std::string_view fxOp(const onnx::Node& node);

/// A Python list of strings as repr() writes it: ['', 'a', "b'c"]. Empty where it is not one.
[[nodiscard]] std::vector<std::string> parsePythonList(std::string_view text);

}  // namespace qdqlens
