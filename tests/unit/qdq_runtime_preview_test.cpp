// The graph that the runtime's passes leave, as a model.
#include "core/qdq/runtime/preview.h"

#include <gtest/gtest.h>

#include <set>

#include "core/onnx/reader.h"
#include "core/qdq/runtime/predict.h"
#include "resources/samples/tiny_conv_net.h"
#include "tests/support/qdq_cases.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {
namespace {

using runtime::Stage;

std::shared_ptr<const Scope> previewOf(const std::string& bytes, const runtime::Target& target, Stage stage) {
    const auto model = onnx::readModel(onnx::Input::fromBytes(bytes, "m.onnx"));
    const auto preview = runtime::previewModel(*model, target, stage);
    EXPECT_TRUE(preview.has_value()) << preview.error().message();
    return preview.has_value() ? Scope::main(*preview) : nullptr;
}

using Ops = std::multiset<std::pair<std::string, bool>>;

Ops opsOf(const std::vector<runtime::FinalNode>& nodes) {
    Ops ops;
    for (const runtime::FinalNode& node : nodes) {
        ops.emplace(node.op, node.int8);
    }
    return ops;
}

std::vector<std::string_view> inputNames(const Scope& scope, std::string_view node) {
    return scope.topology().node(scope.topology().findNodes(node).at(0)).inputs;
}

}  // namespace

TEST(QdqPreview, TheModelIsWhatThePredictionSays) {
    for (const QdqCase& c : qdqCases()) {
        for (const runtime::Target& target : runtime::targets()) {
            SCOPED_TRACE(c.name + " " + std::string(target.name));
            const auto model = onnx::readModel(onnx::Input::fromBytes(c.bytes, "m.onnx"));
            const auto prediction = runtime::predict(*Scope::main(*model), target);
            const auto preview = runtime::previewModel(*model, target, Stage::kFinal);
            EXPECT_EQ(preview.has_value(), prediction.refused.empty());
            if (!preview.has_value()) {
                continue;
            }
            const auto scope = Scope::main(*preview);
            EXPECT_TRUE(scope->topology().defects().empty());
            EXPECT_EQ(opsOf(runtime::describe(*scope)), opsOf(prediction.final_nodes));
        }
    }
}

TEST(QdqPreview, SplitGivesEachConsumerItsOwnDequantizeLinear) {
    const auto scope = previewOf(samples::tinyConvNetQdq(), runtime::targets().front(), Stage::kSplit);
    ASSERT_NE(scope, nullptr);
    const Topology& topology = scope->topology();
    EXPECT_TRUE(topology.defects().empty());
    std::size_t copies = 0;
    for (std::uint32_t n = 0; n < topology.nodeCount(); ++n) {
        const onnx::Node& node = topology.node(NodeId{n});
        if (node.op_type == "DequantizeLinear") {
            EXPECT_LE(topology.uses(topology.outputs(NodeId{n})[0]).size(), 1U) << node.name;
            copies += node.name.find("/duplicated") != std::string_view::npos ? 1 : 0;
        }
    }
    EXPECT_EQ(copies, 1U);
    const auto file = scopeOf(samples::tinyConvNetQdq());
    EXPECT_EQ(topology.nodeCount(), file->topology().nodeCount() + 1);
    EXPECT_EQ(scope->graph().inputs.size(), file->graph().inputs.size());
    EXPECT_EQ(scope->model().producer_name, file->model().producer_name);
}

TEST(QdqPreview, KernelsHaveTheirOperatorsInputsAndTheFilesNames) {
    const auto scope =
        previewOf(samples::tinyConvNetQdq(), *runtime::findTarget("ort-1.30-cpu-arm64"), Stage::kFinal);
    ASSERT_NE(scope, nullptr);
    const Topology& topology = scope->topology();
    const onnx::Node& conv = topology.node(topology.findNodes("node_conv2d").at(0));
    EXPECT_EQ(conv.op_type, "QLinearConv");
    ASSERT_EQ(conv.inputs.size(), 9U);
    // x and its parameters, w and its, those of the result, bias (onnx: QLinearConv).
    EXPECT_EQ(topology.value(topology.findValue(conv.inputs[3])).initializer->dims.size(), 4U);
    EXPECT_EQ(topology.value(topology.findValue(conv.inputs[8])).initializer->type, onnx::DataType::kInt32);
    EXPECT_FALSE(conv.attributes.empty());
    EXPECT_FALSE(conv.metadata.empty());
    const onnx::Node& add = topology.node(topology.findNodes("node_add").at(0));
    EXPECT_EQ(add.domain, "com.microsoft");
    EXPECT_EQ(add.op_type, "QLinearAdd");
    EXPECT_EQ(inputNames(*scope, "node_add").size(), 8U);
    EXPECT_NE(scope->opset("com.microsoft"), 0);
}

}  // namespace qdqlens::test
