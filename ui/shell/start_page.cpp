#include "ui/shell/start_page.h"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/shell/line_icons.h"

namespace qdqlens {

namespace {

QLabel* heading(const QString& text, double scale, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

/// The folder as people write it.
QString folderText(const QString& path) {
    const QString folder = QFileInfo(path).absolutePath();
    const QString home = QDir::homePath();
    return folder.startsWith(home) ? u'~' + folder.mid(home.size()) : folder;
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), recent_box_(new QWidget(this)), recent_(new QVBoxLayout(recent_box_)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = new QWidget(this);
    column->setMaximumWidth(520);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(8);
    layout->addWidget(heading(tr("QDQ Lens"), 2.0, column));
    auto* hint = new QLabel(tr("Drop an ONNX model here, or open one."), column);
    hint->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(hint);
    layout->addSpacing(12);
    auto* open = new QPushButton(lineIcon(LineIcon::kOpen), tr("Open a Model…"), column);
    open->setDefault(true);
    layout->addWidget(open, 0, Qt::AlignLeft);
    layout->addSpacing(24);
    recent_->setContentsMargins(0, 0, 0, 0);
    recent_->setSpacing(4);
    layout->addWidget(recent_box_);

    auto* outer = new QVBoxLayout(this);
    outer->addStretch(2);
    outer->addWidget(column, 0, Qt::AlignHCenter);
    outer->addStretch(3);
    column->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    column->setMinimumWidth(420);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
}

void StartPage::setRecentFiles(const QStringList& files) {
    constexpr qsizetype kMost = 6;
    while (QLayoutItem* item = recent_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    recent_box_->setVisible(!files.isEmpty());
    if (files.isEmpty()) {
        return;
    }
    recent_->addWidget(heading(tr("Recent"), 1.1, recent_box_));
    for (const QString& file : files.mid(0, kMost)) {
        auto* entry = new QLabel(recent_box_);
        entry->setTextFormat(Qt::RichText);
        entry->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        entry->setText(QStringLiteral("<a style=\"text-decoration:none\" href=\"open\">%1</a>&nbsp;&nbsp;"
                                      "<span style=\"color:%3\">%2</span>")
                           .arg(QFileInfo(file).fileName().toHtmlEscaped(), folderText(file).toHtmlEscaped(),
                                palette().color(QPalette::PlaceholderText).name()));
        entry->setToolTip(file);
        connect(entry, &QLabel::linkActivated, this, [this, file] { Q_EMIT fileRequested(file); });
        recent_->addWidget(entry);
    }
}

}  // namespace qdqlens
