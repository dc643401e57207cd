#include "tests/support/scenes.h"

#include <algorithm>
#include <stdexcept>

namespace qdqlens::test {

FigureSource sourceOf(const std::string& bytes, FoldMode mode) {
    return {scopeOf(bytes), mode};
}

std::vector<std::string> refs(const Topology& topology, const std::vector<NodeId>& nodes) {
    std::vector<std::string> out;
    for (const NodeId node : nodes) {
        out.push_back(topology.ref(node));
    }
    return out;
}

std::vector<std::string> unfolded(const FigureSource& source) {
    std::vector<std::string> out;
    const Topology& topology = source.scope().topology();
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        if (!source.folding().folded(NodeId{n})) {
            out.push_back(topology.ref(NodeId{n}));
        }
    }
    return out;
}

const Box& boxNamed(const Scene& scene, const std::string& name) {
    for (const Box& box : scene.boxes) {
        if (box.kind != BoxKind::kStub && (box.name == name || box.ref == name)) {
            return box;
        }
    }
    throw std::runtime_error("no box named " + name);
}

std::vector<const Box*> boxesOf(const Scene& scene, BoxKind kind) {
    std::vector<const Box*> out;
    for (const Box& box : scene.boxes) {
        if (box.kind == kind) {
            out.push_back(&box);
        }
    }
    return out;
}

std::vector<std::string> edgeNames(const Scene& scene) {
    const auto nameOf = [&](std::uint32_t box) {
        const Box& b = scene.boxes[box];
        return b.kind == BoxKind::kStub ? "(" + b.lines.front().text + ")" : b.name.empty() ? b.ref : b.name;
    };
    std::vector<std::string> out;
    for (const Edge& edge : scene.edges) {
        out.push_back(nameOf(edge.from) + ">" + nameOf(edge.to));
    }
    std::sort(out.begin(), out.end());
    return out;
}

Scene sceneOf(const FigureSource& source, const FigureOptions& options) {
    auto scene = buildScene(source, options);
    if (!scene.has_value()) {
        throw std::runtime_error(scene.error().message());
    }
    return std::move(*scene);
}

std::vector<std::string> texts(const Box& box) {
    std::vector<std::string> out;
    for (const TextLine& line : box.lines) {
        out.push_back(line.text);
    }
    return out;
}

}  // namespace qdqlens::test
