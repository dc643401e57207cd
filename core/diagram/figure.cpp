#include "core/diagram/figure.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "core/base/text.h"
#include "core/diagram/box_metrics.h"
#include "core/diagram/layout_request.h"
#include "core/diagram/scene_builder.h"
#include "core/qdq/query.h"
#include "core/qdq/tables/shapes.h"

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

Neighbourhood everything(const LevelView& view) {
    Neighbourhood all;
    for (const VertexId vertex : view.vertices()) {
        all.members.push_back({vertex, -1});
    }
    return all;
}

/// What the boxes stand for. The grouping is asked for only where a level or an open group needs it.
Result<LevelView> viewOf(const FigureSource& source, const FigureOptions& options) {
    const Topology& topology = source.scope().topology();
    if (options.level == Level::kNodes && options.expanded.empty()) {
        return LevelView(topology, source.folding());
    }
    const Grouping& grouping = source.grouping();
    std::vector<GroupId> expanded;
    for (const std::string& name : options.expanded) {
        const auto group = grouping.find(name);
        if (!group) {
            std::vector<std::string> near = grouping.nearest(name);
            for (std::string& one : near) {
                one = showName(one).text;
            }
            return fail(ErrorKind::kQuery,
                        fmt::format("no group is named '{}'{}{}", showName(name).text,
                                    near.empty() ? "" : "; near: ", fmt::join(near, ", ")));
        }
        expanded.push_back(*group);
    }
    return LevelView(topology, source.folding(), grouping, options.level, expanded);
}

/// The nodes that a query means: those of a group where it is nothing else.
Result<std::vector<NodeId>> find(const FigureSource& source, const LevelView& view,
                                 const std::string& query) {
    Result<std::vector<NodeId>> nodes = findNodes(source.scope(), source.folding(), query);
    if (!nodes.has_value() && nodes.error().kind == ErrorKind::kQuery && view.grouping() != nullptr) {
        if (const auto group = view.grouping()->find(query)) {
            const auto inside = view.grouping()->nodes(*group);
            return std::vector<NodeId>(inside.begin(), inside.end());
        }
    }
    return nodes;
}

/// What is in the picture, and the focused nodes in it.
struct Selection {
    LevelView view;
    Neighbourhood nodes;
    std::vector<NodeId> focus;
};
Result<Selection> select(const FigureSource& source, const FigureOptions& options) {
    Result<LevelView> view = viewOf(source, options);
    if (!view.has_value()) {
        return tl::unexpected(view.error());
    }
    Selection selection{std::move(*view), {}, {}};
    for (const std::string& query : options.focus) {
        const auto nodes = find(source, selection.view, query);
        if (!nodes.has_value()) {
            return tl::unexpected(nodes.error());
        }
        selection.focus.insert(selection.focus.end(), nodes->begin(), nodes->end());
    }
    if (options.from.empty() != options.to.empty()) {
        return fail(ErrorKind::kUsage, "--from and --to go together");
    }
    if (!options.from.empty()) {
        const auto from = find(source, selection.view, options.from);
        const auto to = find(source, selection.view, options.to);
        if (!from.has_value() || !to.has_value()) {
            return tl::unexpected(from.has_value() ? to.error() : from.error());
        }
        selection.nodes = pathsBetween(selection.view, *from, *to);
        if (selection.nodes.members.empty()) {
            return fail(ErrorKind::kQuery,
                        fmt::format("no path leads from '{}' to '{}'", showName(options.from).text,
                                    showName(options.to).text));
        }
        selection.focus.insert(selection.focus.end(), from->begin(), from->end());
        selection.focus.insert(selection.focus.end(), to->begin(), to->end());
    } else if (options.focus.empty()) {
        selection.nodes = everything(selection.view);
    } else {
        NeighbourhoodOptions hops;
        hops.hops = options.hops;
        hops.direction = options.direction;
        hops.fan_out = options.fan_out;
        selection.nodes = neighbourhood(selection.view, selection.focus, hops);
    }
    return selection;
}

std::string levelText(const FigureOptions& options) {
    switch (options.level) {
        case Level::kNodes:
            break;
        case Level::kUnits:
            return " · node units";
        case Level::kModules:
            return " · modules";
    }
    return {};
}

}  // namespace

struct FigureSource::Lazy {
    std::once_flag once;
    std::optional<Grouping> grouping;
    std::once_flag shapes_once;
    std::vector<Shape> shapes;  ///< By value.
    std::mutex mutex;
    std::map<const runtime::Target*, runtime::Prediction> predictions;  ///< Behind `mutex`.
};

FigureSource::FigureSource(std::shared_ptr<const Scope> scope, FoldMode mode)
    : scope_(std::move(scope)), folding_(*scope_, mode), lazy_(std::make_shared<Lazy>()) {}

const Grouping& FigureSource::grouping() const {
    std::call_once(lazy_->once, [this] { lazy_->grouping.emplace(*scope_, folding_); });
    return *lazy_->grouping;
}

const runtime::Prediction& FigureSource::prediction(const std::string& target) const {
    const runtime::Target& asked = target.empty() ? runtime::targets().front() : *runtime::findTarget(target);
    const std::lock_guard lock(lazy_->mutex);
    auto known = lazy_->predictions.find(&asked);
    if (known == lazy_->predictions.end()) {
        known = lazy_->predictions.emplace(&asked, runtime::predict(*scope_, asked)).first;
    }
    return known->second;
}

const Shape& FigureSource::inferredShape(ValueId value) const {
    std::call_once(lazy_->shapes_once, [this] { lazy_->shapes = inferredShapes(*scope_); });
    return lazy_->shapes[index(value)];
}

Level readableLevel(const FigureSource& source) {
    if (source.scope().topology().nodeCount() - source.folding().foldedCount() <= kWholeAbove) {
        return Level::kNodes;
    }
    return source.grouping().unitBoxes() <= kWholeAbove ? Level::kUnits : Level::kModules;
}

Result<Scene> buildScene(const FigureSource& source, const FigureOptions& options) {
    if (options.units && !options.target.empty() && runtime::findTarget(options.target) == nullptr) {
        return fail(ErrorKind::kUsage, fmt::format("no such target: '{}'", showName(options.target).text));
    }
    Result<Selection> selection = select(source, options);
    if (!selection.has_value()) {
        return tl::unexpected(selection.error());
    }
    SceneBuilder builder(source, options, selection->view);
    Result<Scene> scene = builder.build(selection->nodes, selection->focus);
    if (!scene.has_value()) {
        return scene;
    }
    const std::string extent = extentText(options) + levelText(options);
    scene->title = showName(options.title).text;
    if (!scene->title.empty()) {
        scene->subtitle = fmt::format("{} · {}", fileText(source.scope()), extent);
    }
    scene->description =
        fmt::format("{}: {}; {} {}", fileText(source.scope()), extent, selection->nodes.members.size(),
                    options.level == Level::kNodes ? "operators" : "operators and groups");
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
