#include "ui/shell/help_dialogs.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/shell/window_actions.h"

namespace qdqlens {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Help", text);
}

QString rowHtml(const QString& what, const QString& keys) {
    return QStringLiteral("<tr><td>%1</td><td><b>%2</b></td></tr>")
        .arg(what.toHtmlEscaped(), keys.toHtmlEscaped());
}

QString actionRow(const QAction* action) {
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts()) {
        keys.append(key.toString(QKeySequence::NativeText));
    }
    return rowHtml(action->text().remove(u'&').remove(u'…'), keys.join(QStringLiteral(", ")));
}

}  // namespace

void showAbout(QWidget* parent) {
    auto* box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About QDQ Lens"));
    box->setText(QStringLiteral("<h3>QDQ Lens %1</h3>").arg(QLatin1StringView(QDQLENS_VERSION)));
    box->setInformativeText(tr("Shows quantized (QDQ) ONNX models: a node and what is around it, with "
                               "scales, zero points and folded "
                               "constants.<br><br>Layout by Graphviz, window by Qt %1.")
                                .arg(QLatin1StringView(qVersion())));
    box->open();
}

void showShortcuts(QWidget* parent, const WindowActions& a) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keyboard Shortcuts"));
    QString html = QStringLiteral("<h3>%1</h3><table cellpadding=\"4\">").arg(tr("Diagram"));
    html += rowHtml(tr("Walk along edges and between neighbours"), tr("Arrow keys"));
    html += rowHtml(tr("Focus on the selected box"), tr("Enter, or double-click"));
    html +=
        rowHtml(tr("From a stub to where else its value is drawn, and back"), QStringLiteral("J, Shift+J"));
    html += rowHtml(tr("More, fewer hops; on a group: open it, close it"), QStringLiteral("+, −"));
    html += rowHtml(tr("Zoom at the pointer"), tr("Wheel, Ctrl+Wheel, pinch"));
    html += rowHtml(tr("Move the picture"),
                    tr("Drag, middle button, Space+drag, two fingers, Page Up, Page Down"));
    html += rowHtml(tr("Select nothing"), tr("Esc"));
    html += rowHtml(tr("Copy the selected node's name"),
                    QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    html += QStringLiteral("</table><h3>%1</h3><table cellpadding=\"4\">").arg(tr("Window"));
    for (const QAction* action : {a.open,
                                  a.export_figure,
                                  a.copy_picture,
                                  a.back,
                                  a.forward,
                                  a.focus_selection,
                                  a.edit_focus,
                                  a.find_node,
                                  a.more_hops,
                                  a.fewer_hops,
                                  a.whole_graph,
                                  a.zoom_in,
                                  a.zoom_out,
                                  a.actual_size,
                                  a.fit,
                                  a.overview,
                                  a.left_to_right,
                                  a.expand_group,
                                  a.collapse_group,
                                  a.collapse_all,
                                  a.compare,
                                  a.close_comparison,
                                  a.pan_together,
                                  a.next_difference,
                                  a.previous_difference}) {
        html += actionRow(action);
    }
    for (const QAction* action : a.directions->actions()) {
        html += actionRow(action);
    }
    for (const QAction* level : a.levels->actions()) {
        html += actionRow(level);
    }
    for (const QAction* panel : a.panels->actions()) {
        if (!panel->shortcut().isEmpty()) {
            html += actionRow(panel);
        }
    }
    html += QStringLiteral("</table><h3>%1</h3><table cellpadding=\"4\">").arg(tr("Tables"));
    html += rowHtml(tr("Focus on the nodes of a row"), tr("Enter, or double-click"));
    html += rowHtml(tr("Copy the selected rows"),
                    QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    html += QStringLiteral("</table>");
    auto* text = new QTextBrowser(dialog);
    text->setHtml(html);
    text->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(text);
    layout->addWidget(buttons);
    dialog->resize(560, 640);
    dialog->open();
}

}  // namespace qdqlens
