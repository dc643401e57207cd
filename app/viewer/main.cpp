// qdqlens: the viewer.
#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QIcon>
#include <QLibraryInfo>
#include <QLocale>
#include <QTimer>
#include <QTranslator>
#include <cstdio>
#include <cstring>

#include "ui/shell/settings.h"
#include "ui/shell/viewer.h"

namespace {

using qdqlens::StartRequest;
using qdqlens::ThemeChoice;
using qdqlens::ThemeKind;

struct CommandLine {
    StartRequest request;
    QString language;
    QString out;
};

int wrongUse(const QString& what) {
    std::fprintf(stderr, "qdqlens: %s\n", qPrintable(what));
    return 2;
}

QString tr(const char* text) {
    return QCoreApplication::translate("main", text);
}

/// What was typed; ends the program where that is no use, or asks for help.
CommandLine parseCommandLine() {
    QCommandLineParser parser;
    parser.setApplicationDescription(tr("Shows quantized (QDQ) ONNX models: a node and what is around it."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("MODEL"), tr("Models to open."), QStringLiteral("[MODEL…]"));
    const QCommandLineOption focus(QStringLiteral("focus"),
                                   tr("What to look at: a name, a pattern, op:Add, …"),
                                   QStringLiteral("QUERY"));
    const QCommandLineOption hops(QStringLiteral("hops"), tr("Steps from the focus that are shown."),
                                  QStringLiteral("N"));
    const QCommandLineOption theme(QStringLiteral("theme"), tr("light, dark or system."),
                                   QStringLiteral("THEME"));
    const QCommandLineOption level(
        QStringLiteral("level"),
        tr("What is a box: nodes, units or modules; without it what can be read at a glance."),
        QStringLiteral("LEVEL"));
    const QCommandLineOption expand(QStringLiteral("expand"),
                                    tr("Open a group in place, by its name; repeatable."),
                                    QStringLiteral("NAME"));
    const QCommandLineOption compare(QStringLiteral("compare"),
                                     tr("Show exactly two models beside each other, and what differs."));
    const QCommandLineOption language(QStringLiteral("lang"), tr("en or zh_TW."), QStringLiteral("LANG"));
    const QCommandLineOption out(QStringLiteral("o"),
                                 tr("Export what would be shown (.svg .png .pdf .dot .json), and end."),
                                 QStringLiteral("OUT"));
    parser.addOptions({focus, hops, level, expand, theme, compare, language, out});
    parser.process(*QCoreApplication::instance());

    CommandLine line;
    for (const QString& model : parser.positionalArguments()) {
        line.request.models.append(QFileInfo(model).absoluteFilePath());
    }
    line.request.focus = parser.value(focus);
    line.request.theme = parser.value(theme);
    line.language = parser.value(language);
    line.out = parser.value(out);
    line.request.compare = parser.isSet(compare);
    if (line.request.compare && line.request.models.size() != 2) {
        std::exit(wrongUse(tr("--compare takes exactly two models")));
    }
    line.request.level = parser.value(level);
    line.request.expanded = parser.values(expand);
    if (parser.isSet(level) && !qdqlens::parseLevel(line.request.level)) {
        std::exit(wrongUse(tr("--level takes nodes, units or modules, not '%1'").arg(line.request.level)));
    }
    if (parser.isSet(expand) && !parser.isSet(level)) {
        line.request.level = QStringLiteral("modules");
    }
    if (parser.isSet(hops)) {
        bool is_number = false;
        line.request.hops = parser.value(hops).toInt(&is_number);
        if (!is_number || *line.request.hops < 0) {
            std::exit(wrongUse(tr("--hops takes a number of 0 or more, not '%1'").arg(parser.value(hops))));
        }
    }
    if (parser.isSet(theme) && !qdqlens::parseThemeChoice(line.request.theme)) {
        std::exit(wrongUse(tr("--theme takes light, dark or system, not '%1'").arg(line.request.theme)));
    }
    if (parser.isSet(out) && line.request.models.size() != 1) {
        std::exit(wrongUse(tr("-o takes exactly one model")));
    }
    return line;
}

void translate(const QString& language) {
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    for (const auto& [name, folder] :
         {std::pair(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)),
          std::pair(QStringLiteral("qdqlens"), QStringLiteral(":/i18n"))}) {
        auto* translator = new QTranslator(QCoreApplication::instance());
        if (translator->load(locale, name, QStringLiteral("_"), folder)) {
            QCoreApplication::installTranslator(translator);
        }
    }
}

/// From PNGs: an SVG needs Qt's SVG plugin, which may not be there.
QIcon programIcon() {
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        icon.addFile(QStringLiteral(":/icons/qdqlens-%1.png").arg(size));
    }
    return icon;
}

/// Exporting needs no display.
bool exports(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::strncmp(argv[i], "-o", 2) == 0) {
            return true;
        }
    }
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    if (exports(argc, argv) && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("qdqlens"));
    QCoreApplication::setOrganizationName(QStringLiteral("qdqlens"));
    QCoreApplication::setApplicationVersion(QStringLiteral(QDQLENS_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("QDQ Lens"));
    QGuiApplication::setDesktopFileName(QStringLiteral("qdqlens"));
    QGuiApplication::setWindowIcon(programIcon());

    const CommandLine line = parseCommandLine();
    translate(line.language);
    if (!line.out.isEmpty()) {
        const ThemeKind theme =
            line.request.theme == QStringLiteral("dark") ? ThemeKind::kDark : ThemeKind::kLight;
        QTimer::singleShot(0, [&line, theme] { qdqlens::exportAndQuit(line.request, line.out, theme); });
        return QApplication::exec();
    }

    const QString name = qdqlens::InstanceServer::serverName();
    if (qdqlens::InstanceServer::handOver(name, line.request)) {
        return 0;
    }
    qdqlens::Appearance appearance;
    appearance.choose(qdqlens::settings::themeChoice());
    qdqlens::Viewer viewer(appearance);
    qdqlens::InstanceServer server(name);
    QObject::connect(&server, &qdqlens::InstanceServer::requested, &viewer, &qdqlens::Viewer::start);
    if (!server.listen()) {
        std::fprintf(stderr, "qdqlens: cannot listen for further starts at %s\n", qPrintable(name));
    }
    viewer.start(line.request);
    return QApplication::exec();
}
