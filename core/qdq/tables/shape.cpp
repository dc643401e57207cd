#include "core/qdq/tables/shape.h"

#include "core/base/text.h"

namespace qdqlens {

Shape shapeOf(const onnx::Type& type) {
    if (!type.has_shape) {
        return std::nullopt;
    }
    std::vector<ShapeDim> dims;
    for (const onnx::Dim& dim : type.shape) {
        ShapeDim& out = dims.emplace_back();
        if (dim.kind == onnx::Dim::Kind::kValue) {
            out.value = dim.value;
        } else if (dim.kind == onnx::Dim::Kind::kParam) {
            out.symbol = showName(dim.param).text;
        }
    }
    return dims;
}

Shape shapeOf(const std::vector<std::int64_t>& dims) {
    std::vector<ShapeDim> out;
    for (const std::int64_t dim : dims) {
        out.push_back({dim, {}});
    }
    return out;
}

std::string shapeText(const Shape& shape) {
    if (!shape.has_value()) {
        return {};
    }
    if (shape->empty()) {
        return "scalar";
    }
    std::string out;
    for (const ShapeDim& dim : *shape) {
        out += out.empty() ? "" : "×";
        out += dim.value.has_value() ? std::to_string(*dim.value) : dim.symbol.empty() ? "?" : dim.symbol;
    }
    return out;
}

}  // namespace qdqlens
