// A picture from afar, where no text can be read: boxes as blocks of their role's colour, edges as hairlines,
// the names of groups. Costs little for each of 50,000 boxes.
#pragma once

#include <QRectF>

#include "core/diagram/theme.h"
#include "ui/canvas/prepared_figure.h"
#include "ui/canvas/view_transform.h"

class QPainter;

namespace qdqlens {

/// Paints what shows in `part` of the widget; the painter is in the widget's coordinates.
void paintFar(QPainter& painter, const PreparedFigure& prepared, ThemeKind kind, const ViewTransform& view,
              const QRectF& part);

}  // namespace qdqlens
