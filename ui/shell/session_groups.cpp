// Levels of detail: groups opened and closed in place.
#include <algorithm>

#include "ui/shell/session.h"

namespace qdqlens {

void Session::showGroups(const std::function<void(FigureOptions&)>& change, const Selection& selection) {
    if (!hasDocument()) {
        return;
    }
    Request wanted;
    wanted.change = FigureChange::kGroups;
    wanted.figure = sameGraph();
    change(wanted.figure.options);
    wanted.figure.options.max_boxes = kMaxBoxes;
    wanted.selection = selection;
    request(std::move(wanted));
}

void Session::setLevel(Level level) {
    if (level != wanted_.level) {
        showGroups([level](FigureOptions& options) { options.level = level; }, selection_);
    }
}

/// Without a group and its inner groups.
std::vector<std::string> Session::withoutGroup(const std::vector<std::string>& expanded,
                                               GroupId closed) const {
    const Grouping& grouping = shown_.source->grouping();
    std::vector<std::string> left;
    for (const std::string& name : expanded) {
        const std::optional<GroupId> open = grouping.find(name);
        if (!open) {
            continue;
        }
        const std::vector<GroupId> around = grouping.path(*open);
        if (std::find(around.begin(), around.end(), closed) == around.end()) {
            left.push_back(name);
        }
    }
    return left;
}

void Session::expand(const std::string& group) {
    if (!shown_.source) {
        return;
    }
    const Grouping& grouping = shown_.source->grouping();
    const std::optional<GroupId> id = grouping.find(group);
    if (!id || grouping.nodes(*id).empty()) {
        return;
    }
    showGroups(
        [&group](FigureOptions& options) {
            if (std::find(options.expanded.begin(), options.expanded.end(), group) ==
                options.expanded.end()) {
                options.expanded.push_back(group);
            }
        },
        {grouping.nodes(*id).front(), kNoValue});
}

void Session::collapse(const std::string& group) {
    if (!shown_.source) {
        return;
    }
    const Grouping& grouping = shown_.source->grouping();
    const std::optional<GroupId> id = grouping.find(group);
    if (!id) {
        return;
    }
    showGroups(
        [&](FigureOptions& options) {
            options.expanded = withoutGroup(options.expanded, *id);
            // What is around it may have been open only because it was: it stays open.
            const GroupId parent = grouping.group(*id).parent;
            const auto& transparent = grouping.transparent();
            if (options.level == Level::kModules && parent != kNoGroup &&
                std::find(transparent.begin(), transparent.end(), parent) == transparent.end()) {
                const std::string name = grouping.ref(parent);
                if (std::find(options.expanded.begin(), options.expanded.end(), name) ==
                    options.expanded.end()) {
                    options.expanded.push_back(name);
                }
            }
        },
        {kNoNode, kNoValue, group});
}

void Session::goToGroup(const std::string& group) {
    if (!shown_.source) {
        return;
    }
    const Grouping& grouping = shown_.source->grouping();
    const std::optional<GroupId> id = grouping.find(group);
    if (!id || grouping.nodes(*id).empty()) {
        return;
    }
    const auto& transparent = grouping.transparent();
    const bool always_open = std::find(transparent.begin(), transparent.end(), *id) != transparent.end();
    showGroups(
        [&](FigureOptions& options) {
            options.expanded = withoutGroup(options.expanded, *id);
            if (!always_open) {
                options.expanded.push_back(group);
            }
        },
        {grouping.nodes(*id).front(), kNoValue});
}

void Session::collapseAll() {
    if (!wanted_.expanded.empty()) {
        showGroups([](FigureOptions& options) { options.expanded.clear(); }, selection_);
    }
}

}  // namespace qdqlens
