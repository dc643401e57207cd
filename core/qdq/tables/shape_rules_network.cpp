// Convolutions, pools and matrix products.
#include "core/qdq/tables/shape_rules.h"

namespace qdqlens {

namespace {

std::vector<std::int64_t> intsOr(const onnx::Node& node, std::string_view name, std::size_t size,
                                 std::int64_t fallback) {
    const auto* values = node.intsAttribute(name);
    return values != nullptr && values->size() == size ? *values : std::vector<std::int64_t>(size, fallback);
}

/// Both ends of a dim; too large to be said where they overflow.
std::int64_t padding(const std::vector<std::int64_t>& pads, std::size_t i) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(pads[i], pads[i + pads.size() / 2], &sum) ? INT64_MAX : sum;
}

std::int64_t floorDiv(std::int64_t a, std::int64_t b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/// One spatial dim of a convolution or pool; an unknown dim where it cannot be said.
ShapeDim window(const ShapeDim& in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                std::int64_t pads, const std::string_view auto_pad, bool ceil) {
    if (!in.value.has_value() || stride <= 0 || kernel <= 0 || dilation <= 0 || *in.value > kLargestDim ||
        kernel > kLargestDim || dilation > kLargestDim / kernel || pads > kLargestDim ||
        pads < -kLargestDim) {
        return {};
    }
    if (auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER") {
        return numberDim((*in.value + stride - 1) / stride);
    }
    const std::int64_t padded = *in.value + (auto_pad == "VALID" ? 0 : pads);
    const std::int64_t room = padded - ((kernel - 1) * dilation + 1);
    if (room < 0) {
        return {};
    }
    // Versions differ on whether a last window may start in the padding: say it only where they agree.
    const std::int64_t down = floorDiv(room, stride) + 1;
    if (ceil && room % stride != 0) {
        const bool starts_inside = down * stride < *in.value;
        return starts_inside ? numberDim(down + 1) : ShapeDim{};
    }
    return numberDim(down);
}

std::optional<RuleOutput> convolution(const RuleInput& in, std::size_t weight) {
    const Shape& x = in.shape(0);
    const Shape& w = in.shape(weight);
    if (!x.has_value() || !w.has_value() || x->size() < 3 || w->size() != x->size()) {
        return std::nullopt;
    }
    const std::size_t spatial = x->size() - 2;
    const auto strides = intsOr(in.node, "strides", spatial, 1);
    const auto dilations = intsOr(in.node, "dilations", spatial, 1);
    const auto pads = intsOr(in.node, "pads", 2 * spatial, 0);
    const std::string_view auto_pad = in.node.stringAttribute("auto_pad", "NOTSET");
    RuleOutput out;
    Dims dims{(*x)[0], (*w)[0]};
    for (std::size_t i = 0; i < spatial; ++i) {
        const ShapeDim& kernel = (*w)[i + 2];
        dims.push_back(kernel.value.has_value() ? window((*x)[i + 2], *kernel.value, strides[i], dilations[i],
                                                         padding(pads, i), auto_pad, false)
                                                : ShapeDim{});
    }
    const std::int64_t group = in.node.intAttribute("group", 1);
    std::int64_t channels = 0;
    if ((*x)[1].value.has_value() && (*w)[1].value.has_value() &&
        !__builtin_mul_overflow(*(*w)[1].value, group, &channels) && channels != *(*x)[1].value) {
        out.conflict = RuleConflict{std::to_string(*(*x)[1].value) + " input channels",
                                    std::to_string(channels) + " by the weight"};
    }
    out.shapes.emplace_back(std::move(dims));
    return out;
}

/// One spatial dim of a ConvTranspose without output_shape.
ShapeDim upWindow(const ShapeDim& in, const ShapeDim& kernel, std::int64_t stride, std::int64_t dilation,
                  std::int64_t pads, std::int64_t output_padding, std::string_view auto_pad) {
    const auto small = [](std::int64_t n) { return n >= 0 && n <= (std::int64_t{1} << 20); };
    if (!in.value.has_value() || !kernel.value.has_value() || !small(*in.value) || !small(*kernel.value) ||
        !small(stride) || !small(dilation) || !small(pads) || !small(output_padding)) {
        return {};
    }
    if (auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER") {
        return numberDim(*in.value * stride);
    }
    const std::int64_t out = stride * (*in.value - 1) + output_padding + (*kernel.value - 1) * dilation + 1 -
                             (auto_pad == "VALID" ? 0 : pads);
    return out > 0 ? numberDim(out) : ShapeDim{};
}

std::optional<RuleOutput> transposedConvolution(const RuleInput& in) {
    const Shape& x = in.shape(0);
    const Shape& w = in.shape(1);
    if (!x.has_value() || !w.has_value() || x->size() < 3 || w->size() != x->size()) {
        return std::nullopt;
    }
    const std::size_t spatial = x->size() - 2;
    const auto strides = intsOr(in.node, "strides", spatial, 1);
    const auto dilations = intsOr(in.node, "dilations", spatial, 1);
    const auto pads = intsOr(in.node, "pads", 2 * spatial, 0);
    const auto more = intsOr(in.node, "output_padding", spatial, 0);
    const auto sizes = intsOr(in.node, "output_shape", spatial, 0);
    const std::string_view auto_pad = in.node.stringAttribute("auto_pad", "NOTSET");
    std::int64_t channels = 0;
    const bool known = (*w)[1].value.has_value() &&
                       !__builtin_mul_overflow(*(*w)[1].value, in.node.intAttribute("group", 1), &channels);
    Dims dims{(*x)[0], known ? numberDim(channels) : ShapeDim{}};
    for (std::size_t i = 0; i < spatial; ++i) {
        if (in.node.attribute("output_shape") == nullptr) {
            dims.push_back(upWindow((*x)[i + 2], (*w)[i + 2], strides[i], dilations[i], padding(pads, i),
                                    more[i], auto_pad));
        } else {
            dims.push_back(sizes[i] > 0 ? numberDim(sizes[i]) : ShapeDim{});
        }
    }
    return oneShape(std::move(dims));
}

/// RNN, GRU and LSTM: Y, Y_h and, of LSTM, Y_c.
std::optional<RuleOutput> recurrent(const RuleInput& in) {
    const Shape& x = in.shape(0);
    if (!x.has_value() || x->size() != 3) {
        return std::nullopt;
    }
    const std::int64_t hidden_size = in.node.intAttribute("hidden_size", 0);
    const ShapeDim hidden = hidden_size > 0 ? numberDim(hidden_size) : ShapeDim{};
    const ShapeDim directions =
        numberDim(in.node.stringAttribute("direction", "forward") == "bidirectional" ? 2 : 1);
    const bool batch_first = in.node.intAttribute("layout", 0) != 0;
    const ShapeDim& length = (*x)[batch_first ? 1 : 0];
    const ShapeDim& batch = (*x)[batch_first ? 0 : 1];
    RuleOutput out;
    const Dims last = batch_first ? Dims{batch, directions, hidden} : Dims{directions, batch, hidden};
    out.shapes = {
        batch_first ? Dims{batch, length, directions, hidden} : Dims{length, directions, batch, hidden}, last,
        last};
    return out;
}

std::optional<RuleOutput> pool(const RuleInput& in) {
    const Shape& x = in.shape(0);
    const auto* kernel = in.node.intsAttribute("kernel_shape");
    if (!x.has_value() || x->size() < 3 || kernel == nullptr || kernel->size() != x->size() - 2) {
        return std::nullopt;
    }
    const std::size_t spatial = kernel->size();
    const auto strides = intsOr(in.node, "strides", spatial, 1);
    const auto dilations = intsOr(in.node, "dilations", spatial, 1);
    const auto pads = intsOr(in.node, "pads", 2 * spatial, 0);
    const std::string_view auto_pad = in.node.stringAttribute("auto_pad", "NOTSET");
    const bool ceil = in.node.intAttribute("ceil_mode", 0) != 0;
    Dims dims{(*x)[0], (*x)[1]};
    for (std::size_t i = 0; i < spatial; ++i) {
        dims.push_back(
            window((*x)[i + 2], (*kernel)[i], strides[i], dilations[i], padding(pads, i), auto_pad, ceil));
    }
    RuleOutput out;
    out.shapes.assign(in.node.outputs.size(), Shape(std::move(dims)));
    return out;
}

std::optional<RuleOutput> globalPool(const RuleInput& in) {
    if (!in.shape(0).has_value() || in.shape(0)->size() < 2 ||
        in.node.intAttribute("channels_last", 0) != 0) {
        return std::nullopt;
    }
    Dims dims = *in.shape(0);
    for (std::size_t i = 2; i < dims.size(); ++i) {
        dims[i] = numberDim(1);
    }
    return oneShape(std::move(dims));
}

void checkInner(const ShapeDim& a, const ShapeDim& b, RuleOutput& out) {
    if (a.value.has_value() && b.value.has_value() && *a.value != *b.value) {
        out.conflict = RuleConflict{std::to_string(*a.value) + " columns of A",
                                    std::to_string(*b.value) + ", the rows of B"};
    }
}

std::optional<RuleOutput> gemm(const RuleInput& in) {
    const Shape& a = in.shape(0);
    const Shape& b = in.shape(1);
    if (!a.has_value() || !b.has_value() || a->size() != 2 || b->size() != 2) {
        return std::nullopt;
    }
    const bool turn_a = in.node.intAttribute("transA", 0) != 0;
    const bool turn_b = in.node.intAttribute("transB", 0) != 0;
    RuleOutput out;
    checkInner((*a)[turn_a ? 0 : 1], (*b)[turn_b ? 1 : 0], out);
    out.shapes.emplace_back(Dims{(*a)[turn_a ? 1 : 0], (*b)[turn_b ? 0 : 1]});
    return out;
}

std::optional<RuleOutput> matMul(const RuleInput& in, std::size_t second) {
    if (!in.shape(0).has_value() || !in.shape(second).has_value() || in.shape(0)->empty() ||
        in.shape(second)->empty()) {
        return std::nullopt;
    }
    Dims a = *in.shape(0);
    Dims b = *in.shape(second);
    const bool vector_a = a.size() == 1;
    const bool vector_b = b.size() == 1;
    if (vector_a) {
        a.insert(a.begin(), numberDim(1));
    }
    if (vector_b) {
        b.push_back(numberDim(1));
    }
    RuleOutput out;
    checkInner(a.back(), b[b.size() - 2], out);
    Dims dims = broadcast(Dims(a.begin(), a.end() - 2), Dims(b.begin(), b.end() - 2), out.conflict);
    if (!vector_a) {
        dims.push_back(a[a.size() - 2]);
    }
    if (!vector_b) {
        dims.push_back(b.back());
    }
    out.shapes.emplace_back(std::move(dims));
    return out;
}

}  // namespace

std::optional<RuleOutput> networkRule(const RuleInput& in) {
    const onnx::Node& node = in.node;
    const bool microsoft = node.domain == "com.microsoft";
    if (node.is("Conv") || node.is("ConvInteger")) {
        return convolution(in, 1);
    }
    if (node.is("ConvTranspose")) {
        return transposedConvolution(in);
    }
    if (node.is("LSTM") || node.is("GRU") || node.is("RNN")) {
        return recurrent(in);
    }
    if (node.is("QLinearConv")) {
        return convolution(in, 3);
    }
    if (node.is("MaxPool") || node.is("AveragePool") || node.is("LpPool") ||
        (microsoft && node.op_type == "QLinearAveragePool" && node.intAttribute("channels_last", 0) == 0)) {
        return pool(in);
    }
    if (node.is("GlobalAveragePool") || node.is("GlobalMaxPool") || node.is("GlobalLpPool") ||
        (microsoft && node.op_type == "QLinearGlobalAveragePool")) {
        return globalPool(in);
    }
    if (node.is("Gemm")) {
        return gemm(in);
    }
    if (node.is("MatMul") || node.is("MatMulInteger")) {
        return matMul(in, 1);
    }
    if (node.is("QLinearMatMul")) {
        return matMul(in, 3);
    }
    if (microsoft && node.op_type == "MatMulNBits" && in.shape(0).has_value() && !in.shape(0)->empty() &&
        node.attribute("N") != nullptr) {
        Dims dims = *in.shape(0);
        dims.back() = numberDim(node.intAttribute("N", 0));
        return oneShape(std::move(dims));
    }
    return std::nullopt;
}

}  // namespace qdqlens
