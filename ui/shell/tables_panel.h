// The tables of the graph, made when they are first looked at: which ops, what is stored, where the bytes
// are.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/graph/scope.h"
#include "ui/jobs/job_line.h"
#include "ui/shell/table_page.h"

class QAction;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTabBar;

namespace qdqlens {

class StatisticsReader;

struct WindowActions;

class TablesPanel : public QWidget {
    Q_OBJECT

  public:
    TablesPanel(const WindowActions& actions, QWidget* parent);
    ~TablesPanel() override;

    /// Nothing is done until begin(). Null: no tables.
    void setScope(std::shared_ptr<const Scope> scope);
    /// Makes the tables, now or when the panel is seen.
    void begin();
    /// Tables about two models, in front of the others; none: there is one model.
    void setComparison(const std::vector<Table>& tables);
    /// Tabs, filter and buttons in one row: made to be the dock's title bar.
    [[nodiscard]] QWidget* header() const { return header_; }
    [[nodiscard]] QTabBar* tabs() const { return tabs_; }
    [[nodiscard]] StatisticsReader* statistics() const { return statistics_; }
    [[nodiscard]] QLineEdit* filterEdit() const { return filter_edit_; }
    [[nodiscard]] QString countsText() const;
    /// Null while there is no table.
    [[nodiscard]] TablePage* currentPage() const;
    [[nodiscard]] bool busy() const { return line_.busy(); }
    /// Shows the table with this id, now or when it arrives.
    void showTable(const QString& id);
    void focusTable();
    /// Shows it in place of the table with its id, until another graph is shown.
    void replaceTable(Table table);

    /// The rows that are shown, in their order.
    void copyMarkdown();
    void copyCsv();

  Q_SIGNALS:
    /// As TablePage's.
    void nodesActivated(const std::vector<NodeId>& nodes, const std::vector<NodeId>& others);
    void nodeSelected(NodeId node, NodeId other);
    void copied(const QString& what);
    void failed(const Error& error);

  protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void makeHeader();
    void start();
    void clear();
    void addTable(Table table);
    void insertTable(int tab, Table table);
    void putInPlace(const Table& table);
    void removeTab(int tab);
    void activateSelection();
    void showCurrent();
    void updateCounts();
    void showMenu(QPoint global);

    QAction* copy_markdown_;
    QAction* copy_csv_;
    QWidget* header_;
    QTabBar* tabs_;
    QLineEdit* filter_edit_;
    QLabel* counts_;
    StatisticsReader* statistics_;
    QStackedWidget* pages_;
    QLabel* waiting_;
    std::shared_ptr<const Scope> scope_;
    std::optional<Table> replacement_;
    QString wanted_;              ///< The id of the table that was looked at last.
    std::optional<Table> plain_;  ///< Quantized tensors without statistics.
    int compared_ = 0;            ///< The first tabs are about two models.
    bool begun_ = false;          ///< For this scope: somebody wants them,
    bool started_ = false;        ///< and they are being made.
    bool changing_ = false;       ///< Tabs come and go; nobody chose one.
    JobLine line_;
};

}  // namespace qdqlens
