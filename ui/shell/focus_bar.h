// The tool bar: back and forward, the focus as a query, hops and direction, zoom.
#pragma once

#include <QToolBar>

#include "core/diagram/figure.h"

class QCompleter;
class QLineEdit;
class QSpinBox;
class QStringListModel;
class QToolButton;

namespace qdqlens {

struct WindowActions;

class FocusBar : public QToolBar {
    Q_OBJECT

  public:
    FocusBar(const WindowActions& actions, QWidget* parent = nullptr);

    void setOptions(const FigureOptions& options);
    /// Names offered while one types.
    void setNames(const QStringList& names);
    void setZoom(double zoom);
    /// Marks the query as one that matches nothing, and shows what was typed so that it can be mended.
    void setQueryFailed(bool failed);
    void focusQuery();
    [[nodiscard]] QLineEdit* queryEdit() const { return query_; }
    [[nodiscard]] QSpinBox* hopsSpin() const { return hops_; }

  Q_SIGNALS:
    /// Empty: the whole graph.
    void queryEntered(const QString& query);
    void hopsChanged(int hops);

  private:
    void addQuery();
    void addHops();

    QLineEdit* query_;
    QString entered_;
    QSpinBox* hops_;
    QToolButton* zoom_;
    QStringListModel* names_;
    QCompleter* completer_;
};

/// The focus of these options as the query edit shows it.
[[nodiscard]] QString focusText(const FigureOptions& options);

}  // namespace qdqlens
