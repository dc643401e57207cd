// What files hold, as text for widgets.
#pragma once

#include <QString>
#include <cstdint>
#include <string_view>

#include "core/graph/constants.h"
#include "core/graph/scope.h"
#include "core/onnx/model.h"

namespace qdqlens {

/// Valid UTF-8 of our own making.
[[nodiscard]] QString toQString(std::string_view utf8);
/// Bytes out of a file, by showName.
[[nodiscard]] QString shownText(std::string_view bytes);
/// As shownText, with line ends and tabs kept: for documentation and stack traces.
[[nodiscard]] QString shownLines(std::string_view bytes);

/// "float32", "dtype 99".
[[nodiscard]] QString dataTypeText(onnx::DataType type);
/// "float32 [batch, 16, 8, 8]"; "float32" where the rank is unknown, "float32 []" for a scalar; "" for no
/// type.
[[nodiscard]] QString declaredTypeText(const onnx::Type& type);
/// "int8 [16, 3, 3, 3]".
[[nodiscard]] QString tensorText(const onnx::Tensor& tensor);
/// dtype and shape of a value as far as they are known; "" where they are not.
[[nodiscard]] QString valueText(const Scope& scope, ValueId value);
[[nodiscard]] QString constantShape(const Constant& constant);
/// "com.microsoft.DequantizeLinear".
[[nodiscard]] QString operatorText(const onnx::Node& node);
/// The node's name, or "#12" where it has none.
[[nodiscard]] QString nodeText(const Topology& topology, NodeId node);
/// "66.0 kB".
[[nodiscard]] QString bytesText(std::uint64_t bytes);

}  // namespace qdqlens
