#include "core/diagram/figure.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/text.h"
#include "core/diagram/box_metrics.h"
#include "core/diagram/layout_request.h"
#include "core/diagram/scene_builder.h"
#include "core/qdq/query.h"

namespace qdqlens {

namespace {

std::string hopsText(const FigureOptions& options) {
    const char* unit = options.hops == 1 ? "hop" : "hops";
    switch (options.direction) {
        case Direction::kBoth:
            return fmt::format("{} {}", options.hops, unit);
        case Direction::kUp:
            return fmt::format("{} {} up", options.hops, unit);
        case Direction::kDown:
            return fmt::format("{} {} down", options.hops, unit);
        case Direction::kCone:
            break;
    }
    return fmt::format("{} {} up and down", options.hops, unit);
}

/// What the picture shows, in words: "focus node_conv2d · 2 hops".
std::string extentText(const FigureOptions& options) {
    std::vector<std::string> queries;
    for (const std::string& query : options.focus) {
        queries.push_back(showName(query).text);
    }
    if (!options.from.empty()) {
        return fmt::format("from {} to {}", showName(options.from).text, showName(options.to).text);
    }
    return queries.empty() ? std::string("whole graph")
                           : fmt::format("focus {} · {}", fmt::join(queries, ", "), hopsText(options));
}

std::string fileText(const Scope& scope) {
    std::string name = std::filesystem::path(scope.model().input->name()).filename().string();
    name = showName(name).text;
    return scope.path().size() > 1 || scope.function() != nullptr
               ? fmt::format("{} · {}", name, fmt::join(scope.path(), " › "))
               : name;
}

Neighbourhood everything(const FigureSource& source) {
    Neighbourhood all;
    for (std::uint32_t n = 0; n < source.scope().topology().nodeCount(); ++n) {
        if (!source.folding().folded(NodeId{n})) {
            all.members.push_back({NodeId{n}, -1});
        }
    }
    return all;
}

/// The nodes of the picture, and the focused ones among them.
struct Selection {
    Neighbourhood nodes;
    std::vector<NodeId> focus;
};
Result<Selection> select(const FigureSource& source, const FigureOptions& options) {
    const Scope& scope = source.scope();
    const auto find = [&](const std::string& query) { return findNodes(scope, source.folding(), query); };
    Selection selection;
    for (const std::string& query : options.focus) {
        const auto nodes = find(query);
        if (!nodes.has_value()) {
            return tl::unexpected(nodes.error());
        }
        selection.focus.insert(selection.focus.end(), nodes->begin(), nodes->end());
    }
    if (options.from.empty() != options.to.empty()) {
        return fail(ErrorKind::kUsage, "--from and --to go together");
    }
    if (!options.from.empty()) {
        const auto from = find(options.from);
        const auto to = find(options.to);
        if (!from.has_value() || !to.has_value()) {
            return tl::unexpected(from.has_value() ? to.error() : from.error());
        }
        selection.nodes = pathsBetween(scope.topology(), source.folding(), *from, *to);
        if (selection.nodes.members.empty()) {
            return fail(ErrorKind::kQuery,
                        fmt::format("no path leads from '{}' to '{}'", showName(options.from).text,
                                    showName(options.to).text));
        }
        selection.focus.insert(selection.focus.end(), from->begin(), from->end());
        selection.focus.insert(selection.focus.end(), to->begin(), to->end());
    } else if (options.focus.empty()) {
        selection.nodes = everything(source);
    } else {
        NeighbourhoodOptions hops;
        hops.hops = options.hops;
        hops.direction = options.direction;
        hops.fan_out = options.fan_out;
        selection.nodes = neighbourhood(scope.topology(), source.folding(), selection.focus, hops);
    }
    return selection;
}

}  // namespace

FigureSource::FigureSource(std::shared_ptr<const Scope> scope, FoldMode mode)
    : scope_(std::move(scope)), folding_(*scope_, mode) {}

Result<Scene> buildScene(const FigureSource& source, const FigureOptions& options) {
    Result<Selection> selection = select(source, options);
    if (!selection.has_value()) {
        return tl::unexpected(selection.error());
    }
    SceneBuilder builder(source, options);
    Result<Scene> scene = builder.build(selection->nodes, selection->focus);
    if (!scene.has_value()) {
        return scene;
    }
    const std::string extent = extentText(options);
    scene->title = showName(options.title).text;
    if (!scene->title.empty()) {
        scene->subtitle = fmt::format("{} · {}", fileText(source.scope()), extent);
    }
    scene->description = fmt::format("{}: {}; {} operators", fileText(source.scope()), extent,
                                     selection->nodes.members.size());
    scene->rankdir = options.rankdir;
    scene->legend = options.legend;
    measure(*scene);
    return scene;
}

Result<Figure> makeFigure(const FigureSource& source, const FigureOptions& options, LayoutEngine& engine,
                          const LayoutLimits& limits, std::stop_token stop) {
    Result<Scene> scene = buildScene(source, options);
    if (!scene.has_value()) {
        return tl::unexpected(scene.error());
    }
    Result<Placement> placement = engine.layout(layoutRequest(*scene), limits, std::move(stop));
    if (!placement.has_value()) {
        return tl::unexpected(placement.error());
    }
    return Figure{std::move(*scene), std::move(*placement)};
}

}  // namespace qdqlens
