// The diagram on the screen: painting, zoom and pan, hits, keys. Knows one figure; what it means is the
// shell's.
#pragma once

#include <QAbstractScrollArea>
#include <QPoint>
#include <functional>
#include <memory>
#include <optional>

#include "core/diagram/figure.h"
#include "core/diagram/theme.h"
#include "ui/canvas/box_mark.h"
#include "ui/canvas/canvas_painter.h"
#include "ui/canvas/frame_cache.h"
#include "ui/canvas/prepared_figure.h"
#include "ui/canvas/view_transform.h"

class QGestureEvent;
class QHelpEvent;

namespace qdqlens {

class OverviewMap;

class CanvasView : public QAbstractScrollArea {
    Q_OBJECT

  public:
    explicit CanvasView(QWidget* parent = nullptr);
    ~CanvasView() override;

    /// A new picture, or none. It stands where the old one stood; say afterwards what should show.
    void setFigure(std::shared_ptr<const Figure> figure);
    [[nodiscard]] const std::shared_ptr<const Figure>& figure() const { return figure_; }
    void setThemeKind(ThemeKind kind);
    [[nodiscard]] ThemeKind themeKind() const { return theme_kind_; }

    /// One for each box of the picture, or none at all. A new picture has none.
    void setMarks(std::vector<BoxMark> marks);
    [[nodiscard]] const std::vector<BoxMark>& marks() const { return marks_; }

    void setSelectedBox(std::optional<std::uint32_t> box);
    [[nodiscard]] std::optional<std::uint32_t> selectedBox() const { return emphasis_.selected; }

    [[nodiscard]] double zoom() const { return view_.zoom(); }
    /// Around the middle of the view.
    void setZoom(double zoom);
    /// All of the picture, at most at 100 %.
    void fit();
    /// All of the picture if it can be read then, else at 100 % with `box` (or the top) in sight.
    void showReadable(std::optional<std::uint32_t> box);
    /// The box in the middle.
    void centerOn(std::uint32_t box);
    /// Scrolls as little as it takes to have the box in sight.
    void ensureVisible(std::uint32_t box);
    /// Puts a point of the picture to this place of the viewport.
    void placePoint(QPointF point, QPointF screen);
    /// To where the selected stub's value is drawn next (`by` 1) or before (-1), as by hand; it takes the
    /// stub's place on the screen. False where there is nowhere to go.
    bool jumpToEnd(int by);
    /// The selected stub's value is drawn elsewhere too.
    [[nodiscard]] bool hasOtherEnds() const;
    /// Puts the box's centre to this place of the viewport.
    void placeBox(std::uint32_t box, QPointF screen);

    /// The box in the viewport's coordinates.
    [[nodiscard]] QRectF boxOnScreen(std::uint32_t box) const;
    [[nodiscard]] std::vector<std::uint32_t> visibleBoxes() const;
    [[nodiscard]] std::optional<std::uint32_t> boxAt(QPointF screen) const;
    /// The frame of an open group (Scene.groups) whose label is there.
    [[nodiscard]] std::optional<std::uint32_t> groupLabelAt(QPointF screen) const;
    /// The frame in the viewport's coordinates.
    [[nodiscard]] QRectF groupOnScreen(std::uint32_t group) const;
    [[nodiscard]] ViewState viewState() const;
    void restore(const ViewState& state);
    /// The whole picture with a margin.
    [[nodiscard]] QImage image(double scale) const;

    [[nodiscard]] OverviewMap& overview() { return *overview_; }

    [[nodiscard]] QSize sizeHint() const override { return {900, 640}; }

    /// Asked for what a box's tooltip says below its full label. Set by the window.
    std::function<QString(const qdqlens::Box&)> tip_below;

  Q_SIGNALS:
    /// A person selected a box, or nothing.
    void boxSelected(std::optional<std::uint32_t> box);
    void boxActivated(std::uint32_t box);
    void boxMenuRequested(std::optional<std::uint32_t> box, QPoint global);
    /// A person clicked the label of an open group's frame.
    void groupLabelClicked(std::uint32_t group);
    /// "+" and "−".
    void hopsChangeRequested(int by);
    void historyStepRequested(int by);
    void zoomChanged(double zoom);
    /// Zoomed, scrolled or resized; the picture may show as before.
    void viewMoved();
    /// A figure set by setFigure has been painted for the first time.
    void figurePainted();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    /// What shows by itself, until somebody moves the picture: such a view follows the window's size.
    enum class AutoView { kNone, kFit, kReadable };
    [[nodiscard]] QRectF picture() const;
    void viewChanged(double old_zoom, AutoView automatic = AutoView::kNone);
    void placeReadable();
    void updateScrollBars();
    void zoomBy(double factor, QPointF at);
    bool showToolTip(QHelpEvent* event);
    bool gesture(QGestureEvent* event);
    void hover(QPointF at);
    bool walkKey(int key);
    bool viewKey(QKeyEvent* event);
    void selectByHand(std::optional<std::uint32_t> box);
    void describe();
    void paintMarks(QPainter& painter, const QRectF& area) const;
    void showEnds();
    void paintPart(QPainter& painter, const QRectF& part) const;
    void overviewChanged();

    std::shared_ptr<const Figure> figure_;
    std::unique_ptr<PreparedFigure> prepared_;
    ThemeKind theme_kind_ = ThemeKind::kLight;
    ViewTransform view_;
    FrameCache frame_;
    OverviewMap* overview_;
    Emphasis emphasis_;
    std::vector<BoxMark> marks_;
    AutoView auto_view_ = AutoView::kNone;
    std::optional<std::uint32_t> auto_box_;
    QSize old_size_;  ///< Of the widget, with its scroll bars.
    bool updating_bars_ = false;
    bool unpainted_ = false;
    /// Dragging: where the mouse was last, where it was pressed, whether it moved far enough to be a drag.
    std::optional<QPointF> drag_from_;
    QPointF pressed_at_;
    bool dragging_ = false;
    bool space_ = false;
};

}  // namespace qdqlens
