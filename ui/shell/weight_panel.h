// The quantized weights of what is selected: scale by channel and the histogram of the stored codes. Reads
// weights, in a job, and only while it is seen.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/diagram/theme.h"
#include "core/graph/scope.h"
#include "core/qdq/tables/weight_profile.h"
#include "ui/jobs/job_line.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;

namespace qdqlens {

class PlotView;

class WeightPanel : public QWidget {
    Q_OBJECT

  public:
    explicit WeightPanel(QWidget* parent);
    ~WeightPanel() override;

    /// Nothing is read until the panel is seen.
    void setScope(std::shared_ptr<const Scope> scope);
    /// An operator that eats quantized weights, or a node between; kNoNode for none.
    void setNode(NodeId node);
    void setThemeKind(ThemeKind kind);

    [[nodiscard]] PlotView* view() const { return view_; }
    [[nodiscard]] QComboBox* choice() const { return choice_; }
    /// What is said below the plot, or instead of one.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool busy() const { return line_.busy(); }

  protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    using Rows = std::vector<QuantTensorRow>;
    void refresh();
    void offerRows();
    void read(const QuantTensorRow& row);
    void showProfile(WeightProfile profile);
    void plotAgain();
    void say(const QString& text);
    void setReading(bool reading);

    std::shared_ptr<const Scope> scope_;
    std::shared_ptr<const Rows> rows_;  ///< Stored tensors of the scope; null until it was looked through.
    NodeId node_ = kNoNode;
    std::optional<WeightProfile> profile_;
    QComboBox* choice_;
    QScrollArea* scroll_;
    PlotView* view_;
    QLabel* say_;
    QProgressBar* progress_;
    QPushButton* stop_;
    JobLine line_;
};

}  // namespace qdqlens
