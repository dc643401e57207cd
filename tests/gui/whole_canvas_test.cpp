// Large pictures on the canvas: what is kept between frames, the picture from afar, the map, the far ends of
// a value.
#include <QMouseEvent>
#include <QPainter>
#include <random>

#include "tests/gui/gui_support.h"
#include "ui/canvas/coverage_image.h"
#include "ui/canvas/frame_cache.h"
#include "ui/canvas/map_fold.h"
#include "ui/canvas/overview_map.h"
#include "ui/canvas/port_ring.h"

namespace qdqlens::test {
namespace {

TEST(FrameCacheTest, PaintsOnlyWhatComesIntoView) {
    FrameCache cache;
    double painted = 0;
    const FrameCache::Paint paint = [&painted](QPainter& painter, const QRectF& part) {
        painted += part.width() * part.height();
        painter.fillRect(part, Qt::white);
    };
    ViewTransform view;
    view.set(0.5, {100, 200});
    (void)cache.frame(view, {400, 300}, 1, paint);
    EXPECT_EQ(painted, 400 * 300);
    painted = 0;
    view.panBy({-10, 0});
    (void)cache.frame(view, {400, 300}, 1, paint);
    EXPECT_EQ(painted, 10 * 300);
    painted = 0;
    (void)cache.frame(view, {400, 300}, 1, paint);
    EXPECT_EQ(painted, 0);
    view.zoomAt({3, 3}, 0.6);
    (void)cache.frame(view, {400, 300}, 1, paint);
    EXPECT_EQ(painted, 400 * 300);
    painted = 0;
    cache.invalidate();
    (void)cache.frame(view, {400, 300}, 1, paint);
    EXPECT_EQ(painted, 400 * 300);
}

TEST(CoverageImageTest, APixelShowsHowMuchOfItIsCovered) {
    CoverageImage sum({4, 2});
    sum.add({1, 0, 0.5, 0.5}, qRgb(200, 0, 0));
    sum.add({2, 0, 2, 5}, qRgb(0, 100, 0));
    sum.add({2, 0, 1, 1}, qRgb(0, 0, 100));
    sum.add({-9, -9, 3, 3}, qRgb(1, 1, 1));
    const QImage image = sum.image(1);
    EXPECT_EQ(image.pixel(0, 0), 0U);
    EXPECT_EQ(image.pixel(1, 0), qRgba(50, 0, 0, 64));
    EXPECT_EQ(image.pixel(3, 1), qRgba(0, 100, 0, 255));
    EXPECT_EQ(image.pixel(2, 0), qRgba(0, 50, 50, 255));
}

TEST(MapFoldTest, LongPicturesAreFoldedAndEveryPointIsFoundAgain) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> share(0, 1);
    for (const QSizeF picture : {QSizeF(800, 600), QSizeF(700, 71'000), QSizeF(2'000'000, 2000)}) {
        const MapFold fold(picture, {200, 260});
        EXPECT_LE(fold.size().width(), 200.001);
        EXPECT_LE(fold.size().height(), 260.001);
        for (int i = 0; i < 200; ++i) {
            const QPointF point(picture.width() * share(random), picture.height() * share(random));
            const QPointF at = fold.spot({point, QSizeF(0, 0)}).center();
            const QPointF again = fold.toPicture(at);
            EXPECT_LE((again - point).manhattanLength() * fold.scale(), 0.01);
        }
    }
    EXPECT_EQ(MapFold({800, 600}, {200, 260}).bands(), 1);
    EXPECT_GT(MapFold({700, 71'000}, {200, 260}).bands(), 4);
    // What shows across a fold has a piece in both bands, of the same area together.
    const MapFold fold({700, 71'000}, {200, 260});
    const double cut = 71'000.0 / fold.bands();
    const auto pieces = fold.toMap({0, cut - 300, 700, 600});
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_NEAR(pieces[0].height() + pieces[1].height(), 600 * fold.scale(), 1e-6);
}

TEST(PortRingTest, HoldsTheStubsOfOneValueFromTopToBottom) {
    Figure figure;
    figure.scene.boxes.resize(5);
    figure.placement.boxes = {{0, 0, 9, 9}, {0, 300, 9, 9}, {0, 100, 9, 9}, {0, 50, 9, 9}, {0, 20, 9, 9}};
    for (const std::uint32_t stub : {1U, 2U, 3U}) {
        figure.scene.boxes[stub].kind = BoxKind::kStub;
        figure.scene.boxes[stub].value = ValueId{stub == 3U ? 8U : 7U};
    }
    EXPECT_EQ(portRing(figure, 1), (std::vector<std::uint32_t>{2, 1}));
    EXPECT_TRUE(portRing(figure, 3).empty());
    EXPECT_TRUE(portRing(figure, 0).empty());
}

class WholeCanvasTest : public testing::Test {
  protected:
    void SetUp() override {
        path_ = sample_.write("long.onnx", longModel(400));
        seen_.open(path_, {}, Level::kNodes);
        seen_.andSee([this] { seen_.session().showWhole(); });
    }

    [[nodiscard]] std::vector<std::uint32_t> stubs() {
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < seen_.scene().boxes.size(); ++i) {
            if (seen_.scene().boxes[i].kind == BoxKind::kStub) {
                found.push_back(i);
            }
        }
        return found;
    }

    SampleFile sample_;
    std::filesystem::path path_;
    TestWindow seen_;
};

TEST_F(WholeCanvasTest, APannedPictureIsWhatWouldBePaintedAnew) {
    CanvasView& canvas = seen_.canvas();
    for (const double zoom : {1.0, 0.3, 0.1, 0.03}) {
        canvas.setZoom(zoom);
        canvas.centerOn(200);
        const QPoint from = canvas.viewport()->rect().center();
        QTest::mousePress(canvas.viewport(), Qt::MiddleButton, Qt::NoModifier, from);
        for (const QPoint step : {QPoint(0, -40), QPoint(7, -95), QPoint(-31, 60)}) {
            QTest::mouseMove(canvas.viewport(), from + step);
            (void)canvas.viewport()->grab();
        }
        QTest::mouseRelease(canvas.viewport(), Qt::MiddleButton, Qt::NoModifier, from + QPoint(-31, 60));
        const QImage moved = canvas.viewport()->grab().toImage();
        canvas.setThemeKind(canvas.themeKind());  // Paints all of it again.
        const QImage anew = canvas.viewport()->grab().toImage();
        int different = 0;
        for (int y = 0; y < anew.height(); ++y) {
            for (int x = 0; x < anew.width(); ++x) {
                const QColor a = moved.pixelColor(x, y);
                const QColor b = anew.pixelColor(x, y);
                different += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) > 24 ? 1 : 0;
            }
        }
        EXPECT_EQ(different, 0) << zoom;
    }
}

TEST_F(WholeCanvasTest, FitShowsAllOfAVeryLongPicture) {
    CanvasView& canvas = seen_.canvas();
    canvas.fit();
    const QRectF viewport = canvas.viewport()->rect();
    EXPECT_TRUE(viewport.contains(canvas.boxOnScreen(0)));
    for (const std::uint32_t stub : stubs()) {
        EXPECT_TRUE(viewport.contains(canvas.boxOnScreen(stub)));
    }
    EXPECT_FALSE(canvas.overview().isVisible());
}

TEST_F(WholeCanvasTest, TheOverviewMovesTheView) {
    CanvasView& canvas = seen_.canvas();
    canvas.setZoom(1);
    OverviewMap& map = canvas.overview();
    ASSERT_TRUE(map.isVisible());
    const auto at = [&map](double share) {
        const QRectF picture(0, 0, 0, 0);
        return (map.fold().spot(picture.translated(100, share)).center() +
                QPointF(OverviewMap::kPadding, OverviewMap::kPadding))
            .toPoint();
    };
    const double height = seen_.session().shown().figure->placement.height;
    QTest::mouseClick(&map, Qt::LeftButton, Qt::NoModifier, at(height * 0.9));
    EXPECT_NEAR(canvas.viewState().center.y(), height * 0.9, height * 0.03);
    // The frame is taken where it is held, and follows the hand.
    QTest::mousePress(&map, Qt::LeftButton, Qt::NoModifier, at(height * 0.9));
    QTest::mouseMove(&map, at(height * 0.4));
    QTest::mouseRelease(&map, Qt::LeftButton, Qt::NoModifier, at(height * 0.4));
    EXPECT_NEAR(canvas.viewState().center.y(), height * 0.4, height * 0.05);
    QTest::keyClick(&seen_.window(), Qt::Key_M, Qt::ControlModifier);
    EXPECT_FALSE(map.isVisible());
    QTest::keyClick(&seen_.window(), Qt::Key_M, Qt::ControlModifier);
    EXPECT_TRUE(map.isVisible());
}

TEST_F(WholeCanvasTest, AKeyJumpsBetweenTheEndsOfAFarUse) {
    CanvasView& canvas = seen_.canvas();
    canvas.setZoom(1);
    const auto all = stubs();
    ASSERT_GE(all.size(), 3U);
    canvas.centerOn(all[1]);
    QTest::mouseClick(canvas.viewport(), Qt::LeftButton, Qt::NoModifier,
                      canvas.boxOnScreen(all[1]).center().toPoint());
    ASSERT_EQ(canvas.selectedBox(), all[1]);
    const QPointF place = canvas.boxOnScreen(all[1]).center();
    seen_.key(Qt::Key_J);
    const auto next = canvas.selectedBox();
    ASSERT_TRUE(next);
    EXPECT_NE(*next, all[1]);
    EXPECT_EQ(seen_.scene().boxes[*next].value, seen_.scene().boxes[all[1]].value);
    EXPECT_LE((canvas.boxOnScreen(*next).center() - place).manhattanLength(), 1);
    seen_.key(Qt::Key_J, Qt::ShiftModifier);
    EXPECT_EQ(canvas.selectedBox(), all[1]);
}

}  // namespace
}  // namespace qdqlens::test
