#include "ui/shell/tables_panel.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/jobs/tables_job.h"
#include "ui/models/text.h"
#include "ui/shell/edit_look.h"
#include "ui/shell/line_icons.h"
#include "ui/shell/settings.h"
#include "ui/shell/statistics_reader.h"
#include "ui/shell/window_actions.h"

namespace qdqlens {

namespace {

/// What stands on a tab; the table's own title where it is short enough.
QString tabText(const Table& table) {
    static const std::pair<const char*, const char*> kShort[] = {
        {"fx", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "FX → ONNX")},
        {"constants", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "Constants")},
        {"bytes", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "Bytes")},
        {"schemes", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "Kinds")},
        {"units", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "What Runs")},
        {"diff-sizes", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "Sizes A : B")},
        {"diff-ops", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "Ops A : B")},
        {"shared-dq", QT_TRANSLATE_NOOP("qdqlens::TablesPanel", "Shared DequantizeLinear")}};
    for (const auto& [id, text] : kShort) {
        if (table.id == id) {
            return TablesPanel::tr(text);
        }
    }
    return toQString(table.title);
}

QString plainRows(int rows) {
    return rows == 1 ? TablesPanel::tr("1 row") : TablesPanel::tr("%1 rows").arg(rows);
}

}  // namespace

TablesPanel::TablesPanel(const WindowActions& actions, QWidget* parent)
    : QWidget(parent),
      copy_markdown_(actions.copy_table_markdown),
      copy_csv_(actions.copy_table_csv),
      header_(new QWidget(this)),
      tabs_(new QTabBar(header_)),
      filter_edit_(new QLineEdit(header_)),
      counts_(new QLabel(header_)),
      statistics_(new StatisticsReader(header_)),
      pages_(new QStackedWidget(this)),
      waiting_(new QLabel(pages_)),
      wanted_(settings::currentTable()) {
    makeHeader();
    waiting_->setAlignment(Qt::AlignCenter);
    waiting_->setForegroundRole(QPalette::PlaceholderText);
    waiting_->setAutoFillBackground(true);
    waiting_->setBackgroundRole(QPalette::Base);
    pages_->addWidget(waiting_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);
    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
        if (!changing_ && tab >= compared_) {
            wanted_ = tabs_->tabData(tab).toString();
            settings::setCurrentTable(wanted_);
        }
        showCurrent();
    });
    connect(filter_edit_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (TablePage* page = currentPage()) {
            page->filter()->setText(text);
        }
        updateCounts();
    });
    connect(statistics_, &StatisticsReader::read, this, &TablesPanel::putInPlace);
    connect(statistics_, &StatisticsReader::released, this, [this] {
        if (plain_) {
            putInPlace(*plain_);
        }
    });
    connect(statistics_, &StatisticsReader::failed, this, &TablesPanel::failed);
    connect(copy_markdown_, &QAction::triggered, this, &TablesPanel::copyMarkdown);
    connect(copy_csv_, &QAction::triggered, this, &TablesPanel::copyCsv);
    showCurrent();
}

TablesPanel::~TablesPanel() = default;

void TablesPanel::makeHeader() {
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setElideMode(Qt::ElideNone);
    tabs_->setAccessibleName(tr("Tables"));
    tabs_->setStyleSheet(QStringLiteral(
        "QTabBar::tab { padding: 7px 11px 5px 11px; border: none; border-bottom: 2px solid transparent;"
        " background: transparent; color: palette(placeholder-text); }"
        "QTabBar::tab:hover { color: palette(text); }"
        "QTabBar::tab:selected { color: palette(text); border-bottom-color: palette(highlight); }"));
    filter_edit_->setPlaceholderText(tr("Filter rows"));
    setUpEdit(filter_edit_);
    filter_edit_->addAction(lineIcon(LineIcon::kSearch), QLineEdit::LeadingPosition);
    filter_edit_->setAccessibleName(tr("Filter the rows of the table"));
    filter_edit_->setMaximumWidth(220);
    filter_edit_->installEventFilter(this);
    counts_->setForegroundRole(QPalette::PlaceholderText);
    const auto button = [this](LineIcon icon, const QString& what) {
        auto* made = new QToolButton(header_);
        made->setIcon(lineIcon(icon));
        made->setAutoRaise(true);
        made->setToolTip(what);
        made->setAccessibleName(what);
        return made;
    };
    QToolButton* copy = button(LineIcon::kCopy, tr("Copy the table"));
    auto* menu = new QMenu(copy);
    menu->addActions({copy_markdown_, copy_csv_});
    copy->setMenu(menu);
    copy->setPopupMode(QToolButton::InstantPopup);
    copy->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    QToolButton* close = button(LineIcon::kClose, tr("Close the tables"));
    connect(close, &QToolButton::clicked, this, [this] {
        if (auto* dock = qobject_cast<QDockWidget*>(parentWidget())) {
            dock->close();
        }
    });
    auto* row = new QHBoxLayout(header_);
    row->setContentsMargins(4, 2, 6, 2);
    row->setSpacing(6);
    row->addWidget(tabs_, 1);
    row->addWidget(statistics_);
    row->addWidget(counts_);
    row->addWidget(filter_edit_);
    row->addWidget(copy);
    row->addWidget(close);
}

void TablesPanel::setScope(std::shared_ptr<const Scope> scope) {
    if (scope == scope_) {
        return;
    }
    scope_ = std::move(scope);
    line_.stop();
    statistics_->setScope(scope_);
    clear();
}

void TablesPanel::begin() {
    begun_ = true;
    if (isVisible()) {
        start();
    }
}

void TablesPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    start();
}

/// One job for each maker, so that the first tables are there while the others are made.
void TablesPanel::start() {
    if (started_ || !begun_ || !scope_) {
        return;
    }
    started_ = true;
    for (const TableMaker& make : tableMakers()) {
        line_.append([scope = scope_, make](const std::stop_token& stop) { return make(scope, stop); },
                     [this](std::vector<Table> tables) {
                         for (Table& table : tables) {
                             addTable(std::move(table));
                         }
                     });
    }
    showCurrent();
}

void TablesPanel::clear() {
    begun_ = false;
    started_ = false;
    replacement_.reset();
    changing_ = true;
    while (tabs_->count() > 0) {
        removeTab(0);
    }
    compared_ = 0;
    plain_.reset();
    changing_ = false;
    filter_edit_->clear();
    showCurrent();
}

void TablesPanel::removeTab(int tab) {
    tabs_->removeTab(tab);
    delete pages_->widget(tab + 1);
}

void TablesPanel::replaceTable(Table table) {
    putInPlace(table);
    replacement_ = std::move(table);
}

void TablesPanel::addTable(Table table) {
    if (table.id == kQuantizedTable) {
        plain_ = table;
    }
    const bool wanted =
        toQString(table.id) == wanted_ && (compared_ == 0 || tabs_->currentIndex() >= compared_);
    const bool replaced = replacement_ && replacement_->id == table.id;
    insertTable(tabs_->count(), replaced ? *replacement_ : std::move(table));
    if (wanted) {
        changing_ = true;
        tabs_->setCurrentIndex(tabs_->count() - 1);
        changing_ = false;
    }
}

void TablesPanel::insertTable(int tab, Table table) {
    const QString id = toQString(table.id);
    const QString text = tabText(table);
    const QString title = toQString(table.title);
    auto* page = new TablePage(std::move(table), pages_);
    pages_->insertWidget(tab + 1, page);
    connect(page, &TablePage::nodesActivated, this, &TablesPanel::nodesActivated);
    connect(page, &TablePage::nodeSelected, this, &TablesPanel::nodeSelected);
    connect(page, &TablePage::menuRequested, this, &TablesPanel::showMenu);
    changing_ = true;
    tabs_->insertTab(tab, text);
    tabs_->setTabData(tab, id);
    tabs_->setTabToolTip(tab, title == text ? QString() : title);
    changing_ = false;
    showCurrent();
}

/// In the place of the table with the same id, if that is there.
void TablesPanel::putInPlace(const Table& table) {
    for (int tab = compared_; tab < tabs_->count(); ++tab) {
        if (tabs_->tabData(tab).toString() != toQString(table.id)) {
            continue;
        }
        const bool current = tab == tabs_->currentIndex();
        changing_ = true;
        removeTab(tab);
        insertTable(tab, table);
        changing_ = true;
        if (current) {
            tabs_->setCurrentIndex(tab);
        }
        changing_ = false;
        showCurrent();
        return;
    }
}

void TablesPanel::setComparison(const std::vector<Table>& tables) {
    changing_ = true;
    while (compared_ > 0) {
        removeTab(--compared_);
    }
    for (const Table& table : tables) {
        insertTable(compared_++, table);
    }
    changing_ = true;
    if (!tables.empty()) {
        tabs_->setCurrentIndex(0);
    } else {
        showTable(wanted_);
    }
    changing_ = false;
    showCurrent();
}

TablePage* TablesPanel::currentPage() const {
    return qobject_cast<TablePage*>(pages_->widget(tabs_->currentIndex() + 1));
}

void TablesPanel::showCurrent() {
    TablePage* page = currentPage();
    waiting_->setText(!scope_ ? QString() : tr("Making the tables…"));
    pages_->setCurrentIndex(tabs_->currentIndex() + 1);
    if (page != nullptr) {
        page->filter()->setText(filter_edit_->text());
    }
    const bool rows = page != nullptr && !page->table().rows.empty();
    filter_edit_->setEnabled(rows);
    statistics_->setVisible(page != nullptr && page->table().id == kQuantizedTable);
    copy_markdown_->setEnabled(rows);
    copy_csv_->setEnabled(rows);
    updateCounts();
}

void TablesPanel::updateCounts() {
    const TablePage* page = currentPage();
    if (page == nullptr || page->table().rows.empty()) {
        counts_->clear();
        return;
    }
    const int all = static_cast<int>(page->table().rows.size());
    const int left = page->filter()->rowCount();
    counts_->setText(left == all ? plainRows(all) : tr("%1 of %2 rows").arg(left).arg(all));
}

QString TablesPanel::countsText() const {
    return counts_->text();
}

void TablesPanel::showTable(const QString& id) {
    wanted_ = id;
    for (int tab = 0; tab < tabs_->count(); ++tab) {
        if (tabs_->tabData(tab).toString() == id) {
            tabs_->setCurrentIndex(tab);
        }
    }
}

void TablesPanel::focusTable() {
    if (TablePage* page = currentPage()) {
        page->view()->setFocus(Qt::ShortcutFocusReason);
    }
}

}  // namespace qdqlens
