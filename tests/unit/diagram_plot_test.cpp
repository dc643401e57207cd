#include <gtest/gtest.h>

#include <algorithm>

#include "core/diagram/plot_axis.h"
#include "core/diagram/text_measure.h"
#include "core/diagram/weight_plot.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

std::vector<std::string> textsOf(const PlotAxis& axis) {
    std::vector<std::string> texts;
    for (const PlotTick& tick : axis.ticks()) {
        texts.push_back(tick.text);
    }
    return texts;
}

std::vector<std::string> textsOf(const Plot& plot) {
    std::vector<std::string> texts;
    for (const PlotMark& mark : plot.marks) {
        if (const auto* text = std::get_if<PlotText>(&mark)) {
            texts.push_back(text->text);
        }
    }
    return texts;
}

template <class Mark>
std::size_t countOf(const Plot& plot, PlotInk ink) {
    return static_cast<std::size_t>(
        std::count_if(plot.marks.begin(), plot.marks.end(), [&](const PlotMark& mark) {
            const auto* is = std::get_if<Mark>(&mark);
            return is != nullptr && is->ink == ink;
        }));
}

bool has(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

using Texts = std::vector<std::string>;

TEST(PlotAxis, HasRoundTicks) {
    EXPECT_EQ(textsOf(PlotAxis::fromZero(0.0059, 4)), (Texts{"0", "0.002", "0.004", "0.006"}));
    EXPECT_EQ(textsOf(PlotAxis::fromZero(34210, 4)), (Texts{"0", "10 k", "20 k", "30 k", "40 k"}));
    EXPECT_EQ(textsOf(PlotAxis::whole(0, 15, 8)), (Texts{"0", "2", "4", "6", "8", "10", "12", "15"}));
    EXPECT_EQ(textsOf(PlotAxis::codes(-128, 127)), (Texts{"-128", "-64", "0", "64", "127"}));
    EXPECT_EQ(textsOf(PlotAxis::codes(0, 3)), (Texts{"0", "1", "2", "3"}));
    EXPECT_EQ(textsOf(PlotAxis::logarithmic(0.5, 20000)), (Texts{"1", "10", "100", "1000", "10 k"}));
    EXPECT_EQ(textsOf(PlotAxis::logarithmic(0.02, 0.3)), (Texts{"0.02", "0.05", "0.1", "0.2"}));
}

TEST(PlotAxis, PutsValuesInPlace) {
    EXPECT_DOUBLE_EQ(PlotAxis::fromZero(7.5, 4).position(4), 0.5) << "ends at 8";
    EXPECT_DOUBLE_EQ(PlotAxis::codes(0, 3).position(0), 0.125) << "a code stands in the middle of its step";
    EXPECT_DOUBLE_EQ(PlotAxis::logarithmic(1, 100).position(10), 0.5);
}

TEST(WeightPlot, OutliersAreFarFromTheOthers) {
    std::vector<double> scales(16, 0.01);
    for (std::size_t i = 0; i < scales.size(); ++i) {
        scales[i] += 0.0001 * static_cast<double>(i);
    }
    EXPECT_EQ(outlierScales(scales), std::vector<std::size_t>{});
    scales[5] = 0.08;
    scales[11] = 0.0005;
    scales[12] = 0.015;  // Outside of the fences, and yet less than twice the median.
    scales[13] = 0;      // No scale at all.
    EXPECT_EQ(outlierScales(scales), (std::vector<std::size_t>{5, 11}));
    EXPECT_EQ(outlierScales({1, 1, 1, 100}), std::vector<std::size_t>{}) << "too few to tell";
}

/// Weight codes -127, 0, 1, …, 127 in two channels of one scale each.
WeightProfile profileOf(std::vector<double> scales, std::vector<std::int64_t> zero_points = {0}) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    const std::string w =
        m.dequantize(m.initializer("w", TensorSpec(DataType::kInt8, {2, 4}, {-127, 0, 1, 1, 2, 0, 3, 127})),
                     {.scale = std::move(scales), .zero_point = std::move(zero_points), .axis = 0});
    m.node("Gemm", {"x", w}).attr("transB", 1).out("y");
    m.output("y");
    return weightProfile(scopeOf(m), "w").value();
}

TEST(WeightPlot, ShowsScalesAndCodes) {
    const Plot plot = weightPlot(profileOf({0.5, 0.25}));
    EXPECT_EQ(plot.title, "w");
    EXPECT_EQ(countOf<PlotDot>(plot, PlotInk::kMark), 2U) << "one for each channel";
    EXPECT_EQ(countOf<PlotRect>(plot, PlotInk::kMark), 4U) << "codes 0 1 2 3";
    EXPECT_EQ(countOf<PlotRect>(plot, PlotInk::kLimit), 2U) << "codes -127 and 127";
    const auto texts = textsOf(plot);
    EXPECT_TRUE(has(texts, "weight int8 2×4, per channel on axis 0"));
    EXPECT_TRUE(has(texts, "2 scales 0.25…0.5, median 0.375, zero point 0"));
    EXPECT_TRUE(has(texts, "8 codes -127…127, 25 % at the limits"));
    EXPECT_TRUE(has(texts, "symmetric about zero point 0: -127…127"));
    for (const PlotMark& mark : plot.marks) {
        if (const auto* rect = std::get_if<PlotRect>(&mark)) {
            EXPECT_GE(rect->place.x, 0);
            EXPECT_LE(rect->place.right(), plot.width);
            EXPECT_LE(rect->place.bottom(), plot.height);
        }
    }
}

TEST(WeightPlot, OfOneScaleHasTheHistogramAlone) {
    const Plot plot = weightPlot(profileOf({0.5}, {5}));
    EXPECT_FALSE(has(textsOf(plot), "Scale by channel"));
    EXPECT_TRUE(has(textsOf(plot), "scale 0.5, zero point 5"));
    EXPECT_TRUE(has(textsOf(plot), "symmetric about zero point 5: -117…127"));
}

TEST(WeightPlot, DifferentZeroPointsHaveNoSymmetricRange) {
    const auto texts = textsOf(weightPlot(profileOf({0.5, 0.25}, {0, 3})));
    EXPECT_FALSE(has(texts, "symmetric"));
    EXPECT_TRUE(has(texts, "zero points 0…3"));
}

TEST(WeightPlot, NarrowOnesKeepTheirTextInside) {
    WeightProfile profile = profileOf({0.5, 0.25});
    profile.row.value = "encoder.layer.11.attention.output.dense.weight_quantized";
    profile.scales.assign(64, 0.5);
    for (const std::size_t outlier : {3, 20, 21, 22, 40, 50, 60}) {
        profile.scales[outlier] = 4;
    }
    const Plot plot = weightPlot(profile, {.width = 340, .panel_height = 80});
    for (const PlotMark& mark : plot.marks) {
        if (const auto* text = std::get_if<PlotText>(&mark)) {
            const double width =
                textWidth(text->text, text->bold ? Face::kSansBold : Face::kSans, text->size);
            const double left = text->at.x - (text->anchor == PlotAnchor::kEnd      ? width
                                              : text->anchor == PlotAnchor::kMiddle ? width / 2
                                                                                    : 0);
            EXPECT_GE(left, 0) << text->text;
            EXPECT_LE(left + width, plot.width) << text->text;
        }
    }
}

TEST(WeightPlot, ManyChannelsBecomeColumns) {
    WeightProfile profile = profileOf({0.5, 0.25});
    profile.scales.assign(50'000, 0.5);
    const Plot plot = weightPlot(profile);
    EXPECT_LT(plot.marks.size(), 2000U);
    EXPECT_EQ(countOf<PlotDot>(plot, PlotInk::kMark), 0U);
}

}  // namespace

}  // namespace qdqlens::test
