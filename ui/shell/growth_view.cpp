#include "ui/shell/growth_view.h"

#include <limits>

namespace qdqlens {

std::optional<std::uint32_t> GrowthView::middleBox() const {
    const QPointF middle = QRectF(canvas_.viewport()->rect()).center();
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (const std::uint32_t box : canvas_.visibleBoxes()) {
        const double distance = (canvas_.boxOnScreen(box).center() - middle).manhattanLength();
        if (distance < least) {
            least = distance;
            nearest = box;
        }
    }
    return nearest;
}

void GrowthView::show(const Growth& growth, const Selection& selection) {
    const Scene& scene = growth.figure->scene;
    const auto selected = findBox(scene, selection);
    std::optional<std::uint32_t> kept = selected;
    std::optional<QPointF> place;
    if (current()) {
        kept = middleBox();  // Has the same index in what grew out of it.
        place = kept ? std::optional(canvas_.boxOnScreen(*kept).center()) : std::nullopt;
    } else if (const auto old_box = canvas_.selectedBox();
               old_box &&
               canvas_.viewport()->rect().contains(canvas_.boxOnScreen(*old_box).center().toPoint())) {
        if (!selected) {
            return;
        }
        place = canvas_.boxOnScreen(*old_box).center();
    }
    const bool first = !current();
    if (!active()) {
        before_ = canvas_.viewState();
    }
    superseded_ = false;
    canvas_.setFigure(growth.figure);
    canvas_.setSelectedBox(selected);
    if (kept && place) {
        canvas_.placeBox(*kept, *place);
    } else if (first) {
        canvas_.showReadable(std::nullopt);
    }
}

void GrowthView::drop(const std::shared_ptr<const Figure>& shown) {
    if (active()) {
        canvas_.setFigure(shown);
        canvas_.restore(*before_);
        forget();
    }
}

void GrowthView::finish(const std::shared_ptr<const Figure>& whole) {
    forget();
    const auto box = middleBox();
    const QPointF place = box ? canvas_.boxOnScreen(*box).center() : QPointF();
    const std::string id = box ? canvas_.figure()->scene.boxes[*box].id : std::string();
    canvas_.setFigure(whole);
    for (std::uint32_t i = 0; box && i < whole->scene.boxes.size(); ++i) {
        if (whole->scene.boxes[i].id == id) {
            canvas_.placeBox(i, place);
            return;
        }
    }
}

}  // namespace qdqlens
