// The prediction on models made for each rule; tests/oracle holds the same models against the runtime.
#include <gtest/gtest.h>

#include "core/onnx/reader.h"
#include "core/qdq/runtime/predict.h"
#include "tests/support/qdq_cases.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {
namespace {

using runtime::NodePrediction;
using runtime::Prediction;
using runtime::Runs;

const runtime::Target& x64() {
    return *runtime::findTarget("ort-1.30-cpu-x64");
}
const runtime::Target& arm64() {
    return *runtime::findTarget("ort-1.30-cpu-arm64");
}

NodePrediction predicted(const Scope& scope, const Prediction& prediction, std::string_view name) {
    const auto nodes = scope.topology().findNodes(name);
    EXPECT_EQ(nodes.size(), 1U) << name;
    const NodePrediction* found = nodes.empty() ? nullptr : prediction.find(nodes[0]);
    EXPECT_NE(found, nullptr) << name;
    return found != nullptr ? *found : NodePrediction{};
}

}  // namespace

TEST(QdqPredict, EveryRuleAndCondition) {
    for (const QdqCase& c : qdqCases()) {
        SCOPED_TRACE(c.name);
        const auto scope = scopeOf(c.bytes);
        const Prediction on_x64 = runtime::predict(*scope, x64());
        const Prediction on_arm64 = runtime::predict(*scope, arm64());
        const NodePrediction first = predicted(*scope, on_x64, c.node);
        const NodePrediction second = predicted(*scope, on_arm64, c.node);
        EXPECT_EQ(runsName(first.runs), runsName(c.x64)) << first.rule << ": " << first.reason;
        EXPECT_EQ(runsName(second.runs), runsName(c.arm64)) << second.rule << ": " << second.reason;
        const NodePrediction& failing = first.runs == Runs::kFloat ? first : second;
        EXPECT_EQ(failing.rule, c.rule) << failing.reason;
        if (first.runs == Runs::kFloat) {
            EXPECT_FALSE(first.reason.empty());
        }
        if (!c.kernel.empty()) {
            EXPECT_EQ(first.kernel, c.kernel);
        }
        EXPECT_EQ(!on_x64.refused.empty(), c.refused_x64) << on_x64.refused;
        EXPECT_EQ(!on_arm64.refused.empty(), c.refused_arm64) << on_arm64.refused;
    }
}

TEST(QdqPredict, ReferenceModel) {
    const auto path = seedFile("tinyconvnet_qdq.onnx");
    if (path.empty())
        GTEST_SKIP() << "no ../shared/seed";
    const auto scope = openScope(path);
    const Prediction on_arm64 = runtime::predict(*scope, arm64());
    const Prediction on_x64 = runtime::predict(*scope, x64());
    std::vector<std::string> float_arm64;
    std::vector<std::string> float_x64;
    for (const NodePrediction& node : on_arm64.nodes) {
        if (node.runs == Runs::kFloat)
            float_arm64.emplace_back(scope->topology().node(node.node).name);
    }
    for (const NodePrediction& node : on_x64.nodes) {
        if (node.runs == Runs::kFloat)
            float_x64.emplace_back(scope->topology().node(node.node).name);
    }
    EXPECT_EQ(float_arm64, (std::vector<std::string>{"node_mean"}));
    EXPECT_EQ(float_x64,
              (std::vector<std::string>{"node_max_pool2d", "node_conv2d_1", "node_add", "node_mean"}));
    const NodePrediction conv = predicted(*scope, on_x64, "node_conv2d_1");
    EXPECT_NE(conv.reason.find("feeds 2 consumers"), std::string::npos) << conv.reason;
    EXPECT_FALSE(conv.blame.empty());
    const NodePrediction first = predicted(*scope, on_x64, "node_conv2d");
    EXPECT_EQ(first.kernel, "QLinearConv");
    EXPECT_EQ(first.unit.size(),
              3U);  // The DQs of input and weight, and the Q; the bias is float in the file.
}

TEST(QdqPredict, TargetsAreData) {
    EXPECT_EQ(runtime::findTarget("ort-9.9"), nullptr);
    ASSERT_GE(runtime::targets().size(), 2U);
    EXPECT_EQ(runtime::targets().front().name, "ort-1.30-cpu-x64");
    // Another provider is another table: one without a Conv leaves it in float.
    runtime::Target none = arm64();
    none.name = "none";
    none.selectors = {};
    const auto scope = scopeOf(qdqCases().front().bytes);
    for (const NodePrediction& node : runtime::predict(*scope, none).nodes)
        EXPECT_EQ(node.runs, Runs::kFloat);
}

TEST(QdqPredict, EveryCorpusFileIsBorne) {
    const auto files = corpusFiles();
    if (files.empty())
        GTEST_SKIP() << "no ../shared/models";
    for (const auto& file : files) {
        const auto model = onnx::openModel(file);
        if (!model)
            continue;
        const auto scope = Scope::main(*model);
        for (const runtime::Target& target : runtime::targets()) {
            const Prediction prediction = runtime::predict(*scope, target);
            for (const NodePrediction& node : prediction.nodes) {
                EXPECT_TRUE(node.runs == Runs::kInt8 || !node.reason.empty()) << file;
            }
        }
    }
}

}  // namespace qdqlens::test
