#include "app/cli/report_figures.h"

#include "core/diagram/figure.h"
#include "core/export/svg.h"
#include "core/qdq/query.h"

namespace qdqlens::cli {

namespace {

constexpr std::uint32_t kWhole = 60;  ///< Unfolded nodes up to which a graph is drawn whole.

struct Wanted {
    std::string title;
    FigureOptions options;
};

std::vector<Wanted> figuresOf(const FigureSource& source) {
    const Topology& topology = source.scope().topology();
    std::vector<Wanted> wanted;
    if (topology.nodeCount() - source.folding().foldedCount() <= kWhole) {
        wanted.push_back({"The whole graph", {}});
        return wanted;
    }
    const auto around = [&](const std::string& title, NodeId node) {
        FigureOptions options;
        options.focus = {"#" + std::to_string(index(node))};
        wanted.push_back({title, std::move(options)});
    };
    for (std::uint32_t v = 0; v < topology.valueCount(); ++v) {
        if (topology.value(ValueId{v}).isInput()) {
            if (const auto consumers = source.folding().consumers(ValueId{v}); !consumers.empty()) {
                around("Around the graph input", consumers.front());
                break;
            }
        }
    }
    const std::pair<const char*, const char*> queries[] = {{"residual", "Around a residual Add"},
                                                           {"shared-dq", "Around a shared DequantizeLinear"}};
    for (const auto& [query, title] : queries) {
        if (const auto found = findNodes(source.scope(), source.folding(), query);
            found.has_value() && !found->empty()) {
            around(title, found->front());
        }
    }
    return wanted;
}

}  // namespace

Result<std::vector<HtmlFigure>> reportFigures(const std::shared_ptr<const Scope>& scope) {
    std::vector<HtmlFigure> figures;
    if (scope->topology().nodeCount() == 0) {
        return figures;
    }
    const FigureSource source(scope, FoldMode::kOn);
    const auto engine = makeHelperEngine();
    for (const Wanted& wanted : figuresOf(source)) {
        const auto figure = makeFigure(source, wanted.options, *engine);
        if (!figure.has_value()) {
            return tl::unexpected(figure.error());
        }
        SvgOptions svg;
        svg.theme = SvgTheme::kAuto;
        svg.id_prefix = "f" + std::to_string(figures.size() + 1) + "-";
        figures.push_back({wanted.title, writeSvg(figure->scene, figure->placement, svg)});
    }
    return figures;
}

}  // namespace qdqlens::cli
