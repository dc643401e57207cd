// One open model: what is shown of it, what is asked for, where one has been. No widgets: a window watches
// it.
#pragma once

#include <QObject>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/diagram/theme.h"
#include "core/export/units.h"
#include "core/qdq/runtime/preview.h"
#include "ui/jobs/figure_job.h"
#include "ui/jobs/job_line.h"
#include "ui/jobs/load_job.h"
#include "ui/models/selection.h"
#include "ui/shell/history.h"

namespace qdqlens {

/// Why a picture is asked for; the larger one wins where a request replaces one that is still under way.
enum class FigureChange {
    kOptions,  ///< The same focus seen otherwise: hops, direction, labels.
    kGroups,   ///< The same focus with groups opened or closed, or at another level.
    kHistory,  ///< A past focus again.
    kFocus,    ///< A new focus, or another graph of the model.
    kOpen,     ///< Another model.
};

/// What to do with a model that is being opened.
struct OpenRequest {
    std::filesystem::path path;
    std::string focus;  ///< A query; empty: the first look.
    std::optional<int> hops;
    std::optional<Level> level = {};         ///< Without one: what can be read at a glance.
    std::vector<std::string> expanded = {};  ///< Groups to be open; needs `level`.
};

class Session : public QObject {
    Q_OBJECT

  public:
    explicit Session(QObject* parent = nullptr, std::unique_ptr<LayoutEngine> engine = makeLayoutEngine());
    ~Session() override;

    [[nodiscard]] bool hasDocument() const { return document_.model != nullptr; }
    [[nodiscard]] const Document& document() const { return document_; }
    /// The graph that is shown; null without a document.
    [[nodiscard]] const std::shared_ptr<const FigureSource>& source() const { return shown_.source; }
    /// What is shown: a null figure where there is none.
    [[nodiscard]] const FigureResult& shown() const { return shown_; }
    /// What was asked for last: that of shown(), or what comes next.
    [[nodiscard]] const FigureOptions& options() const { return wanted_; }
    [[nodiscard]] const Selection& selection() const { return selection_; }
    [[nodiscard]] bool canGo(int by) const { return history_.canGo(by); }
    [[nodiscard]] bool busy() const { return loading_.busy() || drawing_.busy() || exporting_.busy(); }

    void open(OpenRequest request);
    void focus(std::vector<std::string> queries);
    /// This graph with these options, as a step of the history.
    void show(FigureOptions options);
    void focusOn(const Selection& selection);
    void focusOn(const std::vector<NodeId>& nodes);
    void showWhole();
    void setLevel(Level level);
    /// Opens a group in place, or closes it with all that is open in it. By Box.group or Group.ref.
    void expand(const std::string& group);
    void collapse(const std::string& group);
    /// Opens it, and closes what is open in it: a step back to where it is the innermost.
    void goToGroup(const std::string& group);
    void collapseAll();
    void go(int by);
    void enter(NodeId node, std::uint32_t subgraph);
    void enterFunction(std::uint32_t function);
    /// An enclosing graph, or the main graph.
    void enterScope(std::shared_ptr<const Scope> scope);
    void select(const Selection& selection);
    /// The main graph as the runtime's optimizer has it, or (no stage) as the file has it; the focus is kept
    /// where it finds something.
    void showStage(std::optional<runtime::Stage> stage);
    /// Of what is shown.
    [[nodiscard]] std::optional<runtime::Stage> stage() const;

    /// Changes options by `change` and draws again.
    void setOptions(const std::function<void(FigureOptions&)>& change);
    void setHops(int hops);
    /// Once more without a limit on the number of boxes.
    void drawWithoutLimit();
    /// Stops loading and layout; what is shown stays.
    void stop();

    void exportTo(const std::filesystem::path& path, ThemeKind theme);

    /// Asked when a step is left. Set by the window.
    std::function<ViewState()> view_state;

    static constexpr int kMaxHops = 99;
    /// Whoever wants more is asked first.
    static constexpr std::uint32_t kMaxBoxes = 100'000;

  Q_SIGNALS:
    void documentChanged();
    /// Another graph of the model, or the same one folded otherwise.
    void sourceChanged();
    /// `view`: what to look at, for a past step that was looked at.
    void figureChanged(FigureChange change, const std::optional<ViewState>& view);
    /// More of a large picture that is being laid out. Then it comes (figureChanged), or is dropped.
    void figureGrows(const Growth& growth);
    void growthDropped();
    /// Another picture was asked for in its place.
    void growthSuperseded();
    void optionsChanged();
    void selectionChanged();
    void historyChanged();
    void busyChanged(bool busy);
    void failed(const Error& error);
    void exported(const std::filesystem::path& path);

  private:
    struct Request {
        FigureRequest figure;
        FigureChange change = FigureChange::kOptions;
        int history_by = 0;
        Selection selection;  ///< To be selected when the picture is there.
        std::optional<ViewState> view;
        std::optional<Error> complaint;  ///< To be said when the picture is there.
    };

    [[nodiscard]] FigureRequest sameGraph() const;
    void showGroups(const std::function<void(FigureOptions&)>& change, const Selection& selection);
    [[nodiscard]] std::vector<std::string> withoutGroup(const std::vector<std::string>& expanded,
                                                        GroupId closed) const;
    void request(Request wanted);
    void arrived(const Request& request, FigureResult result);
    void failedToDraw(const Request& request, const Error& error);
    void commitDocument();
    void record(const Request& request);
    [[nodiscard]] Selection singleFocus() const;

    // Before the job lines, whose threads use it.
    std::shared_ptr<LayoutEngine> engine_;
    Document document_;
    std::optional<Document> opened_;  ///< Read, and waiting for its first picture.
    FigureResult shown_;
    FigureOptions wanted_;
    std::optional<Request> pending_;
    std::optional<Request> limited_;  ///< Asked for, and too large.
    Selection selection_;
    /// What showStage made; steps of the history hold the graphs too.
    struct ShownStage {
        runtime::Stage stage;
        std::shared_ptr<const FigureSource> source;
        std::shared_ptr<const Units> units;
    };
    std::vector<ShownStage> stages_;
    History history_;
    JobLine loading_;
    JobLine drawing_;
    JobLine exporting_;
};

}  // namespace qdqlens
