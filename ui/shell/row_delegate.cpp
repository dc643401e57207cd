#include "ui/shell/row_delegate.h"

#include <QHeaderView>
#include <QPainter>
#include <QTreeView>
#include <utility>

#include "ui/models/table_model.h"

namespace qdqlens {

namespace {

constexpr int kSide = 8;  ///< Left and right of a cell's text.

void paintShare(QPainter* painter, const QStyleOptionViewItem& option, double share) {
    const QRectF area = QRectF(option.rect).adjusted(kSide, 4, -kSide, -4);
    QColor color = option.palette.color(QPalette::Highlight);
    color.setAlphaF(0.2F);
    painter->fillRect(QRectF(area.left(), area.top(), area.width() * share, area.height()), color);
}

}  // namespace

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    constexpr int kAir = 7;
    return {QStyledItemDelegate::sizeHint(option, index).width() + 2 * kSide,
            option.fontMetrics.height() + kAir};
}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const bool selected = item.state.testFlag(QStyle::State_Selected);
    const QString text = std::exchange(item.text, QString());
    item.widget->style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const QVariant share = index.data(TableModel::kShareRole);
    if (share.isValid() && !selected) {
        paintShare(painter, item, share.toDouble());
    }
    const auto group = item.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    painter->setPen(item.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text));
    painter->setFont(item.font);
    const QRect area = item.rect.adjusted(kSide, 0, -kSide, 0);
    // Names differ at their ends; sentences are read from the start.
    const Qt::TextElideMode elide = text.contains(u' ') ? Qt::ElideRight : item.textElideMode;
    painter->drawText(area, static_cast<int>(item.displayAlignment) | Qt::TextSingleLine,
                      item.fontMetrics.elidedText(text, elide, area.width()));
}

void setUpRows(QTreeView* view) {
    view->setItemDelegate(new RowDelegate(view));
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setTextElideMode(Qt::ElideMiddle);
    view->header()->setHighlightSections(false);
    view->header()->setStyleSheet(
        QStringLiteral("QHeaderView { background: palette(base); border: none; }"
                       "QHeaderView::section { background: palette(base); color: palette(placeholder-text);"
                       " border: none; border-bottom: 1px solid palette(mid); padding: 3px %1px 4px %1px; }"
                       "QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-position: top center;"
                       " width: 10px; height: 7px; }")
            .arg(kSide));
}

}  // namespace qdqlens
