#include "core/export/raster.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/export/svg.h"
#include "tests/support/figure_scenes.h"

namespace qdqlens::test {
namespace {

std::string figure() {
    const GoldenScene golden = goldenScenes()[0];
    return writeSvg(golden.scene, recordedPlacement(golden.name));
}

std::uint32_t bigEndian(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
}

int svgSize(const std::string& svg, const std::string& attribute) {
    return std::stoi(svg.substr(svg.find(attribute + "=\"") + attribute.size() + 2));
}

TEST(ExportRaster, PngHasTheFiguresSizeTimesScale) {
    const std::string svg = figure();
    for (const double scale : {1.0, 2.0, 0.5}) {
        const Result<std::string> png = renderPng(svg, scale);
        ASSERT_TRUE(png) << png.error().message();
        EXPECT_EQ(png->substr(0, 8), "\x89PNG\r\n\x1a\n");
        EXPECT_NEAR(bigEndian(*png, 16), svgSize(svg, " width") * scale, 0.51);
        EXPECT_NEAR(bigEndian(*png, 20), svgSize(svg, " height") * scale, 0.51);
    }
}

TEST(ExportRaster, PdfIsOnePageOfTheFiguresSize) {
    const std::string svg = figure();
    const Result<std::string> pdf = renderPdf(svg);
    ASSERT_TRUE(pdf) << pdf.error().message();
    EXPECT_EQ(pdf->substr(0, 5), "%PDF-");
    const std::size_t box = pdf->find("/MediaBox [ 0 0 ");
    ASSERT_NE(box, std::string::npos);
    EXPECT_NEAR(std::stod(pdf->substr(box + 16)), svgSize(svg, " width") * 0.75, 0.01);
    EXPECT_NE(pdf->find("/Type /Font"), std::string::npos) << "text should stay text";
}

TEST(ExportRaster, PdfHasNoDate) {
    const Result<std::string> pdf = renderPdf(figure());
    ASSERT_TRUE(pdf);
    EXPECT_EQ(pdf->find("Date"), std::string::npos);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    EXPECT_EQ(renderPdf(figure()).value(), *pdf);
}

TEST(ExportRaster, TooLargeAPngSaysWhatToDo) {
    const Result<std::string> png = renderPng(figure(), 1000);
    ASSERT_FALSE(png);
    EXPECT_EQ(png.error().kind, ErrorKind::kOutput);
    EXPECT_NE(png.error().what.find("write SVG or PDF"), std::string::npos) << png.error().what;
}

TEST(ExportRaster, WhatIsNoSvgIsAnError) {
    EXPECT_FALSE(renderPng("<svg"));
    EXPECT_FALSE(renderPdf("no picture"));
}

}  // namespace
}  // namespace qdqlens::test
