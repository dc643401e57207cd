#include <QAction>
#include <QComboBox>
#include <QDockWidget>

#include "tests/gui/gui_support.h"
#include "ui/canvas/plot_view.h"
#include "ui/shell/weight_panel.h"

namespace qdqlens::test {
namespace {

class WeightTest : public testing::Test {
  protected:
    void SetUp() override { seen_.open(sample_.path()); }

    WeightPanel& weights() { return seen_.window().weights(); }
    void show() {
        auto* dock = qobject_cast<QDockWidget*>(weights().parentWidget());
        ASSERT_NE(dock, nullptr);
        dock->show();
        dock->raise();
        ASSERT_TRUE(eventually([this] { return weights().isVisible() && !weights().busy(); }));
    }

    SampleFile sample_;
    TestWindow seen_;
};

TEST_F(WeightTest, ShowsTheScalesAndCodesOfTheSelectedOpsWeight) {
    show();
    EXPECT_FALSE(weights().view()->isVisible());
    EXPECT_TRUE(weights().text().contains(QStringLiteral("Select an operator")));
    seen_.click("node_conv2d");
    ASSERT_TRUE(eventually([this] { return weights().view()->isVisible(); }))
        << weights().text().toStdString();
    const Plot& plot = weights().view()->plot();
    EXPECT_NE(plot.description.find("16 scales"), std::string::npos) << plot.description;
    // A pointer over a channel is told which, and its scale.
    ASSERT_FALSE(plot.hints.empty());
    const Rect& place = plot.hints.front().place;
    QTest::mouseMove(weights().view(), QPointF(place.center().x, place.center().y).toPoint());
    EXPECT_TRUE(eventually([this] { return weights().text().contains(QStringLiteral("channel 0")); }))
        << weights().text().toStdString();
    QTest::keyClick(weights().view(), Qt::Key_Right);
    EXPECT_EQ(weights().view()->current(), 1U);
    seen_.click("node_relu");
    EXPECT_TRUE(eventually([this] { return !weights().view()->isVisible(); })) << "it eats no weight";
}

TEST_F(WeightTest, ReadsNothingWhileItIsNotSeen) {
    qobject_cast<QDockWidget*>(weights().parentWidget())->hide();
    ASSERT_TRUE(eventually([this] { return !weights().busy(); }));
    seen_.click("node_conv2d");
    EXPECT_FALSE(weights().busy());
    show();
    EXPECT_TRUE(eventually([this] { return weights().view()->isVisible(); }));
}

}  // namespace
}  // namespace qdqlens::test
