// What a window shows before it has a model.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace qdqlens {

class StartPage : public QWidget {
    Q_OBJECT

  public:
    explicit StartPage(QWidget* parent = nullptr);
    void setRecentFiles(const QStringList& files);

  Q_SIGNALS:
    void openRequested();
    void fileRequested(const QString& path);

  private:
    QWidget* recent_box_;
    QVBoxLayout* recent_;
};

}  // namespace qdqlens
