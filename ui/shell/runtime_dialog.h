// Asks the user's own ONNX Runtime about a model: with which dims and setting, what it is doing, what it
// said.
#pragma once

#include <QDialog>
#include <map>
#include <memory>
#include <string>

#include "core/qdq/runtime/verify.h"
#include "ui/jobs/job_line.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace qdqlens {

class RuntimeDialog : public QDialog {
    Q_OBJECT

  public:
    /// `scope`: the main graph of the model in the file.
    RuntimeDialog(std::filesystem::path model, std::shared_ptr<const Scope> scope, QWidget* parent);

    [[nodiscard]] QLineEdit* dimsEdit(const QString& input) const;
    [[nodiscard]] QPushButton* runButton() const { return run_; }
    [[nodiscard]] QPushButton* stopButton() const { return stop_; }
    [[nodiscard]] QPushButton* compareButton() const { return compare_; }
    [[nodiscard]] QString resultText() const;
    [[nodiscard]] bool busy() const { return line_.busy(); }

  Q_SIGNALS:
    /// The runtime answered; the model may still have been refused.
    void answered(const std::shared_ptr<const runtime::Verdict>& verdict);
    /// Somebody wants to see what the runtime made of it: answered's `optimized`.
    void optimizedWanted();

  private:
    void makeInputs(QFormLayout* form);
    void run();
    void stop();
    void showAnswer(const Result<runtime::Verdict>& asked);
    void setRunning(bool running);
    void setResult(const QString& text, bool failed);
    [[nodiscard]] Result<runtime::Question> question() const;

    std::filesystem::path model_;
    std::shared_ptr<const Scope> scope_;
    std::map<std::string, QLineEdit*> dims_;  ///< By the input's name.
    QComboBox* int8_;
    QSpinBox* minutes_;
    QProgressBar* progress_;
    QLabel* stage_;
    QLabel* result_;
    QPushButton* run_;
    QPushButton* stop_;
    QPushButton* compare_;
    JobLine line_;
};

}  // namespace qdqlens
