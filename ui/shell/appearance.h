// Light, dark, or as the desktop is: the widgets' palette and the canvas' theme go together.
#pragma once

#include <QObject>
#include <QPalette>
#include <QString>
#include <optional>

#include "core/diagram/theme.h"

namespace qdqlens {

enum class ThemeChoice { kSystem, kLight, kDark };

[[nodiscard]] QString themeChoiceName(ThemeChoice choice);  ///< "system", "light", "dark".
[[nodiscard]] std::optional<ThemeChoice> parseThemeChoice(const QString& name);

/// One an application. Made before the first window, so that it sees the desktop's own palette.
class Appearance : public QObject {
    Q_OBJECT

  public:
    explicit Appearance(QObject* parent = nullptr);

    void choose(ThemeChoice choice);
    [[nodiscard]] ThemeChoice choice() const { return choice_; }
    /// What the choice comes to.
    [[nodiscard]] ThemeKind kind() const;

  Q_SIGNALS:
    void changed();

  private:
    QPalette desktop_palette_;
    QString desktop_style_;
    ThemeChoice choice_ = ThemeChoice::kSystem;
};

}  // namespace qdqlens
