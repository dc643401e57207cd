#include "core/export/units.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/paths.h"
#include "tests/support/qdq_cases.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

using nlohmann::json;

namespace {

json unitsOf(std::string_view name, std::string_view target) {
    for (const QdqCase& c : qdqCases()) {
        if (c.name == name)
            return json::parse(unitsJson(makeUnits(scopeOf(c.bytes), *runtime::findTarget(target))));
    }
    ADD_FAILURE() << "no case " << name;
    return {};
}

}  // namespace

TEST(ExportUnits, JsonNamesKernelReasonAndUnit) {
    const json units = unitsOf("conv_shared_dq", "ort-1.30-cpu-x64");
    EXPECT_EQ(units["schema"], "qdqlens.units/1");
    EXPECT_EQ(units["target"], "ort-1.30-cpu-x64");
    ASSERT_EQ(units["nodes"].size(), 2U) << "neither Q nor DQ nor what is folded";
    const json& conv = units["nodes"][0];
    EXPECT_EQ(conv["ref"], "n");
    EXPECT_EQ(conv["runs"], "float");
    EXPECT_NE(conv["reason"].get<std::string>().find("feeds 2 consumers"), std::string::npos);
    EXPECT_FALSE(conv["blame"].empty());
    EXPECT_TRUE(conv["unit"].empty());
    const json on_arm = unitsOf("conv_shared_dq", "ort-1.30-cpu-arm64");
    EXPECT_EQ(on_arm["nodes"][0]["kernel"], "QLinearConv");
    EXPECT_EQ(on_arm["nodes"][0]["unit"].size(), 3U);
}

TEST(ExportUnits, RefusedModelSaysWhy) {
    const json units = unitsOf("refused_output_dtype", "ort-1.30-cpu-x64");
    ASSERT_TRUE(units.contains("refused"));
    EXPECT_NE(units["refused"].get<std::string>().find("output_dtype"), std::string::npos);
    for (const json& node : units["nodes"])
        EXPECT_EQ(node["runs"], "float");
    EXPECT_FALSE(unitsOf("refused_output_dtype", "ort-1.30-cpu-arm64").contains("refused"));
}

TEST(ExportUnits, CommandPrintsThemForTheReferenceModel) {
    const auto path = seedFile("tinyconvnet_qdq.onnx");
    if (path.empty())
        GTEST_SKIP() << "no ../shared/seed";
    const std::string qdq = (programFolder() / "qdq").string();
    const auto run = runCommand(qdq + " units '" + path.string() + "' --format json");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const json units = json::parse(run.out);
    std::vector<std::string> in_float;
    for (const json& node : units["nodes"]) {
        if (node["runs"] == "float")
            in_float.push_back(node["name"]);
    }
    EXPECT_EQ(in_float,
              (std::vector<std::string>{"node_max_pool2d", "node_conv2d_1", "node_add", "node_mean"}));
    EXPECT_EQ(runCommand(qdq + " units '" + path.string() + "' --target ort-9").exit_code, 2);
    const auto text = runCommand(qdq + " units '" + path.string() + "'");
    EXPECT_NE(text.out.find("6 int8, 4 float, 4 fused."), std::string::npos) << text.out;
}

}  // namespace qdqlens::test
