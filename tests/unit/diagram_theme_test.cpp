#include "core/diagram/theme.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <tuple>

namespace qdqlens::test {
namespace {

/// WCAG 2: relative luminance and contrast ratio.
double luminance(Color color) {
    const auto channel = [&](std::size_t at) {
        const double c = std::stoi(std::string(color.substr(at, 2)), nullptr, 16) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(Color a, Color b) {
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

constexpr BoxRole kBoxRoles[] = {BoxRole::kPlain,  BoxRole::kQuantize, BoxRole::kDequantize, BoxRole::kInput,
                                 BoxRole::kOutput, BoxRole::kStub,     BoxRole::kGroup};
constexpr LineRole kLineRoles[] = {LineRole::kOpType, LineRole::kName, LineRole::kConstant,
                                   LineRole::kParameters, LineRole::kNote};
constexpr EdgeType kEdgeTypes[] = {EdgeType::kFloat, EdgeType::kQuantized, EdgeType::kWide,
                                   EdgeType::kUnknown};

BoxKind kindOf(BoxRole role) {
    switch (role) {
        case BoxRole::kInput:
            return BoxKind::kInput;
        case BoxRole::kOutput:
            return BoxKind::kOutput;
        case BoxRole::kStub:
            return BoxKind::kStub;
        case BoxRole::kGroup:
            return BoxKind::kGroup;
        default:
            return BoxKind::kOp;
    }
}

class DiagramTheme : public testing::TestWithParam<ThemeKind> {};

TEST_P(DiagramTheme, TextCanBeReadOnWhatItStandsOn) {
    const Theme& style = theme(GetParam());
    for (const BoxRole role : kBoxRoles) {
        for (const LineRole line : kLineRoles) {
            const Color text = style.line(line, kindOf(role)).color;
            EXPECT_GE(contrast(text, style.box(role).fill), 4.5) << text << " on " << style.box(role).fill;
            EXPECT_GE(contrast(text, style.box(role).band), 4.5) << text << " on " << style.box(role).band;
        }
    }
    for (const EdgeType type : kEdgeTypes) {
        EXPECT_GE(contrast(style.edgeLabel(type).color, style.background), 4.5)
            << style.edgeLabel(type).color;
    }
    for (const LineStyle& line :
         {style.titleLine(), style.subtitleLine(), style.legendLine(), style.groupLine()}) {
        EXPECT_GE(contrast(line.color, style.background), 4.5) << line.color;
    }
}

TEST_P(DiagramTheme, LinesCanBeSeen) {
    const Theme& style = theme(GetParam());
    for (const BoxRole role : {BoxRole::kPlain, BoxRole::kQuantize, BoxRole::kDequantize, BoxRole::kInput}) {
        EXPECT_GE(contrast(style.box(role).border, style.background), 3) << style.box(role).border;
    }
    for (const EdgeType type : kEdgeTypes) {
        EXPECT_GE(contrast(style.edge(type, true).color, style.background), 3);
    }
    EXPECT_GE(contrast(style.focus, style.background), 3);
    EXPECT_GE(contrast(style.defect, style.background), 3);
}

TEST_P(DiagramTheme, EdgesDifferWithoutColour) {
    const Theme& style = theme(GetParam());
    std::set<std::tuple<double, std::string, bool>> looks;
    std::set<std::string> colors;
    for (const EdgeType type : kEdgeTypes) {
        colors.insert(std::string(style.edge(type, false).color));
        for (const bool stub : {false, true}) {
            const EdgeStyle edge = style.edge(type, stub);
            looks.insert({edge.width, std::string(edge.dash), edge.doubled});
        }
    }
    EXPECT_EQ(looks.size(), 8U);
    EXPECT_EQ(colors.size(), 4U);
    EXPECT_GE(style.edge(EdgeType::kQuantized, false).width, 2 * style.edge(EdgeType::kFloat, false).width);
}

TEST_P(DiagramTheme, QuantizeAndDequantizeHaveTheirOwnFill) {
    const Theme& style = theme(GetParam());
    std::set<Color> fills;
    for (const BoxRole role : {BoxRole::kPlain, BoxRole::kQuantize, BoxRole::kDequantize}) {
        fills.insert(style.box(role).fill);
    }
    EXPECT_EQ(fills.size(), 3U);
}

/// Places and sizes are computed from the light theme.
TEST(DiagramThemes, DifferInColourAlone) {
    const Theme& light = theme(ThemeKind::kLight);
    const Theme& dark = theme(ThemeKind::kDark);
    for (const BoxRole role : kBoxRoles) {
        EXPECT_EQ(light.box(role).border_width, dark.box(role).border_width);
        EXPECT_EQ(light.box(role).corner, dark.box(role).corner);
        for (const LineRole line : kLineRoles) {
            const LineStyle a = light.line(line, kindOf(role));
            const LineStyle b = dark.line(line, kindOf(role));
            EXPECT_EQ(std::tie(a.size, a.leading, a.bold, a.mono),
                      std::tie(b.size, b.leading, b.bold, b.mono));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Both, DiagramTheme, testing::Values(ThemeKind::kLight, ThemeKind::kDark));

}  // namespace
}  // namespace qdqlens::test
