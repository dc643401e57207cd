#include "core/diagram/drawing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/diagram/box_metrics.h"
#include "core/diagram/frame.h"
#include "tests/support/figure_scenes.h"

namespace qdqlens::test {
namespace {

double distance(Point a, Point b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

const std::vector<Point> kDown{{50, 0}, {50, 20}, {50, 40}, {50, 60}};

EdgeStyle floatEdge() {
    return theme(ThemeKind::kLight).edge(EdgeType::kFloat, false);
}

TEST(DiagramEdgeShape, TheTipIsWhereTheEdgeEnds) {
    const EdgeShape shape = edgeShape(kDown, floatEdge(), 0, 0);
    EXPECT_EQ(shape.head[0], (Point{50, 60}));
    EXPECT_EQ(shape.line.front(), (Point{50, 0}));
    EXPECT_NEAR(shape.head[1].y, 60 - floatEdge().head_length, 1e-6);
    EXPECT_NEAR(distance(shape.head[1], shape.head[2]), floatEdge().head_width, 1e-6);
    // The line ends inside the head, so that a thick one does not stick out at the tip.
    EXPECT_GT(shape.line.back().y, shape.head[1].y);
    EXPECT_LT(shape.line.back().y, 60 - floatEdge().head_length / 2);
}

TEST(DiagramEdgeShape, GapsAreKeptFree) {
    const EdgeShape shape = edgeShape(kDown, floatEdge(), 4, 6);
    EXPECT_NEAR(shape.line.front().y, 4, 1e-6);
    EXPECT_NEAR(shape.head[0].y, 54, 1e-6);
}

TEST(DiagramEdgeShape, AFocusedBoxIsTouchedAtItsRing) {
    Box box;
    EXPECT_EQ(edgeGap(box), 0);
    box.focus = true;
    const Rect place{10, 10, 100, 40};
    EXPECT_DOUBLE_EQ(place.y - focusRing(place).y + kRingWidth / 2, edgeGap(box));
}

TEST(DiagramEdgeShape, ShortSegmentsAtTheEndAreCutThrough) {
    std::vector<Point> spline = kDown;
    spline.insert(spline.end(), {{50, 61}, {50, 62}, {50, 63}, {50, 63.5}, {50, 64}, {50, 64.5}});
    const EdgeShape shape = edgeShape(spline, floatEdge(), 0, 0);
    EXPECT_EQ(shape.line.size() % 3, 1U);
    EXPECT_NEAR(shape.line.back().y, 64.5 - floatEdge().head_length + 1, 1e-6);
}

TEST(DiagramEdgeShape, ATinyEdgeHasASmallHead) {
    const std::vector<Point> spline{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    const EdgeShape shape = edgeShape(spline, floatEdge(), 4, 4);
    EXPECT_LT(distance(shape.head[1], shape.head[2]), floatEdge().head_width / 2);
    for (const Point p : shape.line) {
        EXPECT_TRUE(p.x >= 0 && p.x <= 3 && p.y == 0);
    }
}

TEST(DiagramEdgeShape, LoopsAndPointsAreDrawnToo) {
    const std::vector<Point> loop{{0, 0}, {40, -30}, {40, 30}, {0, 0}};
    const EdgeShape shape = edgeShape(loop, floatEdge(), 0, 0);
    EXPECT_NEAR(distance(shape.head[0], shape.head[1]), std::hypot(8, 3.2), 0.1);
    const std::vector<Point> nothing(4, Point{5, 5});
    for (const Point p : edgeShape(nothing, floatEdge(), 3, 3).head) {
        EXPECT_EQ(p, (Point{5, 5}));
    }
    EXPECT_TRUE(edgeShape({}, floatEdge(), 0, 0).line.empty());
    EXPECT_TRUE(edgeShape(std::vector<Point>(5), floatEdge(), 0, 0).line.empty());
}

void expectInside(const Path& path, const Rect& box) {
    ASSERT_FALSE(path.empty());
    for (const PathStep& step : path) {
        const std::size_t used = step.kind == PathStep::Kind::kCubic   ? 3
                                 : step.kind == PathStep::Kind::kClose ? 0
                                                                       : 1;
        for (std::size_t i = 0; i < used; ++i) {
            EXPECT_GE(step.points[i].x, box.x - 1e-9);
            EXPECT_LE(step.points[i].x, box.right() + 1e-9);
            EXPECT_GE(step.points[i].y, box.y - 1e-9);
            EXPECT_LE(step.points[i].y, box.bottom() + 1e-9);
        }
    }
}

TEST(DiagramDrawing, TheBarIsOnTheSideWhereValuesAreQuantized) {
    EXPECT_EQ(quantizedSide(BoxRole::kQuantize, RankDir::kTopBottom), Side::kBottom);
    EXPECT_EQ(quantizedSide(BoxRole::kDequantize, RankDir::kTopBottom), Side::kTop);
    EXPECT_EQ(quantizedSide(BoxRole::kQuantize, RankDir::kLeftRight), Side::kRight);
    EXPECT_EQ(quantizedSide(BoxRole::kDequantize, RankDir::kLeftRight), Side::kLeft);
    EXPECT_EQ(quantizedSide(BoxRole::kPlain, RankDir::kTopBottom), Side::kNone);
    const Rect box{10, 20, 100, 40};
    EXPECT_TRUE(quantizedBar(box, 5, Side::kNone).empty());
    expectInside(quantizedBar(box, 5, Side::kTop), {10, 20, 100, kBarThickness});
    expectInside(quantizedBar(box, 5, Side::kBottom), {10, 60 - kBarThickness, 100, kBarThickness});
    expectInside(quantizedBar(box, 5, Side::kLeft), {10, 20, kBarThickness, 40});
    expectInside(quantizedBar(box, 5, Side::kRight), {110 - kBarThickness, 20, kBarThickness, 40});
}

TEST(DiagramDrawing, MarksAndBandsAreInsideTheBox) {
    const GoldenScene golden = goldenScenes()[0];
    const Box& conv = golden.scene.boxes[3];
    const Rect place{100, 100, conv.width, conv.height};
    const BoxStyle style = theme(ThemeKind::kLight).box(conv.role);
    expectInside(constantsBand(conv, place, style).area, place);
    expectInside(constantsBand(conv, place, style).hairline, place);
    expectInside(sharedMark(place, RankDir::kTopBottom), place);
    expectInside(sharedMark(place, RankDir::kLeftRight), place);
    expectInside(defectMark(place), place);
    EXPECT_TRUE(constantsBand(golden.scene.boxes[1], place, style).area.empty());
}

bool contains(const Rect& outer, const Rect& inner) {
    return outer.x <= inner.x && outer.y <= inner.y && outer.right() >= inner.right() &&
           outer.bottom() >= inner.bottom();
}

TEST(DiagramFrame, EverythingIsInsideTheFigure) {
    for (const GoldenScene& golden : goldenScenes()) {
        const Placement placement = recordedPlacement(golden.name);
        const FigureFrame frame = figureFrame(golden.scene, placement);
        const Rect inside{kFigureMargin - 1, 0, frame.width - 2 * kFigureMargin + 2,
                          frame.height - kFigureMargin + 1};
        const Placement places = inFigure(placement, frame);
        for (const std::vector<Rect>* rects : {&places.boxes, &frame.groups}) {
            for (const Rect& rect : *rects) {
                EXPECT_TRUE(contains(inside, rect)) << golden.name;
            }
        }
        const Theme& style = theme(ThemeKind::kLight);
        for (const FrameText& line : frame.title) {
            EXPECT_LE(line.at.x + lineWidth(line.text, style.titleLine()), inside.right());
            EXPECT_LT(line.at.y, frame.origin.y);
        }
        for (const LegendEntry& entry : frame.legend) {
            EXPECT_GT(entry.text.at.y, frame.origin.y + placement.height);
            EXPECT_LE(entry.text.at.x + lineWidth(entry.text.text, style.legendLine()), inside.right());
        }
    }
}

TEST(DiagramFrame, ALongTitleIsWrappedOrWidensTheFigure) {
    Scene scene;
    scene.title = "A title of many words that does not stand in one line above a small picture";
    Placement placement;
    placement.width = 100;
    placement.height = 50;
    const FigureFrame wrapped = figureFrame(scene, placement);
    ASSERT_GE(wrapped.title.size(), 2U);
    std::string joined = wrapped.title[0].text;
    for (std::size_t i = 1; i < wrapped.title.size(); ++i) {
        joined += " " + wrapped.title[i].text;
    }
    EXPECT_EQ(joined, scene.title);
    scene.title = std::string(100, 'W');
    const FigureFrame widened = figureFrame(scene, placement);
    EXPECT_EQ(widened.title.size(), 1U);
    EXPECT_GT(widened.width,
              lineWidth(scene.title, theme(ThemeKind::kLight).titleLine()) + 2 * kFigureMargin - 1);
    // The picture stays in the middle.
    EXPECT_NEAR(widened.origin.x + 50, widened.width / 2, 1);
}

TEST(DiagramFrame, TheLegendShowsWhatOccurs) {
    const auto texts = [](const Scene& scene) {
        std::vector<std::string> out;
        Placement placement;
        placement.boxes.resize(scene.boxes.size());
        for (const LegendEntry& entry : figureFrame(scene, placement).legend) {
            out.push_back(entry.text.text);
        }
        return out;
    };
    Scene scene;
    scene.boxes.resize(2);
    scene.edges.resize(1);
    scene.edges[0].type = EdgeType::kFloat;
    EXPECT_TRUE(texts(scene).empty());
    scene.legend = true;
    EXPECT_EQ(texts(scene), std::vector<std::string>{"float"});
    scene.boxes[0].shared = true;
    scene.edges[0].type = EdgeType::kQuantized;
    EXPECT_EQ(texts(scene),
              (std::vector<std::string>{"quantized, 8 bits or fewer", "shared by several consumers"}));
    EXPECT_EQ(texts(goldenScenes()[2].scene).size(), 9U);
}

}  // namespace
}  // namespace qdqlens::test
