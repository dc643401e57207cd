// What the window says of the runtime: why nodes stay in float, its stages of the graph, its own answer.
#include <QAction>
#include <QActionGroup>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QToolTip>

#include "tests/gui/gui_support.h"
#include "tests/support/pretend_runtime.h"
#include "ui/shell/compare_session.h"
#include "ui/shell/properties_panel.h"
#include "ui/shell/runtime_dialog.h"
#include "ui/shell/table_page.h"
#include "ui/shell/tables_panel.h"

namespace qdqlens::test {
namespace {

QAction* stageAction(TestWindow& test, int stage) {
    for (QAction* action : test.window().actions().stages->actions()) {
        if (action->data().toInt() == stage) {
            return action;
        }
    }
    return nullptr;
}

RuntimeDialog* ask(TestWindow& test) {
    test.window().actions().ask_runtime->trigger();
    auto* dialog = test.window().findChild<RuntimeDialog*>();
    EXPECT_NE(dialog, nullptr);
    return dialog;
}

TEST(RuntimeInTheWindow, PropertiesAndTooltipSayWhyANodeIsFloat) {
    const SampleFile sample;
    TestWindow test;
    test.open(sample.path());
    test.click("node_max_pool2d");
    const auto says = [&](const QString& text) {
        return test.window().properties().toPlainText().contains(text);
    };
    EXPECT_TRUE(eventually([&] { return says(QStringLiteral("the int8 to uint8 step skips it")); }));
    EXPECT_TRUE(says(QStringLiteral("To mend it")));
    EXPECT_TRUE(says(QStringLiteral("ort-1.30-cpu-x64")));
    const QPoint place = test.place("node_max_pool2d");
    QHelpEvent hover(QEvent::ToolTip, place, test.canvas().viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(test.canvas().viewport(), &hover);
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("Runs: float"))) << QToolTip::text().toStdString();
    test.click("node_conv2d");
    EXPECT_TRUE(eventually([&] { return says(QStringLiteral("int8, as QLinearConv")); }));
    EXPECT_TRUE(says(QStringLiteral("node_dequantize_per_channel"))) << "its node unit";
}

TEST(RuntimeInTheWindow, StagesShowTheGraphAsTheRuntimeHasIt) {
    const SampleFile sample;
    TestWindow test;
    test.open(sample.path(), "node_conv2d");
    EXPECT_TRUE(stageAction(test, 0)->isChecked());
    test.andSee([&] { stageAction(test, 2)->trigger(); });
    const Box& conv = test.scene().boxes[test.box("node_conv2d")];
    EXPECT_EQ(conv.op, "QLinearConv");
    EXPECT_TRUE(conv.focus) << "names are kept, and so is the focus";
    EXPECT_NE(test.scene().title.find("ONNX Runtime 1.30"), std::string::npos) << test.scene().title;
    EXPECT_TRUE(stageAction(test, 2)->isChecked());
    // Of the graph that is left nobody can tell why: the file's reasons go with the names.
    test.window().session().focus({"node_max_pool2d"});
    EXPECT_TRUE(eventually([&] {
        return test.window().properties().toPlainText().contains(
            QStringLiteral("the int8 to uint8 step skips it"));
    }));
    test.andSee([&] { test.window().actions().back->trigger(); });
    test.andSee([&] { test.window().actions().back->trigger(); });
    EXPECT_TRUE(stageAction(test, 0)->isChecked());
    EXPECT_EQ(test.scene().title, "");
    test.andSee([&] { stageAction(test, 1)->trigger(); });
    EXPECT_EQ(test.scene().boxes[test.box("node_conv2d")].op, "Conv");
    test.andSee([&] { stageAction(test, 0)->trigger(); });
    EXPECT_EQ(test.scene().title, "");
}

TEST(RuntimeInTheWindow, ItsAnswerStandsBesideThePrediction) {
    const PretendRuntime pretend;
    if (!pretend.available()) {
        GTEST_SKIP() << "no python3";
    }
    const SampleFile sample;
    TestWindow test;
    test.open(sample.path());
    RuntimeDialog* dialog = ask(test);
    ASSERT_NE(dialog->dimsEdit(QStringLiteral("x")), nullptr);
    dialog->dimsEdit(QStringLiteral("x"))->setText(QStringLiteral("four"));
    QTest::mouseClick(dialog->runButton(), Qt::LeftButton);
    EXPECT_TRUE(dialog->resultText().contains(QStringLiteral("numbers with commas")))
        << "nothing was started";
    EXPECT_FALSE(dialog->busy());
    dialog->dimsEdit(QStringLiteral("x"))->setText(QStringLiteral("4, 3, 16, 16"));
    QTest::mouseClick(dialog->runButton(), Qt::LeftButton);
    EXPECT_FALSE(dialog->runButton()->isEnabled());
    ASSERT_TRUE(eventually([&] { return !dialog->busy(); }));
    const QString said = dialog->resultText();
    EXPECT_TRUE(said.contains(QStringLiteral("onnxruntime 9.8.7: loads and runs the model")))
        << said.toStdString();
    // It optimizes nothing, so every node that is predicted to be an integer kernel or fused differs.
    TablesPanel& tables = test.window().tables();
    ASSERT_TRUE(eventually([&] {
        return tables.currentPage() != nullptr && tables.currentPage()->table().id == "units" &&
               tables.currentPage()->table().columns.back().title == "Why";
    }));
    const auto& rows = tables.currentPage()->table().rows;
    const auto marked =
        std::count_if(rows.begin(), rows.end(), [](const TableRow& row) { return row.marked; });
    EXPECT_GT(marked, 0);
    EXPECT_LT(marked, static_cast<std::ptrdiff_t>(rows.size()));
    QTest::mouseClick(dialog->compareButton(), Qt::LeftButton);
    CompareSession& comparison = test.window().comparison();
    ASSERT_TRUE(eventually([&] { return comparison.active(); }));
    const auto& second = comparison.session(CompareSide::kB).document();
    EXPECT_EQ(second.path.filename(), "tiny.optimized.onnx");
    EXPECT_EQ(readFile(second.path), readFile(sample.path()));
}

TEST(RuntimeInTheWindow, ARefusalIsToldInTheRuntimesWords) {
    const PretendRuntime pretend;
    if (!pretend.available()) {
        GTEST_SKIP() << "no python3";
    }
    const SampleFile sample;
    TestWindow test;
    test.open(sample.write("refuse.onnx", readFile(sample.path())));
    RuntimeDialog* dialog = ask(test);
    QTest::mouseClick(dialog->runButton(), Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return !dialog->busy(); }));
    EXPECT_TRUE(dialog->resultText().contains(QStringLiteral("it is not liked: ä")));
    EXPECT_FALSE(dialog->compareButton()->isEnabled());
}

TEST(RuntimeInTheWindow, StopEndsIt) {
    const PretendRuntime pretend;
    if (!pretend.available()) {
        GTEST_SKIP() << "no python3";
    }
    const SampleFile sample;
    TestWindow test;
    test.open(sample.write("sleep.onnx", readFile(sample.path())));
    RuntimeDialog* dialog = ask(test);
    QTest::mouseClick(dialog->runButton(), Qt::LeftButton);
    QTest::mouseClick(dialog->stopButton(), Qt::LeftButton);
    EXPECT_FALSE(dialog->busy());
    EXPECT_TRUE(dialog->runButton()->isEnabled());
    EXPECT_EQ(dialog->resultText(), QStringLiteral("Stopped."));
}

TEST(RuntimeInTheWindow, WithoutARuntimeItSaysHowToGetOne) {
    const EnvironmentSetting nowhere("QDQLENS_ORT", "/nowhere");
    const SampleFile sample;
    TestWindow test;
    test.open(sample.path());
    RuntimeDialog* dialog = ask(test);
    QTest::mouseClick(dialog->runButton(), Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return !dialog->busy(); }));
    EXPECT_TRUE(dialog->resultText().contains(QStringLiteral("pip install onnxruntime")));
}

}  // namespace
}  // namespace qdqlens::test
