#include "tests/gui/gui_support.h"

#include "resources/samples/model_builder.h"
#include "resources/samples/tiny_conv_net.h"
#include "ui/shell/message_bar.h"

namespace qdqlens::test {

bool eventually(const std::function<bool()>& holds) {
    return QTest::qWaitFor(holds, 30'000);
}

TestWindow::TestWindow(std::unique_ptr<LayoutEngine> engine)
    : window_(new MainWindow(appearance_, std::move(engine))) {
    window_->setAttribute(Qt::WA_DeleteOnClose, false);
    window_->resize(1200, 800);
    window_->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(window_));
}

TestWindow::~TestWindow() {
    delete window_;
}

QString TestWindow::message() {
    return window_->messages().isVisible() ? window_->messages().text() : QString();
}

void TestWindow::open(const std::filesystem::path& path, const std::string& focus,
                      std::optional<Level> level) {
    andSee([&] { window_->open({path, focus, {}, level}); });
    ASSERT_TRUE(session().shown().figure) << message().toStdString();
}

void TestWindow::andSee(const std::function<void()>& act) {
    bool arrived = false;
    const QMetaObject::Connection connection =
        QObject::connect(&session(), &Session::figureChanged, &session(), [&arrived] { arrived = true; });
    act();
    EXPECT_TRUE(eventually([&arrived] { return arrived; })) << message().toStdString();
    QObject::disconnect(connection);
}

std::uint32_t TestWindow::box(const std::string& name) {
    const auto& boxes = scene().boxes;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].kind != BoxKind::kStub && boxes[i].name == name) {
            return i;
        }
    }
    ADD_FAILURE() << "no box named " << name;
    return 0;
}

bool TestWindow::shows(const std::string& name) {
    for (const Box& each : scene().boxes) {
        if (each.kind == BoxKind::kOp && each.name == name) {
            return true;
        }
    }
    return false;
}

QPoint TestWindow::place(const std::string& name) {
    const std::uint32_t index = box(name);
    canvas().ensureVisible(index);
    return canvas().boxOnScreen(index).center().toPoint();
}

void TestWindow::click(const std::string& name) {
    QTest::mouseClick(canvas().viewport(), Qt::LeftButton, Qt::NoModifier, place(name));
}

void TestWindow::doubleClick(const std::string& name) {
    // A hand's first click comes as a press and a release of its own.
    const QPoint at = place(name);
    QTest::mouseClick(canvas().viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QTest::mouseDClick(canvas().viewport(), Qt::LeftButton, Qt::NoModifier, at);
}

void TestWindow::key(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    QTest::keyClick(&canvas(), key, modifiers);
}

SampleFile::SampleFile() : path_(folder_.file("tiny.onnx", samples::tinyConvNetQdq())) {}

std::string longModel(int length) {
    using namespace samples;
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 8});
    std::string last = "x";
    for (int i = 0; i < length; ++i) {
        const Names inputs = i % 60 == 59 ? Names{last, "x"} : Names{last};
        last = m.node(inputs.size() == 2 ? "Add" : "Relu", inputs).name("n" + std::to_string(i));
    }
    m.node("Identity", {last}).out("y");
    m.output("y", DataType::kFloat32, {1, 8});
    return m.serialize();
}

}  // namespace qdqlens::test
