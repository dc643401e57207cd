// The engine over a live Graphviz: relations, not coordinates. And over helpers that misbehave.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "core/diagram/layout_request.h"
#include "core/layout/helper_engine.h"
#include "core/layout/protocol.h"
#include "tests/support/layouts.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

class LibexecFolder {
  public:
    explicit LibexecFolder(const fs::path& folder) {
        if (const char* set = std::getenv(kName); set != nullptr) {
            before_ = set;
        }
        setenv(kName, folder.c_str(), 1);
    }
    ~LibexecFolder() { before_.empty() ? unsetenv(kName) : setenv(kName, before_.c_str(), 1); }
    LibexecFolder(const LibexecFolder&) = delete;
    LibexecFolder& operator=(const LibexecFolder&) = delete;

  private:
    static constexpr const char* kName = "QDQLENS_LIBEXEC";
    std::string before_;
};

class LayoutEngineTest : public testing::Test {
  protected:
    [[nodiscard]] Placement place(const LayoutRequest& request) {
        auto placement = engine_.layout(request, {}, {});
        EXPECT_TRUE(placement) << (placement ? "" : placement.error().message());
        return placement ? *placement : Placement{};
    }
    void expectSound(const LayoutRequest& request) {
        const Placement placement = place(request);
        EXPECT_EQ(faultOf(placement, request), "");
        EXPECT_EQ(labelFaultOf(placement, request), "");
        EXPECT_EQ(edgesThroughBoxes(placement, request), 0);
    }

    LibexecFolder folder_{programFolder()};
    HelperEngine engine_;
};

LayoutRequest diamond() {
    LayoutRequest request;
    request.boxes = {{100, 40}, {80, 30.5}, {120.25, 60}, {90, 40}};
    request.edges = {{0, 1, {50, 14}}, {0, 2, {70, 14}}, {1, 3, {50, 14}}, {2, 3, {}}};
    return request;
}

TEST_F(LayoutEngineTest, RanksFollowTheEdgesDownwards) {
    const Placement placement = place(diamond());
    EXPECT_GE(placement.boxes[1].y, placement.boxes[0].bottom() + 34);
    EXPECT_GE(placement.boxes[3].y, placement.boxes[1].bottom() + 34);
    EXPECT_NEAR(placement.boxes[1].center().y, placement.boxes[2].center().y, 1);
    EXPECT_GE(std::abs(placement.boxes[1].center().x - placement.boxes[2].center().x), 100 + 24 - 1);
    expectSound(diamond());
}

TEST_F(LayoutEngineTest, RanksFollowTheEdgesToTheRight) {
    LayoutRequest request = diamond();
    request.rankdir = RankDir::kLeftRight;
    const Placement placement = place(request);
    EXPECT_GE(placement.boxes[1].x, placement.boxes[0].right() + 34);
    EXPECT_GE(placement.boxes[3].x, placement.boxes[2].right() + 34);
    EXPECT_NEAR(placement.boxes[1].center().x, placement.boxes[2].center().x, 1);
    expectSound(request);
}

TEST_F(LayoutEngineTest, EdgesLeaveBelowAndArriveAbove) {
    const LayoutRequest request = diamond();
    const Placement placement = place(request);
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        EXPECT_DOUBLE_EQ(placement.edges[i].front().y, placement.boxes[request.edges[i].from].bottom());
        EXPECT_DOUBLE_EQ(placement.edges[i].back().y, placement.boxes[request.edges[i].to].y);
    }
}

TEST_F(LayoutEngineTest, SelfLoopsParallelEdgesAndCycles) {
    LayoutRequest request;
    request.boxes = {{100, 40}, {100, 40}, {60, 90}};
    request.edges = {{0, 0, {40, 12}}, {0, 1, {40, 12}}, {0, 1, {}}, {0, 1, {}}, {0, 1, {40, 12}},
                     {1, 0, {40, 12}}, {1, 2, {}},       {2, 0, {}}, {2, 2, {}}, {2, 2, {30, 10}}};
    expectSound(request);
    request.rankdir = RankDir::kLeftRight;
    expectSound(request);
}

TEST_F(LayoutEngineTest, BoxesWithoutEdgesAndASingleBox) {
    LayoutRequest request;
    request.boxes = {{0.5, 0.5}};
    const Placement one = place(request);
    EXPECT_EQ(one.boxes[0], (Rect{0, 0, 0.5, 0.5}));
    EXPECT_EQ(one.width, 0.5);
    request.boxes.resize(7, {30, 20});
    expectSound(request);
}

TEST_F(LayoutEngineTest, AnEmptyRequestGivesAnEmptyPlacement) {
    const Placement placement = place({});
    EXPECT_TRUE(placement.boxes.empty());
    EXPECT_EQ(placement.width, 0);
    EXPECT_EQ(engine_.stats().starts, 0U);
}

TEST_F(LayoutEngineTest, NeighbourhoodsAreSound) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        LayoutRequest request = neighbourhood(seed, 10 + seed, seed % 3 != 0);
        request.rankdir = seed % 2 == 0 ? RankDir::kTopBottom : RankDir::kLeftRight;
        SCOPED_TRACE(seed);
        expectSound(request);
    }
    EXPECT_EQ(engine_.stats().starts, 1U);
}

TEST_F(LayoutEngineTest, TheSameRequestGivesTheSameDoubles) {
    const LayoutRequest request = neighbourhood(7, 50, true);
    const Placement first = place(request);
    (void)place(neighbourhood(8, 30, true));
    const Placement second = place(request);
    HelperEngine other;
    const auto third = other.layout(request, {}, {});
    ASSERT_TRUE(third);
    EXPECT_EQ(first.boxes, second.boxes);
    EXPECT_EQ(first.edges, second.edges);
    EXPECT_EQ(first.labels, second.labels);
    EXPECT_EQ(first.boxes, third->boxes);
    EXPECT_EQ(first.edges, third->edges);
    EXPECT_EQ(first.labels, third->labels);
}

TEST_F(LayoutEngineTest, TellsWhatALayoutCost) {
    (void)place(neighbourhood(7, 50, true));
    EXPECT_GT(engine_.stats().cpu_seconds, 0);
    EXPECT_LT(engine_.stats().cpu_seconds, 20);
}

TEST_F(LayoutEngineTest, RefusesSizesThatAreNone) {
    LayoutRequest request = diamond();
    request.boxes[2].width = std::nan("");
    const auto placement = engine_.layout(request, {}, {});
    ASSERT_FALSE(placement);
    EXPECT_EQ(placement.error().kind, ErrorKind::kEngine);
    EXPECT_EQ(placement.error().where, "box 2");
}

// Takes dot far longer than any test: a dense graph of many ranks.
LayoutRequest endless() {
    LayoutRequest request;
    request.boxes.resize(3000, {100, 40});
    for (std::uint32_t i = 0; i + 1 < request.boxes.size(); ++i) {
        request.edges.push_back({i, i + 1, {}});
        request.edges.push_back({i % 40, i + 1, {}});
        request.edges.push_back({i / 2, i + 1, {}});
    }
    return request;
}

TEST_F(LayoutEngineTest, TimeOutEndsTheHelperAndTheNextRequestWorks) {
    const auto placement = engine_.layout(endless(), {200ms}, {});
    ASSERT_FALSE(placement);
    EXPECT_EQ(placement.error().kind, ErrorKind::kEngine);
    EXPECT_EQ(placement.error().message(),
              "layout of 3000 boxes and 8997 edges: qdqlens-layout took too long and was ended");
    expectSound(diamond());
    EXPECT_EQ(engine_.stats().starts, 2U);
}

TEST_F(LayoutEngineTest, StopEndsTheHelperAndTheNextRequestWorks) {
    std::stop_source source;
    std::jthread stopper([&source] {
        std::this_thread::sleep_for(100ms);
        source.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    const auto placement = engine_.layout(endless(), {}, source.get_token());
    ASSERT_FALSE(placement);
    EXPECT_EQ(placement.error().kind, ErrorKind::kStopped);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
    expectSound(diamond());
}

TEST_F(LayoutEngineTest, AStopAskedBeforeStartsNothing) {
    std::stop_source source;
    source.request_stop();
    const auto placement = engine_.layout(diamond(), {}, source.get_token());
    ASSERT_FALSE(placement);
    EXPECT_EQ(placement.error().kind, ErrorKind::kStopped);
    EXPECT_EQ(engine_.stats().starts, 0U);
}

// A helper program of the test's own, a shell script.
class BadHelperTest : public testing::Test {
  protected:
    [[nodiscard]] Error run(const std::string& script) {
        const fs::path program = folder_.file("qdqlens-layout", "#!/bin/sh\n" + script);
        fs::permissions(program, fs::perms::owner_all);
        const LibexecFolder libexec(folder_.path());
        const auto placement = engine_.layout(diamond(), {10s}, {});
        EXPECT_FALSE(placement);
        return placement ? Error{} : placement.error();
    }
    void expectRecovered() {
        const LibexecFolder libexec(programFolder());
        const auto placement = engine_.layout(diamond(), {}, {});
        ASSERT_TRUE(placement) << placement.error().message();
        EXPECT_EQ(faultOf(*placement, diamond()), "");
    }

    TemporaryFolder folder_;
    HelperEngine engine_;
};

TEST_F(BadHelperTest, ACrashIsAnErrorThatSaysWhatItWas) {
    const Error error = run("head -c 16 >/dev/null; echo 'maze.c:313: assertion' >&2; kill -ABRT $$");
    EXPECT_EQ(error.kind, ErrorKind::kEngine);
    EXPECT_EQ(error.message(),
              "layout of 4 boxes and 4 edges: qdqlens-layout died of signal 6 (aborted) (it said: "
              "maze.c:313: assertion)");
    expectRecovered();
}

TEST_F(BadHelperTest, AHelperThatEndsAtOnce) {
    EXPECT_NE(run("exit 7").what.find("exit code 7"), std::string::npos);
    expectRecovered();
}

TEST_F(BadHelperTest, GarbageIsAnError) {
    EXPECT_NE(run("echo 'this is not a frame at all, whatever it is'; sleep 60").what.find("garbled"),
              std::string::npos);
    expectRecovered();
}

TEST_F(BadHelperTest, AnAnswerToAnotherQuestionIsAnError) {
    using namespace layout_protocol;
    const fs::path answer = folder_.file("answer", frame(FrameKind::kAnswer, encodeAnswer({})));
    EXPECT_NE(run("cat '" + answer.string() + "'; sleep 60").what.find("garbled"), std::string::npos);
    expectRecovered();
}

TEST_F(BadHelperTest, AnAnswerCutShortIsAnError) {
    using namespace layout_protocol;
    const std::string whole = frame(FrameKind::kAnswer, std::string(1000, 'x'));
    const fs::path answer = folder_.file("answer", whole.substr(0, 500));
    EXPECT_NE(run("cat '" + answer.string() + "'").what.find("ended with exit code 0"), std::string::npos);
    expectRecovered();
}

TEST_F(BadHelperTest, AFailureIsPassedOn) {
    using namespace layout_protocol;
    const fs::path answer = folder_.file("answer", frame(FrameKind::kFailure, "dot could not"));
    EXPECT_EQ(run("cat '" + answer.string() + "'; sleep 60").message(),
              "layout of 4 boxes and 4 edges: dot could not");
    expectRecovered();
}

// The program as it is started: it ends with its client, and says what it is to people.
TEST(LayoutHelper, EndsWhenItsInputEnds) {
    const auto ended = runCommand((programFolder() / "qdqlens-layout").string() + " </dev/null");
    EXPECT_EQ(ended.exit_code, 0);
    EXPECT_EQ(ended.out, "");
}

TEST(LayoutHelper, EndsInTheMiddleOfALayoutThatNobodyWaitsFor) {
    using namespace layout_protocol;
    const TemporaryFolder folder;
    const fs::path request = folder.file("request", frame(FrameKind::kRequest, encodeRequest(endless())));
    const auto ended = runCommand("( cat '" + request.string() + "'; sleep 0.5 ) | timeout -s KILL 60 '" +
                                  (programFolder() / "qdqlens-layout").string() + "'; exit $?");
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.out, "");
}

TEST(LayoutHelper, RefusesWhatIsNoRequest) {
    const auto ended =
        runCommand("echo 'digraph { a -> b } and more' | " + (programFolder() / "qdqlens-layout").string());
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_NE(ended.err.find("garbled"), std::string::npos) << ended.err;
}

TEST(LayoutRequestTest, AsksForBoxesAndLabels) {
    Scene scene;
    scene.rankdir = RankDir::kLeftRight;
    scene.boxes.resize(2);
    scene.boxes[0].width = 12;
    scene.boxes[0].height = 34;
    scene.edges.resize(2);
    scene.edges[0].to = 1;
    scene.edges[0].label = "int8";
    scene.edges[0].label_width = 30;
    scene.edges[0].label_height = 14;
    scene.edges[1].label_width = 30;  // No text, no room.
    const LayoutRequest request = layoutRequest(scene);
    EXPECT_EQ(request.rankdir, RankDir::kLeftRight);
    ASSERT_EQ(request.boxes.size(), 2U);
    EXPECT_EQ(request.boxes[0].height, 34);
    ASSERT_EQ(request.edges.size(), 2U);
    EXPECT_EQ(request.edges[0].to, 1U);
    EXPECT_EQ(request.edges[0].label.width, 30);
    EXPECT_EQ(request.edges[1].label.width, 0);
}

}  // namespace
}  // namespace qdqlens::test
