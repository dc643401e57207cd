#include "ui/models/node_table_model.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QPalette>
#include <algorithm>

#include "ui/models/text.h"

namespace qdqlens {

void NodeTableModel::setSource(std::shared_ptr<const FigureSource> source) {
    beginResetModel();
    source_ = std::move(source);
    search_texts_.clear();
    endResetModel();
}

int NodeTableModel::foldedCount() const {
    return source_ ? static_cast<int>(source_->folding().foldedCount()) : 0;
}

const QString& NodeTableModel::searchText(int row) const {
    if (search_texts_.empty()) {
        search_texts_.reserve(static_cast<std::size_t>(rowCount()));
        for (const onnx::Node& each : source_->scope().graph().nodes) {
            QString text = operatorText(each) + u' ' + shownText(each.name);
            for (const std::string_view output : each.outputs) {
                text += u' ' + shownText(output);
            }
            search_texts_.push_back(text.toLower());
        }
    }
    return search_texts_[static_cast<std::size_t>(row)];
}

int NodeTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !source_ ? 0 : static_cast<int>(source_->scope().topology().nodeCount());
}

int NodeTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant NodeTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !source_) {
        return {};
    }
    const NodeId id = node(index.row());
    const Topology& topology = source_->scope().topology();
    const bool folded = source_->folding().folded(id);
    switch (role) {
        case Qt::DisplayRole:
            return index.column() == kOp ? operatorText(topology.node(id)) : nodeText(topology, id);
        case Qt::ToolTipRole: {
            const QString text = operatorText(topology.node(id)) + u'\n' + nodeText(topology, id);
            return folded ? text + u'\n' + tr("Folded: stands in its consumers' labels") : text;
        }
        case Qt::ForegroundRole:
            return folded || index.column() == kName ? QVariant(QGuiApplication::palette().placeholderText())
                                                     : QVariant();
        case kFoldedRole:
            return folded;
        default:
            return {};
    }
}

QVariant NodeTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == kOp ? tr("Op type") : tr("Name");
}

NodeFilter::NodeFilter(NodeTableModel* nodes, QObject* parent)
    : QSortFilterProxyModel(parent), nodes_(nodes) {
    setSourceModel(nodes);
}

void NodeFilter::setText(const QString& text) {
    words_ = text.toLower().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool NodeFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
    return std::all_of(words_.begin(), words_.end(),
                       [&](const QString& word) { return nodes_->searchText(row).contains(word); });
}

}  // namespace qdqlens
