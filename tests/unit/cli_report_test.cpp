// `qdq report` as people start it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "resources/samples/model_builder.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;

class ReportCommand : public testing::Test {
  protected:
    ReportCommand() {
        ModelBuilder m;
        m.input("x", DataType::kFloat32, {"batch", 4});
        m.node("Relu", {m.qdq("x", 0.02, -128)}).out("y");
        m.output("y", DataType::kFloat32, {"batch", 4});
        model_ = folder_.file("a b.onnx", m.serialize());
    }

    [[nodiscard]] test::ProgramRun run(const std::string& arguments) const {
        return runCommand("'" + (programFolder() / "qdq").string() + "' report '" + model_.string() + "' " +
                          arguments);
    }

    TemporaryFolder folder_;
    std::filesystem::path model_;
};

TEST_F(ReportCommand, WritesJson) {
    const test::ProgramRun done = run("--only summary --format json");
    EXPECT_EQ(done.exit_code, 0) << done.err;
    const auto json = nlohmann::json::parse(done.out);
    EXPECT_EQ(json["schema"], "qdqlens.report/1");
    EXPECT_EQ(json["file"]["path"], model_.string());
    EXPECT_EQ(json["file"]["bytes"], std::filesystem::file_size(model_));
    EXPECT_EQ(json["counts"]["nodes"], 3);
    EXPECT_EQ(json["counts"]["initializers"], 2);
    EXPECT_EQ(json["inputs"],
              nlohmann::json::parse(R"([{"name": "x", "dtype": "float32", "shape": ["batch", 4]}])"));
    EXPECT_EQ(json["ops"].size(), 3U);
    EXPECT_EQ(json["model"]["opset_import"][0]["version"], 20);
}

TEST_F(ReportCommand, WritesPartsInTheFormatOfTheOutput) {
    const auto out = folder_.path() / "r.csv";
    const test::ProgramRun done = run("--only summary -o '" + out.string() + "'");
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out, "");
    const std::string csv = readFile(out);
    EXPECT_EQ(csv.substr(0, csv.find('\n')), "section,name,value");
    EXPECT_NE(csv.find("\ncounts,nodes,3\n"), std::string::npos) << csv;
    EXPECT_EQ(run("--only fx,summary --format json").exit_code, 0);
    EXPECT_EQ(run("--only quantization --stats --format csv").exit_code, 0);
}

TEST_F(ReportCommand, WritesOneSelfContainedPage) {
    const auto out = folder_.path() / "r.html";
    const auto done = run("-o '" + out.string() + "'");
    EXPECT_EQ(done.exit_code, 0) << done.err;
    const std::string page = readFile(out);
    EXPECT_EQ(page.substr(0, 15), "<!DOCTYPE html>");
    EXPECT_NE(page.find("<svg"), std::string::npos);
    EXPECT_NE(page.find("id=\"quantized\""), std::string::npos);
    EXPECT_NE(page.find("prefers-color-scheme: dark"), std::string::npos);
    for (const char* outside : {"src=", "href=\"http", "@import", "url(http", "<script", "<?xml"}) {
        EXPECT_EQ(page.find(outside), std::string::npos) << outside;
    }
}

TEST_F(ReportCommand, WrongUseExitsWith2) {
    for (const char* arguments :
         {"--only nothing", "--format csv", "--format yaml", "--nonsense", "-o report.odt"}) {
        const test::ProgramRun done = run(arguments);
        EXPECT_EQ(done.exit_code, 2) << arguments;
        EXPECT_NE(done.err, "") << arguments;
    }
}

TEST_F(ReportCommand, WhatCannotBeDoneExitsWith3) {
    EXPECT_EQ(run("-o '" + (folder_.path() / "none" / "x.md").string() + "'").exit_code, 3);
    EXPECT_EQ(run("--graph nothing").exit_code, 3);
    std::filesystem::remove(model_);
    const test::ProgramRun done = run("");
    EXPECT_EQ(done.exit_code, 3);
    EXPECT_EQ(done.err.substr(0, 5), "qdq: ");
    EXPECT_NE(done.err.find(model_.string()), std::string::npos) << done.err;
}

}  // namespace

}  // namespace qdqlens::test
