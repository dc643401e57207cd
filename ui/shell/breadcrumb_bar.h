// Where one is: main graph › subgraph › module › block › focus · hops. All but the last lead back.
#pragma once

#include <QLabel>
#include <QString>
#include <vector>

namespace qdqlens {

class BreadcrumbBar : public QLabel {
    Q_OBJECT

  public:
    explicit BreadcrumbBar(QWidget* parent = nullptr);

    struct Part {
        QString text;
        QString link;  ///< Given back when it is clicked; empty: it leads nowhere.
    };
    /// `rest` as in "node_add · 2 hops".
    void setPath(const std::vector<Part>& parts, const QString& rest);

  Q_SIGNALS:
    void partRequested(const QString& link);
};

}  // namespace qdqlens
