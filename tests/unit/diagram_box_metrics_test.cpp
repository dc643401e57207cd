#include "core/diagram/box_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/diagram/drawing.h"
#include "tests/support/figure_scenes.h"

namespace qdqlens::test {
namespace {

double sans(std::string_view text, double size = 2048) {
    return textWidth(text, Face::kSans, size);
}

TEST(DiagramTextMeasure, AdvancesAreThoseOfDejaVu) {
    EXPECT_DOUBLE_EQ(sans(" "), 651);
    EXPECT_DOUBLE_EQ(sans("W"), 2025);
    EXPECT_DOUBLE_EQ(sans("Wi"), 2025 + 569);
    EXPECT_DOUBLE_EQ(textWidth("W", Face::kSansBold, 2048), 2259);
    EXPECT_DOUBLE_EQ(textWidth("W.ä→‹×", Face::kMono, 2048), 6 * 1233);
    EXPECT_DOUBLE_EQ(sans("×"), 1716);
    EXPECT_DOUBLE_EQ(sans("‹"), 819);
    EXPECT_DOUBLE_EQ(sans("W", 10), 2025 * 10 / 2048.0);
    EXPECT_DOUBLE_EQ(sans(""), 0);
}

TEST(DiagramTextMeasure, WideAndZeroWidth) {
    EXPECT_DOUBLE_EQ(sans("資料"), 2 * 2048);
    EXPECT_DOUBLE_EQ(textWidth("入力", Face::kMono, 2048), 2 * 2048);
    EXPECT_DOUBLE_EQ(sans("한"), 2048);
    EXPECT_DOUBLE_EQ(sans("😀"), 2048);
    EXPECT_DOUBLE_EQ(sans("e\u0301"), sans("e"));
    EXPECT_DOUBLE_EQ(sans("\u200b"), 0);
    EXPECT_GT(sans("\u0e01"), 500) << "in no table: an average";
}

TEST(DiagramBoxMetrics, LinesStandInsideTheirBox) {
    for (const GoldenScene& golden : goldenScenes()) {
        for (const Box& box : golden.scene.boxes) {
            const std::vector<double> lines = baselines(box);
            ASSERT_EQ(lines.size(), box.lines.size());
            double above = 0;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const LineStyle style = theme(ThemeKind::kLight).line(box.lines[i].role, box.kind);
                EXPECT_GE(lines[i] - 0.75 * style.size, above) << box.lines[i].text;
                EXPECT_LE(lineWidth(box.lines[i], style), box.width - 16) << box.lines[i].text;
                above = lines[i];
            }
            EXPECT_LT(above + 3, box.height);
        }
    }
}

TEST(DiagramBoxMetrics, ConstantsAreUnderTheName) {
    const Scene scene = goldenScenes()[0].scene;
    const Box& conv = scene.boxes[3];
    const std::vector<double> lines = baselines(conv);
    EXPECT_GT(constantsTop(conv), lines[1]);
    EXPECT_LT(constantsTop(conv), lines[2] - 8);
    EXPECT_EQ(constantsTop(scene.boxes[1]), 0) << "parameters are no constants";
}

TEST(DiagramBoxMetrics, AMarkDoesNotTouchTheText) {
    Scene scene;
    Box box;
    box.shared = true;
    box.lines = {{"DequantizeLinear", LineRole::kOpType}};
    scene.boxes = {box};
    measure(scene);
    const Box& measured = scene.boxes[0];
    const double text = lineWidth(box.lines[0], theme(ThemeKind::kLight).line(LineRole::kOpType, box.kind));
    EXPECT_LE(measured.width / 2 + text / 2, measured.width - kMarkInset - kMarkSize);
}

TEST(DiagramBoxMetrics, LabelsHaveRoomAndNoneWhereThereIsNone) {
    for (const GoldenScene& golden : goldenScenes()) {
        for (const Edge& edge : golden.scene.edges) {
            const LineStyle style = theme(ThemeKind::kLight).edgeLabel(edge.type);
            const double width = edge.label.empty() ? 0 : lineWidth(edge.label, style) + 2 * kLabelMargin;
            EXPECT_DOUBLE_EQ(edge.label_width, width);
            EXPECT_EQ(edge.label_height > 0, !edge.label.empty());
        }
    }
}

TEST(DiagramBoxMetrics, FormalNamesAreBold) {
    const auto text = [](const TextLine& line) {
        std::string out;
        for (const TextRun& run : textRuns(line)) {
            out += run.bold ? "*" + std::string(run.text) + "*" : std::string(run.text);
        }
        return out;
    };
    EXPECT_EQ(text({"W ‹int8[4]›  B ‹f(‹x›)›", LineRole::kConstant}), "*W *‹int8[4]›*  B *‹f(‹x›)›");
    EXPECT_EQ(text({"‹[2, 32]›", LineRole::kConstant}), "‹[2, 32]›");
    EXPECT_EQ(text({"cut ‹off…", LineRole::kConstant}), "*cut *‹off…");
    EXPECT_EQ(text({"a › b", LineRole::kConstant}), "*a › b*");
    EXPECT_EQ(text({"W ‹x›", LineRole::kName}), "W ‹x›");
    EXPECT_EQ(text({"", LineRole::kConstant}), "");
}

}  // namespace
}  // namespace qdqlens::test
