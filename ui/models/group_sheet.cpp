#include <QCoreApplication>
#include <algorithm>

#include "ui/models/property_sheet.h"
#include "ui/models/text.h"

namespace qdqlens {

namespace {

using Look = PropertyText::Look;

QString tr(const char* text) {
    return QCoreApplication::translate("Properties", text);
}

QString kindText(GroupKind kind) {
    switch (kind) {
        case GroupKind::kUnit:
            return tr("node unit");
        case GroupKind::kModule:
            return tr("module");
        case GroupKind::kStack:
            return tr("blocks of one structure");
        case GroupKind::kBlock:
            break;
    }
    return tr("block");
}

PropertySection about(const Grouping& grouping, GroupId id) {
    const NodeGroup& group = grouping.group(id);
    PropertySection section{{}, {}};
    const auto row = [&section](const QString& label, std::vector<PropertyLine> lines) {
        section.rows.push_back({label, std::move(lines)});
    };
    if (group.parent != kNoGroup) {
        row(tr("In"), {{{shownText(grouping.group(group.parent).name), Look::kMono,
                         groupLink(grouping.ref(group.parent))}}});
    }
    row(tr("Nodes"), {{{QString::number(group.count), Look::kPlain, {}}}});
    if (group.kind != GroupKind::kUnit) {
        row(tr("Units"), {{{QString::number(group.units), Look::kPlain, {}}}});
        row(tr("Opens into"), {{{tr("%1 boxes").arg(group.parts), Look::kPlain, {}}}});
    }
    return section;
}

/// A unit's nodes one by one; of what is larger, how many of each op.
PropertySection contents(const Scope& scope, const Grouping& grouping, GroupId id) {
    const Topology& topology = scope.topology();
    PropertySection section{tr("Nodes"), {}};
    if (grouping.group(id).kind == GroupKind::kUnit) {
        for (const NodeId node : grouping.nodes(id)) {
            section.rows.push_back({operatorText(topology.node(node)),
                                    {{{nodeText(topology, node), Look::kMono, nodeLink(node)}}}});
        }
        return section;
    }
    section.title = tr("Operators");
    section.wide_labels = true;
    std::vector<std::pair<QString, int>> counts;
    for (const NodeId node : grouping.nodes(id)) {
        const QString op = operatorText(topology.node(node));
        const auto known = std::find_if(counts.begin(), counts.end(),
                                        [&op](const auto& count) { return count.first == op; });
        if (known == counts.end()) {
            counts.emplace_back(op, 1);
        } else {
            ++known->second;
        }
    }
    std::stable_sort(counts.begin(), counts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [op, count] : counts) {
        section.rows.push_back({op, {{{QString::number(count), Look::kPlain, {}}}}});
    }
    return section;
}

}  // namespace

PropertySheet groupSheet(const FigureSource& source, const std::string& ref) {
    const Grouping& grouping = source.grouping();
    const std::optional<GroupId> id = grouping.find(ref);
    if (!id) {
        return modelSheet(source);
    }
    PropertySheet sheet;
    sheet.title = shownText(grouping.group(*id).name);
    sheet.subtitle = kindText(grouping.group(*id).kind);
    sheet.sections = {about(grouping, *id), contents(source.scope(), grouping, *id)};
    return sheet;
}

}  // namespace qdqlens
