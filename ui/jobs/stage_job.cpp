#include "ui/jobs/stage_job.h"

#include "core/qdq/lint/team_settings.h"
#include "core/qdq/query.h"
#include "ui/jobs/units_cache.h"

namespace qdqlens {

namespace {

/// The node of the other graph that has the same name, or kNoNode.
NodeId counterpart(const Topology& from, NodeId node, const Topology& to) {
    const std::string_view name = from.node(node).name;
    if (name.empty() || from.findNodes(name).size() != 1) {
        return kNoNode;
    }
    const auto same = to.findNodes(name);
    return same.size() == 1 ? same.front() : kNoNode;
}

/// What the file's nodes do, told of the nodes that have their names.
std::shared_ptr<const Units> carriedOver(const Units& file, const std::shared_ptr<const Scope>& scope) {
    const Topology& from = file.scope->topology();
    const Topology& to = scope->topology();
    const auto there = [&](const std::vector<NodeId>& nodes) {
        std::vector<NodeId> found;
        for (const NodeId node : nodes) {
            if (const NodeId same = counterpart(from, node, to); same != kNoNode) {
                found.push_back(same);
            }
        }
        return found;
    };
    auto units = std::make_shared<Units>();
    units->scope = scope;
    units->prediction.target = file.prediction.target;
    units->prediction.refused = file.prediction.refused;
    for (runtime::NodePrediction node : file.prediction.nodes) {
        node.node = counterpart(from, node.node, to);
        if (node.node == kNoNode) {
            continue;
        }
        node.blame = there(node.blame);
        node.unit = there(node.unit);
        node.blame_values.clear();
        units->prediction.nodes.push_back(std::move(node));
    }
    std::sort(units->prediction.nodes.begin(), units->prediction.nodes.end(),
              [](const auto& a, const auto& b) { return index(a.node) < index(b.node); });
    return units;
}

}  // namespace

Result<StageResult> makeStage(const std::shared_ptr<const Scope>& file, std::optional<runtime::Stage> stage,
                              FoldMode fold, const std::vector<std::string>& focus) {
    StageResult result;
    std::shared_ptr<const Scope> scope = file;
    if (stage) {
        const TeamSettings settings = findTeamSettings(*file).value_or(TeamSettings{});
        auto preview = runtime::previewModel(file->modelPtr(), settings.targetOrDefault(), *stage);
        if (!preview) {
            return tl::unexpected<Error>(std::move(preview.error()));
        }
        scope = Scope::main(std::move(*preview));
        result.title = runtime::previewTitle(settings.targetOrDefault(), *stage);
        result.units = carriedOver(*unitsOf(file), scope);
        knowUnits(result.units);
    }
    result.source = std::make_shared<const FigureSource>(std::move(scope), fold);
    for (const std::string& query : focus) {
        // "#12" is another node there.
        if (query.rfind('#', 0) != 0 && findNodes(result.source->scope(), result.source->folding(), query)) {
            result.focus.push_back(query);
        }
    }
    return result;
}

}  // namespace qdqlens
