#include "ui/shell/table_page.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/text.h"
#include "ui/shell/row_delegate.h"

namespace qdqlens {

namespace {

QLabel* sentences(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Of all rows, in file order, each once.
std::vector<NodeId> nodesOf(const Table& table, std::vector<NodeId> TableRow::*which) {
    std::vector<NodeId> nodes;
    for (const TableRow& row : table.rows) {
        nodes.insert(nodes.end(), (row.*which).begin(), (row.*which).end());
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

}  // namespace

TablePage::TablePage(Table table, QWidget* parent)
    : QWidget(parent),
      model_(new TableModel(std::move(table), this)),
      filter_(new TableFilter(model_, this)),
      view_(new QTreeView(this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(view_, 1);
    setUpView();
    QStringList notes;
    for (const std::string& note : model_->table().notes) {
        notes.append(toQString(note));
    }
    if (model_->table().rows.empty()) {
        view_->hide();
        QLabel* why =
            sentences(notes.isEmpty() ? tr("This graph has nothing of this kind.") : notes.join(u'\n'), this);
        why->setAlignment(Qt::AlignCenter);
        why->setContentsMargins(24, 12, 24, 12);
        layout->addWidget(why, 1);
    } else if (!notes.isEmpty()) {
        QLabel* below = sentences(notes.join(u'\n'), this);
        below->setContentsMargins(10, 4, 10, 5);
        layout->addWidget(below);
    }
}

void TablePage::setUpView() {
    view_->setModel(filter_);
    setUpRows(view_);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    view_->setAccessibleName(toQString(model_->table().title));
    // In the table's own order until a head is clicked; a third click leads back to it.
    view_->header()->setSortIndicator(-1, Qt::AscendingOrder);
    view_->header()->setSortIndicatorClearable(true);
    view_->setSortingEnabled(true);
    auto* copy = new QAction(view_);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view_->addAction(copy);
    connect(copy, &QAction::triggered, this, &TablePage::copySelectedRows);
    connect(view_, &QTreeView::activated, this, [this] {
        const std::vector<NodeId> nodes = selectedNodes();
        const std::vector<NodeId> others = selectedOthers();
        if (!nodes.empty() || !others.empty()) {
            Q_EMIT nodesActivated(nodes, others);
        }
    });
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const std::vector<NodeId> nodes = selectedNodes();
        const std::vector<NodeId> others = selectedOthers();
        if (selectedRowCount() == 1 && (nodes.size() == 1 || (nodes.empty() && others.size() == 1))) {
            Q_EMIT nodeSelected(nodes.empty() ? kNoNode : nodes.front(),
                                nodes.empty() ? others.front() : kNoNode);
        }
    });
    connect(view_, &QTreeView::customContextMenuRequested, this,
            [this](QPoint at) { Q_EMIT menuRequested(view_->viewport()->mapToGlobal(at)); });
}

/// As wide as head and contents need, within bounds.
/// Widths are those of the rows, which takes long in a large table; most are never looked at.
void TablePage::showEvent(QShowEvent* event) {
    if (!has_widths_) {
        has_widths_ = true;
        setColumnWidths();
    }
    QWidget::showEvent(event);
}

void TablePage::setColumnWidths() {
    constexpr int kMost = 560;
    constexpr int kLeast = 70;
    constexpr int kShareBar = 130;
    const int columns = model_->columnCount();
    // A number at the far right would stand alone. Said first: a stretched section has no width of its own.
    const bool number = columns > 0 && model_->table().columns.back().number;
    view_->header()->setStretchLastSection(!number);
    for (int column = 0; column < columns; ++column) {
        view_->resizeColumnToContents(column);
        const bool bar = model_->index(0, column).data(TableModel::kShareRole).isValid();
        view_->setColumnWidth(column,
                              std::clamp(view_->columnWidth(column), bar ? kShareBar : kLeast, kMost));
    }
}

std::vector<int> TablePage::selectedRows() const {
    std::vector<int> rows;
    for (const QModelIndex& index : view_->selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    return rows;
}

int TablePage::selectedRowCount() const {
    return static_cast<int>(selectedRows().size());
}

std::vector<NodeId> TablePage::selectedNodes() const {
    return nodesOf(filter_->tableOf(selectedRows()), &TableRow::nodes);
}

std::vector<NodeId> TablePage::selectedOthers() const {
    return nodesOf(filter_->tableOf(selectedRows()), &TableRow::others);
}

void TablePage::copySelectedRows() const {
    QStringList lines;
    for (const TableRow& row : filter_->tableOf(selectedRows()).rows) {
        QStringList cells;
        for (const std::string& cell : row.cells) {
            cells.append(toQString(cell));
        }
        lines.append(cells.join(u'\t'));
    }
    if (!lines.isEmpty()) {
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    }
}

}  // namespace qdqlens
