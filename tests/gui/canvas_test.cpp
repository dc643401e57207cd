#include <QWheelEvent>
#include <random>

#include "tests/gui/gui_support.h"
#include "ui/canvas/box_walk.h"
#include "ui/canvas/grid_index.h"

namespace qdqlens::test {
namespace {

TEST(GridIndexTest, FindsWhatALookAtEveryRectangleFinds) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-500, 9000);
    std::uniform_real_distribution<double> size(0, 700);
    std::vector<QRectF> rects;
    for (int i = 0; i < 400; ++i) {
        // Some are flat, as straight edges are.
        rects.emplace_back(place(random), place(random), i % 5 == 0 ? 0 : size(random),
                           i % 7 == 0 ? 0 : size(random));
    }
    const GridIndex index(rects);
    for (int i = 0; i < 300; ++i) {
        const QRectF area(place(random), place(random), i % 3 == 0 ? 0 : size(random), size(random));
        std::vector<std::uint32_t> expected;
        for (std::uint32_t k = 0; k < rects.size(); ++k) {
            const QRectF& r = rects[k];
            if (r.left() <= area.right() && area.left() <= r.right() && r.top() <= area.bottom() &&
                area.top() <= r.bottom()) {
                expected.push_back(k);
            }
        }
        EXPECT_EQ(index.query(area), expected);
    }
}

TEST(GridIndexTest, OfNothingFindsNothing) {
    EXPECT_TRUE(GridIndex(std::vector<QRectF>{}).query({0, 0, 10, 10}).empty());
}

TEST(ViewTransformTest, WhatIsUnderThePointerStaysThere) {
    ViewTransform view;
    view.set(0.7, {12, 34});
    const QPointF pointer(300, 200);
    const QPointF under = view.toScene(pointer);
    view.zoomAt(pointer, 2.5);
    EXPECT_NEAR(view.toScreen(under).x(), pointer.x(), 1e-9);
    EXPECT_NEAR(view.toScreen(under).y(), pointer.y(), 1e-9);
    view.zoomAt(pointer, 1e9);
    EXPECT_EQ(view.zoom(), ViewTransform::kMaxZoom);
}

/// Two columns: a feeds b and c; c is beside b; b feeds d.
Figure diamond() {
    Figure figure;
    figure.scene.boxes.resize(4);
    figure.placement.boxes = {{50, 0, 40, 20}, {0, 60, 40, 20}, {100, 60, 40, 20}, {0, 120, 40, 20}};
    figure.scene.edges.resize(3);
    figure.scene.edges[0].from = 0;
    figure.scene.edges[0].to = 2;
    figure.scene.edges[1].from = 0;
    figure.scene.edges[1].to = 1;
    figure.scene.edges[2].from = 1;
    figure.scene.edges[2].to = 3;
    return figure;
}

TEST(BoxWalkTest, FollowsEdgesAndStepsBetweenNeighbours) {
    const Figure figure = diamond();
    EXPECT_EQ(walk(figure, 3, WalkStep::kUp), 1U);
    EXPECT_EQ(walk(figure, 1, WalkStep::kUp), 0U);
    EXPECT_EQ(walk(figure, 1, WalkStep::kDown), 3U);
    EXPECT_EQ(walk(figure, 1, WalkStep::kRight), 2U);
    EXPECT_EQ(walk(figure, 2, WalkStep::kLeft), 1U);
    EXPECT_EQ(walk(figure, 2, WalkStep::kDown), std::nullopt);
    EXPECT_EQ(walk(figure, 0, WalkStep::kUp), std::nullopt);
    EXPECT_EQ(walkStart(figure), 0U);
}

class CanvasTest : public testing::Test {
  protected:
    void SetUp() override { seen_.open(sample_.path()); }

    void wheel(QPointF at, int angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWidget* viewport = seen_.canvas().viewport();
        QWheelEvent event(at, viewport->mapToGlobal(at), QPoint(), QPoint(0, angle), Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(viewport, &event);
    }

    SampleFile sample_;
    TestWindow seen_;
};

TEST_F(CanvasTest, TheWheelZoomsAtThePointer) {
    CanvasView& canvas = seen_.canvas();
    const QPointF pointer = seen_.place("node_conv2d");
    const auto under = canvas.boxAt(pointer);
    wheel(pointer, 240);
    EXPECT_GT(canvas.zoom(), 1.2);
    EXPECT_EQ(canvas.boxAt(pointer), under);
    const QPointF center = canvas.boxOnScreen(*under).center();
    EXPECT_LE((center - pointer).manhattanLength(), 2.0);
    wheel(pointer, -2400);
    EXPECT_GE(canvas.zoom(), ViewTransform::kMinZoom);
}

TEST_F(CanvasTest, DraggingMovesThePictureAndSelectsNothing) {
    CanvasView& canvas = seen_.canvas();
    const QPoint from = seen_.place("node_conv2d");
    const QPointF before = canvas.boxOnScreen(seen_.box("node_conv2d")).center();
    QTest::mousePress(canvas.viewport(), Qt::LeftButton, Qt::NoModifier, from);
    QTest::mouseMove(canvas.viewport(), from + QPoint(30, 10));
    QTest::mouseMove(canvas.viewport(), from + QPoint(60, 40));
    QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, Qt::NoModifier, from + QPoint(60, 40));
    const QPointF moved = canvas.boxOnScreen(seen_.box("node_conv2d")).center() - before;
    EXPECT_LE((moved - QPointF(60, 40)).manhattanLength(), 1.0);
    EXPECT_EQ(canvas.selectedBox(), std::nullopt);
}

TEST_F(CanvasTest, FitShowsEverything) {
    CanvasView& canvas = seen_.canvas();
    canvas.fit();
    const QRectF viewport = canvas.viewport()->rect();
    for (std::uint32_t i = 0; i < seen_.scene().boxes.size(); ++i) {
        EXPECT_TRUE(viewport.contains(canvas.boxOnScreen(i)));
    }
}

TEST_F(CanvasTest, PaintsTheFocusInBothThemes) {
    seen_.andSee([this] { seen_.doubleClick("node_conv2d"); });
    for (const ThemeKind kind : {ThemeKind::kLight, ThemeKind::kDark}) {
        seen_.canvas().setThemeKind(kind);
        const QImage image = seen_.canvas().image(1);
        const std::string_view ring = theme(kind).focus;
        const QColor expected(QString::fromLatin1(ring.data(), static_cast<qsizetype>(ring.size())));
        const std::string_view back = theme(kind).background;
        EXPECT_EQ(image.pixelColor(1, 1),
                  QColor(QString::fromLatin1(back.data(), static_cast<qsizetype>(back.size()))));
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                pixels += image.pixelColor(x, y) == expected ? 1 : 0;
            }
        }
        EXPECT_GT(pixels, 200);
    }
}

}  // namespace
}  // namespace qdqlens::test
