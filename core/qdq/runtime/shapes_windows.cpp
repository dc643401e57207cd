// Shapes of convolutions, pools, products and resizing.
#include <algorithm>

#include "core/qdq/runtime/shapes.h"

namespace qdqlens::runtime::shapes {
namespace {

std::int64_t pooled(const Graph& graph, Index node, std::int64_t in, std::int64_t kernel, std::size_t k,
                    std::size_t spatial) {
    if (in < 0 || kernel < 0)
        return -1;
    const auto at = [&](std::string_view name, std::size_t i, std::int64_t fallback) {
        const auto values = graph.intsAttribute(node, name);
        return values && i < values->size() ? (*values)[i] : fallback;
    };
    const std::int64_t stride = std::max<std::int64_t>(1, at("strides", k, 1));
    const std::int64_t window = (kernel - 1) * at("dilations", k, 1) + 1;
    const std::string_view automatic = graph.stringAttribute(node, "auto_pad", "NOTSET");
    if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER")
        return (in + stride - 1) / stride;
    const std::int64_t pads = automatic == "VALID" ? 0 : at("pads", k, 0) + at("pads", k + spatial, 0);
    const std::int64_t room = in + pads - window;
    if (room < 0)
        return -1;
    return graph.intAttribute(node, "ceil_mode", 0) != 0 ? (room + stride - 1) / stride + 1
                                                         : room / stride + 1;
}

}  // namespace

std::optional<Dims> convolved(const Graph& graph, Index node, const Dims& in) {
    if (in.size() < 3)
        return std::nullopt;
    Dims out = in;
    const std::size_t spatial = in.size() - 2;
    const bool conv = graph.node(node).op == "Conv";
    std::optional<Dims> weight;
    if (conv) {
        const Index w = graph.input(node, 1);
        if (w != kNone)
            weight = graph.value(w).shape;
        out[1] = weight && weight->size() == in.size() ? (*weight)[0] : -1;
    }
    const auto kernel = graph.intsAttribute(node, "kernel_shape");
    for (std::size_t k = 0; k < spatial; ++k) {
        std::int64_t size = -1;
        if (kernel && k < kernel->size())
            size = (*kernel)[k];
        else if (weight && weight->size() == in.size())
            size = (*weight)[k + 2];
        out[k + 2] = pooled(graph, node, in[k + 2], size, k, spatial);
    }
    return out;
}

std::optional<Dims> multiplied(const Dims& a, const Dims& b) {
    if (a.empty() || b.empty())
        return std::nullopt;
    if (b.size() == 1)
        return Dims(a.begin(), a.end() - 1);
    std::vector<std::optional<Dims>> batch;
    batch.emplace_back(
        Dims(a.begin(), a.end() - std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(a.size()))));
    batch.emplace_back(Dims(b.begin(), b.end() - 2));
    auto out = broadcast(batch);
    if (out && a.size() > 1)
        out->push_back(a[a.size() - 2]);
    if (out)
        out->push_back(b.back());
    return out;
}

std::optional<Dims> resized(const Graph& graph, Index node, const Dims& in) {
    Dims out(in.size(), -1);
    const Constant* scales = graph.constant(graph.input(node, graph.node(node).since >= 11 ? 2 : 1));
    const Constant* sizes = graph.constant(graph.input(node, 3));
    if (sizes != nullptr && sizes->integers() && sizes->integers()->size() == in.size())
        return sizes->integers();
    if (scales == nullptr || scales->values() == nullptr || scales->values()->size() != in.size())
        return out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (in[k] >= 0)
            out[k] = static_cast<std::int64_t>(static_cast<double>(in[k]) * (*scales->values())[k]);
    }
    return out;
}

std::optional<Dims> tiled(const Graph& graph, Index node, const Dims& in) {
    const Constant* given = graph.constant(graph.input(node, 1));
    const auto repeats = given != nullptr ? given->integers() : std::nullopt;
    Dims out(in.size(), -1);
    if (!repeats || repeats->size() != in.size())
        return out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (in[k] >= 0)
            out[k] = in[k] * (*repeats)[k];
    }
    return out;
}

std::optional<Dims> padded(const Graph& graph, Index node, const Dims& in) {
    std::optional<Dims> pads = graph.intsAttribute(node, "pads");
    if (const Constant* given = graph.constant(graph.input(node, 1)))
        pads = given->integers();
    Dims out(in.size(), -1);
    if (!pads || pads->size() != 2 * in.size() || graph.input(node, 3) != kNone)
        return out;
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (in[k] >= 0)
            out[k] = in[k] + (*pads)[k] + (*pads)[k + in.size()];
    }
    return out;
}

std::optional<Dims> blocks(const Graph& graph, Index node, const Dims& in) {
    const std::int64_t block = graph.intAttribute(node, "blocksize", 1);
    if (in.size() != 4 || block < 1)
        return Dims(in.size(), -1);
    const bool grows = graph.node(node).op == "DepthToSpace";
    const auto scaled = [](std::int64_t dim, std::int64_t by, bool up) {
        return dim < 0 ? -1 : up ? dim * by : dim / by;
    };
    return Dims{in[0], scaled(in[1], block * block, !grows), scaled(in[2], block, grows),
                scaled(in[3], block, grows)};
}

}  // namespace qdqlens::runtime::shapes
