// A large picture that shows while it is being laid out.
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "tests/gui/gui_support.h"
#include "tests/support/layouts.h"

namespace qdqlens::test {
namespace {

/// Lays out in one column. Large pictures stop half way, with that half told, until it is let go on.
class HalfWayEngine : public LayoutEngine {
  public:
    struct State {
        std::atomic<bool> go_on{false};
        std::atomic<int> stopped{0};
    };
    explicit HalfWayEngine(std::shared_ptr<State> state) : state_(std::move(state)) {}

    void setSink(LayoutSink sink) override { sink_ = std::move(sink); }

    Result<Placement> layout(const LayoutRequest& request, const LayoutLimits& /*limits*/,
                             std::stop_token stop) override {
        Placement placement = inOneColumn(request);
        if (request.boxes.size() > kWholeAbove && !waited(placement, stop)) {
            ++state_->stopped;
            return fail(ErrorKind::kStopped, "stopped");
        }
        return placement;
    }

  private:
    /// False if it was stopped.
    bool waited(const Placement& placement, const std::stop_token& stop) {
        PartialPlacement half;
        for (std::uint32_t i = 0; i < placement.boxes.size() / 2; ++i) {
            half.boxes.push_back(i);
            Rect place = placement.boxes[i];
            place.y -= 1000;  // The whole moves once more when it is done.
            half.places.push_back(place);
        }
        half.placed = half.boxes.size();
        sink_(half);
        while (!state_->go_on && !stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return !stop.stop_requested();
    }

    std::shared_ptr<State> state_;
    LayoutSink sink_;
};

class GrowthTest : public testing::Test {
  protected:
    GrowthTest() : seen_(std::make_unique<HalfWayEngine>(state_)) {}

    void SetUp() override {
        seen_.open(sample_.write("long.onnx", longModel(400)), {}, Level::kNodes);
        old_ = seen_.canvas().figure();
        seen_.session().showWhole();
        ASSERT_TRUE(eventually([this] { return seen_.canvas().figure() != old_; }));
    }

    std::shared_ptr<HalfWayEngine::State> state_ = std::make_shared<HalfWayEngine::State>();
    SampleFile sample_;
    TestWindow seen_;
    std::shared_ptr<const Figure> old_;
};

TEST_F(GrowthTest, TheHalfThatIsThereShowsAndTheViewStaysWhenTheRestComes) {
    CanvasView& canvas = seen_.canvas();
    const auto half = canvas.figure();
    EXPECT_GT(half->scene.boxes.size(), 150U);
    EXPECT_TRUE(half->scene.edges.empty());
    canvas.centerOn(100);
    const QPointF place = canvas.boxOnScreen(100).center();
    const std::string id = half->scene.boxes[100].id;
    seen_.andSee([this] { state_->go_on = true; });
    const auto whole = canvas.figure();
    EXPECT_GT(whole->scene.boxes.size(), half->scene.boxes.size());
    EXPECT_FALSE(whole->scene.edges.empty());
    for (std::uint32_t i = 0; i < whole->scene.boxes.size(); ++i) {
        if (whole->scene.boxes[i].id == id) {
            EXPECT_LE((canvas.boxOnScreen(i).center() - place).manhattanLength(), 1.0);
        }
    }
}

TEST_F(GrowthTest, EscapeBringsThePictureFromBeforeBack) {
    seen_.canvas().centerOn(3);
    seen_.key(Qt::Key_Escape);
    EXPECT_EQ(seen_.canvas().figure(), old_);
    EXPECT_FALSE(seen_.session().busy());
    EXPECT_TRUE(eventually([this] { return state_->stopped == 1; }));
    // Escape is the canvas' again.
    EXPECT_FALSE(seen_.window().actions().stop->isEnabled());
}

TEST_F(GrowthTest, ANewFocusTakesItsPlaceWithWhatWasClickedWhereItWas) {
    CanvasView& canvas = seen_.canvas();
    canvas.setZoom(1);
    canvas.centerOn(100);
    const QPoint at = canvas.boxOnScreen(100).center().toPoint();
    const NodeId node = canvas.figure()->scene.boxes[100].node;
    QTest::mouseClick(canvas.viewport(), Qt::LeftButton, Qt::NoModifier, at);
    seen_.andSee([&] { QTest::mouseDClick(canvas.viewport(), Qt::LeftButton, Qt::NoModifier, at); });
    ASSERT_TRUE(canvas.selectedBox());
    EXPECT_EQ(seen_.scene().boxes[*canvas.selectedBox()].node, node);
    EXPECT_LE((canvas.boxOnScreen(*canvas.selectedBox()).center() - at).manhattanLength(), 2.0);
    EXPECT_EQ(seen_.canvas().figure(), seen_.session().shown().figure);
    EXPECT_EQ(state_->stopped, 1);
}

}  // namespace
}  // namespace qdqlens::test
