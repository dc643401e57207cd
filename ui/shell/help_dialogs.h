// About, and the keyboard shortcuts.
#pragma once

class QWidget;

namespace qdqlens {

struct WindowActions;

void showAbout(QWidget* parent);
void showShortcuts(QWidget* parent, const WindowActions& actions);

}  // namespace qdqlens
