// One line about what is shown: boxes, selection, layout time; the model's versions and size; what is under
// way.
#pragma once

#include <QObject>
#include <QTimer>

class QLabel;
class QProgressBar;
class QStatusBar;
class QToolButton;
class QAction;

namespace qdqlens {

class Session;

class StatusLine : public QObject {
    Q_OBJECT

  public:
    StatusLine(QStatusBar* bar, QAction* stop, const Session& session);
    void update();
    void setBusy(bool busy);
    /// Of the boxes of a picture that is being laid out.
    void showProgress(std::size_t placed, std::size_t all);

  private:
    const Session& session_;
    QLabel* boxes_;
    QLabel* selection_;
    QLabel* time_;
    QLabel* model_;
    QLabel* size_;
    QProgressBar* progress_;
    QToolButton* stop_;
    QTimer show_progress_;  ///< Short work shows nothing.
};

}  // namespace qdqlens
