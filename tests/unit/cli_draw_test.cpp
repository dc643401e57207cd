// `qdq draw` as scripts call it.
#include <gtest/gtest.h>
#include <algorithm>

#include <nlohmann/json.hpp>

#include "resources/samples/tiny_conv_net.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class CliDraw : public ::testing::Test {
  protected:
    [[nodiscard]] ProgramRun qdq(const std::string& arguments) const {
        return runCommand("cd " + folder_.path().string() + " && " + (programFolder() / "qdq").string() +
                          " " + arguments);
    }
    [[nodiscard]] std::string read(const std::string& name) const { return readFile(folder_.path() / name); }

    TemporaryFolder folder_;
    fs::path model_ = folder_.file("m.onnx", samples::tinyConvNetQdq());
};

TEST_F(CliDraw, EndingDecidesTheFormat) {
    for (const auto& [name, magic] : std::vector<std::pair<std::string, std::string>>{{"a.svg", "<svg"},
                                                                                      {"a.png", "\x89PNG"},
                                                                                      {"a.pdf", "%PDF"},
                                                                                      {"a.dot", "digraph"},
                                                                                      {"a.json", "{"}}) {
        const ProgramRun run = qdq("draw m.onnx --focus node_conv2d --theme auto -o " + name);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        EXPECT_NE(read(name).substr(0, 60).find(magic), std::string::npos) << name;
        EXPECT_EQ(run.out, "");
    }
}

TEST_F(CliDraw, WithoutOutputItPrintsTheSvg) {
    const ProgramRun run = qdq("draw m.onnx --focus op:Add");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, qdq("draw m.onnx --focus op:Add").out);
    EXPECT_EQ(run.out.substr(0, 4), "<svg");
}

TEST_F(CliDraw, JsonHoldsTheContract) {
    ASSERT_EQ(qdq("draw m.onnx --focus op:Add --title T -o a.json").exit_code, 0);
    const json scene = json::parse(read("a.json"));
    EXPECT_EQ(scene["schema"], "qdqlens.scene/1");
    EXPECT_EQ(scene["title"], "T");
    const auto ops = std::count_if(scene["boxes"].begin(), scene["boxes"].end(),
                                   [](const json& box) { return box["kind"] == "op"; });
    EXPECT_EQ(ops, 8);
    for (const json& edge : scene["edges"]) {
        EXPECT_EQ(edge["points"].size() % 3, 1U);
    }
}

TEST_F(CliDraw, LevelsAndOpenGroups) {
    ASSERT_EQ(qdq("draw m.onnx --level units --expand node_conv2d -o a.json").exit_code, 0);
    const json scene = json::parse(read("a.json"));
    const auto groups = std::count_if(scene["boxes"].begin(), scene["boxes"].end(), [](const json& box) {
        return box["kind"] == "group" && box["id"].get<std::string>().front() == 'g' &&
               box["group"] == box["ref"];
    });
    EXPECT_EQ(groups, 9);
    ASSERT_EQ(scene["groups"].size(), 1U);
    const json& frame = scene["groups"][0];
    EXPECT_EQ(frame["name"], "node_conv2d");
    EXPECT_EQ(frame["boxes"].size(), 4U);
    for (const json& box : scene["boxes"]) {
        const auto id = std::find(frame["boxes"].begin(), frame["boxes"].end(), box["id"]);
        const double middle = box["y"].get<double>() + box["height"].get<double>() / 2;
        const bool inside = middle > frame["y"].get<double>() &&
                            middle < frame["y"].get<double>() + frame["height"].get<double>();
        EXPECT_EQ(inside, id != frame["boxes"].end()) << box["id"];
    }
    ASSERT_EQ(qdq("draw m.onnx --units -o b.json").exit_code, 0);
    EXPECT_EQ(json::parse(read("b.json"))["groups"][0]["kernel"], "QLinearConv");
}

TEST_F(CliDraw, WrongUseExitsWith2) {
    for (const char* arguments :
         {"", "draw", "draw m.onnx --nonsense", "draw m.onnx --theme pink", "draw m.onnx -o a.gif",
          "draw m.onnx --from node_add", "draw m.onnx --hops -1", "draw m.onnx --hops 1e3",
          "draw m.onnx --max-boxes 0", "draw m.onnx --id-prefix 'a b'", "nonsense",
          "draw m.onnx --title a --title b", "draw m.onnx --level houses",
          "draw m.onnx --units --target toaster", "draw m.onnx --focus 're:('"}) {
        const ProgramRun run = qdq(arguments);
        EXPECT_EQ(run.exit_code, 2) << arguments << ": " << run.err;
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        EXPECT_EQ(run.err.substr(0, 5), "qdq: ") << run.err;
    }
}

TEST_F(CliDraw, WhatCannotBeDoneExitsWith3InOneLine) {
    folder_.file("broken.onnx", "no model");
    for (const char* arguments :
         {"draw missing.onnx", "draw broken.onnx", "draw m.onnx --focus nothing", "draw m.onnx --max-boxes 5",
          "draw m.onnx --graph nowhere", "draw m.onnx --function f",
          "draw m.onnx --level units --expand nothing", "draw m.onnx -o no/such/folder/a.svg"}) {
        const ProgramRun run = qdq(arguments);
        EXPECT_EQ(run.exit_code, 3) << arguments << ": " << run.err;
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        EXPECT_EQ(run.err.substr(0, 5), "qdq: ") << run.err;
    }
}

TEST_F(CliDraw, AFailedDrawLeavesTheOldFile) {
    folder_.file("a.svg", "old");
    EXPECT_EQ(qdq("draw m.onnx --focus nothing -o a.svg").exit_code, 3);
    EXPECT_EQ(read("a.svg"), "old");
}

TEST_F(CliDraw, ALayoutEngineThatIsNotThereIsSaid) {
    const fs::path alone = folder_.path() / "alone" / "qdq";
    fs::create_directories(alone.parent_path());
    fs::copy_file(programFolder() / "qdq", alone);
    const ProgramRun run =
        runCommand("env -u QDQLENS_LIBEXEC " + alone.string() + " draw " + model_.string());
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_NE(run.err.find("qdqlens-layout"), std::string::npos) << run.err;
}

TEST_F(CliDraw, ListOfFiguresInOneStart) {
    folder_.file("figures.json", R"([
        {"focus": "node_conv2d", "output": "conv.svg"},
        {"focus": ["op:Add", "op:Gemm"], "hops": 1, "stubs": "off", "legend": true, "output": "two.json"}
    ])");
    const ProgramRun run = qdq("draw m.onnx --theme dark --figures figures.json");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(read("conv.svg"), "");
    EXPECT_EQ(qdq("draw m.onnx --theme dark --focus node_conv2d").out, read("conv.svg"));
    const json two = json::parse(read("two.json"));
    for (const json& box : two["boxes"]) {
        EXPECT_NE(box["kind"], "stub");
    }
    folder_.file("bad.json", R"([{"focus": "x", "output": "a.svg", "colour": "red"}])");
    folder_.file("twice.json",
                 R"([{"focus": "node_add", "o": "a.svg"}, {"focus": "node_mean", "o": "a.svg"}])");
    EXPECT_EQ(qdq("draw m.onnx --figures twice.json").exit_code, 2);
    folder_.file("second.json", R"([{"output": "one.svg"}, {"focus": "nope", "output": "two.svg"}])");
    const ProgramRun second = qdq("draw m.onnx --figures second.json");
    EXPECT_EQ(second.exit_code, 3);
    EXPECT_NE(second.err.find("figure 2"), std::string::npos) << second.err;
    const ProgramRun bad = qdq("draw m.onnx --figures bad.json");
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_NE(bad.err.find("figure 1"), std::string::npos) << bad.err;
}

TEST_F(CliDraw, HelpAndVersion) {
    const ProgramRun version = qdq("--version");
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_EQ(version.out.substr(0, 4), "qdq ");
    for (const char* arguments :
         {"--help", "draw --help", "report --help", "draw --version", "report --version"}) {
        EXPECT_EQ(qdq(arguments).exit_code, 0) << arguments;
    }
}

}  // namespace

}  // namespace qdqlens::test
