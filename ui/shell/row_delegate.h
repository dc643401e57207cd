// Rows of lists and tables.
#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace qdqlens {

/// Rows with some air; behind a share ("28 %") a bar of its length.
class RowDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// The look that all lists and tables have: flat rows under a flat head, columns apart.
void setUpRows(QTreeView* view);

}  // namespace qdqlens
