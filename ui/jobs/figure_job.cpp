#include "ui/jobs/figure_job.h"

#include <string>

#include "core/diagram/layout_request.h"

namespace qdqlens {

namespace {

using Clock = std::chrono::steady_clock;

/// A picture of at most so many nodes, or nodes and groups, is shown whole.
constexpr std::uint32_t kWholeUpTo = 60;
constexpr std::uint32_t kWholeGroupsUpTo = 300;
/// A first look has at most so many boxes, if fewer hops can help it.
constexpr std::size_t kGlance = 40;
constexpr int kFirstHops = 3;

Result<Scene> sceneFor(const FigureSource& source, FigureOptions& options, bool choose_hops) {
    auto scene = buildScene(source, options);
    while (choose_hops && options.hops > 1 && (!scene || scene->boxes.size() > kGlance)) {
        --options.hops;
        scene = buildScene(source, options);
    }
    return scene;
}

/// The value that a first look starts from: the first graph input that somebody eats.
std::string firstInput(const Topology& topology) {
    for (std::uint32_t i = 0; i < topology.valueCount(); ++i) {
        const ValueId id{i};
        if (topology.value(id).isInput() && !topology.uses(id).empty()) {
            return std::string(topology.value(id).name);
        }
    }
    return {};
}

}  // namespace

Result<FigureResult> drawFigure(const FigureRequest& request, LayoutEngine& engine,
                                const std::stop_token& stop, const GrowthSink& sink) {
    FigureResult result;
    result.options = request.options;
    result.source = request.source;
    if (!result.source) {
        result.source = std::make_shared<const FigureSource>(request.scope, result.options.fold);
    }
    if (request.first_look) {
        if (!request.keep_level) {
            result.options.level = readableLevel(*result.source);
        }
        result.options.focus = firstFocus(*result.source, result.options.level);
        if (!result.options.focus.empty() && !request.keep_hops) {
            result.options.hops = kFirstHops;
        }
    }
    auto scene = sceneFor(*result.source, result.options,
                          request.first_look && !request.keep_hops && !result.options.focus.empty());
    if (!scene) {
        return tl::unexpected<Error>(std::move(scene.error()));
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::kStopped, "stopped");
    }
    const Clock::time_point start = Clock::now();
    GrowingFigure growing(*scene, sink);
    engine.setSink([&growing](const PartialPlacement& part) { growing.add(part); });
    auto placement = engine.layout(layoutRequest(*scene), {}, stop);
    engine.setSink({});
    if (!placement) {
        return tl::unexpected<Error>(std::move(placement.error()));
    }
    result.layout_time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
    auto figure = std::make_shared<Figure>();
    figure->scene = std::move(*scene);
    figure->placement = std::move(*placement);
    result.figure = std::move(figure);
    return result;
}

std::vector<std::string> firstFocus(const FigureSource& source, Level level) {
    const Topology& topology = source.scope().topology();
    const bool small = level == Level::kNodes
                           ? topology.nodeCount() - source.folding().foldedCount() <= kWholeUpTo
                           : (level == Level::kUnits ? source.grouping().unitBoxes()
                                                     : source.grouping().moduleBoxes()) <= kWholeGroupsUpTo;
    if (small) {
        return {};
    }
    const std::string input = firstInput(topology);
    if (!input.empty()) {
        return {"value:" + input};
    }
    std::uint32_t first = 0;
    while (source.folding().folded(NodeId{first})) {
        ++first;  // Ends: more than kWholeUpTo nodes are unfolded.
    }
    return {topology.ref(NodeId{first})};
}

}  // namespace qdqlens
