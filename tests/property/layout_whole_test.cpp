// Laws of the layout of large graphs, over random ones of up to 2,000 boxes: branches, long edges, values
// with many uses, parallel edges, loops, cycles, graphs of several parts.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <random>

#include "core/layout/whole/assembly.h"
#include "core/layout/whole/whole_engine.h"
#include "tests/support/layout_quality.h"
#include "tests/support/layouts.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

struct Shape {
    std::uint32_t boxes = 2;
    std::uint32_t reach = 8;      // How far back a box finds what it consumes.
    std::uint32_t branching = 3;  // One box in so many consumes two values.
    std::uint32_t far = 0;        // One box in so many consumes one from anywhere before; 0: none.
    bool odd = false;             // Parallel edges, loops, cycles.
    bool apart = false;           // Falls into several parts.
};

void showValue(const Shape& s, std::ostream& out) {
    out << s.boxes << " boxes, reach " << s.reach << ", branching " << s.branching << ", far " << s.far
        << (s.odd ? ", odd" : "") << (s.apart ? ", apart" : "");
}

rc::Gen<Shape> anyShape() {
    return rc::gen::exec([] {
        Shape shape;
        shape.boxes = *rc::gen::inRange<std::uint32_t>(2, *rc::gen::element(40U, 400U, 2000U));
        shape.reach = *rc::gen::inRange<std::uint32_t>(1, 16);
        shape.branching = *rc::gen::inRange<std::uint32_t>(1, 8);
        shape.far = *rc::gen::element(0U, 0U, 60U, 200U);
        shape.odd = *rc::gen::element(false, true);
        shape.apart = *rc::gen::element(false, false, true);
        return shape;
    });
}

LayoutRequest build(const Shape& shape, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    LayoutRequest request;
    const auto connect = [&](std::uint32_t from, std::uint32_t to) {
        LayoutRequest::Edge edge;
        edge.from = from;
        edge.to = to;
        request.edges.push_back(edge);
    };
    for (std::uint32_t i = 0; i < shape.boxes; ++i) {
        request.boxes.push_back({60.0 + below(200), 20.0 + 14.5 * below(5)});
        if (i == 0 || (shape.apart && below(90) == 0)) {
            continue;
        }
        const std::uint32_t reach = std::min(i, shape.reach);
        connect(i - 1 - below(reach), i);
        if (below(shape.branching) == 0) {
            connect(i - 1 - below(reach), i);
        }
        if (shape.far > 0 && below(shape.far) == 0) {
            connect(below(i), i);
        }
        if (shape.odd && below(25) == 0) {
            switch (below(3)) {
                case 0:
                    connect(i, i);
                    break;
                case 1:
                    connect(request.edges.back().from, i);
                    break;
                default:
                    connect(i, below(i));
            }
        }
    }
    return request;
}

class WholeLayoutProperty : public testing::Test {
  protected:
    static void SetUpTestSuite() { setenv("QDQLENS_LIBEXEC", programFolder().c_str(), 0); }
};

RC_GTEST_FIXTURE_PROP(WholeLayoutProperty, BoxesStandApartAndEveryEdgeLeadsFromBoxToBox, ()) {
    static WholeEngine engine;
    const Shape shape = *anyShape();
    LayoutRequest request = build(shape, *rc::gen::inRange<std::uint32_t>(0, 1U << 30));
    request.rankdir = *rc::gen::element(RankDir::kTopBottom, RankDir::kLeftRight);
    const auto placement = engine.layout(request, {}, {});
    RC_ASSERT(placement.has_value());
    RC_ASSERT(placement->boxes.size() == request.boxes.size());
    RC_ASSERT(placement->edges.size() == request.edges.size());
    RC_ASSERT(countOverlaps(*placement) == 0U);
    RC_ASSERT(faultOf(*placement, request) == "");
    RC_ASSERT(countEdgesThroughBoxes(*placement, request) == 0U);
}

RC_GTEST_PROP(WholeLayoutParts, EveryChainIsAPathAndTheOrderIsOne, ()) {
    const LayoutRequest request = build(*anyShape(), *rc::gen::inRange<std::uint32_t>(0, 1U << 30));
    const whole::Contracted small = whole::contractRequest(request);
    std::size_t members = 0;
    for (const auto& chain : small.chains.members) {
        members += chain.size();
    }
    RC_ASSERT(members == request.boxes.size());
    std::vector<whole::Index> at(small.graph.size(), whole::kNone);
    for (whole::Index i = 0; i < small.order.size(); ++i) {
        RC_ASSERT(at[small.order[i]] == whole::kNone);
        at[small.order[i]] = i;
    }
    RC_ASSERT(small.order.size() == small.graph.size());
    for (whole::Index c = 0; c < small.graph.size(); ++c) {
        for (const whole::Index to : small.graph.consumers(c)) {
            RC_ASSERT(at[c] < at[to]);
        }
    }
}

// Every block in one plan holds boxes once, and each value that enters it has left the one above.
void checkPlan(const whole::Part& part, std::vector<int>& seen) {
    for (const whole::Index box : part.boxes) {
        ++seen[box];
    }
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
        if (part.kind == whole::Part::Kind::kColumn && i > 0) {
            std::vector<whole::Index> above = part.parts[i - 1].bottom;
            std::vector<whole::Index> below = part.parts[i].top;
            std::sort(above.begin(), above.end());
            std::sort(below.begin(), below.end());
            RC_ASSERT(above == below);
        }
        checkPlan(part.parts[i], seen);
    }
}

RC_GTEST_PROP(WholeLayoutParts, APlanHoldsEveryBoxOnceAndNoValueIsLostBetweenBlocks, ()) {
    const LayoutRequest request = build(*anyShape(), *rc::gen::inRange<std::uint32_t>(0, 1U << 30));
    const whole::Contracted small = whole::contractRequest(request);
    std::vector<int> seen(small.graph.size(), 0);
    for (const auto& component : small.components) {
        checkPlan(whole::makePlan(small.graph, component, {}), seen);
    }
    RC_ASSERT(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
}

}  // namespace
}  // namespace qdqlens::test
