#include "core/qdq/tables/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/qdq/quantization.h"
#include "core/qdq/tables/op_counts.h"
#include "core/qdq/tables/sizes.h"
#include "core/qdq/tables/summary.h"

namespace qdqlens {

namespace {

std::vector<DiffFigure> sizeFigures(const Sizes& a, const Sizes& b) {
    return {{"total", a.total, b.total}, {"initializer", a.initializer, b.initializer},
            {"node", a.node, b.node},    {"metadata_props", a.metadata_props, b.metadata_props},
            {"other", a.other, b.other}, {"external", a.external, b.external}};
}

std::vector<DiffFigure> opFigures(const Topology& a, const Topology& b) {
    std::map<std::string, DiffFigure> by_op;
    for (const OpCount& op : countOps(a)) {
        DiffFigure& figure = by_op[opName(op)];
        figure.a += op.nodes.size();
        figure.nodes_a.insert(figure.nodes_a.end(), op.nodes.begin(), op.nodes.end());
    }
    for (const OpCount& op : countOps(b)) {
        DiffFigure& figure = by_op[opName(op)];
        figure.b += op.nodes.size();
        figure.nodes_b.insert(figure.nodes_b.end(), op.nodes.begin(), op.nodes.end());
    }
    std::vector<DiffFigure> figures;
    for (auto& [name, figure] : by_op) {
        figure.name = name;
        figures.push_back(std::move(figure));
    }
    std::stable_sort(figures.begin(), figures.end(), [](const DiffFigure& x, const DiffFigure& y) {
        return std::max(x.a, x.b) > std::max(y.a, y.b);
    });
    return figures;
}

std::vector<DiffNode> unmatched(const Topology& topology, const std::vector<NodeId>& partners) {
    std::vector<DiffNode> nodes;
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        if (partners[n] == kNoNode) {
            nodes.push_back({NodeId{n}, showName(topology.ref(NodeId{n})).text,
                             showName(topology.node(NodeId{n}).op_type).text});
        }
    }
    return nodes;
}

std::string portText(const PortRow& port) {
    return port.dtype + "[" + (port.shape.has_value() && port.shape->empty() ? "" : shapeText(port.shape)) +
           "]";
}

/// Inputs or outputs of the same name; those of one side alone are changes from or to nothing.
void comparePorts(const char* what, const std::vector<PortRow>& a, const std::vector<PortRow>& b,
                  std::vector<DiffChange>& changes) {
    const auto find = [](const std::vector<PortRow>& ports, const std::string& name) {
        return std::find_if(ports.begin(), ports.end(),
                            [&](const PortRow& port) { return port.name == name; });
    };
    for (const PortRow& port : a) {
        const auto other = find(b, port.name);
        if (other == b.end()) {
            changes.push_back({port.name, "", what, portText(port), "", kNoNode, kNoNode});
        } else if (portText(port) != portText(*other)) {
            changes.push_back(
                {port.name, port.name, what, portText(port), portText(*other), kNoNode, kNoNode});
        }
    }
    for (const PortRow& port : b) {
        if (find(a, port.name) == a.end()) {
            changes.push_back({"", port.name, what, "", portText(port), kNoNode, kNoNode});
        }
    }
}

struct QdqMetadata {
    std::uint64_t nodes = 0;
    std::uint64_t bytes = 0;
};
QdqMetadata qdqMetadata(const Scope& scope) {
    QdqMetadata sum;
    for (const onnx::Node& node : scope.graph().nodes) {
        if (isQuantize(node) || isDequantize(node)) {
            ++sum.nodes;
            for (const onnx::StringEntry& entry : node.metadata) {
                sum.bytes += entry.size + 2;
            }
        }
    }
    return sum;
}

/// "The weights shrank, yet the file grew", seen from the one with the smaller weights.
void addFindings(const Scope& a, const Scope& b, const Sizes& sa, const Sizes& sb, ModelDiff& diff) {
    const bool forward = sb.initializer < sa.initializer && sb.total > sa.total;
    const bool backward = sa.initializer < sb.initializer && sa.total > sb.total;
    if (!forward && !backward) {
        return;
    }
    const Sizes& from = forward ? sa : sb;
    const Sizes& to = forward ? sb : sa;
    const QdqMetadata metadata = qdqMetadata(forward ? b : a);
    std::string text =
        fmt::format("The initializers shrank to {}, yet the file grew to {}",
                    formatPercent(to.initializer, from.initializer), formatPercent(to.total, from.total));
    if (metadata.bytes > 0) {
        text += fmt::format(": each of {} Q and DQ nodes carries its own metadata_props, {} bytes together",
                            metadata.nodes, metadata.bytes);
    }
    diff.findings.push_back(text + ".");
}

}  // namespace

bool ModelDiff::same() const {
    const auto equal = [](const DiffFigure& figure) { return figure.a == figure.b; };
    return only_a.empty() && only_b.empty() && changed.empty() &&
           std::all_of(sizes.begin(), sizes.end(), equal) && std::all_of(ops.begin(), ops.end(), equal);
}

ModelDiff diffModels(const std::shared_ptr<const Scope>& a, const std::shared_ptr<const Scope>& b) {
    const Folding folding_a(*a, FoldMode::kOn);
    const Folding folding_b(*b, FoldMode::kOn);
    const MatchSide side_a{*a, folding_a};
    const MatchSide side_b{*b, folding_b};
    const Sizes sizes_a = sizesOf(*a);
    const Sizes sizes_b = sizesOf(*b);
    ModelDiff diff;
    diff.sizes = sizeFigures(sizes_a, sizes_b);
    diff.ops = opFigures(a->topology(), b->topology());
    diff.match = matchNodes(side_a, side_b);
    diff.only_a = unmatched(a->topology(), diff.match.a_to_b);
    diff.only_b = unmatched(b->topology(), diff.match.b_to_a);
    const Summary summary_a = summarize(*a);
    const Summary summary_b = summarize(*b);
    comparePorts("input", summary_a.inputs, summary_b.inputs, diff.changed);
    comparePorts("output", summary_a.outputs, summary_b.outputs, diff.changed);
    for (std::uint32_t n = 0; n < a->topology().nodeCount(); ++n) {
        if (diff.match.a_to_b[n] != kNoNode) {
            compareNodes(side_a, side_b, NodeId{n}, diff.match.a_to_b[n], diff.match, diff.changed);
        }
    }
    addFindings(*a, *b, sizes_a, sizes_b, diff);
    return diff;
}

}  // namespace qdqlens
