#include "ui/shell/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QStatusBar>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/canvas/canvas_view.h"
#include "ui/shell/breadcrumb_bar.h"
#include "ui/shell/compare_session.h"
#include "ui/shell/compare_view.h"
#include "ui/shell/focus_bar.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/node_list_panel.h"
#include "ui/shell/properties_panel.h"
#include "ui/shell/settings.h"
#include "ui/shell/start_page.h"
#include "ui/shell/status_line.h"
#include "ui/shell/tables_panel.h"
#include "ui/shell/weight_panel.h"

namespace qdqlens {

namespace {

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            files.append(url.toLocalFile());
        }
    }
    return files;
}

constexpr double kZoomStep = 1.25;

}  // namespace

MainWindow::MainWindow(Appearance& appearance, std::unique_ptr<LayoutEngine> engine)
    : appearance_(appearance),
      actions_(makeWindowActions(this, menuBar())),
      session_(new Session(this, engine ? std::move(engine) : makeLayoutEngine())),
      compare_(new CompareSession(session_, this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptDrops(true);
    setWindowTitle(tr("QDQ Lens"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    focus_bar_ = new FocusBar(actions_, this);
    addToolBar(focus_bar_);
    makeCentre();
    makeDocks();
    status_ = new StatusLine(statusBar(), actions_.stop, *session_);
    connectActions();
    connectCanvas();
    connectPanels();
    connectSession();
    connectComparison();
    connectRuntime();
    connectGroups();
    session_->setOptions([](FigureOptions& options) { settings::restoreFigureLook(options); });
    actions_.overview->setChecked(settings::showsOverview());
    diagrams_->setOverviewWanted(settings::showsOverview());
    applyTheme();
    resize(1280, 800);
    restoreGeometry(settings::windowGeometry());
    showCentre();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeCentre() {
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    messages_ = new MessageBar(centre);
    breadcrumbs_ = new BreadcrumbBar(centre);
    stack_ = new QStackedWidget(centre);
    start_page_ = new StartPage(stack_);
    diagrams_ = new CompareView(actions_, stack_);
    canvas_ = diagrams_->canvas(CompareSide::kA);
    growth_.emplace(*canvas_);
    stack_->addWidget(start_page_);
    stack_->addWidget(diagrams_);
    layout->addWidget(messages_);
    layout->addWidget(breadcrumbs_);
    layout->addWidget(stack_, 1);
    setCentralWidget(centre);
}

void MainWindow::makeDocks() {
    const auto dock = [this](const QString& title, const char* name, QWidget* widget,
                             Qt::DockWidgetArea area) {
        auto* made = new QDockWidget(title, this);
        made->setObjectName(QLatin1StringView(name));
        made->setWidget(widget);
        made->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
        addDockWidget(area, made);
        actions_.panels->addAction(made->toggleViewAction());
        return made;
    };
    node_list_ = new NodeListPanel(this);
    properties_ = new PropertiesPanel(this);
    tables_ = new TablesPanel(actions_, this);
    weights_ = new WeightPanel(this);
    QDockWidget* left = dock(tr("Nodes"), "nodesDock", node_list_, Qt::LeftDockWidgetArea);
    QDockWidget* right = dock(tr("Properties"), "propertiesDock", properties_, Qt::RightDockWidgetArea);
    QDockWidget* bottom = dock(tr("Tables"), "tablesDock", tables_, Qt::BottomDockWidgetArea);
    QDockWidget* weights = dock(tr("Quantized Weight"), "weightDock", weights_, Qt::RightDockWidgetArea);
    tabifyDockWidget(right, weights);
    right->raise();
    weights->toggleViewAction()->setShortcut(Qt::CTRL | Qt::Key_H);
    bottom->setTitleBarWidget(tables_->header());
    bottom->toggleViewAction()->setShortcut(Qt::CTRL | Qt::Key_T);
    resizeDocks({left, right}, {290, 340}, Qt::Horizontal);
    resizeDocks({bottom}, {210}, Qt::Vertical);
}

void MainWindow::connectActions() {
    const WindowActions& a = actions_;
    const auto on = [this](QAction* action, auto handler) {
        connect(action, &QAction::triggered, this, handler);
    };
    on(a.open, [this] { askForFile(); });
    on(a.export_figure, [this] { askForExport(); });
    on(a.copy_picture, [this] { copyPicture(); });
    on(a.close, [this] { close(); });
    on(a.quit, [] { QApplication::closeAllWindows(); });
    connect(a.recent, &QMenu::aboutToShow, this, &MainWindow::showRecentMenu);
    const auto zoom = [this](double by) {
        CanvasView* canvas = diagrams_->activeCanvas();
        canvas->setZoom(canvas->zoom() * by);
    };
    on(a.zoom_in, [zoom] { zoom(kZoomStep); });
    on(a.zoom_out, [zoom] { zoom(1 / kZoomStep); });
    on(a.actual_size, [this] { diagrams_->activeCanvas()->setZoom(1); });
    on(a.fit, [this] { diagrams_->fit(); });
    on(a.overview, [this](bool on_now) {
        diagrams_->setOverviewWanted(on_now);
        settings::setShowsOverview(on_now);
    });
    const auto option = [this](auto set) {
        session_->setOptions(set);
        settings::setFigureLook(session_->options());
    };
    connect(a.themes, &QActionGroup::triggered, this, [this](QAction* action) {
        const auto choice = static_cast<ThemeChoice>(action->data().toInt());
        settings::setThemeChoice(choice);
        appearance_.choose(choice);
    });
    on(a.left_to_right, [option](bool on_now) {
        option(
            [on_now](FigureOptions& o) { o.rankdir = on_now ? RankDir::kLeftRight : RankDir::kTopBottom; });
    });
    connect(a.edge_labels, &QActionGroup::triggered, this, [option](QAction* action) {
        const auto labels = static_cast<EdgeLabels>(action->data().toInt());
        option([labels](FigureOptions& o) { o.edge_labels = labels; });
    });
    on(a.stubs, [option](bool on_now) { option([on_now](FigureOptions& o) { o.stubs = on_now; }); });
    on(a.fold, [option](bool on_now) {
        option([on_now](FigureOptions& o) { o.fold = on_now ? FoldMode::kOn : FoldMode::kOff; });
    });
    on(a.back, [this] { session_->go(-1); });
    on(a.forward, [this] { session_->go(1); });
    on(a.focus_selection, [this] { session_->focusOn(session_->selection()); });
    on(a.edit_focus, [this] { focus_bar_->focusQuery(); });
    on(a.find_node, [this] {
        node_list_->parentWidget()->show();
        node_list_->focusFilter();
    });
    on(a.more_hops, [this] { session_->setHops(session_->options().hops + 1); });
    on(a.fewer_hops, [this] { session_->setHops(session_->options().hops - 1); });
    connect(a.directions, &QActionGroup::triggered, this, [this](QAction* action) {
        const auto direction = static_cast<Direction>(action->data().toInt());
        session_->setOptions([direction](FigureOptions& o) { o.direction = direction; });
    });
    on(a.whole_graph, [this] { session_->showWhole(); });
    connect(a.enter, &QMenu::aboutToShow, this, &MainWindow::showEnterMenu);
    on(a.stop, [this] {
        session_->stop();
        compare_->stop();
    });
    on(a.shortcuts, [this] { showShortcuts(this, actions_); });
    on(a.about, [this] { showAbout(this); });
}

void MainWindow::connectCanvas() {
    connect(canvas_, &CanvasView::boxSelected, this, [this](std::optional<std::uint32_t> box) {
        selectOn(CompareSide::kA, box ? selectionOf(canvas_->figure()->scene.boxes[*box]) : Selection{});
    });
    connect(canvas_, &CanvasView::boxActivated, this, &MainWindow::activateBox);
    connect(canvas_, &CanvasView::boxMenuRequested, this, &MainWindow::showBoxMenu);
    connect(canvas_, &CanvasView::hopsChangeRequested, this, &MainWindow::hopsOrGroup);
    connect(canvas_, &CanvasView::historyStepRequested, this, [this](int by) { session_->go(by); });
    // The picture first: what is derived takes its time from it.
    connect(canvas_, &CanvasView::figurePainted, tables_, &TablesPanel::begin);
    connect(canvas_, &CanvasView::zoomChanged, focus_bar_, &FocusBar::setZoom);
    auto* copy = new QAction(canvas_);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    canvas_->addAction(copy);
    connect(copy, &QAction::triggered, this, &MainWindow::copySelectionName);
}

void MainWindow::connectPanels() {
    connect(start_page_, &StartPage::openRequested, this, &MainWindow::askForFile);
    connect(start_page_, &StartPage::fileRequested, this, [this](const QString& path) { openFiles({path}); });
    connect(focus_bar_, &FocusBar::queryEntered, this, [this](const QString& query) {
        if (query == focusText(session_->options())) {
            session_->focus(session_->options().focus);  // Several queries; the text is only their name.
        } else {
            session_->focus(query.isEmpty() ? std::vector<std::string>{}
                                            : std::vector<std::string>{query.toStdString()});
        }
    });
    connect(focus_bar_, &FocusBar::hopsChanged, session_, &Session::setHops);
    const auto select = [this](NodeId node) {
        selectOn(CompareSide::kA, {node, kNoValue});
        if (canvas_->selectedBox()) {
            canvas_->ensureVisible(*canvas_->selectedBox());
        }
    };
    connect(node_list_, &NodeListPanel::nodeSelected, this, select);
    connect(node_list_, &NodeListPanel::nodeActivated, this, [this](NodeId node) {
        session_->focusOn({node, kNoValue});
        canvas_->setFocus();
    });
    connect(tables_, &TablesPanel::nodeSelected, this, [this, select](NodeId node, NodeId other) {
        if (node != kNoNode) {
            select(node);
        } else {
            selectOn(CompareSide::kB, {other, kNoValue});
        }
    });
    connect(tables_, &TablesPanel::nodesActivated, this,
            [this](const std::vector<NodeId>& nodes, const std::vector<NodeId>& others) {
                if (others.empty()) {
                    session_->focusOn(nodes);
                } else {
                    compare_->focusOn(nodes, others);
                }
            });
    connect(tables_, &TablesPanel::copied, messages_, &MessageBar::showInfo);
    connect(tables_, &TablesPanel::failed, this, &MainWindow::showError);
    connect(properties_, &PropertiesPanel::linkFollowed, this, &MainWindow::followLink);
    connect(breadcrumbs_, &BreadcrumbBar::partRequested, this, &MainWindow::followCrumb);
    connect(&appearance_, &Appearance::changed, this, &MainWindow::applyTheme);
}

void MainWindow::connectSession() {
    session_->view_state = [this] {
        return growth_->active() ? growth_->viewBefore() : canvas_->viewState();
    };
    connect(session_, &Session::figureGrows, this, &MainWindow::showGrowth);
    connect(session_, &Session::growthSuperseded, this, [this] { growth_->supersede(); });
    connect(session_, &Session::growthDropped, this, [this] {
        if (growth_->active()) {
            growth_->drop(session_->shown().figure);
            showSelection();
        }
    });
    connect(session_, &Session::documentChanged, this, &MainWindow::showDocument);
    connect(session_, &Session::sourceChanged, this, &MainWindow::showSource);
    connect(session_, &Session::figureChanged, this, &MainWindow::showFigure);
    connect(session_, &Session::optionsChanged, this, &MainWindow::showOptions);
    connect(session_, &Session::selectionChanged, this, &MainWindow::showSelection);
    connect(session_, &Session::historyChanged, this, [this] {
        actions_.back->setEnabled(session_->canGo(-1));
        actions_.forward->setEnabled(session_->canGo(1));
    });
    connect(session_, &Session::busyChanged, this, &MainWindow::showBusy);
    connect(compare_, &CompareSession::busyChanged, this, &MainWindow::showBusy);
    connect(session_, &Session::failed, this, &MainWindow::showError);
    connect(session_, &Session::exported, this, [this](const std::filesystem::path& path) {
        messages_->showInfo(tr("Exported to %1").arg(QString::fromStdString(path.string())));
    });
}

/// Panels and tool bar come with the first model, as they were left.
void MainWindow::showSurroundings(bool show) {
    if (show == !calm_) {
        return;
    }
    calm_ = !show;
    for (QDockWidget* dock : findChildren<QDockWidget*>()) {
        dock->setVisible(show);
    }
    focus_bar_->setVisible(show);
    statusBar()->setVisible(show);
    if (show && !restoreState(settings::windowState())) {
        // Never arranged by hand: the diagram comes first.
        constexpr int kRoomForTables = 700;
        properties_->parentWidget()->raise();
        tables_->parentWidget()->setVisible(height() >= kRoomForTables);
    }
}

void MainWindow::showCentre() {
    const bool has_document = session_->hasDocument();
    showSurroundings(has_document);
    breadcrumbs_->setVisible(has_document);
    if (has_document) {
        stack_->setCurrentWidget(diagrams_);
    } else {
        start_page_->setRecentFiles(settings::recentFiles());
        stack_->setCurrentWidget(start_page_);
    }
    for (QAction* action :
         {actions_.export_figure, actions_.copy_picture, actions_.focus_selection, actions_.edit_focus,
          actions_.find_node, actions_.more_hops, actions_.fewer_hops, actions_.whole_graph, actions_.fit,
          actions_.zoom_in, actions_.zoom_out, actions_.actual_size, actions_.compare}) {
        action->setEnabled(has_document);
    }
    actions_.back->setEnabled(session_->canGo(-1));
    actions_.forward->setEnabled(session_->canGo(1));
    actions_.directions->setEnabled(has_document);
    actions_.levels->setEnabled(has_document);
    focus_bar_->queryEdit()->setEnabled(has_document);
}

void MainWindow::showBusy() {
    const bool busy = session_->busy() || compare_->busy();
    status_->setBusy(busy);
    actions_.stop->setEnabled(busy);
}

void MainWindow::applyTheme() {
    diagrams_->setThemeKind(appearance_.kind());
    weights_->setThemeKind(appearance_.kind());
    for (QAction* action : actions_.themes->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(appearance_.choice()));
    }
}

void MainWindow::open(OpenRequest request) {
    opening_ = true;
    if (!request.level) {
        request.level = settings::firstLevel();
    }
    session_->open(std::move(request));
}

bool MainWindow::vacant() const {
    return !session_->hasDocument() && !opening_;
}

void MainWindow::openFiles(const QStringList& paths) {
    if (!paths.isEmpty()) {
        open({paths.front().toStdString(), {}, {}, {}});
        Q_EMIT openElsewhere(paths.mid(1));
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    makeRoom(false);
    settings::setWindow(saveGeometry(), calm_ ? settings::windowState() : saveState());
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    openFiles(localFiles(*event->mimeData()));
}

void MainWindow::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::BackButton || event->button() == Qt::ForwardButton) {
        session_->go(event->button() == Qt::BackButton ? -1 : 1);
        return;
    }
    QMainWindow::mousePressEvent(event);
}

}  // namespace qdqlens
