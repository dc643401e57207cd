// `qdq plot` as people start it.
#include <gtest/gtest.h>

#include "resources/samples/model_builder.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

class PlotCommand : public testing::Test {
  protected:
    PlotCommand() {
        ModelBuilder m;
        m.input("x", DataType::kFloat32, {1, 4});
        const std::string w = m.dequantize(
            m.initializer("weight_q", TensorSpec(DataType::kInt8, {2, 4}, {-127, 0, 1, 1, 2, 0, 3, 127})),
            {.scale = {0.5, 0.25}, .axis = 0});
        m.node("Gemm", {"x", w}).attr("transB", 1).out("y");
        m.output("y");
        model_ = folder_.file("m.onnx", m.serialize());
    }
    [[nodiscard]] ProgramRun run(const std::string& arguments) const {
        return runCommand("'" + (programFolder() / "qdq").string() + "' plot '" + model_.string() + "' " +
                          arguments);
    }
    TemporaryFolder folder_;
    std::filesystem::path model_;
};

TEST_F(PlotCommand, WritesSvgPngAndPdf) {
    const ProgramRun svg = run("--value weight_q");
    EXPECT_EQ(svg.exit_code, 0) << svg.err;
    EXPECT_EQ(svg.out.substr(0, 4), "<svg");
    EXPECT_NE(svg.out.find("<title id=\"title\">weight_q</title>"), std::string::npos);
    EXPECT_EQ(run("--value weight_q").out, svg.out) << "the same bytes every time";
    for (const auto& [ending, start] : {std::pair{"png", "\x89PNG"}, {"pdf", "%PDF"}}) {
        const auto out = folder_.path() / (std::string("w.") + ending);
        const ProgramRun done = run("--value weight_q -o '" + out.string() + "'");
        EXPECT_EQ(done.exit_code, 0) << done.err;
        EXPECT_EQ(readFile(out).substr(0, 4), start);
    }
    EXPECT_NE(run("--value weight_q --theme auto").out.find("prefers-color-scheme"), std::string::npos);
}

TEST_F(PlotCommand, TakesTheDequantizeLinearToo) {
    const std::string svg = run("--value weight_q").out;
    EXPECT_EQ(run("--value weight_q_dq").out, svg);
    EXPECT_EQ(run("--value node_weight_q_dq").out, svg);
}

TEST_F(PlotCommand, SaysWhatIsNoQuantizedWeight) {
    const ProgramRun near = run("--value weigth_q");
    EXPECT_EQ(near.exit_code, 3);
    EXPECT_NE(near.err.find("no quantized weight is called 'weigth_q'; nearest: weight_q"), std::string::npos)
        << near.err;
    EXPECT_EQ(run("--value y").exit_code, 3);
    EXPECT_EQ(run("").exit_code, 2);
    EXPECT_EQ(run("--value weight_q -o w.odt").exit_code, 2);
}

}  // namespace

}  // namespace qdqlens::test
