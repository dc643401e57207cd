// What the runtime does with the model: why a node stays in float, the graph that its optimizer makes, its
// own answer.
#include <QActionGroup>
#include <QDockWidget>
#include <QFileInfo>

#include "core/base/output_file.h"
#include "core/export/runtime_report.h"
#include "ui/canvas/canvas_view.h"
#include "ui/models/unit_sheet.h"
#include "ui/shell/compare_session.h"
#include "ui/shell/compare_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/predictions.h"
#include "ui/shell/properties_panel.h"
#include "ui/shell/runtime_dialog.h"
#include "ui/shell/tables_panel.h"

namespace qdqlens {

void MainWindow::connectRuntime() {
    predictions_ = new Predictions(this);
    connect(predictions_, &Predictions::arrived, this, &MainWindow::showProperties);
    canvas_->tip_below = [this](const Box& box) { return unitTipOf(*session_, box); };
    diagrams_->canvas(CompareSide::kB)->tip_below = [this](const Box& box) {
        return unitTipOf(compare_->session(CompareSide::kB), box);
    };
    connect(actions_.stages, &QActionGroup::triggered, this, [this](QAction* action) {
        const int stage = action->data().toInt();
        session_->showStage(stage == 0 ? std::nullopt
                                       : std::optional(static_cast<runtime::Stage>(stage - 1)));
    });
    connect(actions_.show_findings, &QAction::triggered, this, [this] { showTable(QStringLiteral("lint")); });
    connect(actions_.show_units, &QAction::triggered, this, [this] { showTable(QStringLiteral("units")); });
    connect(actions_.ask_runtime, &QAction::triggered, this, &MainWindow::askRuntime);
}

void MainWindow::addUnitSection(PropertySheet& sheet, const Session& session, NodeId node) {
    if (node == kNoNode) {
        return;
    }
    const auto units = predictions_->of(session.source()->scopePtr());
    PropertySection section = units ? unitSection(*units, node) : unitSectionPending();
    if (!section.rows.empty()) {
        sheet.sections.insert(sheet.sections.begin() + (sheet.sections.empty() ? 0 : 1), std::move(section));
    }
}

QString MainWindow::unitTipOf(const Session& session, const Box& box) {
    if (!session.source() || box.kind == BoxKind::kStub || box.node == kNoNode) {
        return {};
    }
    const auto units = predictions_->of(session.source()->scopePtr());
    return units ? unitTip(*units, box.node) : tr("What runs: being worked out…");
}

void MainWindow::showTable(const QString& id) {
    for (QWidget* widget = tables_; widget != nullptr; widget = widget->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(widget)) {
            dock->show();
        }
    }
    tables_->showTable(id);
}

/// Which stage is shown, in the menu.
void MainWindow::showStage() {
    const auto stage = session_->stage();
    const int shown = stage ? 1 + static_cast<int>(*stage) : 0;
    for (QAction* action : actions_.stages->actions()) {
        action->setChecked(action->data().toInt() == shown);
        action->setEnabled(session_->hasDocument());
    }
    actions_.ask_runtime->setEnabled(session_->hasDocument());
}

void MainWindow::askRuntime() {
    auto* dialog =
        new RuntimeDialog(session_->document().path, Scope::main(session_->document().model), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RuntimeDialog::answered, this,
            [this, dialog,
             model = session_->document().model](const std::shared_ptr<const runtime::Verdict>& verdict) {
                // Rows lead to the file's nodes: where something else is shown by now, they would lead
                // astray.
                const auto& source = session_->source();
                if (!verdict->nodes.empty() && source && source->scope().modelPtr() == model &&
                    source->scope().parent() == nullptr && source->scope().function() == nullptr) {
                    tables_->replaceTable(verdictUnitsTable(*verdict));
                    showTable(QStringLiteral("units"));
                }
                connect(dialog, &RuntimeDialog::optimizedWanted, this,
                        [this, verdict] { openOptimized(*verdict); });
            });
    dialog->show();
}

void MainWindow::openOptimized(const runtime::Verdict& verdict) {
    if (!optimized_) {
        auto made = TemporaryFolder::make();
        if (!made) {
            showError(made.error());
            return;
        }
        optimized_.emplace(std::move(*made));
    }
    const QFileInfo model(QString::fromStdString(session_->document().path.string()));
    const auto path = optimized_->path() / (model.completeBaseName().toStdString() + ".optimized.onnx");
    if (const auto written = writeFile(path, verdict.optimized->input->bytes()); !written) {
        showError(written.error());
        return;
    }
    compareWith(QString::fromStdString(path.string()));
}

}  // namespace qdqlens
