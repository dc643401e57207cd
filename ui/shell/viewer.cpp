#include "ui/shell/viewer.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <cstdio>

#include "ui/shell/main_window.h"

namespace qdqlens {

namespace {

OpenRequest openRequest(const StartRequest& request, const QString& model) {
    OpenRequest open{model.toStdString(), request.focus.toStdString(), request.hops,
                     parseLevel(request.level)};
    for (const QString& group : request.expanded) {
        open.expanded.push_back(group.toStdString());
    }
    return open;
}

}  // namespace

std::optional<Level> parseLevel(const QString& name) {
    if (name == QStringLiteral("nodes")) {
        return Level::kNodes;
    }
    if (name == QStringLiteral("units")) {
        return Level::kUnits;
    }
    return name == QStringLiteral("modules") ? std::optional(Level::kModules) : std::nullopt;
}

Viewer::Viewer(Appearance& appearance, QObject* parent) : QObject(parent), appearance_(appearance) {}

std::vector<MainWindow*> Viewer::windows() const {
    std::vector<MainWindow*> alive;
    for (const QPointer<MainWindow>& window : windows_) {
        if (window) {
            alive.push_back(window);
        }
    }
    return alive;
}

MainWindow* Viewer::newWindow() {
    auto* window = new MainWindow(appearance_);
    if (const auto others = windows(); !others.empty()) {
        window->move(others.back()->pos() + QPoint(28, 28));
    }
    windows_.emplace_back(window);
    connect(window, &MainWindow::openElsewhere, this, [this](const QStringList& paths) {
        if (!paths.isEmpty()) {
            start({paths, {}, {}, {}});
        }
    });
    window->show();
    return window;
}

MainWindow* Viewer::windowFor(const QString& model) {
    const QFileInfo wanted(model);
    MainWindow* vacant = nullptr;
    for (MainWindow* window : windows()) {
        if (window->session().hasDocument() &&
            QFileInfo(QString::fromStdString(window->session().document().path.string())) == wanted) {
            return window;
        }
        if (vacant == nullptr && window->vacant()) {
            vacant = window;
        }
    }
    return vacant != nullptr ? vacant : newWindow();
}

void Viewer::start(const StartRequest& request) {
    if (const auto choice = parseThemeChoice(request.theme)) {
        appearance_.choose(*choice);
    }
    const QStringList models = request.compare ? request.models.mid(0, 1) : request.models;
    for (const QString& model : models) {
        MainWindow* window = windowFor(model);
        window->open(openRequest(request, model));
        if (request.compare) {
            window->compareWith(request.models.back());
        }
        window->raise();
        window->activateWindow();
    }
    if (request.models.isEmpty()) {
        const auto open = windows();
        MainWindow* window = open.empty() ? newWindow() : open.front();
        window->raise();
        window->activateWindow();
    }
}

void exportAndQuit(const StartRequest& request, const QString& out, ThemeKind theme) {
    auto* session = new Session(QCoreApplication::instance());
    const std::string model = request.models.front().toStdString();
    QObject::connect(session, &Session::failed, session, [model](const Error& error) {
        std::fprintf(stderr, "qdqlens: %s\n", error.message().c_str());
        QCoreApplication::exit(3);
    });
    QObject::connect(session, &Session::figureChanged, session, [session, out, theme] {
        if (session->shown().figure) {
            session->exportTo(out.toStdString(), theme);
        }
    });
    QObject::connect(session, &Session::exported, session, [] { QCoreApplication::exit(0); });
    session->open(openRequest(request, request.models.front()));
}

}  // namespace qdqlens
