// Waiting for a window's pictures.
#pragma once

#include <QEventLoop>
#include <QTimer>
#include <cstdio>

#include "ui/canvas/canvas_view.h"
#include "ui/shell/main_window.h"

namespace qdqlens::bench {

/// Does it, and runs the loop until the canvas has painted a new figure; false where none came.
template <class Act>
bool untilPainted(MainWindow& window, Act act) {
    constexpr int kPatienceMs = 120'000;
    QEventLoop loop;
    bool painted = false;
    QObject::connect(&window.canvas(), &CanvasView::figurePainted, &loop, [&] {
        painted = true;
        loop.quit();
    });
    QObject::connect(&window.session(), &Session::failed, &loop, [&](const Error& error) {
        std::fprintf(stderr, "%s\n", error.message().c_str());
        loop.quit();
    });
    QTimer::singleShot(kPatienceMs, &loop, &QEventLoop::quit);
    act();
    loop.exec();
    return painted;
}

}  // namespace qdqlens::bench
