// The nodes of a graph as a table: op type and name; folded ones too.
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <memory>
#include <vector>

#include "core/diagram/figure.h"

namespace qdqlens {

class NodeTableModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { kOp, kName, kColumnCount };
    enum Role { kFoldedRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setSource(std::shared_ptr<const FigureSource> source);
    [[nodiscard]] NodeId node(int row) const { return NodeId{static_cast<std::uint32_t>(row)}; }
    [[nodiscard]] int foldedCount() const;
    /// Op type, name and names of the values made, in lower case.
    [[nodiscard]] const QString& searchText(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::shared_ptr<const FigureSource> source_;
    mutable std::vector<QString> search_texts_;  ///< Made when first asked for.
};

/// Rows that hold every word of the filter.
class NodeFilter : public QSortFilterProxyModel {
    Q_OBJECT

  public:
    explicit NodeFilter(NodeTableModel* nodes, QObject* parent = nullptr);
    void setText(const QString& text);

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

  private:
    NodeTableModel* nodes_;
    QStringList words_;
};

}  // namespace qdqlens
