// The properties of what is selected, as text that can be read, selected and followed.
#pragma once

#include <QTextBrowser>

#include "ui/models/property_sheet.h"

namespace qdqlens {

class PropertiesPanel : public QTextBrowser {
    Q_OBJECT

  public:
    explicit PropertiesPanel(QWidget* parent = nullptr);
    void setSheet(const PropertySheet& sheet);

  Q_SIGNALS:
    void linkFollowed(const PropertyLink& link);

  protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override { return {330, 500}; }

  private:
    void render();
    [[nodiscard]] QString titleInRoom() const;
    PropertySheet sheet_;
    QString shown_title_;  ///< Of sheet_, cut where there is no room for it.
};

/// The sheet as the panel's HTML, in these colours.
[[nodiscard]] QString sheetHtml(const PropertySheet& sheet, const QPalette& palette);

}  // namespace qdqlens
