#include "ui/shell/properties_panel.h"

#include <QEvent>
#include <QFontDatabase>
#include <QScrollBar>

namespace qdqlens {

namespace {

QString escaped(const QString& text) {
    return text.toHtmlEscaped();
}

QString pieceHtml(const PropertyText& piece, const QPalette& palette) {
    QString html = escaped(piece.text);
    switch (piece.look) {
        case PropertyText::Look::kMono:
            html = QStringLiteral("<span class=\"mono\">%1</span>").arg(html);
            break;
        case PropertyText::Look::kMuted:
            html = QStringLiteral("<span style=\"color:%1\">%2</span>")
                       .arg(palette.color(QPalette::PlaceholderText).name(), html);
            break;
        case PropertyText::Look::kBlock:
            html = QStringLiteral("<pre style=\"margin:0\">%1</pre>").arg(html);
            break;
        case PropertyText::Look::kPlain:
            break;
    }
    if (!piece.link.isEmpty()) {
        html = QStringLiteral("<a href=\"%1\">%2</a>").arg(escaped(piece.link), html);
    }
    return html;
}

QString linesHtml(const PropertyRow& row, const QPalette& palette) {
    QString html;
    for (const PropertyLine& line : row.lines) {
        html += QStringLiteral("<div>");
        for (const PropertyText& piece : line) {
            html += pieceHtml(piece, palette);
        }
        html += QStringLiteral("</div>");
    }
    return html;
}

bool isBlock(const PropertyRow& row) {
    return row.lines.size() == 1 && row.lines.front().size() == 1 &&
           row.lines.front().front().look == PropertyText::Look::kBlock;
}

QString rowHtml(const PropertyRow& row, const QPalette& palette, int label_percent) {
    const QString label = QStringLiteral("<span style=\"color:%1\">%2</span>")
                              .arg(palette.color(QPalette::PlaceholderText).name(), escaped(row.label));
    if (row.label.isEmpty()) {
        return QStringLiteral("<tr><td colspan=\"2\">%1</td></tr>").arg(linesHtml(row, palette));
    }
    if (isBlock(row)) {
        return QStringLiteral("<tr><td colspan=\"2\">%1%2</td></tr>").arg(label, linesHtml(row, palette));
    }
    return QStringLiteral("<tr><td width=\"%3%\">%1</td><td width=\"%4%\">%2</td></tr>")
        .arg(label, linesHtml(row, palette))
        .arg(label_percent)
        .arg(100 - label_percent);
}

}  // namespace

QString sheetHtml(const PropertySheet& sheet, const QPalette& palette) {
    const QString muted = palette.color(QPalette::PlaceholderText).name();
    QString html =
        QStringLiteral(
            "<p style=\"margin:2px 4px 0 4px; font-size:large\"><b>%1</b></p>"
            "<p style=\"margin:0 4px 6px 4px\"><span class=\"mono\" style=\"color:%3\">%2</span></p>")
            .arg(escaped(sheet.title), escaped(sheet.subtitle), muted);
    for (const PropertySection& section : sheet.sections) {
        if (!section.title.isEmpty()) {
            html += QStringLiteral("<hr><p style=\"margin:4px 4px 2px 4px\"><b>%1</b></p>")
                        .arg(escaped(section.title));
        }
        html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"4\">");
        for (const PropertyRow& row : section.rows) {
            html += rowHtml(row, palette, section.wide_labels ? 72 : 30);
        }
        html += QStringLiteral("</table>");
    }
    return html;
}

PropertiesPanel::PropertiesPanel(QWidget* parent) : QTextBrowser(parent) {
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Properties"));
    const QString mono = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    document()->setDefaultStyleSheet(
        QStringLiteral(".mono, pre { font-family: \"DejaVu Sans Mono\", \"%1\", monospace; font-size: small }"
                       "a { text-decoration: none } pre { white-space: pre-wrap }")
            .arg(mono));
    document()->setDocumentMargin(8);
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& url) { Q_EMIT linkFollowed(parseLink(url.toString())); });
}

void PropertiesPanel::setSheet(const PropertySheet& sheet) {
    sheet_ = sheet;
    render();
    verticalScrollBar()->setValue(0);
}

void PropertiesPanel::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        render();
    }
}

void PropertiesPanel::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    if (titleInRoom() != shown_title_) {
        render();
    }
}

/// A title on one line: a file's name says most at its beginning and end.
QString PropertiesPanel::titleInRoom() const {
    constexpr double kLarge = 1.2;  // CSS "large" of Qt's rich text.
    constexpr int kSides = 28;
    QFont large = font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * kLarge);
    return QFontMetrics(large).elidedText(sheet_.title, Qt::ElideMiddle, viewport()->width() - kSides);
}

void PropertiesPanel::render() {
    shown_title_ = titleInRoom();
    PropertySheet sheet = sheet_;
    sheet.title = shown_title_;
    setHtml(sheetHtml(sheet, palette()));
}

}  // namespace qdqlens
