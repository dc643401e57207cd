// The odd models are what they say, and every one of them opens.
#include "resources/samples/odd_models.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/onnx/reader.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using Kind = GraphDefect::Kind;

std::vector<Kind> defects(const std::string& bytes) {
    std::vector<Kind> kinds;
    const auto scope = scopeOf(bytes);
    for (const GraphDefect& defect : scope->topology().defects()) {
        kinds.push_back(defect.kind);
    }
    return kinds;
}

TEST(OddModels, AllOpenAndHaveAGraph) {
    for (const samples::OddModel& odd : samples::oddModels()) {
        const auto model = onnx::readModel(onnx::Input::fromBytes(odd.bytes, odd.name));
        ASSERT_TRUE(model.has_value()) << odd.name << ": " << model.error().message();
        EXPECT_FALSE((*model)->graph.nodes.empty()) << odd.name;
        EXPECT_FALSE((*model)->graph.outputs.empty()) << odd.name;
    }
}

TEST(OddModels, HaveTheDefectTheyAreMadeFor) {
    EXPECT_EQ(defects(samples::duplicateValues()), std::vector{Kind::kDuplicateValue});
    EXPECT_EQ(defects(samples::equalNodeNames()), std::vector{Kind::kDuplicateNodeName});
    EXPECT_EQ(defects(samples::missingValues()), (std::vector{Kind::kMissingValue, Kind::kMissingValue}));
    for (const auto& [name, bytes] :
         {std::pair("cycle", samples::cycle()), {"self loop", samples::selfLoop()}}) {
        const std::vector<Kind> found = defects(bytes);
        EXPECT_TRUE(std::count(found.begin(), found.end(), Kind::kCycle)) << name;
    }
    const std::vector<Kind> unsorted = defects(samples::unsortedNodes());
    EXPECT_FALSE(unsorted.empty());
    EXPECT_TRUE(
        std::all_of(unsorted.begin(), unsorted.end(), [](Kind kind) { return kind == Kind::kUnsorted; }));
}

TEST(OddModels, AreWithoutDefectOtherwise) {
    const std::vector<std::string> wrong = {"equal_node_names", "duplicate_values", "cycle",
                                            "self_loop",        "missing_values",   "unsorted_nodes"};
    for (const samples::OddModel& odd : samples::oddModels()) {
        if (std::find(wrong.begin(), wrong.end(), odd.name) == wrong.end()) {
            EXPECT_TRUE(defects(odd.bytes).empty()) << odd.name;
        }
    }
}

TEST(OddModels, BranchesReachOutTwoLevels) {
    const auto scope = scopeOf(samples::ifWithCaptures());
    const auto inner = Scope::enter(scope->modelPtr(), "node_if/then_branch/inner_if/else_branch");
    ASSERT_TRUE(inner.has_value()) << inner.error().message();
    EXPECT_EQ((*inner)->graph().nodes.at(0).inputs.at(0), "x");
    EXPECT_TRUE((*inner)->topology().defects().empty());
}

TEST(OddModels, FunctionsCanBeEntered) {
    const auto scope = scopeOf(samples::localFunctions());
    const auto function = Scope::enterFunction(scope->modelPtr(), "local:ScaleShift");
    ASSERT_TRUE(function.has_value()) << function.error().message();
    EXPECT_EQ((*function)->graph().nodes.size(), 8U);
    EXPECT_TRUE((*function)->topology().defects().empty());
}

TEST(OddModels, HaveTheirSize) {
    EXPECT_EQ(scopeOf(samples::hub(300))->topology().nodeCount(), 303U);
    EXPECT_EQ(scopeOf(samples::chain(1000))->topology().nodeCount(), 3000U);
}

}  // namespace

}  // namespace qdqlens::test
