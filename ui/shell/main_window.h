// A window on one model: the diagram in the middle, nodes and properties beside it.
#pragma once

#include <QMainWindow>
#include <memory>
#include <optional>
#include <string>

#include "core/base/temporary_folder.h"
#include "core/qdq/runtime/verify.h"
#include "ui/models/comparison.h"
#include "ui/models/selection.h"
#include "ui/shell/appearance.h"
#include "ui/shell/growth_view.h"
#include "ui/shell/session.h"
#include "ui/shell/window_actions.h"

class QMimeData;
class QStackedWidget;

namespace qdqlens {

class BreadcrumbBar;
class CanvasView;
class CompareSession;
class CompareView;
class FocusBar;
class MessageBar;
class NodeListPanel;
class Predictions;
class PropertiesPanel;
class StartPage;
class StatusLine;
class TablesPanel;
class WeightPanel;
struct PropertyLink;
struct PropertySheet;

class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    /// `engine` null: the helper process.
    explicit MainWindow(Appearance& appearance, std::unique_ptr<LayoutEngine> engine = nullptr);
    ~MainWindow() override;

    void open(OpenRequest request);
    /// Beside the model that is open, or being opened.
    void compareWith(const QString& path);
    void exportTo(const QString& path);

    [[nodiscard]] Session& session() { return *session_; }
    [[nodiscard]] CanvasView& canvas() { return *canvas_; }
    [[nodiscard]] CompareSession& comparison() { return *compare_; }
    [[nodiscard]] CompareView& compareView() { return *diagrams_; }
    [[nodiscard]] FocusBar& focusBar() { return *focus_bar_; }
    [[nodiscard]] NodeListPanel& nodeList() { return *node_list_; }
    [[nodiscard]] PropertiesPanel& properties() { return *properties_; }
    [[nodiscard]] TablesPanel& tables() { return *tables_; }
    [[nodiscard]] WeightPanel& weights() { return *weights_; }
    [[nodiscard]] MessageBar& messages() { return *messages_; }
    [[nodiscard]] const WindowActions& actions() const { return actions_; }
    /// No model is shown, and none is on its way.
    [[nodiscard]] bool vacant() const;

  Q_SIGNALS:
    /// Files beyond the one that this window can show.
    void openElsewhere(const QStringList& paths);

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

  private:
    // main_window.cpp: making it.
    void makeCentre();
    void makeDocks();
    void connectActions();
    void connectCanvas();
    void connectPanels();
    void connectSession();
    void showCentre();
    void showSurroundings(bool show);
    void showBusy();
    void applyTheme();
    void openFiles(const QStringList& paths);
    // main_window_commands.cpp: what people ask for.
    void askForFile();
    void askForExport();
    void copyPicture();
    void showRecentMenu();
    void showEnterMenu();
    void showBoxMenu(std::optional<std::uint32_t> box, QPoint global);
    void activateBox(std::uint32_t box);
    void followLink(const PropertyLink& link);
    void addEnterActions(class QMenu* menu, NodeId node);
    void copySelectionName();
    // main_window_groups.cpp: levels of detail.
    void connectGroups();
    void hopsOrGroup(int by);
    void showPath();
    void showLevels();
    [[nodiscard]] std::optional<std::string> openGroupAround() const;
    void followCrumb(const QString& link);
    [[nodiscard]] bool placeGroup(const Figure& old_figure, const Figure& next, const ViewState& old_view);
    // main_window_compare.cpp: two models.
    void connectComparison();
    void askForSecondFile();
    void showSecondModel();
    void makeRoom(bool make);
    void markDifferences();
    void showComparison();
    void showSecondFigure();
    void showProperties();
    void selectOn(CompareSide side, const Selection& selection);
    void showSecondMenu(std::optional<std::uint32_t> box, QPoint global);
    void goToDifference(int by);
    [[nodiscard]] Session& inspected();
    // main_window_figure.cpp: what the session says.
    void showFigure(FigureChange change, const std::optional<ViewState>& view);
    void showGrowth(const Growth& growth);
    void showSelection();
    void showOptions();
    void showDocument();
    void showSource();
    void showError(const Error& error);
    // main_window_runtime.cpp: what the runtime does with the model.
    void connectRuntime();
    /// Of the selected node, or the op of the selected unit.
    void addUnitSection(PropertySheet& sheet, const Session& session, NodeId node);
    void showTable(const QString& id);
    void showStage();
    void askRuntime();
    void openOptimized(const runtime::Verdict& verdict);
    [[nodiscard]] QString unitTipOf(const Session& session, const Box& box);
    [[nodiscard]] std::optional<std::uint32_t> focusBox() const;
    struct Anchor {
        std::uint32_t box = 0;  ///< In the new picture.
        QPointF place;          ///< On the screen.
    };
    [[nodiscard]] std::optional<Anchor> anchorIn(const Scene& next, FigureChange change) const;

    Appearance& appearance_;
    WindowActions actions_;
    Session* session_;
    QStackedWidget* stack_ = nullptr;
    StartPage* start_page_ = nullptr;
    CompareView* diagrams_ = nullptr;
    CanvasView* canvas_ = nullptr;  ///< The first one of diagrams_.
    CompareSession* compare_ = nullptr;
    CompareSide inspected_ = CompareSide::kA;  ///< Whose properties are shown.
    BreadcrumbBar* breadcrumbs_ = nullptr;
    MessageBar* messages_ = nullptr;
    FocusBar* focus_bar_ = nullptr;
    NodeListPanel* node_list_ = nullptr;
    PropertiesPanel* properties_ = nullptr;
    TablesPanel* tables_ = nullptr;
    WeightPanel* weights_ = nullptr;
    StatusLine* status_ = nullptr;
    std::optional<GrowthView> growth_;
    std::shared_ptr<const FigureSource> drawn_source_;  ///< Of what the canvas shows.
    bool made_room_ = false;                            ///< For two pictures.
    bool list_gave_way_ = false;
    Predictions* predictions_ = nullptr;
    std::optional<TemporaryFolder>
        optimized_;  ///< What the runtime made of models, for as long as they are shown.
    bool opening_ = false;
    bool calm_ = false;  ///< The start page stands alone.
};

/// What went wrong, for people: what, where, and what to do about it.
[[nodiscard]] QString errorText(const Error& error);

}  // namespace qdqlens
