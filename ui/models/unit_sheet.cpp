#include "ui/models/unit_sheet.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/text.h"

namespace qdqlens {

namespace {

using Look = PropertyText::Look;
using runtime::NodePrediction;
using runtime::Runs;

QString tr(const char* text) {
    return QCoreApplication::translate("Properties", text);
}

PropertySection section() {
    return {tr("What Runs"), {}};
}

PropertyRow plainRow(const QString& label, const QString& text) {
    return {label, {{{text, Look::kPlain, {}}}}};
}

PropertyRow nodesRow(const QString& label, const Topology& topology, const std::vector<NodeId>& nodes) {
    PropertyRow row{label, {}};
    for (const NodeId node : nodes) {
        row.lines.push_back({{operatorText(topology.node(node)) + u' ', Look::kMuted, {}},
                             {nodeText(topology, node), Look::kPlain, nodeLink(node)}});
    }
    return row;
}

/// "float", "int8: QLinearConv", "fused into com.microsoft.QLinearAdd".
QString runsText(const NodePrediction& node) {
    const QString kernel = shownText(node.kernel);
    switch (node.runs) {
        case Runs::kInt8:
            return tr("int8, as %1").arg(kernel);
        case Runs::kFloat:
            return tr("float");
        case Runs::kFused:
            return node.kernel == "nothing" ? tr("not at all") : tr("inside %1").arg(kernel);
    }
    return {};
}

/// Nodes whose unit a Q or DQ belongs to.
std::vector<const NodePrediction*> unitsWith(const Units& units, NodeId part) {
    std::vector<const NodePrediction*> found;
    for (const NodePrediction& node : units.prediction.nodes) {
        if (std::find(node.unit.begin(), node.unit.end(), part) != node.unit.end()) {
            found.push_back(&node);
        }
    }
    return found;
}

/// Tooltips of plain text do not break lines by themselves.
QString wrapped(const QString& text) {
    constexpr int kWidth = 76;
    QString lines;
    qsizetype length = 0;
    for (const QString& word : text.split(u' ')) {
        const bool fits = lines.isEmpty() || length + 1 + word.size() <= kWidth;
        lines += lines.isEmpty() ? word : (fits ? QStringLiteral(" ") : QStringLiteral("\n")) + word;
        length = fits && length > 0 ? length + 1 + word.size() : word.size();
    }
    return lines;
}

}  // namespace

PropertySection unitSectionPending() {
    PropertySection pending = section();
    pending.rows.push_back({tr("Runs"), {{{tr("being worked out…"), Look::kMuted, {}}}}});
    return pending;
}

PropertySection unitSection(const Units& units, NodeId id) {
    PropertySection made = section();
    const Topology& topology = units.scope->topology();
    const NodePrediction* node = units.prediction.find(id);
    if (node == nullptr) {
        std::vector<NodeId> owners;
        for (const NodePrediction* owner : unitsWith(units, id)) {
            owners.push_back(owner->node);
        }
        if (!owners.empty()) {
            made.rows.push_back(nodesRow(tr("In the unit of"), topology, owners));
        }
        return made;
    }
    made.rows.push_back(plainRow(tr("Runs"), runsText(*node)));
    if (!node->reason.empty()) {
        made.rows.push_back(
            plainRow(node->runs == Runs::kFloat ? tr("Why") : tr("How"), toQString(node->reason)));
    }
    if (!node->mend.empty()) {
        made.rows.push_back(plainRow(tr("To mend it"), toQString(node->mend)));
    }
    if (!node->blame.empty()) {
        made.rows.push_back(nodesRow(tr("Look at"), topology, node->blame));
    }
    if (!node->unit.empty()) {
        made.rows.push_back(nodesRow(tr("Node unit"), topology, node->unit));
    }
    made.rows.push_back({tr("Target"), {{{toQString(units.prediction.target), Look::kMuted, {}}}}});
    return made;
}

QString unitTip(const Units& units, NodeId id) {
    const NodePrediction* node = units.prediction.find(id);
    if (node == nullptr) {
        return {};
    }
    QString tip = tr("Runs: %1").arg(runsText(*node));
    if (!node->reason.empty()) {
        tip += QStringLiteral(" — ") + toQString(node->reason);
    }
    tip = wrapped(tip);
    if (!node->mend.empty()) {
        tip += u'\n' + wrapped(tr("To mend it: %1").arg(toQString(node->mend)));
    }
    return tip;
}

}  // namespace qdqlens
