#include "ui/shell/appearance.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>

namespace qdqlens {

namespace {

struct Shades {
    QRgb window, base, alternate, button, text, muted, border, accent, accent_text, tooltip;
};

constexpr Shades kLightShades{0xfff6f7f9, 0xffffffff, 0xfff6f8fa, 0xfffbfbfc, 0xff1f2328,
                              0xff656d76, 0xffd0d7de, 0xff0969da, 0xffffffff, 0xffffffff};
constexpr Shades kDarkShades{0xff161b22, 0xff0d1117, 0xff141a21, 0xff21262d, 0xffe6edf3,
                             0xff8d96a0, 0xff30363d, 0xff1f6feb, 0xffffffff, 0xff21262d};

QPalette paletteOf(const Shades& shades, bool dark) {
    const QColor window(shades.window);
    QPalette palette(QColor(shades.button), window);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, QColor(shades.text));
    palette.setColor(QPalette::Base, QColor(shades.base));
    palette.setColor(QPalette::AlternateBase, QColor(shades.alternate));
    palette.setColor(QPalette::Text, QColor(shades.text));
    palette.setColor(QPalette::PlaceholderText, QColor(shades.muted));
    palette.setColor(QPalette::Button, QColor(shades.button));
    palette.setColor(QPalette::ButtonText, QColor(shades.text));
    palette.setColor(QPalette::BrightText, QColor(shades.accent_text));
    palette.setColor(QPalette::ToolTipBase, QColor(shades.tooltip));
    palette.setColor(QPalette::ToolTipText, QColor(shades.text));
    palette.setColor(QPalette::Highlight, QColor(shades.accent));
    palette.setColor(QPalette::HighlightedText, QColor(shades.accent_text));
    palette.setColor(QPalette::Link, QColor(dark ? 0xff58a6ff : 0xff0969da));
    palette.setColor(QPalette::LinkVisited, QColor(dark ? 0xff58a6ff : 0xff0969da));
    palette.setColor(QPalette::Light, QColor(dark ? 0xff30363d : 0xffffffff));
    palette.setColor(QPalette::Midlight, QColor(dark ? 0xff262c34 : 0xffeef1f4));
    palette.setColor(QPalette::Mid, QColor(shades.border));
    palette.setColor(QPalette::Dark, QColor(dark ? 0xff010409 : 0xffafb8c1));
    palette.setColor(QPalette::Shadow, QColor(dark ? 0xff000000 : 0xff8c959f));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        QColor faded(shades.muted);
        faded.setAlpha(150);
        palette.setColor(QPalette::Disabled, role, faded);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(shades.border));
    return palette;
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128;
}

/// Qt's own fallback look, which no desktop has chosen.
bool isStock(const QPalette& palette) {
    return palette.color(QPalette::Window) == QColor(0xef, 0xef, 0xef);
}

}  // namespace

QString themeChoiceName(ThemeChoice choice) {
    switch (choice) {
        case ThemeChoice::kLight:
            return QStringLiteral("light");
        case ThemeChoice::kDark:
            return QStringLiteral("dark");
        case ThemeChoice::kSystem:
            break;
    }
    return QStringLiteral("system");
}

std::optional<ThemeChoice> parseThemeChoice(const QString& name) {
    for (const ThemeChoice choice : {ThemeChoice::kSystem, ThemeChoice::kLight, ThemeChoice::kDark}) {
        if (name == themeChoiceName(choice)) {
            return choice;
        }
    }
    return std::nullopt;
}

Appearance::Appearance(QObject* parent)
    : QObject(parent),
      desktop_palette_(QApplication::palette()),
      desktop_style_(QApplication::style()->objectName()) {}

void Appearance::choose(ThemeChoice choice) {
    choice_ = choice;
    const bool stock = choice == ThemeChoice::kSystem && isStock(desktop_palette_);
    if (choice == ThemeChoice::kSystem) {
        QApplication::setStyle(desktop_style_);
        QApplication::setPalette(stock ? paletteOf(kLightShades, false) : desktop_palette_);
    } else {
        // Only Fusion takes every colour from the palette.
        QApplication::setStyle(QStringLiteral("fusion"));
        const bool dark = choice == ThemeChoice::kDark;
        QApplication::setPalette(paletteOf(dark ? kDarkShades : kLightShades, dark));
    }
    Q_EMIT changed();
}

ThemeKind Appearance::kind() const {
    switch (choice_) {
        case ThemeChoice::kLight:
            return ThemeKind::kLight;
        case ThemeChoice::kDark:
            return ThemeKind::kDark;
        case ThemeChoice::kSystem:
            break;
    }
    return isDark(desktop_palette_) ? ThemeKind::kDark : ThemeKind::kLight;
}

}  // namespace qdqlens
