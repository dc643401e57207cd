// What the marks of a comparison mean, and how many there are.
#pragma once

#include <QWidget>
#include <vector>

#include "core/diagram/theme.h"
#include "ui/canvas/box_mark.h"

namespace qdqlens {

class MarkLegend : public QWidget {
    Q_OBJECT

  public:
    struct Entry {
        BoxMark mark = BoxMark::kNone;
        QString text;
    };

    explicit MarkLegend(QWidget* parent);
    void setEntries(std::vector<Entry> entries);
    void setThemeKind(ThemeKind kind);
    /// "− 2 only in A · + 5 only in B".
    [[nodiscard]] QString text() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    std::vector<Entry> entries_;
    ThemeKind theme_ = ThemeKind::kLight;
};

}  // namespace qdqlens
