// What people ask the window for.
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>

#include "core/export/svg.h"
#include "ui/canvas/canvas_view.h"
#include "ui/models/property_sheet.h"
#include "ui/models/text.h"
#include "ui/shell/focus_bar.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/settings.h"

namespace qdqlens {

void MainWindow::askForFile() {
    auto* dialog = new QFileDialog(this, tr("Open a Model"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("ONNX models (*.onnx *.ort *.pb)"), tr("All files (*)")});
    const QStringList recent = settings::recentFiles();
    if (!recent.isEmpty()) {
        dialog->setDirectory(QFileInfo(recent.front()).absolutePath());
    }
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openFiles);
    dialog->open();
}

void MainWindow::askForExport() {
    if (!session_->shown().figure) {
        return;
    }
    static const QRegularExpression not_plain(QStringLiteral("[^A-Za-z0-9_.-]+"));
    const QFileInfo model(QString::fromStdString(session_->document().path.string()));
    QString name = model.completeBaseName();
    const QString focus = focusText(session_->shown().options).replace(not_plain, QStringLiteral("-"));
    if (!focus.isEmpty()) {
        name += u'-' + focus.left(60);
    }
    auto* dialog = new QFileDialog(this, tr("Export the Picture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("SVG picture (*.svg)"), tr("PNG picture (*.png)"), tr("PDF document (*.pdf)"),
                            tr("Graphviz DOT (*.dot)"), tr("JSON (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("svg"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(u'.', -1).remove(u')'));
    });
    const QString folder = settings::exportFolder();
    dialog->setDirectory(folder.isEmpty() ? model.absolutePath() : folder);
    dialog->selectFile(name + QStringLiteral(".svg"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        settings::setExportFolder(QFileInfo(path).absolutePath());
        exportTo(path);
    });
    dialog->open();
}

void MainWindow::exportTo(const QString& path) {
    session_->exportTo(path.toStdString(), appearance_.kind());
}

void MainWindow::copyPicture() {
    const auto figure = session_->shown().figure;
    if (!figure) {
        return;
    }
    SvgOptions options;
    options.theme = appearance_.kind() == ThemeKind::kDark ? SvgTheme::kDark : SvgTheme::kLight;
    auto picture = std::make_unique<QMimeData>();
    picture->setImageData(canvas_->image(2.0));
    picture->setData(QStringLiteral("image/svg+xml"),
                     QByteArray::fromStdString(writeSvg(figure->scene, figure->placement, options)));
    QGuiApplication::clipboard()->setMimeData(picture.release());
    messages_->showInfo(tr("The picture is on the clipboard."));
}

void MainWindow::copySelectionName() {
    const Session& session = inspected();
    const Selection& selection = session.selection();
    if (selection.empty()) {
        return;
    }
    if (!selection.group.empty()) {
        QGuiApplication::clipboard()->setText(shownText(selection.group));
        return;
    }
    const Topology& topology = session.source()->scope().topology();
    QGuiApplication::clipboard()->setText(selection.node != kNoNode
                                              ? nodeText(topology, selection.node)
                                              : shownText(topology.value(selection.value).name));
}

void MainWindow::showRecentMenu() {
    actions_.recent->clear();
    for (const QString& path : settings::recentFiles()) {
        QAction* action =
            actions_.recent->addAction(QFileInfo(path).fileName().replace(u'&', QStringLiteral("&&")));
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openFiles({path}); });
    }
    actions_.recent->setToolTipsVisible(true);
    if (actions_.recent->isEmpty()) {
        actions_.recent->addAction(tr("No recent files"))->setEnabled(false);
        return;
    }
    actions_.recent->addSeparator();
    connect(actions_.recent->addAction(tr("&Clear")), &QAction::triggered, this, [this] {
        settings::clearRecentFiles();
        showCentre();
    });
}

void MainWindow::addEnterActions(QMenu* menu, NodeId node) {
    const onnx::Node& op = session_->source()->scope().topology().node(node);
    std::uint32_t subgraph = 0;
    for (const onnx::Graph* graph : onnx::subgraphs(op)) {
        const QString name =
            graph->name.empty() ? tr("subgraph %1").arg(subgraph + 1) : shownText(graph->name);
        QAction* action = menu->addAction(tr("Enter %1 (%2 nodes)").arg(name).arg(graph->nodes.size()));
        connect(action, &QAction::triggered, this,
                [this, node, subgraph] { session_->enter(node, subgraph); });
        ++subgraph;
    }
    const onnx::Model& model = *session_->document().model;
    for (std::uint32_t i = 0; i < model.functions.size(); ++i) {
        if (model.functions[i].domain == op.domain && model.functions[i].name == op.op_type) {
            connect(menu->addAction(tr("Enter the function %1").arg(shownText(op.op_type))),
                    &QAction::triggered, this, [this, i] { session_->enterFunction(i); });
        }
    }
}

void MainWindow::showEnterMenu() {
    QMenu* menu = actions_.enter;
    menu->clear();
    if (session_->hasDocument()) {
        if (session_->selection().node != kNoNode) {
            addEnterActions(menu, session_->selection().node);
        }
        const std::shared_ptr<const Scope>& scope = session_->source()->scopePtr();
        if (scope->parent() || scope->function() != nullptr) {
            connect(menu->addAction(tr("Back to the main graph")), &QAction::triggered, this,
                    [this] { session_->enterScope(Scope::main(session_->document().model)); });
        }
        const auto& functions = session_->document().model->functions;
        if (!functions.empty()) {
            menu->addSection(tr("Functions"));
        }
        for (std::uint32_t i = 0; i < functions.size(); ++i) {
            connect(menu->addAction(shownText(functions[i].name)), &QAction::triggered, this,
                    [this, i] { session_->enterFunction(i); });
        }
    }
    if (menu->isEmpty()) {
        menu->addAction(tr("No subgraphs or functions here"))->setEnabled(false);
    }
}

void MainWindow::showBoxMenu(std::optional<std::uint32_t> box, QPoint global) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (box) {
        if (canvas_->figure()->scene.boxes[*box].kind == BoxKind::kGroup) {
            menu->addAction(actions_.expand_group);
        } else if (openGroupAround()) {
            menu->addAction(actions_.collapse_group);
        }
        menu->addAction(actions_.focus_selection);
        if (session_->selection().node != kNoNode) {
            addEnterActions(menu, session_->selection().node);
        }
        if (canvas_->hasOtherEnds()) {
            connect(menu->addAction(tr("Go to the &Other End\tJ")), &QAction::triggered, canvas_,
                    [this] { canvas_->jumpToEnd(1); });
        }
        connect(menu->addAction(tr("Copy &Name")), &QAction::triggered, this, &MainWindow::copySelectionName);
        menu->addSeparator();
    }
    menu->addActions({actions_.whole_graph, actions_.fit, actions_.copy_picture, actions_.export_figure});
    menu->popup(global);
}

void MainWindow::activateBox(std::uint32_t box) {
    const Selection selection = selectionOf(canvas_->figure()->scene.boxes[box]);
    if (canvas_->figure()->scene.boxes[box].kind == BoxKind::kGroup) {
        session_->expand(selection.group);
        return;
    }
    const bool has_inside =
        selection.node != kNoNode &&
        !onnx::subgraphs(session_->source()->scope().topology().node(selection.node)).empty();
    if (!has_inside) {
        session_->focusOn(selection);
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Focus here")), &QAction::triggered, this,
            [this, selection] { session_->focusOn(selection); });
    addEnterActions(menu, selection.node);
    menu->popup(canvas_->viewport()->mapToGlobal(canvas_->boxOnScreen(box).center().toPoint()));
}

void MainWindow::followLink(const PropertyLink& link) {
    Session& session = inspected();
    switch (link.kind) {
        case PropertyLink::Kind::kNode:
            session.focusOn({NodeId{link.index}, kNoValue});
            break;
        case PropertyLink::Kind::kValue:
            session.focusOn({kNoNode, ValueId{link.index}});
            break;
        case PropertyLink::Kind::kSubgraph:
            session.enter(NodeId{link.index}, link.subgraph);
            break;
        case PropertyLink::Kind::kFunction:
            session.enterFunction(link.index);
            break;
        case PropertyLink::Kind::kGroup:
            session.goToGroup(link.group);
            break;
        case PropertyLink::Kind::kNone:
            break;
    }
}

}  // namespace qdqlens
