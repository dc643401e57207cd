// Reads the stored codes of a graph's quantized tensors when asked: a button, and while it works how far it
// is and a way to stop it.
#pragma once

#include <QWidget>
#include <memory>

#include "core/base/error.h"
#include "core/export/tables.h"
#include "core/graph/scope.h"
#include "ui/jobs/job_line.h"

class QProgressBar;
class QToolButton;

namespace qdqlens {

class StatisticsReader : public QWidget {
    Q_OBJECT

  public:
    explicit StatisticsReader(QWidget* parent);
    ~StatisticsReader() override;

    /// Another graph, or none: nothing is read of it until the button is pressed.
    void setScope(std::shared_ptr<const Scope> scope);
    [[nodiscard]] QToolButton* button() const { return button_; }
    [[nodiscard]] QToolButton* stopButton() const { return stop_; }
    [[nodiscard]] bool busy() const { return line_.busy(); }

  Q_SIGNALS:
    /// The table of quantized tensors with the columns of the statistics.
    void read(const Table& table);
    /// The columns are not wanted any more.
    void released();
    void failed(const Error& error);

  private:
    void start();
    void finish(bool pressed);

    std::shared_ptr<const Scope> scope_;
    QToolButton* button_;
    QProgressBar* progress_;
    QToolButton* stop_;
    JobLine line_;
};

}  // namespace qdqlens
