// Laws of the layout over random graphs: any edges, self loops, parallel edges and cycles, any sizes, both
// directions.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "core/layout/frames.h"
#include "core/layout/helper_engine.h"
#include "core/layout/protocol.h"
#include "tests/support/layouts.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

rc::Gen<double> sizeUpTo(int most) {
    return rc::gen::map(rc::gen::inRange(1, most * 10 + 1), [](int tenths) { return tenths / 10.0; });
}

LayoutRequest anyRequest() {
    LayoutRequest request;
    const auto boxes = *rc::gen::inRange<std::uint32_t>(1, 20);
    for (std::uint32_t i = 0; i < boxes; ++i) {
        request.boxes.push_back({*sizeUpTo(300), *sizeUpTo(120)});
    }
    const auto edges = *rc::gen::inRange<std::uint32_t>(0, 30);
    for (std::uint32_t i = 0; i < edges; ++i) {
        LayoutRequest::Edge edge{
            *rc::gen::inRange<std::uint32_t>(0, boxes), *rc::gen::inRange<std::uint32_t>(0, boxes), {}};
        if (*rc::gen::inRange(0, 3) > 0) {
            edge.label = {*sizeUpTo(150), *sizeUpTo(30)};
        }
        request.edges.push_back(edge);
    }
    request.rankdir = *rc::gen::element(RankDir::kTopBottom, RankDir::kLeftRight);
    request.node_separation = *rc::gen::inRange(2, 40);
    request.rank_separation = *rc::gen::inRange(10, 60);
    return request;
}

/// Some of the boxes in groups, groups in groups.
LayoutRequest anyGroupedRequest() {
    LayoutRequest request = anyRequest();
    constexpr std::uint32_t kNone = LayoutRequest::Group::kNoParent;
    const auto groups = *rc::gen::inRange<std::uint32_t>(1, 5);
    for (std::uint32_t g = 0; g < groups; ++g) {
        const std::uint32_t parent = *rc::gen::inRange<std::uint32_t>(0, g + 1);
        LayoutRequest::Group group;
        group.parent = parent == g ? kNone : parent;
        if (*rc::gen::inRange(0, 3) > 0) {
            group.label = {*sizeUpTo(200), *sizeUpTo(20)};
        }
        request.groups.push_back(group);
    }
    for (std::uint32_t box = 0; box < request.boxes.size(); ++box) {
        const std::uint32_t g = *rc::gen::inRange<std::uint32_t>(0, groups + 1);
        if (g < groups) {
            request.groups[g].boxes.push_back(box);
        }
    }
    for (std::uint32_t g = groups; g-- > 0;) {  // No group is empty.
        if (request.groups[g].boxes.empty()) {
            request.boxes.push_back({20, 20});
            request.groups[g].boxes.push_back(static_cast<std::uint32_t>(request.boxes.size()) - 1);
        }
    }
    return request;
}

class LayoutProperty : public testing::Test {
  protected:
    static void SetUpTestSuite() { setenv("QDQLENS_LIBEXEC", programFolder().c_str(), 0); }
};

RC_GTEST_FIXTURE_PROP(LayoutProperty, BoxesStandApartAndEdgesAttach, ()) {
    static HelperEngine engine;
    const LayoutRequest request = anyRequest();
    const auto placement = engine.layout(request, {}, {});
    RC_ASSERT(placement.has_value());
    RC_ASSERT(faultOf(*placement, request) == "");
    RC_ASSERT(labelFaultOf(*placement, request) == "");
}

// Where dot has a little room, and in simple graphs: many self loops on one box reach into its neighbour, and
// of parallel edges dot routes one and draws the others beside it.
RC_GTEST_FIXTURE_PROP(LayoutProperty, NoEdgeRunsThroughABox, ()) {
    static HelperEngine engine;
    LayoutRequest request = anyRequest();
    request.node_separation += 16;
    request.rank_separation += 14;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::erase_if(request.edges, [&seen](const LayoutRequest::Edge& edge) {
        return edge.from == edge.to || !seen.insert(std::minmax(edge.from, edge.to)).second;
    });
    const auto placement = engine.layout(request, {}, {});
    RC_ASSERT(placement.has_value());
    RC_ASSERT(edgesThroughBoxes(*placement, request) == 0);
}

// dot fails on one such graph in some hundred ("triangulation failed", and its process is gone): then frames
// stand only where they are free.
RC_GTEST_FIXTURE_PROP(LayoutProperty, FramesHoldTheirOwnAndNothingElse, ()) {
    static const std::unique_ptr<LayoutEngine> engine = makeLayoutEngine();
    const LayoutRequest request = anyGroupedRequest();
    const auto placement = engine->layout(request, {}, {});
    RC_ASSERT(placement.has_value());
    RC_ASSERT(faultOf(*placement, request) == "");
    RC_ASSERT(frameFaultOf(*placement, request) == "");
}

RC_GTEST_FIXTURE_PROP(LayoutProperty, FramesAroundWhatWasLaidOutWithoutThemAreFree, ()) {
    static HelperEngine engine;
    const LayoutRequest request = anyGroupedRequest();
    LayoutRequest loose = request;
    loose.groups.clear();
    auto placement = engine.layout(loose, {}, {});
    RC_ASSERT(placement.has_value());
    placement->frames = freeFrames(request, *placement);
    RC_ASSERT(frameFaultOf(*placement, request) == "");
}

RC_GTEST_PROP(LayoutProtocolProperty, RequestsSurviveTheWay, ()) {
    const LayoutRequest request = anyGroupedRequest();
    const std::string bytes = layout_protocol::encodeRequest(request);
    const auto got = layout_protocol::decodeRequest(bytes);
    RC_ASSERT(got.has_value());
    RC_ASSERT(layout_protocol::encodeRequest(*got) == bytes);
}

}  // namespace
}  // namespace qdqlens::test
