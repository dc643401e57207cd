#include "ui/canvas/canvas_colors.h"

#include <QString>
#include <QStringList>
#include <QVector>
#include <algorithm>

namespace qdqlens {

QColor toColor(Color color) {
    return QColor(QLatin1StringView(color.data(), static_cast<qsizetype>(color.size())));
}

QPen toPen(const EdgeStyle& style) {
    QPen pen(toColor(style.color), style.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    QList<qreal> pattern;
    const auto dash = QString::fromLatin1(style.dash.data(), static_cast<qsizetype>(style.dash.size()));
    for (const QString& part : QString(dash).replace(u',', u' ').split(u' ', Qt::SkipEmptyParts)) {
        pattern.append(part.toDouble() / std::max(style.width, 0.1));
    }
    if (pattern.size() == 1) {
        pattern.append(pattern.front());
    }
    if (!pattern.isEmpty() && pattern.size() % 2 == 0) {
        pen.setDashPattern(pattern);
    }
    return pen;
}

}  // namespace qdqlens
