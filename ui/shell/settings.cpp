#include "ui/shell/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace qdqlens::settings {

namespace {

constexpr qsizetype kMostRecent = 12;

QVariant get(const char* key, const QVariant& otherwise = {}) {
    return QSettings().value(QLatin1StringView(key), otherwise);
}

void set(const char* key, const QVariant& value) {
    QSettings().setValue(QLatin1StringView(key), value);
}

}  // namespace

QStringList recentFiles() {
    QStringList files;
    for (const QString& path : get("recentFiles").toStringList()) {
        if (QFileInfo::exists(path)) {
            files.append(path);
        }
    }
    return files;
}

void addRecentFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    set("recentFiles", QStringList(files.mid(0, kMostRecent)));
}

void clearRecentFiles() {
    QSettings().remove(QStringLiteral("recentFiles"));
}

QByteArray windowGeometry() {
    return get("window/geometry").toByteArray();
}

QByteArray windowState() {
    return get("window/state").toByteArray();
}

void setWindow(const QByteArray& geometry, const QByteArray& state) {
    set("window/geometry", geometry);
    set("window/state", state);
}

ThemeChoice themeChoice() {
    return parseThemeChoice(get("theme").toString()).value_or(ThemeChoice::kSystem);
}

void setThemeChoice(ThemeChoice choice) {
    set("theme", themeChoiceName(choice));
}

bool showsOverview() {
    return get("overview", true).toBool();
}

void setShowsOverview(bool shows) {
    set("overview", shows);
}

QString currentTable() {
    return get("tables/current").toString();
}

void setCurrentTable(const QString& id) {
    set("tables/current", id);
}

std::optional<Level> firstLevel() {
    const QVariant stored = get("figure/level");
    const int level = stored.toInt();
    const bool known = stored.isValid() && level >= static_cast<int>(Level::kNodes) &&
                       level <= static_cast<int>(Level::kModules);
    return known ? std::optional(static_cast<Level>(level)) : std::nullopt;
}

void setFirstLevel(std::optional<Level> level) {
    if (level) {
        set("figure/level", static_cast<int>(*level));
    } else {
        QSettings().remove(QStringLiteral("figure/level"));
    }
}

void restoreFigureLook(FigureOptions& options) {
    options.rankdir = get("figure/leftToRight", false).toBool() ? RankDir::kLeftRight : RankDir::kTopBottom;
    const int labels = get("figure/edgeLabels", static_cast<int>(options.edge_labels)).toInt();
    if (labels >= static_cast<int>(EdgeLabels::kNone) && labels <= static_cast<int>(EdgeLabels::kFull)) {
        options.edge_labels = static_cast<EdgeLabels>(labels);
    }
    options.stubs = get("figure/stubs", true).toBool();
    options.fold = get("figure/fold", true).toBool() ? FoldMode::kOn : FoldMode::kOff;
}

void setFigureLook(const FigureOptions& options) {
    set("figure/leftToRight", options.rankdir == RankDir::kLeftRight);
    set("figure/edgeLabels", static_cast<int>(options.edge_labels));
    set("figure/stubs", options.stubs);
    set("figure/fold", options.fold == FoldMode::kOn);
}

QString exportFolder() {
    return get("exportFolder").toString();
}

void setExportFolder(const QString& folder) {
    set("exportFolder", folder);
}

}  // namespace qdqlens::settings
