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
    /// The same of the second of two models.
    [[nodiscard]] std::vector<NodeId> selectedOthers() const;
    [[nodiscard]] int selectedRowCount() const;
    /// The selected rows, cells apart by tabs: for spreadsheets.
    void copySelectedRows() const;

  Q_SIGNALS:
    /// Enter or a double-click on rows that have nodes; `others` are of the second of two models.
    void nodesActivated(const std::vector<NodeId>& nodes, const std::vector<NodeId>& others);
    /// A single row became current that has a single node, or else a single one of the second model; the
    /// other is kNoNode.
    void nodeSelected(NodeId node, NodeId other);
    void menuRequested(QPoint global);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void setUpView();
    void setColumnWidths();
    [[nodiscard]] std::vector<int> selectedRows() const;

    TableModel* model_;
    TableFilter* filter_;
    QTreeView* view_;
    bool has_widths_ = false;
};

}  // namespace qdqlens
