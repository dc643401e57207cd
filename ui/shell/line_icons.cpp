#include "ui/shell/line_icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace qdqlens {

namespace {

void polyline(QPainterPath& path, std::initializer_list<QPointF> points) {
    bool first = true;
    for (const QPointF& point : points) {
        if (first) {
            path.moveTo(point);
        } else {
            path.lineTo(point);
        }
        first = false;
    }
}

/// On a field of 16 × 16, for a stroke of about 1.5.
QPainterPath outline(LineIcon icon) {
    QPainterPath path;
    switch (icon) {
        case LineIcon::kBack:
            polyline(path, {{13, 8}, {3, 8}});
            polyline(path, {{7, 4}, {3, 8}, {7, 12}});
            break;
        case LineIcon::kForward:
            polyline(path, {{3, 8}, {13, 8}});
            polyline(path, {{9, 4}, {13, 8}, {9, 12}});
            break;
        case LineIcon::kFit:
            polyline(path, {{2.5, 6}, {2.5, 2.5}, {6, 2.5}});
            polyline(path, {{10, 2.5}, {13.5, 2.5}, {13.5, 6}});
            polyline(path, {{13.5, 10}, {13.5, 13.5}, {10, 13.5}});
            polyline(path, {{6, 13.5}, {2.5, 13.5}, {2.5, 10}});
            break;
        case LineIcon::kExport:
            polyline(path, {{8, 10}, {8, 2}});
            polyline(path, {{5, 5}, {8, 2}, {11, 5}});
            polyline(path, {{2.5, 9}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 9}});
            break;
        case LineIcon::kOpen:
            polyline(path, {{2, 13}, {2, 3}, {6, 3}, {7.5, 5}, {14, 5}, {14, 13}, {2, 13}});
            break;
        case LineIcon::kClose:
            polyline(path, {{4, 4}, {12, 12}});
            polyline(path, {{12, 4}, {4, 12}});
            break;
        case LineIcon::kStop:
            path.addRoundedRect(4, 4, 8, 8, 1, 1);
            break;
        case LineIcon::kWarning:
            polyline(path, {{8, 2}, {14.5, 13.5}, {1.5, 13.5}, {8, 2}});
            polyline(path, {{8, 6.5}, {8, 9.5}});
            polyline(path, {{8, 11.4}, {8, 11.6}});
            break;
        case LineIcon::kInfo:
            path.addEllipse(2, 2, 12, 12);
            polyline(path, {{8, 7.5}, {8, 11}});
            polyline(path, {{8, 5}, {8, 5.2}});
            break;
        case LineIcon::kBoth:
            polyline(path, {{8, 2.5}, {8, 13.5}});
            polyline(path, {{5, 5.5}, {8, 2.5}, {11, 5.5}});
            polyline(path, {{5, 10.5}, {8, 13.5}, {11, 10.5}});
            break;
        case LineIcon::kUp:
            polyline(path, {{8, 13.5}, {8, 2.5}});
            polyline(path, {{4, 6.5}, {8, 2.5}, {12, 6.5}});
            break;
        case LineIcon::kDown:
            polyline(path, {{8, 2.5}, {8, 13.5}});
            polyline(path, {{4, 9.5}, {8, 13.5}, {12, 9.5}});
            break;
        case LineIcon::kSearch:
            path.addEllipse(2.5, 2.5, 8, 8);
            polyline(path, {{9.6, 9.6}, {13.5, 13.5}});
            break;
        case LineIcon::kCopy:
            path.addRoundedRect(5.5, 5.5, 8, 8, 1, 1);
            polyline(path, {{3.5, 10.5}, {2.5, 10.5}, {2.5, 2.5}, {10.5, 2.5}, {10.5, 3.5}});
            break;
        case LineIcon::kLink:
            path.addRoundedRect(1.5, 5, 7, 6, 3, 3);
            path.addRoundedRect(7.5, 5, 7, 6, 3, 3);
            break;
    }
    return path;
}

class LineIconEngine : public QIconEngine {
  public:
    explicit LineIconEngine(LineIcon icon) : icon_(icon) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        const QPalette palette = QGuiApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        painter->setPen(QPen(palette.color(group, role), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPath(outline(icon_));
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new LineIconEngine(icon_); }

  private:
    LineIcon icon_;
};

}  // namespace

QIcon lineIcon(LineIcon icon) {
    return QIcon(new LineIconEngine(icon));
}

}  // namespace qdqlens
