#include "ui/shell/breadcrumb_bar.h"

namespace qdqlens {

BreadcrumbBar::BreadcrumbBar(QWidget* parent) : QLabel(parent) {
    setObjectName(QStringLiteral("breadcrumbs"));
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setContentsMargins(14, 6, 14, 6);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(tr("Where you are"));
    connect(this, &QLabel::linkActivated, this,
            [this](const QString& link) { Q_EMIT graphRequested(link.toInt()); });
}

void BreadcrumbBar::setPath(const QStringList& graphs, const QString& rest) {
    QStringList parts;
    for (qsizetype i = 0; i < graphs.size(); ++i) {
        const QString name = graphs[i].toHtmlEscaped();
        parts.append(
            i + 1 < graphs.size()
                ? QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>").arg(i).arg(name)
                : name);
    }
    if (!rest.isEmpty()) {
        parts.append(QStringLiteral("<b>%1</b>").arg(rest.toHtmlEscaped()));
    }
    setText(parts.join(QStringLiteral("&nbsp; › &nbsp;")));
}

}  // namespace qdqlens
