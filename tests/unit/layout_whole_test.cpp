#include "core/layout/whole/whole_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "core/layout/whole/assembly.h"
#include "core/layout/whole/far_uses.h"
#include "tests/support/layout_quality.h"
#include "tests/support/layouts.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

using whole::Index;
using whole::Part;

LayoutRequest boxes(Index count) {
    LayoutRequest request;
    request.boxes.assign(count, {120, 40});
    return request;
}

void connect(LayoutRequest& request, Index from, Index to) {
    LayoutRequest::Edge edge;
    edge.from = from;
    edge.to = to;
    request.edges.push_back(edge);
}

// Residual units: each box of the trunk feeds a branch of two and the next of the trunk. Returns its last
// box.
Index tower(LayoutRequest& request, Index first, Index units) {
    Index trunk = first;
    for (Index u = 0; u < units; ++u) {
        const Index left = trunk + 1, right = trunk + 2, join = trunk + 3;
        connect(request, trunk, left);
        connect(request, trunk, right);
        connect(request, left, join);
        connect(request, right, join);
        trunk = join;
    }
    return trunk;
}

// Two of them from inputs of their own, and a box that takes both ends.
LayoutRequest twoTowers(Index units) {
    const Index each = 3 * units + 1;
    LayoutRequest request = boxes(2 * each + 1);
    const Index a = tower(request, 0, units);
    const Index b = tower(request, each, units);
    connect(request, a, 2 * each);
    connect(request, b, 2 * each);
    return request;
}

class WholeLayout : public testing::Test {
  protected:
    static void SetUpTestSuite() { setenv("QDQLENS_LIBEXEC", programFolder().c_str(), 0); }
};

TEST_F(WholeLayout, TowersThatDoNotDependOnEachOtherStandSideBySide) {
    const LayoutRequest request = twoTowers(80);
    WholeEngine engine;
    const auto placement = engine.layout(request, {}, {});
    ASSERT_TRUE(placement) << placement.error().message();
    EXPECT_EQ(faultOf(*placement, request), "");
    EXPECT_EQ(countEdgesThroughBoxes(*placement, request), 0U);
    // One tower's ways are 161 ranks; stacked, both would be twice as high.
    EXPECT_LT(placement->height, 1.3 * 161 * (40 + request.rank_separation));
    EXPECT_LT(engine.stats().laid_out, engine.stats().blocks) << "equal blocks are laid out once";
    EXPECT_EQ(engine.stats().in_rows, 0U);
}

TEST_F(WholeLayout, ATrunkDoesNotDriftAway) {
    LayoutRequest request = boxes(3 * 300 + 1);
    tower(request, 0, 300);
    WholeEngine engine;
    const auto placement = engine.layout(request, {}, {});
    ASSERT_TRUE(placement) << placement.error().message();
    EXPECT_LT(placement->width, 10 * 120);
}

TEST_F(WholeLayout, WhatFollowsInOneLineStandsInOneLineAndTheSkipBesideItRunsStraight) {
    LayoutRequest request = boxes(14);
    for (Index i = 0; i < 12; ++i) {
        connect(request, i, i + 1);
    }
    connect(request, 0, 12);
    connect(request, 12, 13);
    WholeEngine engine;
    const auto placement = engine.layout(request, {}, {});
    ASSERT_TRUE(placement) << placement.error().message();
    for (Index i = 2; i < 12; ++i) {
        EXPECT_NEAR(placement->boxes[i].center().x, placement->boxes[1].center().x, 0.01);
    }
    const std::vector<Point>& skip = placement->edges[12];
    double straight = 0;
    for (std::size_t i = 0; i + 3 < skip.size(); i += 3) {
        const auto [left, right] = std::minmax({skip[i].x, skip[i + 1].x, skip[i + 2].x, skip[i + 3].x});
        straight += right - left < 0.01 ? skip[i + 3].y - skip[i].y : 0;
    }
    EXPECT_GT(straight, 0.7 * (skip.back().y - skip.front().y));
}

TEST_F(WholeLayout, RowsStandFartherApartWhereManyLinesRunToTheSide) {
    LayoutRequest request = boxes(16);
    for (Index from = 0; from < 8; ++from) {
        for (Index to = 8; to < 16; ++to) {
            connect(request, from, to);
        }
    }
    WholeEngine engine;
    const auto fan = engine.layout(request, {}, {});
    ASSERT_TRUE(fan) << fan.error().message();
    EXPECT_GT(fan->boxes[8].y - fan->boxes[0].bottom(), request.rank_separation + 60);
}

TEST_F(WholeLayout, SmallPartsStandBelowEachOtherBesideTheHighOne) {
    LayoutRequest request = boxes(301 + 2 * 40);
    tower(request, 0, 100);
    for (Index i = 0; i < 40; ++i) {
        connect(request, 301 + 2 * i, 302 + 2 * i);
    }
    WholeEngine engine;
    const auto placement = engine.layout(request, {}, {});
    ASSERT_TRUE(placement) << placement.error().message();
    EXPECT_EQ(faultOf(*placement, request), "");
    double right = 0;
    for (Index i = 0; i < 301; ++i) {
        right = std::max(right, placement->boxes[i].right());
    }
    EXPECT_LT(placement->width, right + 300) << "in one row they would be 40 boxes wide";
}

TEST_F(WholeLayout, TheSameRequestGivesTheSameDoublesWithAnyNumberOfHelpers) {
    LayoutRequest request = neighbourhood(7, 900, false);
    WholeEngine::Options one, three;
    one.helpers = 1;
    three.helpers = 3;
    three.reuse_equal = false;
    WholeEngine alone(one), together(three);
    const auto a = alone.layout(request, {}, {});
    const auto b = together.layout(request, {}, {});
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->boxes, b->boxes);
    EXPECT_EQ(a->edges, b->edges);
}

TEST_F(WholeLayout, LabelsTouchNothing) {
    const LayoutRequest request = neighbourhood(3, 600, true);
    WholeEngine engine;
    const auto placement = engine.layout(request, {}, {});
    ASSERT_TRUE(placement) << placement.error().message();
    std::size_t placed = 0;
    for (const Rect& label : placement->labels) {
        placed += label.width > 0 ? 1 : 0;
    }
    EXPECT_GT(placed, request.edges.size() / 3);
    EXPECT_EQ(countLabelsInTheWay(*placement), 0U);
}

TEST_F(WholeLayout, AStopEndsItAndTheNextRequestWorks) {
    const LayoutRequest request = neighbourhood(5, 2000, false);
    WholeEngine engine;
    std::stop_source stop;
    int calls = 0;
    engine.setSink([&](const PartialPlacement&) {
        if (++calls == 2) {
            stop.request_stop();
        }
    });
    const auto stopped = engine.layout(request, {}, stop.get_token());
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::kStopped);
    engine.setSink({});
    EXPECT_TRUE(engine.layout(request, {}, {}));
}

TEST_F(WholeLayout, BoxesAreToldOfAsTheyFindTheirPlaces) {
    LayoutRequest request = boxes(3 * 300 + 1);
    tower(request, 0, 300);
    for (const RankDir direction : {RankDir::kTopBottom, RankDir::kLeftRight}) {
        request.rankdir = direction;
        WholeEngine engine;
        std::vector<Rect> told(request.boxes.size());
        std::vector<std::size_t> placed;
        engine.setSink([&](const PartialPlacement& part) {
            for (std::size_t i = 0; i < part.boxes.size(); ++i) {
                told[part.boxes[i]] = part.places[i];
            }
            placed.push_back(part.placed);
        });
        const auto placement = engine.layout(request, {}, {});
        ASSERT_TRUE(placement) << placement.error().message();
        ASSERT_GT(placed.size(), 10U);
        EXPECT_LT(placed.front(), request.boxes.size() / 5);
        EXPECT_EQ(placed.back(), request.boxes.size());
        // One column: what was told of it moves as one thing.
        const double dx = placement->boxes[0].x - told[0].x;
        const double dy = placement->boxes[0].y - told[0].y;
        for (std::size_t i = 0; i < told.size(); ++i) {
            ASSERT_NEAR(placement->boxes[i].x, told[i].x + dx, 1e-6);
            ASSERT_NEAR(placement->boxes[i].y, told[i].y + dy, 1e-6);
        }
    }
}

// In `folder` a helper that ends at once when it is started first, and serves from then on.
void putHelperThatFailsOnce(const TemporaryFolder& folder) {
    const std::string started = (folder.path() / "started").string();
    const std::string real = (programFolder() / "qdqlens-layout").string();
    const std::filesystem::path program =
        folder.file("qdqlens-layout", "#!/bin/sh\nif mkdir '" + started +
                                          "' 2>/dev/null; then exit 1; fi\nexec '" + real + "'\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
}

TEST_F(WholeLayout, ABlockThatNoHelperCanDoIsLaidInRowsAndTheOthersAreNotLost) {
    LayoutRequest request = boxes(3 * 300 + 1);
    tower(request, 0, 300);
    const TemporaryFolder folder;
    putHelperThatFailsOnce(folder);
    setenv("QDQLENS_LIBEXEC", folder.path().c_str(), 1);
    WholeEngine::Options one;
    one.helpers = 1;
    one.reuse_equal = false;
    WholeEngine engine(one);
    const auto placement = engine.layout(request, {}, {});
    setenv("QDQLENS_LIBEXEC", programFolder().c_str(), 1);
    ASSERT_TRUE(placement) << placement.error().message();
    EXPECT_EQ(engine.stats().in_rows, 1U);
    EXPECT_GT(engine.stats().blocks, 10U);
    EXPECT_EQ(faultOf(*placement, request), "");
    EXPECT_EQ(countOverlaps(*placement), 0U);
    EXPECT_EQ(countEdgesThroughBoxes(*placement, request), 0U);
}

TEST_F(WholeLayout, RowsAreSoundWithoutAnEngine) {
    LayoutRequest request = twoTowers(12);
    connect(request, 0, 30);
    const whole::Contracted small = whole::contractRequest(request);
    whole::PlanLimits limits;
    limits.most_block = 20;
    const whole::BlockBuilder builder(small.graph, small.shapes, {});
    const Part plan = whole::makePlan(small.graph, small.order, limits);
    int blocks = 0;
    const auto check = [&](const Part& part, const auto& again) -> void {
        if (!part.boxes.empty()) {
            const whole::BlockRequest block = builder.build(part, part.top, true);
            Placement rows = whole::layInRows(block);
            EXPECT_TRUE(whole::lanesAreFree(block, rows));
            EXPECT_TRUE(whole::edgesAreClear(block, rows));
            rows.boxes.resize(block.hubs());
            EXPECT_EQ(countOverlaps(rows), 0U);
            ++blocks;
        }
        for (const Part& inner : part.parts) {
            again(inner, again);
        }
    };
    check(plan, check);
    EXPECT_GT(blocks, 3);
}

TEST(FarUses, AMaskThatEveryLayerUsesHasAPortInEach) {
    std::vector<whole::ValueUse> uses;
    for (Index i = 0; i < 399; ++i) {
        uses.push_back({i, i + 1, i});
    }
    for (Index layer = 0; layer < 4; ++layer) {  // Box 400 is the mask.
        uses.push_back({400, 100 * layer + 20, 400});
        uses.push_back({400, 100 * layer + 30, 400});
    }
    const auto groups = whole::findFarUses(401, uses, {});
    ASSERT_EQ(groups.size(), 3U);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        EXPECT_EQ(groups[g].value, 400U);
        EXPECT_EQ(groups[g].uses.size(), 2U) << "one port for both uses in a layer";
        EXPECT_EQ(uses[groups[g].uses[0]].to, 100 * (g + 1) + 20);
    }
}

TEST(FarUses, WhatTooManyValuesWaitForBecomesAPort) {
    std::vector<whole::ValueUse> uses;
    for (Index i = 0; i < 199; ++i) {
        uses.push_back({i, i + 1, i});
    }
    for (Index i = 0; i < 40; ++i) {  // A U: what is made first is used last.
        uses.push_back({i, 199 - i, i});
    }
    const auto groups = whole::findFarUses(200, uses, {});
    EXPECT_GE(groups.size(), 20U);
    EXPECT_LE(groups.size(), 40U);
    whole::FarLimits wide;
    wide.most_alive = 100;
    EXPECT_TRUE(whole::findFarUses(200, uses, wide).empty());
}

}  // namespace
}  // namespace qdqlens::test
