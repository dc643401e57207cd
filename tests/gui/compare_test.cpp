#include <QAction>
#include <QLabel>
#include <QTreeView>

#include "core/base/number.h"
#include "resources/samples/tiny_conv_net.h"
#include "tests/gui/gui_support.h"
#include "ui/canvas/view_link.h"
#include "ui/shell/compare_session.h"
#include "ui/shell/compare_view.h"
#include "ui/shell/properties_panel.h"
#include "ui/shell/table_page.h"
#include "ui/shell/tables_panel.h"
#include "ui/shell/viewer.h"

namespace qdqlens::test {
namespace {

TEST(ViewLinkTest, LinkedPointsMeetAndTheRestFollowsThem) {
    const std::vector<LinkedPoint> points{{{0, 0}, {10, 0}}, {{0, 100}, {10, 300}}};
    const auto near = [](QPointF a, QPointF b) { return (a - b).manhattanLength() < 0.01; };
    EXPECT_TRUE(near(counterpart(points, {0, 100}, true), {10, 300}));
    EXPECT_TRUE(near(counterpart(points, {10, 300}, false), {0, 100}));
    const QPointF between = counterpart(points, {0, 50}, true);
    EXPECT_TRUE(near(between, {10, 150})) << between.y() << ": halfway from both";
    EXPECT_EQ(counterpart({}, {3, 4}, true), QPointF(3, 4));
}

/// The float network as A, its quantized twin as B.
class CompareTest : public testing::Test {
  protected:
    void SetUp() override {
        qdq_ = sample_.path();
        seen_.open(sample_.write("float.onnx", samples::tinyConvNetFloat()));
    }

    CompareSession& both() { return seen_.window().comparison(); }
    CompareView& view() { return seen_.window().compareView(); }
    CanvasView& second() { return *view().canvas(CompareSide::kB); }
    const Scene& sceneB() { return both().session(CompareSide::kB).shown().figure->scene; }
    bool settled() { return both().comparison() != nullptr && !both().busy() && !seen_.session().busy(); }
    void compare(const std::filesystem::path& path) {
        seen_.window().compareWith(QString::fromStdString(path.string()));
        ASSERT_TRUE(eventually([this] { return settled(); })) << seen_.message().toStdString();
    }
    std::uint32_t boxB(const std::string& name) {
        const auto& boxes = sceneB().boxes;
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].kind == BoxKind::kOp && boxes[i].name == name) {
                return i;
            }
        }
        ADD_FAILURE() << "no box in B named " << name;
        return 0;
    }
    void clickB(const std::string& name, bool twice = false) {
        second().ensureVisible(boxB(name));
        const QPoint at = second().boxOnScreen(boxB(name)).center().toPoint();
        QTest::mouseClick(second().viewport(), Qt::LeftButton, Qt::NoModifier, at);
        if (twice) {
            QTest::mouseDClick(second().viewport(), Qt::LeftButton, Qt::NoModifier, at);
        }
    }
    BoxMark markA(const std::string& name) { return seen_.canvas().marks().at(seen_.box(name)); }
    BoxMark markB(const std::string& name) { return second().marks().at(boxB(name)); }

    SampleFile sample_;
    std::filesystem::path qdq_;
    TestWindow seen_;
};

TEST_F(CompareTest, TwoModelsStandSideBySideWithWhatDiffers) {
    EXPECT_FALSE(second().isVisible());
    EXPECT_FALSE(seen_.window().actions().next_difference->isEnabled());
    compare(qdq_);
    EXPECT_TRUE(second().isVisible());
    EXPECT_TRUE(seen_.canvas().isVisible());
    EXPECT_EQ(markA("node_conv2d"), BoxMark::kChanged);
    EXPECT_EQ(markA("node_relu"), BoxMark::kNone);
    EXPECT_EQ(markB("node_quantize_per_tensor_1"), BoxMark::kOnlyB);
    EXPECT_EQ(markB("node_conv2d"), BoxMark::kChanged);
    EXPECT_TRUE(view().legendText().contains(QStringLiteral("+ 27 only in B")))
        << view().legendText().toStdString();
    EXPECT_TRUE(view().legendText().contains(QStringLiteral("− 0 only in A")));
    EXPECT_TRUE(seen_.window().windowTitle().contains(QStringLiteral("float.onnx and tiny.onnx")));
}

TEST_F(CompareTest, TheTablesHoldBothAndLeadToBoth) {
    compare(qdq_);
    TablesPanel& tables = seen_.window().tables();
    ASSERT_NE(tables.currentPage(), nullptr);
    EXPECT_EQ(tables.currentPage()->table().id, "diff-sizes");
    const auto ratio = [&](const char* part) {
        for (const TableRow& row : tables.currentPage()->table().rows) {
            if (row.cells.front() == part) {
                return row.cells.back();
            }
        }
        return std::string();
    };
    EXPECT_EQ(ratio("initializer"), "28 %");
    EXPECT_EQ(ratio("total"), formatPercent(std::filesystem::file_size(qdq_),
                                            std::filesystem::file_size(seen_.session().document().path)));
    tables.showTable(QStringLiteral("diff-ops"));
    const auto rows = tables.currentPage()->table().rows;
    int conv = 0;
    while (rows.at(static_cast<std::size_t>(conv)).cells.front() != "Conv") {
        ++conv;
    }
    QTreeView* list = tables.currentPage()->view();
    list->setCurrentIndex(tables.currentPage()->filter()->index(conv, 0));
    seen_.andSee([&] { QTest::keyClick(list, Qt::Key_Return); });
    ASSERT_TRUE(eventually([this] { return settled(); }));
    EXPECT_EQ(seen_.session().options().focus.size(), 4U);
    EXPECT_TRUE(sceneB().boxes[boxB("node_conv2d_2")].focus);
    tables.showTable(QStringLiteral("diff-only_b"));
    list = tables.currentPage()->view();
    list->setCurrentIndex(tables.currentPage()->filter()->index(0, 0));
    EXPECT_FALSE(both().session(CompareSide::kB).selection().empty());
    EXPECT_TRUE(seen_.session().selection().empty()) << "A has no such node";
}

TEST_F(CompareTest, OneSideFollowsTheOther) {
    compare(qdq_);
    seen_.andSee([this] { seen_.doubleClick("node_add"); });
    ASSERT_TRUE(eventually([this] { return settled(); }));
    EXPECT_TRUE(sceneB().boxes[boxB("node_add")].focus);
    EXPECT_EQ(both().session(CompareSide::kB).selection().node, sceneB().boxes[boxB("node_add")].node);
    seen_.andSee([this] { seen_.key(Qt::Key_Plus); });
    ASSERT_TRUE(eventually([this] { return settled(); }));
    EXPECT_EQ(both().session(CompareSide::kB).shown().options.hops, 3);
    // From B to A; a Q that A lacks leads to what is nearest to it.
    seen_.andSee([this] { clickB("node_quantize_per_tensor_5", true); });
    ASSERT_TRUE(eventually([this] { return settled(); }));
    EXPECT_TRUE(sceneB().boxes[boxB("node_quantize_per_tensor_5")].focus);
    EXPECT_TRUE(seen_.scene().boxes[seen_.box("node_relu_2")].focus);
    seen_.andSee([this] { seen_.window().actions().back->trigger(); });
    ASSERT_TRUE(eventually([this] { return settled(); }));
    EXPECT_TRUE(sceneB().boxes[boxB("node_add")].focus) << "the history leads both";
}

TEST_F(CompareTest, AClickSelectsOnBothSidesAndSaysWhatDiffers) {
    compare(qdq_);
    clickB("node_conv2d");
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_conv2d"));
    EXPECT_EQ(second().selectedBox(), boxB("node_conv2d"));
    const QString properties = seen_.window().properties().toPlainText();
    EXPECT_TRUE(properties.contains(QStringLiteral("Compared with A"))) << properties.toStdString();
    EXPECT_TRUE(properties.contains(QStringLiteral("int8 [16, 3, 3, 3]"))) << "B's own node";
    clickB("node_quantize_per_tensor");
    EXPECT_FALSE(seen_.canvas().selectedBox());
    EXPECT_TRUE(seen_.window().properties().toPlainText().contains(QStringLiteral("no such node")));
}

TEST_F(CompareTest, TheyPanAndZoomTogetherUnlessToldNotTo) {
    compare(qdq_);
    const auto apart = [this](const char* name) {
        return (seen_.canvas().boxOnScreen(seen_.box(name)).center() -
                second().boxOnScreen(boxB(name)).center())
            .manhattanLength();
    };
    seen_.canvas().setZoom(0.6);
    EXPECT_DOUBLE_EQ(second().zoom(), 0.6);
    seen_.canvas().centerOn(seen_.box("node_add"));
    EXPECT_LT(apart("node_add"), 12) << "the same node stands at the same height";
    second().centerOn(boxB("node_conv2d"));
    EXPECT_LT(apart("node_conv2d"), 12);
    seen_.window().actions().pan_together->trigger();
    second().setZoom(1.5);
    EXPECT_DOUBLE_EQ(seen_.canvas().zoom(), 0.6);
}

TEST_F(CompareTest, StepsFromDifferenceToDifference) {
    compare(qdq_);
    second().setFocus();
    QTest::keyClick(&seen_.window(), Qt::Key_F8);
    const auto first = second().selectedBox();
    ASSERT_TRUE(first);
    EXPECT_NE(second().marks()[*first], BoxMark::kNone);
    QTest::keyClick(&seen_.window(), Qt::Key_F8);
    ASSERT_TRUE(second().selectedBox());
    EXPECT_NE(second().selectedBox(), first);
    QTest::keyClick(&seen_.window(), Qt::Key_F8, Qt::ShiftModifier);
    EXPECT_EQ(second().selectedBox(), first);
}

TEST_F(CompareTest, ASecondFileThatIsNoModelIsSaidAndTheWindowStays) {
    seen_.window().compareWith(
        QString::fromStdString(sample_.write("broken.onnx", "this is no model").string()));
    ASSERT_TRUE(eventually([this] { return !seen_.message().isEmpty(); }));
    EXPECT_TRUE(seen_.message().contains(QStringLiteral("broken.onnx"))) << seen_.message().toStdString();
    EXPECT_FALSE(second().isVisible());
    compare(qdq_);
    seen_.window().compareWith(QString::fromStdString(sample_.write("worse.onnx", "nor is this").string()));
    ASSERT_TRUE(eventually([this] { return seen_.message().contains(QStringLiteral("worse.onnx")); }));
    EXPECT_NE(both().comparison(), nullptr) << "the one that was open stays";
    EXPECT_TRUE(second().isVisible());
}

TEST_F(CompareTest, ClosedItLeavesTheWindowAsItWas) {
    compare(qdq_);
    seen_.window().actions().close_comparison->trigger();
    EXPECT_FALSE(second().isVisible());
    EXPECT_TRUE(seen_.canvas().marks().empty());
    EXPECT_EQ(seen_.window().windowTitle(), QStringLiteral("float.onnx — QDQ Lens"));
    const TablesPanel& tables = seen_.window().tables();
    EXPECT_TRUE(tables.currentPage() == nullptr ||
                tables.currentPage()->table().id.rfind("diff-", 0) == std::string::npos);
    EXPECT_FALSE(both().busy());
    seen_.andSee([this] { seen_.doubleClick("node_add"); });
}

TEST_F(CompareTest, AModelComparedWithItselfDiffersInNothing) {
    compare(sample_.path().parent_path() / "float.onnx");
    EXPECT_EQ(view().legendText(), QStringLiteral("Nothing differs"));
    seen_.window().actions().next_difference->trigger();
    EXPECT_TRUE(seen_.message().contains(QStringLiteral("Nothing differs")));
}

TEST_F(CompareTest, AnotherFirstModelIsComparedAnew) {
    compare(qdq_);
    seen_.open(sample_.write("static.onnx", samples::tinyConvNetQdqStatic()));
    ASSERT_TRUE(eventually([this] { return settled(); }));
    EXPECT_TRUE(view().legendText().contains(QStringLiteral("− 0 only in A")));
    EXPECT_TRUE(view().legendText().contains(QStringLiteral("+ 0 only in B")))
        << view().legendText().toStdString();
}

TEST(CompareStartTest, TwoModelsCanBeAskedForAtTheStart) {
    const SampleFile sample;
    const QString first =
        QString::fromStdString(sample.write("a.onnx", samples::tinyConvNetFloat()).string());
    const QString second = QString::fromStdString(sample.path().string());
    const StartRequest request{{first, second}, {}, {}, {}, true};
    EXPECT_TRUE(StartRequest::fromJson(request.toJson())->compare);
    Appearance appearance;
    Viewer viewer(appearance);
    viewer.start(request);
    ASSERT_EQ(viewer.windows().size(), 1U);
    MainWindow* window = viewer.windows().front();
    EXPECT_TRUE(eventually([&] { return window->comparison().comparison() != nullptr; }));
    EXPECT_EQ(window->session().document().path.filename(), "a.onnx");
    delete window;
}

}  // namespace
}  // namespace qdqlens::test
