#include "ui/shell/status_line.h"

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>
#include <algorithm>
#include <chrono>

#include "ui/models/text.h"
#include "ui/shell/session.h"

namespace qdqlens {

namespace {

QLabel* labelIn(QStatusBar* bar, bool permanent) {
    auto* label = new QLabel(bar);
    label->setContentsMargins(8, 0, 8, 0);
    label->setForegroundRole(QPalette::PlaceholderText);
    if (permanent) {
        bar->addPermanentWidget(label);
    } else {
        bar->addWidget(label);
    }
    return label;
}

QString milliseconds(std::chrono::microseconds time) {
    const double ms = static_cast<double>(time.count()) / 1000;
    return QString::number(ms, 'f', ms < 10 ? 1 : 0);
}

}  // namespace

StatusLine::StatusLine(QStatusBar* bar, QAction* stop, const Session& session)
    : QObject(bar),
      session_(session),
      boxes_(labelIn(bar, false)),
      selection_(labelIn(bar, false)),
      time_(labelIn(bar, false)),
      model_(nullptr),
      size_(nullptr),
      progress_(new QProgressBar(bar)),
      stop_(new QToolButton(bar)) {
    progress_->setRange(0, 0);
    progress_->setFixedSize(110, 10);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Work under way"));
    stop_->setDefaultAction(stop);
    stop_->setAutoRaise(true);
    bar->addPermanentWidget(progress_);
    bar->addPermanentWidget(stop_);
    model_ = labelIn(bar, true);
    size_ = labelIn(bar, true);
    bar->setSizeGripEnabled(false);
    progress_->hide();
    stop_->hide();
    show_progress_.setSingleShot(true);
    show_progress_.setInterval(std::chrono::milliseconds(250));
    connect(&show_progress_, &QTimer::timeout, this, [this] {
        progress_->show();
        stop_->show();
    });
}

void StatusLine::setBusy(bool busy) {
    if (busy) {
        show_progress_.start();
    } else {
        show_progress_.stop();
        progress_->hide();
        progress_->setRange(0, 0);
        stop_->hide();
        update();
    }
}

void StatusLine::showProgress(std::size_t placed, std::size_t all) {
    progress_->setRange(0, static_cast<int>(all));
    progress_->setValue(static_cast<int>(placed));
    boxes_->setText(tr("%1 of %2 boxes placed").arg(placed).arg(all));
    time_->clear();
}

void StatusLine::update() {
    const FigureResult& shown = session_.shown();
    if (!shown.source) {
        return;
    }
    const Topology& topology = shown.source->scope().topology();
    if (shown.figure) {
        const auto& boxes = shown.figure->scene.boxes;
        const auto ops = std::count_if(boxes.begin(), boxes.end(), [](const Box& box) {
            return box.kind == BoxKind::kOp || box.kind == BoxKind::kGroup;
        });
        const auto nodes = topology.nodeCount() - shown.source->folding().foldedCount();
        boxes_->setText((shown.options.level == Level::kNodes ? tr("%1 of %2 boxes shown")
                                                              : tr("%1 boxes shown, of %2 nodes"))
                            .arg(ops)
                            .arg(nodes));
        time_->setText(tr("laid out in %1 ms").arg(milliseconds(shown.layout_time)));
    } else {
        boxes_->clear();
        time_->clear();
    }
    selection_->setText(session_.selection().empty() ? QString() : tr("1 selected"));
    const onnx::Model& model = shown.source->scope().model();
    QStringList facts{tr("opset %1").arg(shown.source->scope().opset("")), tr("IR %1").arg(model.ir_version)};
    const QString producer =
        (shownText(model.producer_name) + u' ' + shownText(model.producer_version)).trimmed();
    if (!producer.isEmpty()) {
        facts.append(producer);
    }
    model_->setText(facts.join(QStringLiteral(" · ")));
    size_->setText(bytesText(model.input->bytes().size()));
}

}  // namespace qdqlens
