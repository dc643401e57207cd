#include "core/layout/geometry.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/layout/labels.h"
#include "tests/support/layouts.h"

namespace qdqlens::test {
namespace {

TEST(LayoutGeometry, NearestPointOfTheBorder) {
    const Rect rect{10, 20, 100, 40};
    EXPECT_EQ(nearestOnBorder(rect, {50, 100}), (Point{50, 60}));
    EXPECT_EQ(nearestOnBorder(rect, {0, 0}), (Point{10, 20}));
    EXPECT_EQ(nearestOnBorder(rect, {50, 59}), (Point{50, 60}));
    EXPECT_EQ(nearestOnBorder(rect, {50, 22}), (Point{50, 20}));
    EXPECT_EQ(nearestOnBorder(rect, {12, 40}), (Point{10, 40}));
    EXPECT_EQ(nearestOnBorder(rect, {109, 40}), (Point{110, 40}));
}

TEST(LayoutGeometry, AttachKeepsTheDirectionOfTheEnds) {
    std::vector<Point> curve{{50, 41}, {50, 60}, {50, 80}, {50, 99}};
    attach(curve, {0, 0, 100, 40}, {0, 100, 100, 40});
    EXPECT_EQ(curve, (std::vector<Point>{{50, 40}, {50, 59}, {50, 81}, {50, 100}}));
}

TEST(LayoutGeometry, ACurveThatIsNoneBecomesAStraightLine) {
    for (const std::size_t points : {0U, 1U, 3U, 5U}) {
        std::vector<Point> curve(points);
        attach(curve, {0, 0, 100, 40}, {0, 100, 100, 40});
        ASSERT_EQ(curve.size(), 4U);
        EXPECT_EQ(curve.front(), (Point{50, 40}));
        EXPECT_EQ(curve.back(), (Point{50, 100}));
    }
    std::vector<Point> slanted;
    attach(slanted, {0, 0, 100, 40}, {200, 100, 100, 40});
    EXPECT_EQ(slanted.front(), (Point{90, 40}));
    EXPECT_EQ(slanted.back(), (Point{210, 100}));
    std::vector<Point> itself;
    attach(itself, {0, 0, 100, 40}, {0, 0, 100, 40});
    EXPECT_TRUE(std::isfinite(itself.front().x));
}

TEST(LayoutGeometry, ThePictureStartsAtTheOrigin) {
    Placement placement;
    placement.boxes = {{-5, 10, 20, 20}};
    placement.edges = {{{0, 10}, {40, 0}, {40, 40}, {0, 30}}};
    placement.labels = {{-9, 12, 2, 2}};
    moveToOrigin(placement);
    EXPECT_EQ(placement.boxes[0], (Rect{4, 10, 20, 20}));
    EXPECT_EQ(placement.labels[0], (Rect{0, 12, 2, 2}));
    EXPECT_EQ(placement.width, 49);
    EXPECT_EQ(placement.height, 40);
}

TEST(LayoutGeometry, LabelsThatAreNoneStayNone) {
    Placement placement;
    placement.boxes = {{5, 5, 10, 10}};
    placement.edges = {{{5, 5}, {5, 5}, {5, 5}, {5, 5}}};
    placement.labels = {Rect{}};
    moveToOrigin(placement);
    EXPECT_EQ(placement.labels[0], Rect{});
}

// Two boxes and a straight edge between them, beside which a label is asked for.
struct Sheet {
    LayoutRequest request;
    Placement placement;

    Sheet() {
        request.boxes = {{100, 40}, {100, 40}};
        placement.boxes = {{300, 0, 100, 40}, {300, 200, 100, 40}};
        add(0, 1, 350, 350, {40, 14});
        placement.width = 1000;
        placement.height = 240;
    }
    void add(std::uint32_t from, std::uint32_t to, double x0, double x1, LayoutRequest::Size label) {
        request.edges.push_back({from, to, label});
        placement.edges.push_back(
            {{x0, 40}, {x0 * 2 / 3 + x1 / 3, 93}, {x0 / 3 + x1 * 2 / 3, 147}, {x1, 200}});
        placement.labels.push_back({0, 0, label.width, label.height});
    }
};

TEST(LayoutLabels, AFreeLabelStays) {
    Sheet sheet;
    sheet.placement.labels[0] = {360, 110, 40, 14};
    settleLabels(sheet.placement, RankDir::kTopBottom);
    EXPECT_EQ(sheet.placement.labels[0], (Rect{360, 110, 40, 14}));
}

TEST(LayoutLabels, ALabelOnItsLineStepsAside) {
    Sheet sheet;
    sheet.placement.labels[0] = {330, 110, 40, 14};
    settleLabels(sheet.placement, RankDir::kTopBottom);
    EXPECT_EQ(sheet.placement.labels[0], (Rect{350 + kLabelGap, 110, 40, 14}));
}

TEST(LayoutLabels, ALineOnTheRightSendsItToTheLeft) {
    Sheet sheet;
    sheet.add(0, 1, 370, 370, {});
    sheet.placement.labels[0] = {351, 110, 40, 14};
    settleLabels(sheet.placement, RankDir::kTopBottom);
    EXPECT_EQ(labelFaultOf(sheet.placement, sheet.request), "");
    EXPECT_EQ(sheet.placement.labels[0].right(), 350 - kLabelGap);
}

TEST(LayoutLabels, ALabelSlidesAlongItsEdge) {
    Sheet sheet;
    // Free on both sides at the lower end alone.
    sheet.request.boxes.insert(sheet.request.boxes.end(), 2, {200, 100});
    sheet.placement.boxes.push_back({355, 60, 200, 100});
    sheet.placement.boxes.push_back({145, 60, 200, 100});
    sheet.placement.labels[0] = {351, 110, 40, 14};
    settleLabels(sheet.placement, RankDir::kTopBottom);
    EXPECT_EQ(labelFaultOf(sheet.placement, sheet.request), "");
    EXPECT_EQ(sheet.placement.labels[0].x, 350 + kLabelGap);
}

TEST(LayoutLabels, WhereNothingBesideTheEdgeIsFreeItGoesFarther) {
    Sheet sheet;
    for (int i = 1; i < 20; ++i) {
        sheet.add(0, 1, 350 + 8 * i, 350 + 8 * i, {});
        sheet.add(0, 1, 350 - 8 * i, 350 - 8 * i, {});
    }
    sheet.placement.labels[0] = {351, 110, 40, 14};
    settleLabels(sheet.placement, RankDir::kTopBottom);
    EXPECT_EQ(labelFaultOf(sheet.placement, sheet.request), "");
}

TEST(LayoutLabels, LabelsMakeWayForEachOther) {
    Sheet sheet;
    sheet.add(0, 1, 380, 380, {60, 14});
    sheet.add(0, 1, 320, 320, {60, 14});
    sheet.placement.labels = {{351, 110, 40, 14}, {351, 110, 60, 14}, {351, 110, 60, 14}};
    settleLabels(sheet.placement, RankDir::kTopBottom);
    EXPECT_EQ(labelFaultOf(sheet.placement, sheet.request), "");
}

}  // namespace
}  // namespace qdqlens::test
