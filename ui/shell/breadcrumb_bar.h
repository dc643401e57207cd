// Where one is: main graph › subgraph › focus · hops. The graphs before the last one lead back.
#pragma once

#include <QLabel>
#include <QStringList>

namespace qdqlens {

class BreadcrumbBar : public QLabel {
    Q_OBJECT

  public:
    explicit BreadcrumbBar(QWidget* parent = nullptr);

    /// `graphs` from the main graph to the one that is shown; `rest` as in "node_add · 2 hops".
    void setPath(const QStringList& graphs, const QString& rest);

  Q_SIGNALS:
    /// 0 is the main graph.
    void graphRequested(int level);
};

}  // namespace qdqlens
