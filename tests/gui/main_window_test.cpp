#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSpinBox>
#include <QTreeView>
#include <QUrl>

#include "tests/gui/gui_support.h"
#include "ui/shell/focus_bar.h"
#include "ui/shell/node_list_panel.h"
#include "ui/shell/properties_panel.h"

namespace qdqlens::test {
namespace {

class MainWindowTest : public testing::Test {
  protected:
    void SetUp() override { seen_.open(sample_.path()); }

    SampleFile sample_;
    TestWindow seen_;
};

int boxesOfKind(const Scene& scene, BoxKind kind) {
    int count = 0;
    for (const Box& box : scene.boxes) {
        count += box.kind == kind ? 1 : 0;
    }
    return count;
}

TEST_F(MainWindowTest, OpensASmallModelWhole) {
    EXPECT_EQ(boxesOfKind(seen_.scene(), BoxKind::kOp), 36);
    EXPECT_EQ(boxesOfKind(seen_.scene(), BoxKind::kStub), 0);
    EXPECT_TRUE(seen_.canvas().isVisible());
    EXPECT_EQ(seen_.window().nodeList().model()->rowCount(), 41);
    EXPECT_EQ(seen_.window().nodeList().model()->foldedCount(), 5);
    EXPECT_TRUE(seen_.window().properties().toPlainText().contains(QStringLiteral("tiny.onnx")));
    EXPECT_EQ(seen_.canvas().zoom(), 1.0) << "too long to be read whole, so it is shown at 100 %";
}

TEST_F(MainWindowTest, AClickSelectsWithoutANewLayout) {
    const auto before = seen_.session().shown().figure;
    seen_.click("node_conv2d");
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_conv2d"));
    EXPECT_EQ(seen_.session().shown().figure, before);
    EXPECT_FALSE(seen_.session().busy());
    const QString properties = seen_.window().properties().toPlainText();
    EXPECT_TRUE(properties.contains(QStringLiteral("node_conv2d")));
    EXPECT_TRUE(properties.contains(QStringLiteral("int8 [16, 3, 3, 3]")))
        << "the weight behind its DequantizeLinear";
    EXPECT_TRUE(properties.contains(QStringLiteral("kernel_shape")));
    const QModelIndex row = seen_.window().nodeList().view()->currentIndex();
    EXPECT_EQ(row.siblingAtColumn(NodeTableModel::kName).data().toString(), QStringLiteral("node_conv2d"));
}

TEST_F(MainWindowTest, ADoubleClickFocusesAndTheBoxKeepsItsPlace) {
    const QPoint before = seen_.place("node_conv2d");
    seen_.andSee([this] { seen_.doubleClick("node_conv2d"); });
    EXPECT_EQ(boxesOfKind(seen_.scene(), BoxKind::kOp), 5);
    EXPECT_TRUE(seen_.scene().boxes[seen_.box("node_conv2d")].focus);
    const QPointF after = seen_.canvas().boxOnScreen(seen_.box("node_conv2d")).center();
    EXPECT_LE((after - before).manhattanLength(), 1.5);
    EXPECT_EQ(seen_.window().focusBar().queryEdit()->text(), QStringLiteral("node_conv2d"));
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_conv2d"));
}

TEST_F(MainWindowTest, TheSelectedBoxKeepsItsPlaceWhenHopsChange) {
    seen_.andSee([this] { seen_.doubleClick("node_conv2d"); });
    seen_.click("node_relu");
    const QPointF before = seen_.canvas().boxOnScreen(seen_.box("node_relu")).center();
    const std::size_t boxes = seen_.scene().boxes.size();
    seen_.andSee([this] { seen_.key(Qt::Key_Plus); });
    EXPECT_EQ(seen_.session().options().hops, 3);
    EXPECT_EQ(seen_.window().focusBar().hopsSpin()->value(), 3);
    EXPECT_GT(seen_.scene().boxes.size(), boxes);
    const QPointF after = seen_.canvas().boxOnScreen(seen_.box("node_relu")).center();
    EXPECT_LE((after - before).manhattanLength(), 1.5);
    seen_.andSee([this] { seen_.key(Qt::Key_Minus); });
    EXPECT_EQ(seen_.scene().boxes.size(), boxes);
}

TEST_F(MainWindowTest, AStubFocusesWhatItNames) {
    seen_.andSee([this] { seen_.doubleClick("node_conv2d"); });
    const auto& boxes = seen_.scene().boxes;
    std::uint32_t stub = 0;
    while (stub < boxes.size() && (boxes[stub].kind != BoxKind::kStub || boxes[stub].node == kNoNode)) {
        ++stub;
    }
    ASSERT_LT(stub, boxes.size());
    const NodeId behind = boxes[stub].node;
    seen_.canvas().ensureVisible(stub);
    const QPoint at = seen_.canvas().boxOnScreen(stub).center().toPoint();
    seen_.andSee([&] { QTest::mouseDClick(seen_.canvas().viewport(), Qt::LeftButton, Qt::NoModifier, at); });
    const auto focused = seen_.canvas().selectedBox();
    ASSERT_TRUE(focused);
    EXPECT_EQ(seen_.scene().boxes[*focused].node, behind);
    EXPECT_TRUE(seen_.scene().boxes[*focused].focus);
    EXPECT_LE((seen_.canvas().boxOnScreen(*focused).center() - at).manhattanLength(), 1.5);
}

TEST_F(MainWindowTest, BackAndForwardReturnWithWhatOneLookedAt) {
    seen_.canvas().setZoom(0.5);
    const ViewState looked_at = seen_.canvas().viewState();
    EXPECT_FALSE(seen_.window().actions().back->isEnabled());
    seen_.andSee([this] {
        seen_.window().focusBar().queryEdit()->setText(QStringLiteral("op:Add"));
        QTest::keyClick(seen_.window().focusBar().queryEdit(), Qt::Key_Return);
    });
    EXPECT_EQ(boxesOfKind(seen_.scene(), BoxKind::kOp), 8);
    ASSERT_TRUE(seen_.window().actions().back->isEnabled());
    seen_.andSee([this] { seen_.window().actions().back->trigger(); });
    EXPECT_EQ(boxesOfKind(seen_.scene(), BoxKind::kOp), 36);
    EXPECT_DOUBLE_EQ(seen_.canvas().viewState().zoom, looked_at.zoom);
    EXPECT_LE((seen_.canvas().viewState().center - looked_at.center).manhattanLength(), 0.01);
    seen_.andSee([this] { QTest::mouseClick(seen_.canvas().viewport(), Qt::ForwardButton); });
    EXPECT_EQ(boxesOfKind(seen_.scene(), BoxKind::kOp), 8);
    EXPECT_FALSE(seen_.window().actions().forward->isEnabled());
}

TEST_F(MainWindowTest, TheDirectionLimitsWhatIsShown) {
    seen_.andSee([this] { seen_.doubleClick("node_add"); });
    const std::size_t both = seen_.scene().boxes.size();
    seen_.andSee([this] { QTest::keyClick(&seen_.window(), Qt::Key_U, Qt::AltModifier); });
    EXPECT_EQ(seen_.session().options().direction, Direction::kUp);
    EXPECT_LT(seen_.scene().boxes.size(), both);
    EXPECT_FALSE(seen_.shows("node_relu_2")) << "it comes after the Add";
}

TEST_F(MainWindowTest, TheFilterFindsByOpNameAndValue) {
    NodeListPanel& list = seen_.window().nodeList();
    const auto rows = [&list] { return list.view()->model()->rowCount(); };
    QTest::keyClicks(list.filterEdit(), QStringLiteral("conv node_"));
    EXPECT_EQ(rows(), 4);
    list.filterEdit()->setText(QStringLiteral("MAXPOOL"));
    EXPECT_EQ(rows(), 2);
    list.filterEdit()->setText(QStringLiteral("no such thing"));
    EXPECT_EQ(rows(), 0);
    list.filterEdit()->setText(QStringLiteral("node_add"));
    EXPECT_EQ(rows(), 1);
    seen_.andSee([&] { QTest::keyClick(list.filterEdit(), Qt::Key_Return); });
    EXPECT_TRUE(seen_.scene().boxes[seen_.box("node_add")].focus);
}

TEST_F(MainWindowTest, SelectingInTheListSelectsOnTheCanvas) {
    NodeListPanel& list = seen_.window().nodeList();
    list.filterEdit()->setText(QStringLiteral("node_linear"));
    QTest::keyClick(list.filterEdit(), Qt::Key_Down);
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_linear"));
    EXPECT_TRUE(seen_.canvas().viewport()->rect().contains(
        seen_.canvas().boxOnScreen(seen_.box("node_linear")).toAlignedRect()));
}

TEST_F(MainWindowTest, ArrowKeysWalkAndEnterFocuses) {
    seen_.click("node_relu");
    seen_.key(Qt::Key_Up);
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_conv2d"));
    seen_.key(Qt::Key_Down);
    seen_.key(Qt::Key_Down);
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_quantize_per_tensor_1"));
    seen_.andSee([this] { seen_.key(Qt::Key_Return); });
    EXPECT_TRUE(seen_.scene().boxes[seen_.box("node_quantize_per_tensor_1")].focus);
}

TEST_F(MainWindowTest, AQueryWithoutAMatchIsSaidAndChangesNothing) {
    seen_.andSee([this] { seen_.doubleClick("node_conv2d"); });
    const auto before = seen_.session().shown().figure;
    QLineEdit* query = seen_.window().focusBar().queryEdit();
    query->setText(QStringLiteral("node_conv2x"));
    QTest::keyClick(query, Qt::Key_Return);
    ASSERT_TRUE(eventually([this] { return !seen_.message().isEmpty(); }));
    EXPECT_TRUE(seen_.message().contains(QStringLiteral("node_conv2x"))) << seen_.message().toStdString();
    EXPECT_TRUE(seen_.message().contains(QStringLiteral("node_conv2d"))) << "the nearest name";
    EXPECT_EQ(seen_.session().shown().figure, before);
    EXPECT_EQ(query->text(), QStringLiteral("node_conv2x")) << "so that it can be mended";
}

TEST_F(MainWindowTest, ExportsWhatItShows) {
    seen_.andSee([this] { seen_.doubleClick("node_conv2d"); });
    const auto written = [this](const std::string& name) {
        const auto path = sample_.out(name);
        seen_.window().exportTo(QString::fromStdString(path.string()));
        EXPECT_TRUE(eventually([&] { return std::filesystem::exists(path); }))
            << seen_.message().toStdString();
        return readFile(path);
    };
    const std::string svg = written("a.svg");
    EXPECT_NE(svg.find("data-name=\"node_conv2d\""), std::string::npos);
    EXPECT_NE(svg.find("DequantizeLinear(int8[16×3×3×3])"), std::string::npos);
    EXPECT_EQ(svg.find("data-name=\"node_linear\""), std::string::npos) << "it is not in the picture";
    EXPECT_EQ(written("a.png").substr(1, 3), "PNG");
    EXPECT_EQ(written("a.pdf").substr(0, 5), "%PDF-");
}

TEST_F(MainWindowTest, AnExportThatCannotBeWrittenIsSaid) {
    seen_.window().exportTo(QString::fromStdString((sample_.out("missing") / "a.svg").string()));
    ASSERT_TRUE(eventually([this] { return !seen_.message().isEmpty(); }));
    EXPECT_TRUE(seen_.message().contains(QStringLiteral("missing"))) << seen_.message().toStdString();
}

TEST_F(MainWindowTest, CopiesThePictureAsImageAndSvg) {
    seen_.window().actions().copy_picture->trigger();
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    ASSERT_NE(data, nullptr);
    EXPECT_TRUE(data->hasImage());
    EXPECT_TRUE(data->data(QStringLiteral("image/svg+xml")).contains("node_conv2d"));
}

TEST_F(MainWindowTest, AFileThatIsNoModelIsSaidAndTheOldOneStays) {
    const auto before = seen_.session().shown().figure;
    seen_.window().open({sample_.write("broken.onnx", "this is no model"), {}, {}});
    ASSERT_TRUE(eventually([this] { return !seen_.message().isEmpty(); }));
    EXPECT_TRUE(seen_.message().contains(QStringLiteral("broken.onnx"))) << seen_.message().toStdString();
    EXPECT_EQ(seen_.session().shown().figure, before);
    EXPECT_TRUE(seen_.window().windowTitle().contains(QStringLiteral("tiny.onnx")));
    seen_.andSee([this] { seen_.doubleClick("node_conv2d"); });
}

/// Drags over a place of the window and drops there.
bool dropOn(QWidget* widget, const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    const QPoint at = widget->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(widget, &enter);
    if (!enter.isAccepted()) {
        return false;
    }
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(widget->window(), &drop);
    return drop.isAccepted();
}

TEST_F(MainWindowTest, ADroppedFileIsOpenedAndMoreGoElsewhere) {
    const auto url = [](const std::filesystem::path& path) {
        return QUrl::fromLocalFile(QString::fromStdString(path.string()));
    };
    const auto second = sample_.write("second.onnx", readFile(sample_.path()));
    QStringList elsewhere;
    QObject::connect(&seen_.window(), &MainWindow::openElsewhere, &seen_.window(),
                     [&elsewhere](const QStringList& paths) { elsewhere = paths; });
    seen_.andSee([&] { EXPECT_TRUE(dropOn(seen_.canvas().viewport(), {url(second), url(sample_.path())})); });
    EXPECT_TRUE(seen_.window().windowTitle().contains(QStringLiteral("second.onnx")));
    EXPECT_EQ(elsewhere, QStringList{QString::fromStdString(sample_.path().string())});
    EXPECT_FALSE(dropOn(seen_.canvas().viewport(), {QUrl(QStringLiteral("https://example.org/a.onnx"))}));
    // Not even as text into what can be typed in.
    seen_.andSee([&] { EXPECT_TRUE(dropOn(seen_.window().focusBar().queryEdit(), {url(sample_.path())})); });
    EXPECT_TRUE(seen_.window().windowTitle().contains(QStringLiteral("tiny.onnx")));
    EXPECT_TRUE(seen_.window().focusBar().queryEdit()->text().isEmpty());
}

TEST_F(MainWindowTest, ALongFileNameKeepsItsBeginningAndEndInTheProperties) {
    const std::string name = "a_" + std::string(120, 'x') + "_qdq.onnx";
    seen_.open(sample_.write(name, readFile(sample_.path())));
    const QString title = seen_.window().properties().toPlainText().section(u'\n', 0, 0);
    EXPECT_TRUE(title.startsWith(QStringLiteral("a_xx"))) << title.toStdString();
    EXPECT_TRUE(title.endsWith(QStringLiteral("qdq.onnx"))) << title.toStdString();
    EXPECT_LT(title.size(), 60);
}

TEST(StartPageTest, ShowsThatThereIsNoModelYet) {
    TestWindow seen;
    EXPECT_TRUE(seen.window().vacant());
    EXPECT_FALSE(seen.canvas().isVisible());
    EXPECT_FALSE(seen.window().actions().export_figure->isEnabled());
    // Nothing of this may need a model.
    for (QAction* action : {seen.window().actions().whole_graph, seen.window().actions().back,
                            seen.window().actions().copy_picture, seen.window().actions().left_to_right}) {
        action->trigger();
    }
    seen.key(Qt::Key_Down);
    seen.key(Qt::Key_Plus);
    EXPECT_TRUE(seen.window().vacant());
}

}  // namespace
}  // namespace qdqlens::test
