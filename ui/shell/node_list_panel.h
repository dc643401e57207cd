// All nodes of the graph, with a filter that works while one types.
#pragma once

#include <QWidget>
#include <memory>

#include "ui/models/node_table_model.h"
#include "ui/models/selection.h"

class QLabel;
class QLineEdit;
class QTreeView;

namespace qdqlens {

class NodeListPanel : public QWidget {
    Q_OBJECT

  public:
    explicit NodeListPanel(QWidget* parent = nullptr);

    void setSource(std::shared_ptr<const FigureSource> source);
    /// Shows the selection in the list; emits nothing.
    void setSelection(const Selection& selection);
    void focusFilter();
    [[nodiscard]] QLineEdit* filterEdit() const { return filter_edit_; }
    [[nodiscard]] QTreeView* view() const { return view_; }
    [[nodiscard]] NodeTableModel* model() const { return model_; }

  Q_SIGNALS:
    void nodeSelected(NodeId node);
    void nodeActivated(NodeId node);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void updateCounts();
    [[nodiscard]] NodeId nodeAt(const QModelIndex& index) const;

    NodeTableModel* model_;
    NodeFilter* filter_;
    QLineEdit* filter_edit_;
    QTreeView* view_;
    QLabel* counts_;
    bool following_ = false;  ///< The list follows a selection made elsewhere.
};

}  // namespace qdqlens
