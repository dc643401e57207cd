// What hands do in the tables: keys, the menu of a row, copying.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>
#include <algorithm>

#include "ui/models/text.h"
#include "ui/shell/tables_panel.h"

namespace qdqlens {

void TablesPanel::copyMarkdown() {
    if (const TablePage* page = currentPage()) {
        QGuiApplication::clipboard()->setText(toQString(tableMarkdown(page->filter()->shownTable())));
        Q_EMIT copied(tr("The table is on the clipboard as Markdown."));
    }
}

void TablesPanel::copyCsv() {
    if (const TablePage* page = currentPage()) {
        QGuiApplication::clipboard()->setText(toQString(tableCsv(page->filter()->shownTable())));
        Q_EMIT copied(tr("The table is on the clipboard as CSV."));
    }
}

void TablesPanel::activateSelection() {
    const TablePage* page = currentPage();
    if (page == nullptr) {
        return;
    }
    const std::vector<NodeId> nodes = page->selectedNodes();
    const std::vector<NodeId> others = page->selectedOthers();
    if (!nodes.empty() || !others.empty()) {
        Q_EMIT nodesActivated(nodes, others);
    }
}

void TablesPanel::showMenu(QPoint global) {
    TablePage* page = currentPage();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::size_t nodes = std::max(page->selectedNodes().size(), page->selectedOthers().size());
    QAction* focus =
        menu->addAction(nodes == 1 ? tr("&Focus on Its Node") : tr("&Focus on Its %1 Nodes").arg(nodes));
    if (nodes == 0) {
        focus->setText(tr("&Focus (No Nodes)"));
    }
    focus->setEnabled(nodes > 0);
    connect(focus, &QAction::triggered, this, &TablesPanel::activateSelection);
    menu->addSeparator();
    QAction* rows = menu->addAction(page->selectedRowCount() > 1 ? tr("Copy &Rows") : tr("Copy &Row"));
    rows->setEnabled(page->selectedRowCount() > 0);
    connect(rows, &QAction::triggered, page, &TablePage::copySelectedRows);
    menu->addActions({copy_markdown_, copy_csv_});
    menu->popup(global);
}

/// From the filter down into the rows, and Enter on the first of them, without leaving the keyboard.
bool TablesPanel::eventFilter(QObject* watched, QEvent* event) {
    TablePage* page = currentPage();
    if (watched == filter_edit_ && event->type() == QEvent::KeyPress && page != nullptr) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
        if ((key == Qt::Key_Down || enter) && page->filter()->rowCount() > 0) {
            page->view()->setCurrentIndex(page->filter()->index(0, 0));
            if (!enter) {
                page->view()->setFocus();
            } else {
                activateSelection();
            }
            return true;
        }
        if (key == Qt::Key_Escape && !filter_edit_->text().isEmpty()) {
            filter_edit_->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace qdqlens
