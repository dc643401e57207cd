#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "resources/samples/model_builder.h"
#include "tests/gui/gui_support.h"
#include "tests/support/layouts.h"

namespace qdqlens::test {
namespace {

/// Lays out in one column at once, except while it is held: then only a stop ends it.
class HeldEngine : public LayoutEngine {
  public:
    struct State {
        std::atomic<bool> held{false};
        std::atomic<int> begun{0};
        std::atomic<int> stopped{0};
    };
    explicit HeldEngine(std::shared_ptr<State> state) : state_(std::move(state)) {}

    Result<Placement> layout(const LayoutRequest& request, const LayoutLimits& /*limits*/,
                             std::stop_token stop) override {
        ++state_->begun;
        if (state_->held) {
            std::mutex mutex;
            std::condition_variable_any wake;
            std::unique_lock lock(mutex);
            wake.wait(lock, stop, [] { return false; });
            ++state_->stopped;
            return fail(ErrorKind::kStopped, "stopped");
        }
        return inOneColumn(request);
    }

  private:
    std::shared_ptr<State> state_;
};

TEST(SessionTest, ANewerRequestStopsTheOlderAndItsResultIsDropped) {
    const SampleFile sample;
    const auto state = std::make_shared<HeldEngine::State>();
    TestWindow seen(std::make_unique<HeldEngine>(state));
    seen.open(sample.path());
    state->held = true;
    const int begun = state->begun;
    seen.session().focus({"node_conv2d"});
    ASSERT_TRUE(eventually([&] { return state->begun > begun; }));
    state->held = false;
    seen.andSee([&] { seen.session().focus({"node_add"}); });
    EXPECT_EQ(state->stopped, 1);
    EXPECT_EQ(seen.session().shown().options.focus, std::vector<std::string>{"node_add"});
    // The history knows nothing of the focus that never came.
    seen.andSee([&] { seen.session().go(-1); });
    EXPECT_TRUE(seen.session().shown().options.focus.empty());
    EXPECT_FALSE(seen.session().canGo(-1));
}

TEST(SessionTest, HopsAddUpWhileALayoutIsUnderWay) {
    const SampleFile sample;
    const auto state = std::make_shared<HeldEngine::State>();
    TestWindow seen(std::make_unique<HeldEngine>(state));
    seen.open(sample.path());
    state->held = true;
    seen.session().focus({"node_conv2d"});
    for (int i = 0; i < 2; ++i) {
        seen.session().setHops(seen.session().options().hops + 1);
    }
    state->held = false;
    seen.andSee([&] { seen.session().setHops(seen.session().options().hops + 1); });
    EXPECT_EQ(seen.session().shown().options.hops, 5);
    EXPECT_EQ(seen.session().shown().options.focus, std::vector<std::string>{"node_conv2d"});
    EXPECT_TRUE(seen.session().canGo(-1)) << "the focus is a step of its own";
}

TEST(SessionTest, StopKeepsWhatIsShown) {
    const SampleFile sample;
    const auto state = std::make_shared<HeldEngine::State>();
    TestWindow seen(std::make_unique<HeldEngine>(state));
    seen.open(sample.path());
    const auto before = seen.session().shown().figure;
    state->held = true;
    const int begun = state->begun;
    seen.session().focus({"node_conv2d"});
    EXPECT_TRUE(seen.session().busy());
    ASSERT_TRUE(eventually([&] { return state->begun > begun; }));
    seen.session().stop();
    EXPECT_FALSE(seen.session().busy());
    EXPECT_TRUE(eventually([&] { return state->stopped == 1; }));
    EXPECT_EQ(seen.session().shown().figure, before);
    EXPECT_TRUE(seen.session().options().focus.empty());
    EXPECT_TRUE(seen.message().isEmpty());
}

TEST(SessionTest, AWindowThatClosesWhileALayoutRunsDoesNotWait) {
    const SampleFile sample;
    const auto state = std::make_shared<HeldEngine::State>();
    {
        TestWindow seen(std::make_unique<HeldEngine>(state));
        seen.open(sample.path());
        state->held = true;
        const int begun = state->begun;
        seen.session().focus({"node_conv2d"});
        ASSERT_TRUE(eventually([&] { return state->begun > begun; }));
    }
    EXPECT_EQ(state->stopped, 1);
}

TEST(SessionTest, AWrongFocusShowsTheModelNevertheless) {
    const SampleFile sample;
    TestWindow seen;
    seen.open(sample.path(), "no such node");
    EXPECT_EQ(seen.scene().boxes.size(), 38U) << "36 op boxes, the input and the output";
    EXPECT_TRUE(seen.message().contains(QStringLiteral("no such node"))) << seen.message().toStdString();
}

TEST(SessionTest, SubgraphsAreEnteredAndLeft) {
    samples::ModelBuilder model;
    model.input("c", onnx::DataType::kBool, {1});
    model.input("x", onnx::DataType::kFloat32, {1});
    samples::GraphBuilder then_branch = model.subgraph("then_branch");
    then_branch.node("Relu", {"x"}).name("inner_relu").out("t");
    then_branch.output("t");
    samples::GraphBuilder else_branch = model.subgraph("else_branch");
    else_branch.node("Neg", {"x"}).name("inner_neg").out("e");
    else_branch.output("e");
    model.node("If", {"c"})
        .name("choose")
        .attr("then_branch", then_branch)
        .attr("else_branch", else_branch)
        .out("y");
    model.output("y", onnx::DataType::kFloat32, {1});
    const SampleFile sample;
    TestWindow seen;
    seen.open(sample.write("if.onnx", model.serialize()));
    ASSERT_TRUE(seen.shows("choose"));
    seen.andSee([&] { seen.session().enter(NodeId{0}, 1); });
    EXPECT_TRUE(seen.shows("inner_neg"));
    EXPECT_FALSE(seen.shows("choose"));
    seen.andSee([&] { seen.session().enterScope(seen.session().source()->scope().parent()); });
    EXPECT_TRUE(seen.shows("choose"));
    seen.andSee([&] { seen.session().go(-1); });
    EXPECT_TRUE(seen.shows("inner_neg")) << "back leads across graphs";
}

/// Sets $QDQLENS_LIBEXEC while it lives.
class HelperFolder {
  public:
    explicit HelperFolder(const std::filesystem::path& folder) {
        const char* old = std::getenv("QDQLENS_LIBEXEC");
        old_ = old != nullptr ? old : "";
        setenv("QDQLENS_LIBEXEC", folder.c_str(), 1);
    }
    ~HelperFolder() { setenv("QDQLENS_LIBEXEC", old_.c_str(), 1); }
    HelperFolder(const HelperFolder&) = delete;
    HelperFolder& operator=(const HelperFolder&) = delete;

  private:
    std::string old_;
};

TEST(SessionTest, AHelperThatDiesIsSaidAndTheNextPictureWorks) {
    const SampleFile sample;
    TestWindow seen;
    {
        const TemporaryFolder folder;
        const auto fake = folder.file("qdqlens-layout", "#!/bin/sh\necho out of memory >&2\nexit 7\n");
        std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
        const HelperFolder helper(folder.path());
        seen.window().open({sample.path(), {}, {}});
        ASSERT_TRUE(eventually([&] { return !seen.message().isEmpty(); }));
        EXPECT_TRUE(seen.message().contains(QStringLiteral("laid out"))) << seen.message().toStdString();
        EXPECT_TRUE(seen.session().hasDocument()) << "the model is fine";
        EXPECT_EQ(seen.session().shown().figure, nullptr);
    }
    const HelperFolder helper(programFolder());
    seen.andSee([&] { seen.session().showWhole(); });
    ASSERT_TRUE(seen.session().shown().figure);
    EXPECT_TRUE(seen.shows("node_conv2d"));
}

}  // namespace
}  // namespace qdqlens::test
