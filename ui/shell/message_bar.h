// What went wrong or was done, said beside the picture and never in front of it.
#pragma once

#include <QFrame>
#include <QTimer>
#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace qdqlens {

class MessageBar : public QFrame {
    Q_OBJECT

  public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const QString& text);
    /// With a button that does something about it.
    void showError(const QString& text, const QString& action, std::function<void()> act);
    /// Goes away by itself.
    void showInfo(const QString& text);
    [[nodiscard]] QString text() const;

  private:
    enum class Look { kError, kInfo };
    void show(Look look, const QString& text);
    void changeEvent(QEvent* event) override;
    void applyLook();

    Look look_ = Look::kInfo;
    QLabel* icon_;
    QLabel* text_;
    QPushButton* action_;
    QToolButton* close_;
    std::function<void()> act_;
    QTimer hide_timer_;
};

}  // namespace qdqlens
