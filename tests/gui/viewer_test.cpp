#include <atomic>
#include <thread>

#include "tests/gui/gui_support.h"
#include "ui/shell/history.h"
#include "ui/shell/instance_server.h"
#include "ui/shell/viewer.h"

namespace qdqlens::test {
namespace {

TEST(StartRequestTest, SurvivesTheWayToTheRunningViewer) {
    const StartRequest request{{QStringLiteral("/a/b c.onnx"), QStringLiteral("/ü.onnx")},
                               QStringLiteral("op:Add"),
                               3,
                               QStringLiteral("dark")};
    const auto read = StartRequest::fromJson(request.toJson());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->models, request.models);
    EXPECT_EQ(read->focus, request.focus);
    EXPECT_EQ(read->hops, request.hops);
    EXPECT_EQ(read->theme, request.theme);
    EXPECT_FALSE(StartRequest::fromJson("no JSON"));
}

TEST(InstanceServerTest, NobodyIsThere) {
    const TemporaryFolder folder;
    EXPECT_FALSE(InstanceServer::handOver(QString::fromStdString((folder.path() / "nobody").string()), {}));
}

TEST(InstanceServerTest, ASecondStartIsTakenByTheFirst) {
    const TemporaryFolder folder;
    const QString name = QString::fromStdString((folder.path() / "server").string());
    InstanceServer server(name);
    ASSERT_TRUE(server.listen());
    QStringList models;
    QObject::connect(&server, &InstanceServer::requested, &server,
                     [&models](const StartRequest& request) { models = request.models; });
    std::atomic<bool> taken{false};
    std::thread second([&] {
        taken = InstanceServer::handOver(name, {{QStringLiteral("/m.onnx")}, {}, {}, {}});
    });
    EXPECT_TRUE(eventually([&] { return taken.load(); }));
    second.join();
    EXPECT_EQ(models, QStringList{QStringLiteral("/m.onnx")});
}

TEST(ViewerTest, EveryModelGetsAWindowAndNoneTwo) {
    const SampleFile sample;
    Appearance appearance;
    Viewer viewer(appearance);
    const QString first = QString::fromStdString(sample.path().string());
    const QString second = QString::fromStdString(sample.write("b.onnx", readFile(sample.path())).string());
    viewer.start({});
    ASSERT_EQ(viewer.windows().size(), 1U) << "the start page";
    viewer.start({{first, second}, {}, {}, {}});
    ASSERT_EQ(viewer.windows().size(), 2U) << "the vacant window is taken";
    ASSERT_TRUE(eventually([&] {
        return viewer.windows()[0]->session().shown().figure && viewer.windows()[1]->session().shown().figure;
    }));
    viewer.start({{first}, QStringLiteral("op:Add"), 1, {}});
    EXPECT_EQ(viewer.windows().size(), 2U);
    ASSERT_TRUE(eventually([&] { return viewer.windows()[0]->session().shown().options.hops == 1; }));
    for (MainWindow* window : viewer.windows()) {
        delete window;
    }
    EXPECT_TRUE(viewer.windows().empty());
}

TEST(HistoryTest, ForgetsWhatCameAfterAnotherTurn) {
    History history;
    const auto step = [](int hops) {
        HistoryStep made;
        made.options.hops = hops;
        return made;
    };
    EXPECT_FALSE(history.canGo(-1));
    EXPECT_FALSE(history.canGo(0));
    history.push(step(1));
    history.push(step(2));
    history.push(step(3));
    history.go(-2);
    EXPECT_EQ(history.current().options.hops, 1);
    EXPECT_EQ(history.peek(1).options.hops, 2);
    history.push(step(4));
    EXPECT_FALSE(history.canGo(1));
    EXPECT_EQ(history.peek(-1).options.hops, 1);
    for (int i = 0; i < 500; ++i) {
        history.push(step(i));
    }
    EXPECT_FALSE(history.canGo(-200));
    EXPECT_TRUE(history.canGo(-199));
}

}  // namespace
}  // namespace qdqlens::test
