#include "ui/shell/edit_look.h"

#include <QLineEdit>

namespace qdqlens {

void setUpEdit(QLineEdit* edit) {
    edit->setAcceptDrops(false);
    edit->setClearButtonEnabled(true);
    edit->setStyleSheet(
        QStringLiteral("QLineEdit { border: 1px solid palette(mid); border-radius: 4px; padding: 2px 4px;"
                       " background: palette(base); }"
                       "QLineEdit:focus { border-color: palette(highlight); }"
                       "QLineEdit:disabled { background: palette(window); }"));
}

}  // namespace qdqlens
