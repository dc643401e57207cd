#include "ui/models/table_model.h"

#include <QFont>
#include <QLocale>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "ui/models/text.h"

namespace qdqlens {

namespace {

QVariant alignment(bool number) {
    return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

/// Only digits: what may be written in groups.
std::optional<qulonglong> wholeNumber(const std::string& cell) {
    qulonglong number = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    return error == std::errc() && end == cell.data() + cell.size() ? std::optional(number) : std::nullopt;
}

QString withCapital(const std::string& title) {
    QString text = toQString(title);
    const bool word = text.size() < 2 || text[1].isLower() || text[1].isSpace();
    if (!text.isEmpty() && word) {
        text[0] = text[0].toUpper();
    }
    return text;
}

}  // namespace

std::optional<double> leadingNumber(std::string_view cell) {
    double number = 0;
    const auto parsed = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    return parsed.ec == std::errc() && !std::isnan(number) ? std::optional(number) : std::nullopt;
}

TableModel::TableModel(Table table, QObject* parent)
    : QAbstractTableModel(parent), table_(std::move(table)) {}

const QString& TableModel::searchText(int row) const {
    if (search_texts_.empty()) {
        search_texts_.reserve(table_.rows.size());
        for (const TableRow& each : table_.rows) {
            QString text;
            for (const std::string& cell : each.cells) {
                text += toQString(cell).toLower() + u'\n';
            }
            search_texts_.push_back(std::move(text));
        }
    }
    return search_texts_[static_cast<std::size_t>(row)];
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.columns.size());
}

bool TableModel::isNumber(int column) const {
    return table_.columns[static_cast<std::size_t>(column)].number;
}

const std::string& TableModel::cell(const QModelIndex& index) const {
    return table_.rows[static_cast<std::size_t>(index.row())].cells[static_cast<std::size_t>(index.column())];
}

QString TableModel::toolTip(const QModelIndex& index) const {
    const std::size_t nodes = table_.rows[static_cast<std::size_t>(index.row())].nodes.size();
    QStringList lines;
    if (!cell(index).empty()) {
        lines.append(toQString(cell(index)));
    }
    if (nodes > 0) {
        lines.append(nodes == 1 ? tr("Double-click: focus on its node")
                                : tr("Double-click: focus on its %1 nodes").arg(nodes));
    }
    return lines.join(u'\n');
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const bool number = isNumber(index.column());
    switch (role) {
        case Qt::DisplayRole:
            if (const auto whole = number ? wholeNumber(cell(index)) : std::nullopt) {
                return QLocale().toString(*whole);
            }
            return toQString(cell(index));
        case Qt::TextAlignmentRole:
            return alignment(number);
        case Qt::ToolTipRole:
            return toolTip(index);
        case Qt::FontRole:
            if (table_.rows[static_cast<std::size_t>(index.row())].marked) {
                QFont bold;
                bold.setBold(true);
                return bold;
            }
            return {};
        case kNumberRole:
            if (const auto leading = number ? leadingNumber(cell(index)) : std::nullopt) {
                return *leading;
            }
            return {};
        case kShareRole:
            if (number && cell(index).size() > 2 && cell(index).ends_with(" %")) {
                const double share = leadingNumber(cell(index)).value_or(0) / 100;
                return std::clamp(share, 0.0, 1.0);
            }
            return {};
        default:
            return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(isNumber(section));
    }
    return role == Qt::DisplayRole
               ? QVariant(withCapital(table_.columns[static_cast<std::size_t>(section)].title))
               : QVariant();
}

TableFilter::TableFilter(TableModel* model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {
    collator_.setNumericMode(true);
    collator_.setCaseSensitivity(Qt::CaseInsensitive);
    setSourceModel(model);
}

void TableFilter::setText(const QString& text) {
    words_ = text.toLower().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

Table TableFilter::shownTable() const {
    std::vector<int> rows;
    for (int row = 0; row < rowCount(); ++row) {
        rows.push_back(row);
    }
    return tableOf(std::move(rows));
}

Table TableFilter::tableOf(std::vector<int> rows) const {
    const Table& all = model_->table();
    Table shown{all.id, all.title, all.columns, {}, all.notes};
    std::sort(rows.begin(), rows.end());
    for (const int row : rows) {
        shown.rows.push_back(all.rows[static_cast<std::size_t>(mapToSource(index(row, 0)).row())]);
    }
    return shown;
}

bool TableFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
    return std::all_of(words_.begin(), words_.end(),
                       [&](const QString& word) { return model_->searchText(row).contains(word); });
}

bool TableFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (!model_->table().columns[static_cast<std::size_t>(left.column())].number) {
        return collator_.compare(left.data().toString(), right.data().toString()) < 0;
    }
    const QVariant a = left.data(TableModel::kNumberRole);
    const QVariant b = right.data(TableModel::kNumberRole);
    if (a.isValid() != b.isValid()) {
        return a.isValid() == (sortOrder() == Qt::AscendingOrder);
    }
    return a.isValid() ? a.toDouble() < b.toDouble() : left.data().toString() < right.data().toString();
}

}  // namespace qdqlens
