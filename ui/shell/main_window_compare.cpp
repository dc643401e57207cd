// A second model beside the first.
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QTimer>

#include "ui/models/text.h"
#include "ui/shell/compare_session.h"
#include "ui/shell/compare_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/node_list_panel.h"
#include "ui/shell/properties_panel.h"
#include "ui/shell/settings.h"
#include "ui/shell/tables_panel.h"
#include "ui/shell/weight_panel.h"

namespace qdqlens {

namespace {

QString fileText(const Session& session) {
    const QFileInfo file(QString::fromStdString(session.document().path.string()));
    return file.fileName();
}

QString nodesText(const Session& session) {
    if (!session.hasDocument()) {
        return {};
    }
    const auto nodes = static_cast<qulonglong>(session.document().model->graph.nodes.size());
    return nodes == 1 ? MainWindow::tr("1 node") : MainWindow::tr("%1 nodes").arg(nodes);
}

}  // namespace

void MainWindow::connectComparison() {
    const auto on = [this](QAction* action, auto handler) {
        connect(action, &QAction::triggered, this, handler);
    };
    on(actions_.compare, [this] { askForSecondFile(); });
    on(actions_.close_comparison, [this] { compare_->close(); });
    on(actions_.next_difference, [this] { goToDifference(1); });
    on(actions_.previous_difference, [this] { goToDifference(-1); });
    connect(actions_.pan_together, &QAction::toggled, this,
            [this](bool on_now) { diagrams_->link().setEnabled(on_now); });
    connect(compare_, &CompareSession::changed, this, &MainWindow::showSecondModel);
    connect(compare_, &CompareSession::compared, this, &MainWindow::showComparison);
    connect(compare_, &CompareSession::selectionChanged, this, &MainWindow::showProperties);
    connect(compare_, &CompareSession::figureChanged, this, [this](CompareSide side) {
        if (side == CompareSide::kB) {
            showSecondFigure();
        } else {
            diagrams_->setNote(CompareSide::kB, nodesText(compare_->session(CompareSide::kB)));
            markDifferences();
            diagrams_->link().follow(canvas_);
        }
    });
    connect(compare_, &CompareSession::lost, this, [this](CompareSide leader) {
        diagrams_->setNote(otherSide(leader), leader == CompareSide::kA ? tr("nothing like A's focus here")
                                                                        : tr("nothing like B's focus here"));
    });
    connect(compare_, &CompareSession::failed, this, [this](const Error& error) {
        messages_->showError(tr("Second model: %1").arg(errorText(error)));
    });
    CanvasView* second = diagrams_->canvas(CompareSide::kB);
    connect(second, &CanvasView::boxSelected, this, [this, second](std::optional<std::uint32_t> box) {
        selectOn(CompareSide::kB, box ? selectionOf(second->figure()->scene.boxes[*box]) : Selection{});
    });
    connect(second, &CanvasView::boxActivated, this, [this, second](std::uint32_t box) {
        compare_->session(CompareSide::kB).focusOn(selectionOf(second->figure()->scene.boxes[box]));
    });
    connect(second, &CanvasView::boxMenuRequested, this, &MainWindow::showSecondMenu);
    connect(second, &CanvasView::hopsChangeRequested, this,
            [this](int by) { session_->setHops(session_->options().hops + by); });
    connect(second, &CanvasView::historyStepRequested, this, [this](int by) { session_->go(by); });
    showSecondModel();
}

void MainWindow::askForSecondFile() {
    auto* dialog = new QFileDialog(this, tr("Compare With a Second Model"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("ONNX models (*.onnx *.ort *.pb)"), tr("All files (*)")});
    dialog->setDirectory(
        QFileInfo(QString::fromStdString(session_->document().path.string())).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::compareWith);
    dialog->open();
}

void MainWindow::compareWith(const QString& path) {
    compare_->open(path.toStdString());
}

void MainWindow::showSecondModel() {
    const bool active = compare_->active();
    for (QAction* action : {actions_.close_comparison, actions_.pan_together, actions_.next_difference,
                            actions_.previous_difference}) {
        action->setEnabled(active);
    }
    diagrams_->setComparing(active);
    if (!active) {
        makeRoom(false);
    }
    if (active) {
        messages_->hide();
        settings::addRecentFile(
            QString::fromStdString(compare_->session(CompareSide::kB).document().path.string()));
    } else {
        inspected_ = CompareSide::kA;
        showProperties();
    }
}

void MainWindow::markDifferences() {
    const Comparison* comparison = compare_->comparison();
    if (comparison != nullptr) {
        diagrams_->setComparison(comparison, session_->source().get(),
                                 compare_->session(CompareSide::kB).source().get());
    } else {
        diagrams_->setComparison(nullptr);
    }
}

/// Two pictures need the room of the list of nodes; it comes back with the single one.
void MainWindow::makeRoom(bool make) {
    QWidget* list = node_list_->parentWidget();
    if (make && !made_room_) {
        list_gave_way_ = list->isVisible();
        list->hide();
    } else if (!make && made_room_ && list_gave_way_) {
        list->show();
    }
    made_room_ = make;
}

void MainWindow::showComparison() {
    tables_->setComparison(compare_->tables());
    if (compare_->active() && session_->hasDocument()) {
        Session& second = compare_->session(CompareSide::kB);
        diagrams_->setNames(fileText(*session_), fileText(second));
        diagrams_->setNote(CompareSide::kA, nodesText(*session_));
        diagrams_->setNote(CompareSide::kB, nodesText(second));
        markDifferences();
        if (compare_->comparison() != nullptr && !made_room_) {
            makeRoom(true);
            // Once the panels have moved.
            QTimer::singleShot(0, this, [this] { diagrams_->link().showReadable(canvas_->selectedBox()); });
        }
        diagrams_->link().follow(canvas_);
        setWindowTitle(tr("%1 and %2 — QDQ Lens").arg(fileText(*session_), fileText(second)));
    } else if (session_->hasDocument()) {
        setWindowTitle(tr("%1 — QDQ Lens").arg(fileText(*session_)));
    }
    showProperties();
}

void MainWindow::showSecondFigure() {
    CanvasView* canvas = diagrams_->canvas(CompareSide::kB);
    Session& second = compare_->session(CompareSide::kB);
    const auto& figure = second.shown().figure;
    canvas->setFigure(figure);
    diagrams_->setNote(CompareSide::kA, nodesText(*session_));
    markDifferences();
    if (figure) {
        const auto selected = findBox(figure->scene, *second.source(), second.selection());
        canvas->setSelectedBox(selected);
        canvas->showReadable(selected);
    }
    diagrams_->link().follow(canvas_);
}

void MainWindow::selectOn(CompareSide side, const Selection& selection) {
    inspected_ = side;
    if (compare_->active()) {
        compare_->select(side, selection);
    } else {
        session_->select(selection);
    }
}

Session& MainWindow::inspected() {
    return compare_->active() ? compare_->session(inspected_) : *session_;
}

void MainWindow::showProperties() {
    if (compare_->active()) {
        const auto& figure = diagrams_->canvas(CompareSide::kB)->figure();
        const Session& second = compare_->session(CompareSide::kB);
        diagrams_->canvas(CompareSide::kB)
            ->setSelectedBox(figure ? findBox(figure->scene, *second.source(), second.selection())
                                    : std::nullopt);
    }
    const Session& session = inspected();
    if (!session.source()) {
        return;
    }
    const FigureSource& source = *session.source();
    NodeId node = session.selection().node;
    if (!session.selection().group.empty()) {
        const std::optional<GroupId> group = source.grouping().find(session.selection().group);
        node = group ? source.grouping().group(*group).op : kNoNode;
    }
    weights_->setScope(source.scopePtr());
    weights_->setNode(node);
    PropertySheet sheet = sheetFor(*session.source(), session.selection());
    addUnitSection(sheet, session, node);
    if (const Comparison* both = compare_->comparison()) {
        PropertySection section = both->section(inspected_, session.selection());
        if (!section.rows.empty()) {
            const auto first = sheet.sections.begin() + (sheet.sections.empty() ? 0 : 1);
            sheet.sections.insert(first, std::move(section));
        }
    }
    properties_->setSheet(sheet);
}

void MainWindow::showSecondMenu(std::optional<std::uint32_t> box, QPoint global) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (box) {
        connect(menu->addAction(tr("&Focus on Selection")), &QAction::triggered, this, [this] {
            compare_->session(CompareSide::kB).focusOn(compare_->session(CompareSide::kB).selection());
        });
        connect(menu->addAction(tr("Copy &Name")), &QAction::triggered, this, &MainWindow::copySelectionName);
        menu->addSeparator();
    }
    menu->addActions({actions_.whole_graph, actions_.fit, actions_.next_difference,
                      actions_.previous_difference, actions_.close_comparison});
    menu->popup(global);
}

void MainWindow::goToDifference(int by) {
    const auto next = diagrams_->nextDifference(by);
    if (!next) {
        messages_->showInfo(tr("Nothing differs in this part of the graphs."));
        return;
    }
    CanvasView* canvas = diagrams_->canvas(next->first);
    selectOn(next->first, selectionOf(canvas->figure()->scene.boxes[next->second]));
    canvas->ensureVisible(next->second);
    canvas->setFocus();
}

}  // namespace qdqlens
