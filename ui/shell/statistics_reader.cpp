#include "ui/shell/statistics_reader.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>

#include "ui/jobs/tables_job.h"
#include "ui/shell/job_progress.h"
#include "ui/shell/line_icons.h"

namespace qdqlens {

StatisticsReader::StatisticsReader(QWidget* parent)
    : QWidget(parent),
      button_(new QToolButton(this)),
      progress_(new QProgressBar(this)),
      stop_(new QToolButton(this)) {
    button_->setText(tr("Statistics"));
    button_->setCheckable(true);
    button_->setAutoRaise(true);
    button_->setToolTip(
        tr("What the stored codes are like: used range, saturation, unused codes, outliers. "
           "Reads all weights"));
    progress_->setRange(0, 100);
    progress_->setFixedSize(90, 10);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Weights read"));
    stop_->setIcon(lineIcon(LineIcon::kStop));
    stop_->setAutoRaise(true);
    stop_->setToolTip(tr("Stop reading the weights"));
    stop_->setAccessibleName(stop_->toolTip());
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(progress_);
    row->addWidget(stop_);
    row->addWidget(button_);
    finish(false);
    connect(button_, &QToolButton::toggled, this, [this](bool pressed) {
        if (pressed) {
            start();
        } else {
            line_.stop();
            finish(false);
            Q_EMIT released();
        }
    });
    connect(stop_, &QToolButton::clicked, this, [this] {
        line_.stop();
        finish(false);
    });
}

StatisticsReader::~StatisticsReader() = default;

void StatisticsReader::setScope(std::shared_ptr<const Scope> scope) {
    line_.stop();
    scope_ = std::move(scope);
    finish(false);
}

void StatisticsReader::start() {
    if (!scope_) {
        return;
    }
    progress_->setValue(0);
    progress_->show();
    stop_->show();
    line_.replace([scope = scope_, progress = jobProgress(progress_)](
                      const std::stop_token& stop) { return statisticsTable(scope, progress, stop); },
                  [this](const Result<Table>& table) {
                      finish(table.has_value());
                      if (table) {
                          Q_EMIT read(*table);
                      } else {
                          Q_EMIT failed(table.error());
                      }
                  });
}

void StatisticsReader::finish(bool pressed) {
    const QSignalBlocker block(button_);
    button_->setChecked(pressed);
    progress_->hide();
    stop_->hide();
}

}  // namespace qdqlens
