#include "ui/shell/weight_panel.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "core/diagram/weight_plot.h"
#include "ui/canvas/plot_view.h"
#include "ui/models/text.h"
#include "ui/shell/job_progress.h"

namespace qdqlens {

namespace {

bool contains(const std::vector<NodeId>& nodes, NodeId node) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

QString howToRead() {
    return WeightPanel::tr("Point at a channel or a code for its value, or walk with ← and →.");
}

}  // namespace

WeightPanel::WeightPanel(QWidget* parent)
    : QWidget(parent),
      choice_(new QComboBox(this)),
      scroll_(new QScrollArea(this)),
      view_(new PlotView(scroll_)),
      say_(new QLabel(this)),
      progress_(new QProgressBar(this)),
      stop_(new QPushButton(tr("Stop"), this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    choice_->setAccessibleName(tr("Quantized tensor"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    scroll_->setWidget(view_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->viewport()->installEventFilter(this);
    say_->setWordWrap(true);
    say_->setTextFormat(Qt::PlainText);
    say_->setContentsMargins(12, 4, 12, 6);
    say_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    progress_->setRange(0, 100);
    progress_->setMaximumHeight(14);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 4, 12, 6);
    bar->addWidget(progress_, 1);
    bar->addWidget(stop_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(choice_);
    layout->addWidget(scroll_, 1);
    layout->addWidget(say_);
    layout->addLayout(bar);
    connect(choice_, &QComboBox::currentIndexChanged, this, [this](int at) {
        if (at >= 0 && rows_) {
            read((*rows_)[choice_->itemData(at).toUInt()]);
        }
    });
    connect(stop_, &QPushButton::clicked, this, [this] {
        line_.stop();
        setReading(false);
        say(tr("Stopped. Select the tensor again to read it."));
    });
    connect(view_, &PlotView::hinted, this,
            [this](const QString& text) { say_->setText(text.isEmpty() && profile_ ? howToRead() : text); });
    setReading(false);
    say({});
}

WeightPanel::~WeightPanel() = default;

void WeightPanel::setScope(std::shared_ptr<const Scope> scope) {
    if (scope == scope_) {
        return;
    }
    line_.stop();
    scope_ = std::move(scope);
    rows_.reset();
    node_ = kNoNode;
    refresh();
}

void WeightPanel::setNode(NodeId node) {
    if (node != node_) {
        node_ = node;
        refresh();
    }
}

void WeightPanel::setThemeKind(ThemeKind kind) {
    view_->setThemeKind(kind);
}

void WeightPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // A panel behind another one is shown for a moment before it is hidden.
    QMetaObject::invokeMethod(this, &WeightPanel::refresh, Qt::QueuedConnection);
}

QString WeightPanel::text() const {
    return say_->text();
}

/// Which tensors are quantized is found out once for a graph; their codes are read one tensor at a time.
void WeightPanel::refresh() {
    if (!isVisible()) {
        return;
    }
    if (rows_ || !scope_) {
        offerRows();
        return;
    }
    line_.replace(
        [scope = scope_](const std::stop_token& /*stop*/) {
            Rows rows = quantizationTable(scope, Folding(*scope, FoldMode::kOn)).tensors;
            rows.erase(std::remove_if(rows.begin(), rows.end(),
                                      [](const QuantTensorRow& row) { return row.stored == nullptr; }),
                       rows.end());
            return rows;
        },
        [this](Rows rows) {
            rows_ = std::make_shared<const Rows>(std::move(rows));
            offerRows();
        });
}

void WeightPanel::offerRows() {
    const QSignalBlocker block(choice_);
    choice_->clear();
    for (std::size_t i = 0; rows_ && node_ != kNoNode && i < rows_->size(); ++i) {
        const QuantTensorRow& row = (*rows_)[i];
        if (row.node == node_ || contains(row.nodes, node_)) {
            choice_->addItem(tr("%1  (%2)").arg(toQString(row.value), toQString(kindName(row.kind))),
                             static_cast<uint>(i));
        }
    }
    choice_->setVisible(choice_->count() > 1);
    if (choice_->count() > 0) {
        read((*rows_)[choice_->itemData(0).toUInt()]);
        return;
    }
    line_.stop();
    setReading(false);
    say(rows_ && rows_->empty() ? tr("This graph stores no quantized tensors.")
                                : tr("Select an operator with a quantized weight, or a weight among the "
                                     "quantized tensors."));
}

void WeightPanel::read(const QuantTensorRow& row) {
    setReading(true);
    line_.replace([scope = scope_, row, progress = jobProgress(progress_)](
                      const std::stop_token& stop) { return weightProfile(*scope, row, progress, stop); },
                  [this](Result<WeightProfile> profile) {
                      setReading(false);
                      if (profile) {
                          showProfile(std::move(*profile));
                      } else {
                          say(tr("Cannot be read: %1").arg(toQString(profile.error().message())));
                      }
                  });
}

void WeightPanel::showProfile(WeightProfile profile) {
    profile_ = std::move(profile);
    scroll_->show();
    plotAgain();
    say_->setText(howToRead());
}

void WeightPanel::plotAgain() {
    if (profile_) {
        WeightPlotOptions options;
        options.width = std::max(320, scroll_->viewport()->width());
        view_->setPlot(weightPlot(*profile_, options));
    }
}

/// Instead of a plot.
void WeightPanel::say(const QString& text) {
    profile_.reset();
    scroll_->hide();
    say_->setText(text);
}

void WeightPanel::setReading(bool reading) {
    progress_->setValue(0);
    progress_->setVisible(reading);
    stop_->setVisible(reading);
}

bool WeightPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == scroll_->viewport() && event->type() == QEvent::Resize) {
        plotAgain();
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace qdqlens
