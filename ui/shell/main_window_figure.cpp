// What the session says, shown.
#include <QActionGroup>
#include <QFileInfo>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/canvas/canvas_view.h"
#include "ui/models/text.h"
#include "ui/shell/compare_session.h"
#include "ui/shell/focus_bar.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/node_list_panel.h"
#include "ui/shell/properties_panel.h"
#include "ui/shell/settings.h"
#include "ui/shell/status_line.h"
#include "ui/shell/tables_panel.h"

namespace qdqlens {

namespace {

void check(QActionGroup* group, int data) {
    for (QAction* action : group->actions()) {
        action->setChecked(action->data().toInt() == data);
    }
}

}  // namespace

QString errorText(const Error& error) {
    const QString message = toQString(error.message());
    switch (error.kind) {
        case ErrorKind::kInput:
            return MainWindow::tr("Cannot open the model. %1. Open a complete ONNX file (File › Open).")
                .arg(message);
        case ErrorKind::kEngine:
            return MainWindow::tr("The picture could not be laid out: %1. Try again, or with fewer hops.")
                .arg(message);
        case ErrorKind::kOutput:
            return MainWindow::tr("Cannot export: %1. Choose another place (File › Export).").arg(message);
        case ErrorKind::kQuery:
            return MainWindow::tr("No such focus: %1. Write part of a name with *, or op:TYPE.").arg(message);
        case ErrorKind::kUsage:
        case ErrorKind::kLimit:
        case ErrorKind::kStopped:
            break;
    }
    return message;
}

std::optional<std::uint32_t> MainWindow::focusBox() const {
    const auto& boxes = canvas_->figure()->scene.boxes;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].focus) {
            return i;
        }
    }
    return std::nullopt;
}

/// The box that one looks at, and its place on the screen: of those that both pictures show, what is selected
/// or becomes the focus, else the old focus, else what stands nearest to the middle.
std::optional<MainWindow::Anchor> MainWindow::anchorIn(const Scene& next, FigureChange change) const {
    const QRectF area = canvas_->viewport()->rect();
    const auto old_figure = canvas_->figure();
    const bool same_graph =
        drawn_source_ && &drawn_source_->scope().graph() == &session_->source()->scope().graph();
    if (!old_figure || !same_graph || change == FigureChange::kOpen || change == FigureChange::kHistory) {
        return std::nullopt;
    }
    const auto anchor = [&](std::optional<std::uint32_t> old_box) -> std::optional<Anchor> {
        if (!old_box) {
            return std::nullopt;
        }
        const QPointF place = canvas_->boxOnScreen(*old_box).center();
        if (!area.contains(place)) {
            return std::nullopt;
        }
        const auto box = findBox(next, *session_->source(), selectionOf(old_figure->scene.boxes[*old_box]));
        return box ? std::optional(Anchor{*box, place}) : std::nullopt;
    };
    const auto clicked = canvas_->selectedBox();
    const bool is_clicked =
        clicked && selectionOf(old_figure->scene.boxes[*clicked]) == session_->selection();
    const auto selected =
        anchor(is_clicked ? clicked : findBox(old_figure->scene, *session_->source(), session_->selection()));
    if (selected || change == FigureChange::kFocus) {
        return selected;
    }
    if (const auto focused = anchor(focusBox())) {
        return focused;
    }
    std::vector<std::pair<double, std::uint32_t>> near;
    for (const std::uint32_t box : canvas_->visibleBoxes()) {
        near.emplace_back((canvas_->boxOnScreen(box).center() - area.center()).manhattanLength(), box);
    }
    std::sort(near.begin(), near.end());
    for (const auto& [distance, box] : near) {
        if (const auto each = anchor(box)) {
            return each;
        }
    }
    return std::nullopt;
}

void MainWindow::showGrowth(const Growth& growth) {
    growth_->show(growth, session_->selection());
    status_->showProgress(growth.placed, growth.all);
}

void MainWindow::showFigure(FigureChange change, const std::optional<ViewState>& view) {
    const auto figure = session_->shown().figure;
    const bool has_view = change == FigureChange::kHistory && view;
    if (growth_->current() && figure && !has_view) {
        drawn_source_ = session_->source();
        growth_->finish(figure);
        status_->update();
        return;
    }
    growth_->forget();
    const auto old_figure = canvas_->figure();
    const auto anchor = figure ? anchorIn(figure->scene, change) : std::nullopt;
    const ViewState old_view = canvas_->viewState();
    canvas_->setFigure(figure);
    drawn_source_ = session_->source();
    status_->update();
    if (!figure) {
        tables_->begin();
        return;
    }
    if (has_view) {
        canvas_->restore(*view);
    } else if (change == FigureChange::kGroups && old_figure && placeGroup(*old_figure, *figure, old_view)) {
        // Where the group was that was opened or closed.
    } else if (anchor) {
        canvas_->placeBox(anchor->box, anchor->place);
    } else {
        const auto selected = findBox(figure->scene, *session_->source(), session_->selection());
        canvas_->showReadable(selected ? selected : focusBox());
    }
}

void MainWindow::showSelection() {
    const Selection& selection = session_->selection();
    const auto figure = canvas_->figure();
    // A stub stands for what is elsewhere: it stays selected itself where it was clicked.
    const auto clicked = canvas_->selectedBox();
    if (!clicked || selectionOf(figure->scene.boxes[*clicked]) != selection) {
        canvas_->setSelectedBox(figure ? findBox(figure->scene, *session_->source(), selection)
                                       : std::nullopt);
    }
    node_list_->setSelection(selection);
    showProperties();
    actions_.focus_selection->setEnabled(!selection.empty());
    showPath();
    showLevels();
    status_->update();
}

void MainWindow::showOptions() {
    const FigureOptions& options = session_->options();
    focus_bar_->setOptions(options);
    check(actions_.directions, static_cast<int>(options.direction));
    check(actions_.edge_labels, static_cast<int>(options.edge_labels));
    actions_.left_to_right->setChecked(options.rankdir == RankDir::kLeftRight);
    actions_.stubs->setChecked(options.stubs);
    actions_.fold->setChecked(options.fold == FoldMode::kOn);
    showPath();
    showLevels();
    showStage();
}

void MainWindow::showDocument() {
    opening_ = false;
    messages_->hide();
    const QString path = QString::fromStdString(session_->document().path.string());
    settings::addRecentFile(path);
    setWindowFilePath(path);
    setWindowTitle(tr("%1 — QDQ Lens").arg(QFileInfo(path).fileName()));
    showCentre();
    canvas_->setFocus();
}

void MainWindow::showSource() {
    const auto& source = session_->source();
    node_list_->setSource(source);
    tables_->setScope(source->scopePtr());
    focus_bar_->setNames([source] {
        QStringList names;
        for (const onnx::Node& node : source->scope().graph().nodes) {
            if (!node.name.empty()) {
                names.append(shownText(node.name));
            }
        }
        return names;
    });
}

void MainWindow::showError(const Error& error) {
    opening_ = false;
    if (!session_->hasDocument()) {
        compare_->close();
    }
    if (error.kind == ErrorKind::kQuery) {
        focus_bar_->setQueryFailed(true);
    }
    if (error.kind == ErrorKind::kLimit) {
        messages_->showError(errorText(error), tr("Draw Anyway"), [this] { session_->drawWithoutLimit(); });
    } else {
        messages_->showError(errorText(error));
    }
}

}  // namespace qdqlens
