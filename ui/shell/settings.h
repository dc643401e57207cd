// What the viewer remembers from one start to the next.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>

#include "core/diagram/figure.h"
#include "ui/shell/appearance.h"

namespace qdqlens::settings {

/// Newest first; files that are gone are left out.
[[nodiscard]] QStringList recentFiles();
void addRecentFile(const QString& path);
void clearRecentFiles();

[[nodiscard]] QByteArray windowGeometry();
[[nodiscard]] QByteArray windowState();
void setWindow(const QByteArray& geometry, const QByteArray& state);

[[nodiscard]] ThemeChoice themeChoice();
void setThemeChoice(ThemeChoice choice);

[[nodiscard]] bool showsOverview();
void setShowsOverview(bool shows);

/// The id of the table that was looked at last.
[[nodiscard]] QString currentTable();
void setCurrentTable(const QString& id);

/// The level at which models open; nothing: what can be read at a glance.
[[nodiscard]] std::optional<Level> firstLevel();
void setFirstLevel(std::optional<Level> level);

/// How figures look: rank direction, edge labels, stubs, folding.
void restoreFigureLook(FigureOptions& options);
void setFigureLook(const FigureOptions& options);

[[nodiscard]] QString exportFolder();
void setExportFolder(const QString& folder);

}  // namespace qdqlens::settings
