#include "ui/shell/message_bar.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <chrono>

#include "ui/shell/line_icons.h"

namespace qdqlens {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent),
      icon_(new QLabel(this)),
      text_(new QLabel(this)),
      action_(new QPushButton(this)),
      close_(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    setAutoFillBackground(true);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setTextFormat(Qt::PlainText);
    text_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    close_->setIcon(lineIcon(LineIcon::kClose));
    close_->setAutoRaise(true);
    close_->setToolTip(tr("Dismiss"));
    close_->setAccessibleName(tr("Dismiss the message"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 7, 8, 7);
    layout->setSpacing(10);
    layout->addWidget(icon_, 0, Qt::AlignTop);
    layout->addWidget(text_, 1);
    layout->addWidget(action_, 0, Qt::AlignTop);
    layout->addWidget(close_, 0, Qt::AlignTop);
    hide_timer_.setSingleShot(true);
    connect(close_, &QToolButton::clicked, this, &QWidget::hide);
    connect(&hide_timer_, &QTimer::timeout, this, &QWidget::hide);
    connect(action_, &QPushButton::clicked, this, [this] {
        hide();
        if (act_) {
            act_();
        }
    });
    hide();
}

void MessageBar::showError(const QString& text) {
    action_->hide();
    act_ = nullptr;
    show(Look::kError, text);
}

void MessageBar::showError(const QString& text, const QString& action, std::function<void()> act) {
    action_->setText(action);
    action_->show();
    act_ = std::move(act);
    show(Look::kError, text);
}

void MessageBar::showInfo(const QString& text) {
    action_->hide();
    act_ = nullptr;
    show(Look::kInfo, text);
    hide_timer_.start(std::chrono::seconds(6));
}

QString MessageBar::text() const {
    return text_->text();
}

void MessageBar::show(Look look, const QString& text) {
    hide_timer_.stop();
    look_ = look;
    text_->setText(text);
    applyLook();
    QWidget::show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ApplicationPaletteChange) {
        applyLook();
    }
    QFrame::changeEvent(event);
}

void MessageBar::applyLook() {
    setPalette(QPalette());  // From the application's again.
    QPalette colors = palette();
    const bool dark = colors.color(QPalette::Window).lightness() < 128;
    const bool error = look_ == Look::kError;
    QColor back(error ? (dark ? 0xff3d1a1d : 0xffffebe9) : (dark ? 0xff10263f : 0xffddf4ff));
    colors.setColor(QPalette::Window, back);
    setPalette(colors);
    icon_->setPixmap(
        lineIcon(error ? LineIcon::kWarning : LineIcon::kInfo).pixmap(QSize(16, 16), devicePixelRatio()));
}

}  // namespace qdqlens
