#include "ui/shell/node_list_panel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/shell/edit_look.h"
#include "ui/shell/line_icons.h"
#include "ui/shell/row_delegate.h"

namespace qdqlens {

NodeListPanel::NodeListPanel(QWidget* parent)
    : QWidget(parent),
      model_(new NodeTableModel(this)),
      filter_(new NodeFilter(model_, this)),
      filter_edit_(new QLineEdit(this)),
      view_(new QTreeView(this)),
      counts_(new QLabel(this)) {
    filter_edit_->setPlaceholderText(tr("Filter by op type, name or value"));
    setUpEdit(filter_edit_);
    filter_edit_->addAction(lineIcon(LineIcon::kSearch), QLineEdit::LeadingPosition);
    filter_edit_->setAccessibleName(tr("Filter the nodes"));
    filter_edit_->installEventFilter(this);
    view_->setModel(filter_);
    setUpRows(view_);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setAccessibleName(tr("Nodes"));
    view_->header()->setStretchLastSection(true);
    view_->header()->resizeSection(NodeTableModel::kOp, 132);
    counts_->setForegroundRole(QPalette::PlaceholderText);
    counts_->setContentsMargins(10, 3, 10, 5);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* top = new QVBoxLayout();
    top->setContentsMargins(8, 8, 8, 8);
    top->addWidget(filter_edit_);
    layout->addLayout(top);
    layout->addWidget(view_, 1);
    layout->addWidget(counts_);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);

    connect(filter_edit_, &QLineEdit::textChanged, this, [this](const QString& text) {
        filter_->setText(text);
        updateCounts();
    });
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!following_ && current.isValid()) {
                    Q_EMIT nodeSelected(nodeAt(current));
                }
            });
    connect(view_, &QTreeView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT nodeActivated(nodeAt(index)); });
    updateCounts();
}

void NodeListPanel::setSource(std::shared_ptr<const FigureSource> source) {
    following_ = true;
    model_->setSource(std::move(source));
    following_ = false;
    updateCounts();
}

void NodeListPanel::setSelection(const Selection& selection) {
    following_ = true;
    const QModelIndex row =
        selection.node == kNoNode
            ? QModelIndex()
            : filter_->mapFromSource(model_->index(static_cast<int>(index(selection.node)), 0));
    if (row.isValid()) {
        view_->selectionModel()->setCurrentIndex(
            row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        view_->scrollTo(row);
    } else {
        view_->selectionModel()->clearSelection();
        view_->selectionModel()->clearCurrentIndex();
    }
    following_ = false;
}

void NodeListPanel::focusFilter() {
    filter_edit_->setFocus(Qt::ShortcutFocusReason);
    filter_edit_->selectAll();
}

NodeId NodeListPanel::nodeAt(const QModelIndex& index) const {
    return model_->node(filter_->mapToSource(index).row());
}

/// From the filter down into the list, and Enter on the only match, without leaving the keyboard.
bool NodeListPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == filter_edit_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down && filter_->rowCount() > 0) {
            view_->setFocus();
            view_->setCurrentIndex(filter_->index(0, 0));
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && filter_->rowCount() > 0) {
            Q_EMIT nodeActivated(nodeAt(filter_->index(0, 0)));
            return true;
        }
        if (key == Qt::Key_Escape && !filter_edit_->text().isEmpty()) {
            filter_edit_->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void NodeListPanel::updateCounts() {
    const int all = model_->rowCount();
    const int matching = filter_->rowCount();
    if (matching != all) {
        counts_->setText(tr("%1 of %2 nodes").arg(matching).arg(all));
    } else if (all > 0) {
        counts_->setText(tr("%1 nodes, %2 folded").arg(all).arg(model_->foldedCount()));
    } else {
        counts_->clear();
    }
}

}  // namespace qdqlens
