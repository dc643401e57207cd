// The tool bar: back and forward, the focus as a query, hops and direction, zoom.
#pragma once

#include <QStringList>
#include <QToolBar>
#include <functional>

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
    /// Makes the names that are offered while one types; asked when one begins to.
    void setNames(std::function<QStringList()> make);
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

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void addQuery();
    void addHops();
    void makeNames();

    QLineEdit* query_;
    QString entered_;
    QSpinBox* hops_;
    QToolButton* zoom_;
    QStringListModel* names_;
    std::function<QStringList()> make_names_;  ///< Empty where they have been made.
    QCompleter* completer_;
};

/// The focus of these options as the query edit shows it.
[[nodiscard]] QString focusText(const FigureOptions& options);

}  // namespace qdqlens
