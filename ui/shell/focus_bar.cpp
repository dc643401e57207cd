#include "ui/shell/focus_bar.h"

#include <QActionGroup>
#include <QCompleter>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStringListModel>
#include <QToolButton>
#include <cmath>
#include <utility>

#include "ui/models/text.h"
#include "ui/shell/edit_look.h"
#include "ui/shell/line_icons.h"
#include "ui/shell/session.h"
#include "ui/shell/window_actions.h"

namespace qdqlens {

QString focusText(const FigureOptions& options) {
    constexpr std::size_t kMost = 3;
    const std::size_t count = options.focus.size();
    const std::size_t named = count > kMost ? kMost - 1 : count;
    QStringList queries;
    for (std::size_t i = 0; i < named; ++i) {
        queries.append(shownText(options.focus[i]));
    }
    const QString names = queries.join(QStringLiteral(", "));
    return named < count ? FocusBar::tr("%1 and %2 more").arg(names).arg(count - named) : names;
}

FocusBar::FocusBar(const WindowActions& actions, QWidget* parent)
    : QToolBar(tr("Focus bar"), parent),
      query_(new QLineEdit(this)),
      hops_(new QSpinBox(this)),
      zoom_(new QToolButton(this)),
      names_(new QStringListModel(this)),
      completer_(new QCompleter(names_, this)) {
    setObjectName(QStringLiteral("focusBar"));
    setMovable(false);
    setIconSize(QSize(16, 16));
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setContextMenuPolicy(Qt::PreventContextMenu);
    addAction(actions.back);
    addAction(actions.forward);
    addQuery();
    addHops();
    for (QAction* direction : actions.directions->actions()) {
        addAction(direction);
        auto* button = qobject_cast<QToolButton*>(widgetForAction(direction));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    addSeparator();
    for (QAction* level : actions.levels->actions()) {
        addAction(level);
        qobject_cast<QToolButton*>(widgetForAction(level))->setToolButtonStyle(Qt::ToolButtonTextOnly);
    }
    addSeparator();
    addAction(actions.fit);
    zoom_->setPopupMode(QToolButton::InstantPopup);
    zoom_->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    zoom_->setToolTip(tr("Zoom"));
    zoom_->setAccessibleName(tr("Zoom"));
    zoom_->setMinimumWidth(zoom_->fontMetrics().horizontalAdvance(QStringLiteral("1000 %")) + 24);
    auto* menu = new QMenu(zoom_);
    menu->addActions({actions.zoom_in, actions.zoom_out, actions.actual_size, actions.fit});
    zoom_->setMenu(menu);
    addWidget(zoom_);
    addSeparator();
    addAction(actions.export_figure);
    qobject_cast<QToolButton*>(widgetForAction(actions.export_figure))
        ->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setZoom(1);
}

void FocusBar::addQuery() {
    query_->setPlaceholderText(tr("Focus: a name, op:Add, conv*, value:x, module:stem …"));
    query_->setToolTip(
        tr("A node's name, a pattern (node_conv*), op:Add, value:NAME, module:PATH, fx:NAME, residual, "
           "shared-dq, "
           "re:PATTERN; empty for the whole graph"));
    query_->setAccessibleName(tr("Focus query"));
    setUpEdit(query_);
    query_->setMinimumWidth(180);
    query_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    completer_->setFilterMode(Qt::MatchContains);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->setMaxVisibleItems(14);
    query_->setCompleter(completer_);
    query_->installEventFilter(this);
    addWidget(query_);
    connect(query_, &QLineEdit::returnPressed, this, [this] {
        entered_ = query_->text().trimmed();
        Q_EMIT queryEntered(entered_);
    });
    connect(query_, &QLineEdit::textEdited, this, [this] { setQueryFailed(false); });
}

void FocusBar::addHops() {
    auto* label = new QLabel(tr("Hops"), this);
    label->setContentsMargins(10, 0, 6, 0);
    label->setBuddy(hops_);
    addWidget(label);
    hops_->setRange(0, Session::kMaxHops);
    hops_->setKeyboardTracking(false);
    hops_->setAccessibleName(tr("Hops"));
    hops_->setToolTip(tr("How many steps from the focus are shown (+ and − on the diagram)"));
    addWidget(hops_);
    auto* space = new QWidget(this);
    space->setFixedWidth(8);
    addWidget(space);
    connect(hops_, &QSpinBox::valueChanged, this, &FocusBar::hopsChanged);
}

void FocusBar::setOptions(const FigureOptions& options) {
    const QSignalBlocker block(hops_);
    hops_->setValue(options.hops);
    hops_->setEnabled(!options.focus.empty());
    query_->setText(focusText(options));
    query_->setCursorPosition(0);
    setQueryFailed(false);
}

void FocusBar::setNames(std::function<QStringList()> make) {
    make_names_ = std::move(make);
    if (query_->hasFocus()) {
        makeNames();
    }
}

void FocusBar::makeNames() {
    if (const auto make = std::exchange(make_names_, {})) {
        names_->setStringList(make());
    }
}

bool FocusBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == query_ && event->type() == QEvent::FocusIn) {
        makeNames();
    }
    return QToolBar::eventFilter(watched, event);
}

void FocusBar::setZoom(double zoom) {
    const double percent = zoom * 100;
    zoom_->setText(tr("%1 %").arg(percent < 1 ? QString::number(percent, 'g', 1)
                                              : QString::number(std::lround(percent))));
}

void FocusBar::setQueryFailed(bool failed) {
    QPalette colors;
    if (failed) {
        if (!entered_.isEmpty()) {
            query_->setText(entered_);
        }
        const bool dark = colors.color(QPalette::Window).lightness() < 128;
        colors.setColor(QPalette::Text, QColor(dark ? 0xffff7b72 : 0xffcf222e));
    }
    query_->setPalette(colors);
}

void FocusBar::focusQuery() {
    query_->setFocus(Qt::ShortcutFocusReason);
    query_->selectAll();
}

}  // namespace qdqlens
