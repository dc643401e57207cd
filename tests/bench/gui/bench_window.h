// Waiting for a window's pictures.
#pragma once

#include <QEventLoop>
#include <QTimer>
#include <cstdio>
#include <functional>

#include "ui/canvas/canvas_view.h"
#include "ui/shell/main_window.h"

namespace qdqlens::bench {

/// Does it, and runs the loop until the canvas has painted a new picture that is done; false where none came.
/// `grows` is called when a part of one has been painted that is still being laid out.
template <class Act>
bool untilPainted(
    MainWindow& window, Act act, const std::function<void()>& grows = [] {}) {
    constexpr int kPatienceMs = 120'000;
    QEventLoop loop;
    bool painted = false;
    const auto before = window.canvas().figure();
    QObject::connect(&window.canvas(), &CanvasView::figurePainted, &loop, [&] {
        const auto& figure = window.canvas().figure();
        painted = figure == window.session().shown().figure && figure != before;
        if (painted) {
            loop.quit();
        } else {
            grows();
        }
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
