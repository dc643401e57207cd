// Opening a model in a viewer that is started for it: from the start of the process to the first picture
// painted, the memory it takes, and the whole of the model after that. opening-bench MODEL.onnx…
// Ends with 1 where a limit is not kept. The viewer is this program started again, so that every opening is
// a first one.
#include <malloc.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>
#include <chrono>
#include <map>
#include <string>

#include "tests/bench/gui/bench_report.h"
#include "tests/bench/gui/bench_window.h"
#include "ui/shell/viewer.h"

namespace {

using namespace qdqlens;
using bench::quantile;
using bench::Report;

constexpr int kOpenings = 7;

struct Limits {
    double first_ms = 0;
    double whole_ms = 0;
    double peak_mb = 0;
    double heap_mb = 0;
};
const std::map<std::string, Limits> kLimits = {
    {"bert_base", {300, 0, 150, 0}}, {"llm210", {700, 4000, 0, 0}}, {"big", {400, 0, 0, 80}}};

double nowMs() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

/// The number of kB behind `key` in a file of /proc, in the section of `file` where that is named.
double procMb(const char* path, const QByteArray& key, const QByteArray& file = {}) {
    QFile proc(QString::fromLatin1(path));
    if (!proc.open(QIODevice::ReadOnly)) {
        return -1;
    }
    bool here = file.isEmpty();
    double sum = 0;
    for (const QByteArray& line : proc.readAll().split('\n')) {
        const bool header = !file.isEmpty() && line.contains('-') && !line.startsWith("Vm");
        here = header ? line.endsWith(file) : here;
        if (here && line.startsWith(key)) {
            sum += line.mid(key.size()).trimmed().split(' ').front().toDouble() / 1e3;
        }
    }
    return sum;
}

void say(const char* what, double value) {
    std::printf("%s %.3f\n", what, value);
}

/// What a viewer does that is started with a model.
int viewOnce(const QString& model, double started, bool whole) {
    Appearance appearance;
    Viewer viewer(appearance);
    viewer.start({{model}, {}, {}, {}});
    MainWindow& window = *viewer.windows().front();
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    if (!bench::untilPainted(window, [] {})) {
        return 3;
    }
    say("first", nowMs() - started);
    say("heap", static_cast<double>(mallinfo2().uordblks + mallinfo2().hblkhd) / 1e6);
    say("mapped", procMb("/proc/self/smaps", "Rss:", QFileInfo(model).fileName().toLocal8Bit()));
    say("peak", procMb("/proc/self/status", "VmHWM:"));
    say("boxes", static_cast<double>(window.session().shown().figure->scene.boxes.size()));
    if (whole) {
        QElapsedTimer timer;
        timer.start();
        QObject::connect(&window.session(), &Session::failed, &window,
                         [&window] { window.session().drawWithoutLimit(); });
        FigureOptions nodes = window.session().options();
        nodes.level = Level::kNodes;
        nodes.focus.clear();
        bool grew = false;
        const auto grows = [&] {
            if (!grew) {
                say("part", static_cast<double>(timer.nsecsElapsed()) / 1e6);
            }
            grew = true;
        };
        if (!bench::untilPainted(
                window, [&window, &nodes] { window.session().show(nodes); }, grows)) {
            return 3;
        }
        say("whole", static_cast<double>(timer.nsecsElapsed()) / 1e6);
        say("whole-boxes", static_cast<double>(window.session().shown().figure->scene.boxes.size()));
        say("whole-peak", procMb("/proc/self/status", "VmHWM:"));
    }
    std::fflush(stdout);
    std::_Exit(0);
}

/// Says what a viewer measured of itself, by name; empty where it failed.
std::map<std::string, double> openOnce(const QString& model, bool whole) {
    QProcess viewer;
    viewer.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    viewer.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("--once"), model, QString::number(nowMs(), 'f', 3),
                  whole ? QStringLiteral("whole") : QStringLiteral("first")});
    viewer.waitForFinished(-1);
    std::map<std::string, double> values;
    for (const QByteArray& line : viewer.readAllStandardOutput().split('\n')) {
        const auto words = line.split(' ');
        if (words.size() == 2) {
            values[words[0].toStdString()] = words[1].toDouble();
        }
    }
    return values;
}

bool measure(const QString& model, Report& report) {
    const std::string name = QFileInfo(model).completeBaseName().toStdString();
    const auto known = kLimits.find(name);
    const Limits limits = known != kLimits.end() ? known->second : Limits{};
    std::vector<double> first;
    std::map<std::string, double> last;
    for (int i = 0; i < kOpenings; ++i) {
        last = openOnce(model, i + 1 == kOpenings);
        if (last.count("first") == 0) {
            std::fprintf(stderr, "opening-bench: no picture of %s\n", qPrintable(model));
            return false;
        }
        first.push_back(last["first"]);
    }
    const auto row = [&](const char* what, double value, const char* unit, double limit) {
        report.row((name + ": " + what).c_str(), value, unit, limit);
    };
    row("process start to first picture, median", quantile(first, 0.5), "ms", limits.first_ms);
    row("process start to first picture, largest", quantile(first, 1), "ms", 0);
    row("boxes in the first picture", last["boxes"], "", 0);
    row("heap", last["heap"], "MB", limits.heap_mb);
    row("pages of the file touched", last["mapped"], "MB", 0);
    row("peak memory", last["peak"], "MB", limits.peak_mb);
    if (last.count("whole") != 0) {
        if (last.count("part") != 0) {
            row("a first part of the whole, asked for to painted", last["part"], "ms", 0);
        }
        row("the whole, asked for to painted", last["whole"], "ms", limits.whole_ms);
        row("boxes in it", last["whole-boxes"], "", 0);
        row("peak memory after it", last["whole-peak"], "MB", 0);
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && !qEnvironmentVariableIsSet("DISPLAY")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (argc == 5 && std::string_view(argv[1]) == "--once") {
        const QApplication application(argc, argv);
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("qdqlens-bench"));
        return viewOnce(QFile::decodeName(argv[2]), std::atof(argv[3]), std::string_view(argv[4]) == "whole");
    }
    const QCoreApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "opening-bench: name models\n");
        return 2;
    }
    Report report;
    for (int i = 1; i < argc; ++i) {
        if (!measure(QFileInfo(QFile::decodeName(argv[i])).absoluteFilePath(), report)) {
            return 3;
        }
    }
    return report.kept() ? 0 : 1;
}
