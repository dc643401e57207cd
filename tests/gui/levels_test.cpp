#include <QAction>
#include <QActionGroup>
#include <QTextDocumentFragment>
#include <QToolButton>

#include "resources/samples/model_builder.h"
#include "tests/gui/gui_support.h"
#include "ui/shell/breadcrumb_bar.h"
#include "ui/shell/focus_bar.h"
#include "ui/shell/properties_panel.h"
#include "ui/shell/settings.h"

namespace qdqlens::test {
namespace {

using samples::DataType;

/// encoder.layer.0 … of `nodes` ops each, by the names of the nodes.
std::string layered(int layers, int nodes) {
    samples::ModelBuilder model;
    model.input("x", DataType::kFloat32, {4});
    std::string at = "x";
    for (int layer = 0; layer < layers; ++layer) {
        const std::string scope = "/encoder/layer." + std::to_string(layer);
        for (int i = 0; i < nodes; ++i) {
            const std::string name =
                scope + (i < nodes / 2 ? "/attention/Relu_" : "/output/Relu_") + std::to_string(i);
            at = model.node("Relu", {at}).name(name).out(name + "_out");
        }
    }
    model.output(at);
    return model.serialize();
}

class LevelsTest : public testing::Test {
  protected:
    void TearDown() override { settings::setFirstLevel(std::nullopt); }

    QAction* level(Level wanted) {
        for (QAction* action : seen_.window().actions().levels->actions()) {
            if (action->data().toInt() == static_cast<int>(wanted)) {
                return action;
            }
        }
        return nullptr;
    }
    void press(Level wanted) {
        auto* button = qobject_cast<QToolButton*>(seen_.window().focusBar().widgetForAction(level(wanted)));
        ASSERT_NE(button, nullptr);
        seen_.andSee([&] { QTest::mouseClick(button, Qt::LeftButton); });
    }
    bool framed(const std::string& ref) {
        for (const Group& group : seen_.scene().groups) {
            if (group.ref == ref) {
                return true;
            }
        }
        return false;
    }
    /// As it is read.
    QString path() {
        const QString html = seen_.window().findChild<BreadcrumbBar*>()->text();
        return QTextDocumentFragment::fromHtml(html).toPlainText().replace(QChar::Nbsp, u' ').simplified();
    }

    SampleFile sample_;
    TestWindow seen_;
};

TEST_F(LevelsTest, TheButtonsChooseWhatIsABox) {
    seen_.open(sample_.path());
    EXPECT_TRUE(level(Level::kNodes)->isChecked()) << "it is small";
    press(Level::kUnits);
    EXPECT_TRUE(level(Level::kUnits)->isChecked());
    EXPECT_EQ(seen_.scene().boxes[seen_.box("node_conv2d")].kind, BoxKind::kGroup);
    EXPECT_FALSE(seen_.shows("node_relu")) << "it is in the unit of its Conv";
    seen_.andSee([this] { seen_.window().actions().back->trigger(); });
    EXPECT_TRUE(level(Level::kNodes)->isChecked());
    EXPECT_TRUE(seen_.shows("node_relu"));
}

TEST_F(LevelsTest, AGroupOpensInPlaceAndClosesAgain) {
    seen_.open(sample_.path());
    press(Level::kUnits);
    const QPointF before = seen_.canvas().boxOnScreen(seen_.box("node_conv2d_2")).center();
    const QPoint at = seen_.place("node_conv2d_2");
    ASSERT_LE((before - at).manhattanLength(), 2000);
    seen_.andSee([this] { seen_.doubleClick("node_conv2d_2"); });
    ASSERT_TRUE(framed("node_conv2d_2"));
    EXPECT_TRUE(seen_.shows("node_conv2d_2"));
    EXPECT_NEAR(seen_.canvas().groupOnScreen(0).center().x(), at.x(), 40);
    EXPECT_TRUE(
        seen_.canvas().viewport()->rect().intersects(seen_.canvas().groupOnScreen(0).toAlignedRect()));
    // "−" on something in it closes it; "+" on the group opens it again.
    seen_.andSee([this] { seen_.key(Qt::Key_Minus); });
    EXPECT_FALSE(framed("node_conv2d_2"));
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_conv2d_2"));
    seen_.andSee([this] { seen_.key(Qt::Key_Plus); });
    EXPECT_TRUE(framed("node_conv2d_2"));
    // A click on its label closes it.
    const QRectF frame = seen_.canvas().groupOnScreen(0);
    const QPoint label = (frame.topLeft() + QPointF(16, 12)).toPoint();
    ASSERT_EQ(seen_.canvas().groupLabelAt(label), 0U);
    seen_.andSee(
        [&] { QTest::mouseClick(seen_.canvas().viewport(), Qt::LeftButton, Qt::NoModifier, label); });
    EXPECT_FALSE(framed("node_conv2d_2"));
    // All of it is in the history.
    seen_.andSee([this] { seen_.window().actions().back->trigger(); });
    EXPECT_TRUE(framed("node_conv2d_2"));
    seen_.andSee([this] { seen_.window().actions().forward->trigger(); });
    EXPECT_FALSE(framed("node_conv2d_2"));
}

TEST_F(LevelsTest, EnterOpensAGroupAndHopsAreLeftAlone) {
    seen_.open(sample_.path());
    press(Level::kUnits);
    seen_.click("node_conv2d");
    seen_.andSee([this] { seen_.key(Qt::Key_Return); });
    EXPECT_TRUE(framed("node_conv2d"));
    EXPECT_EQ(seen_.session().options().hops, 2);
}

TEST_F(LevelsTest, ALargeModelOpensAtALevelThatCanBeRead) {
    seen_.open(sample_.write("large.onnx", layered(20, 12)));
    EXPECT_EQ(seen_.session().options().level, Level::kModules);
    EXPECT_TRUE(seen_.session().options().focus.empty());
    EXPECT_LE(seen_.scene().boxes.size(), 100U);
    seen_.open(sample_.path());
    EXPECT_EQ(seen_.session().options().level, Level::kNodes);
}

TEST_F(LevelsTest, ThePathLeadsBack) {
    seen_.open(sample_.write("large.onnx", layered(20, 12)));
    std::string group;
    for (const Box& box : seen_.scene().boxes) {
        if (box.kind == BoxKind::kGroup && box.name.find("layer.3") != std::string::npos) {
            group = box.name;
            break;
        }
    }
    ASSERT_FALSE(group.empty());
    seen_.andSee([&] { seen_.doubleClick(group); });
    ASSERT_TRUE(framed(group));
    EXPECT_EQ(path(), QStringLiteral("main_graph › encoder.layer › 3 › attention › whole graph"));
    EXPECT_FALSE(seen_.session().options().expanded.empty());
    BreadcrumbBar* crumbs = seen_.window().findChild<BreadcrumbBar*>();
    seen_.andSee([&] { Q_EMIT crumbs->linkActivated(QStringLiteral("graph:0")); });
    EXPECT_TRUE(seen_.session().options().expanded.empty());
    EXPECT_FALSE(framed(group));
}

TEST_F(LevelsTest, TheListFindsTheGroupThatANodeIsIn) {
    seen_.open(sample_.path());
    press(Level::kUnits);
    const NodeId relu = seen_.session().source()->scope().topology().findNodes("node_relu").front();
    seen_.session().select({relu, kNoValue});
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_conv2d"));
    seen_.click("node_conv2d");
    const QString properties = seen_.window().properties().toPlainText();
    EXPECT_TRUE(properties.contains(QStringLiteral("node unit"))) << properties.toStdString();
    EXPECT_TRUE(properties.contains(QStringLiteral("node_relu")));
}

TEST_F(LevelsTest, TheLevelIsRememberedOnlyWhereItIsNotChosenByTheSize) {
    seen_.open(sample_.path());
    press(Level::kUnits);
    EXPECT_EQ(settings::firstLevel(), std::nullopt);
    seen_.window().actions().automatic_level->trigger();
    EXPECT_EQ(settings::firstLevel(), Level::kUnits);
    seen_.open(sample_.write("again.onnx", readFile(sample_.path())));
    EXPECT_EQ(seen_.session().options().level, Level::kUnits);
}

}  // namespace
}  // namespace qdqlens::test
