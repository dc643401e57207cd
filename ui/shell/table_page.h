// One table, with its notes; or why there is none.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/table_model.h"

class QTreeView;

namespace qdqlens {

class TablePage : public QWidget {
    Q_OBJECT

  public:
    explicit TablePage(Table table, QWidget* parent = nullptr);

    [[nodiscard]] const Table& table() const { return model_->table(); }
    [[nodiscard]] TableFilter* filter() const { return filter_; }
    /// Hidden where the table has no rows.
    [[nodiscard]] QTreeView* view() const { return view_; }
    /// Nodes of the selected rows, in file order.
    [[nodiscard]] std::vector<NodeId> selectedNodes() const;
    [[nodiscard]] int selectedRowCount() const;
    /// The selected rows, cells apart by tabs: for spreadsheets.
    void copySelectedRows() const;

  Q_SIGNALS:
    /// Enter or a double-click on rows that have nodes.
    void nodesActivated(const std::vector<NodeId>& nodes);
    /// A single row with a single node became current.
    void nodeSelected(NodeId node);
    void menuRequested(QPoint global);

  private:
    void setUpView();
    void setColumnWidths();
    [[nodiscard]] std::vector<int> selectedRows() const;

    TableModel* model_;
    TableFilter* filter_;
    QTreeView* view_;
};

}  // namespace qdqlens
