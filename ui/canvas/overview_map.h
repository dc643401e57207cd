// A small map of the whole picture in a corner of the canvas, with a frame around what shows. A click or a
// drag moves the view there.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "core/diagram/theme.h"
#include "ui/canvas/map_fold.h"
#include "ui/canvas/prepared_figure.h"

namespace qdqlens {

class OverviewMap : public QWidget {
    Q_OBJECT

  public:
    /// `parent` is what the map covers a corner of.
    explicit OverviewMap(QWidget* parent);

    /// Null for none. Not owned: it must be here until another is set.
    void setFigure(const PreparedFigure* prepared);
    void setThemeKind(ThemeKind kind);
    /// Boxes that stand out: the selection and its other ends.
    void setMarks(std::vector<std::uint32_t> boxes);
    /// The part of the picture that shows. Hides where that is all of it; takes its place in the corner.
    void follow(const QRectF& visible);
    /// Somebody wants it, or not.
    void setWanted(bool wanted);
    [[nodiscard]] bool wanted() const { return wanted_; }

    [[nodiscard]] const MapFold& fold() const { return fold_; }
    /// Where the map begins in the widget.
    static constexpr int kPadding = 6;

  Q_SIGNALS:
    /// This point of the picture is to be in the middle of the view.
    void centerRequested(QPointF point);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    void arrange();
    void drawPixels();
    void paintEdges(QPainter& painter, double ratio) const;
    void paintFrame(QPainter& painter);
    [[nodiscard]] QPointF pictureAt(QPointF at) const;

    const PreparedFigure* prepared_ = nullptr;
    ThemeKind theme_kind_ = ThemeKind::kLight;
    bool wanted_ = true;
    QRectF visible_;
    std::vector<std::uint32_t> marks_;
    QSize covered_;  ///< The parent's size that the map was made for.
    MapFold fold_;
    QPixmap pixels_;  ///< Of the picture alone; null until it shows.
    /// While dragging: from the view's middle to the pointer, in the picture.
    QPointF grip_;
    bool dragging_ = false;
};

}  // namespace qdqlens
