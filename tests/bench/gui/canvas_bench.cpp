// Painting a whole model on the screen, by hand: first paint, frames while panning and zooming, memory.
// canvas-bench MODEL.onnx (or $QDQLENS_BENCH_MODEL; llm210 has 50,000 boxes). Ends with 1 where a limit is
// not kept. A frame is the time from a hand's event to the painted viewport.
#include <malloc.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>
#include <string>

#include "core/diagram/figure.h"
#include "core/onnx/reader.h"
#include "tests/bench/gui/bench_report.h"
#include "ui/canvas/canvas_view.h"

namespace {

using namespace qdqlens;
using bench::quantile;
using bench::Report;

constexpr double kFirstPaintMs = 100;
constexpr double kPanMs = 8;
constexpr double kZoomMs = 8;
constexpr double kWholeMs = 16;
constexpr double kSceneMb = 60;

double heapMb() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

std::shared_ptr<const Figure> wholeModel(const char* path) {
    auto model = onnx::openModel(path);
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().message().c_str());
        return nullptr;
    }
    const FigureSource source(Scope::main(*model), FoldMode::kOn);
    const auto engine = makeLayoutEngine();
    auto figure = makeFigure(source, {}, *engine);
    if (!figure) {
        std::fprintf(stderr, "%s\n", figure.error().message().c_str());
        return nullptr;
    }
    return std::make_shared<const Figure>(std::move(*figure));
}

class Hands {
  public:
    explicit Hands(CanvasView& canvas) : canvas_(canvas), viewport_(*canvas.viewport()) {}

    double frame(QEvent& event) {
        QElapsedTimer timer;
        timer.start();
        QCoreApplication::sendEvent(&viewport_, &event);
        viewport_.repaint();
        return static_cast<double>(timer.nsecsElapsed()) / 1e6;
    }

    /// Drags the picture `frames` times by `step`.
    std::vector<double> pan(QPointF step, int frames) {
        QPointF at(600, 400);
        mouse(QEvent::MouseButtonPress, at);
        std::vector<double> times;
        for (int i = 0; i < frames; ++i) {
            at += step;
            times.push_back(mouse(QEvent::MouseMove, at));
        }
        mouse(QEvent::MouseButtonRelease, at);
        return times;
    }

    /// Turns the wheel over the middle until the zoom is `zoom`.
    std::vector<double> zoomTo(double zoom) {
        std::vector<double> times;
        const QPointF at(600, 400);
        const bool in = zoom > canvas_.zoom();
        for (int i = 0; i < 500 && in == (zoom > canvas_.zoom() * (in ? 1.02 : 0.98)); ++i) {
            QWheelEvent event(at, viewport_.mapToGlobal(at), QPoint(), QPoint(0, in ? 60 : -60), Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            times.push_back(frame(event));
        }
        return times;
    }

    double mouse(QEvent::Type type, QPointF at) {
        const bool move = type == QEvent::MouseMove;
        QMouseEvent event(type, at, viewport_.mapToGlobal(at), move ? Qt::NoButton : Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        return frame(event);
    }

  private:
    CanvasView& canvas_;
    QWidget& viewport_;
};

void measureFrames(CanvasView& canvas, const Figure& figure, Report& report) {
    Hands hands(canvas);
    const auto frames = [&report](const std::string& what, const std::vector<double>& times, double limit) {
        report.row((what + ", median").c_str(), quantile(times, 0.5), "ms");
        report.row((what + ", 99th percentile").c_str(), quantile(times, 0.99), "ms", limit);
    };
    const auto middle = static_cast<std::uint32_t>(figure.placement.boxes.size() / 2);
    for (const double zoom : {2.0, 1.0, 0.5, 0.25, 0.12, 0.06, 0.03}) {
        canvas.setZoom(zoom);
        canvas.centerOn(middle);
        canvas.viewport()->repaint();
        std::vector<double> times = hands.pan({3, -17}, 100);
        const std::vector<double> back = hands.pan({-3, 17}, 100);
        times.insert(times.end(), back.begin(), back.end());
        char name[64];
        std::snprintf(name, sizeof name, "panning at %g %%", zoom * 100);
        frames(name, times, kPanMs);
    }
    canvas.fit();
    const double whole = canvas.zoom();
    canvas.viewport()->repaint();
    frames("whole model in view, panned", hands.pan({1, 1}, 60), kWholeMs);
    canvas.fit();
    std::vector<double> hover;
    for (int i = 0; i < 100; ++i) {
        hover.push_back(hands.mouse(QEvent::MouseMove, {600.0 + i % 20, 50.0 + 7 * i}));
    }
    frames("whole model in view, pointer moved", hover, kWholeMs);
    // Twice: glyphs of a size that was never shown have to be made.
    for (const char* round : {"for the first time", "again"}) {
        canvas.centerOn(middle);
        frames("zooming in to 200 %, " + std::string(round), hands.zoomTo(2), kZoomMs);
        frames("zooming out to the whole, " + std::string(round), hands.zoomTo(whole), kZoomMs);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    const QByteArray model = argc > 1 ? QByteArray(argv[1]) : qgetenv("QDQLENS_BENCH_MODEL");
    if (model.isEmpty()) {
        std::fprintf(stderr, "canvas-bench: name a model, or set QDQLENS_BENCH_MODEL\n");
        return 2;
    }
    CanvasView canvas;
    canvas.resize(1200, 800);
    canvas.show();
    QCoreApplication::processEvents();
    const double before = heapMb();
    const auto figure = wholeModel(model.constData());
    if (!figure) {
        return 3;
    }
    Report report;
    report.row("boxes", static_cast<double>(figure->scene.boxes.size()), "");
    report.row("edges", static_cast<double>(figure->scene.edges.size()), "");
    report.row("picture's height", figure->placement.height, "px");
    const double with_figure = heapMb();
    QElapsedTimer timer;
    timer.start();
    canvas.setFigure(figure);
    canvas.showReadable({});
    canvas.viewport()->repaint();
    report.row("first paint", static_cast<double>(timer.nsecsElapsed()) / 1e6, "ms", kFirstPaintMs);
    timer.start();
    canvas.fit();
    canvas.viewport()->repaint();
    report.row("first paint of the whole", static_cast<double>(timer.nsecsElapsed()) / 1e6, "ms",
               kFirstPaintMs);
    report.row("zoom with the whole in view", canvas.zoom() * 100, "%");
    measureFrames(canvas, *figure, report);
    report.row("memory: scene and placement", with_figure - before, "MB");
    report.row("memory: the canvas beside them", heapMb() - with_figure, "MB");
    report.row("memory for the scene", heapMb() - before, "MB", kSceneMb);
    return report.kept() ? 0 : 1;
}
