// A core table for views: numbers to the right and sorted as numbers.
#pragma once

#include <QAbstractTableModel>
#include <QCollator>
#include <QSortFilterProxyModel>
#include <optional>
#include <vector>

#include "core/export/tables.h"

namespace qdqlens {

class TableModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Role {
        kNumberRole = Qt::UserRole + 1,  ///< A double in number columns; invalid where a cell holds none.
        kShareRole,                      ///< 0 … 1 of a cell like "28 %"; invalid in others.
    };

    explicit TableModel(Table table, QObject* parent = nullptr);

    [[nodiscard]] const Table& table() const { return table_; }
    /// All cells of a row, in lower case.
    [[nodiscard]] const QString& searchText(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    [[nodiscard]] bool isNumber(int column) const;
    [[nodiscard]] const std::string& cell(const QModelIndex& index) const;
    [[nodiscard]] QString toolTip(const QModelIndex& index) const;

    Table table_;
    mutable std::vector<QString> search_texts_;  ///< Made when first asked for.
};

/// The number that a cell begins with: 28 of "28 %", -127 of "-127 … 127".
[[nodiscard]] std::optional<double> leadingNumber(std::string_view cell);

/// Rows that hold every word of the filter, in the order of a column or in the table's own (column -1).
class TableFilter : public QSortFilterProxyModel {
    Q_OBJECT

  public:
    explicit TableFilter(TableModel* model, QObject* parent = nullptr);
    void setText(const QString& text);
    /// The table with the rows that are left, in their order here.
    [[nodiscard]] Table shownTable() const;
    /// The same with these rows only (of this proxy), in their order here.
    [[nodiscard]] Table tableOf(std::vector<int> rows) const;

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    /// Cells without a number stand behind those with one, either way round.
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

  private:
    TableModel* model_;
    QStringList words_;
    QCollator collator_;
};

}  // namespace qdqlens
