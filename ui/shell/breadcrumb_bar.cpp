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
    connect(this, &QLabel::linkActivated, this, &BreadcrumbBar::partRequested);
}

void BreadcrumbBar::setPath(const std::vector<Part>& parts, const QString& rest) {
    QStringList texts;
    for (const Part& part : parts) {
        const QString text = part.text.toHtmlEscaped();
        texts.append(part.link.isEmpty()
                         ? text
                         : QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>")
                               .arg(part.link.toHtmlEscaped(), text));
    }
    if (!rest.isEmpty()) {
        texts.append(QStringLiteral("<b>%1</b>").arg(rest.toHtmlEscaped()));
    }
    setText(texts.join(QStringLiteral("&nbsp; › &nbsp;")));
}

}  // namespace qdqlens
