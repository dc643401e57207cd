// The graph that is shown as the runtime's is one that the runtime loads and runs as it stands.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/onnx/reader.h"
#include "core/qdq/runtime/preview.h"
#include "tests/oracle/oracle.h"
#include "tests/support/qdq_cases.h"

namespace qdqlens::test {
namespace {

/// A pass made a constant whose numbers nobody needed to know: a bias or weight that the runtime quantizes,
/// or packs anew for MatMulNBits.
bool hasUnknownConstants(const onnx::Model& model) {
    const auto& tensors = model.graph.initializers;
    const auto& nodes = model.graph.nodes;
    return std::any_of(
               tensors.begin(), tensors.end(),
               [](const onnx::Tensor& tensor) { return tensor.storage == onnx::Tensor::Storage::kNone; }) ||
           std::any_of(nodes.begin(), nodes.end(),
                       [](const onnx::Node& node) { return node.op_type == "MatMulNBits"; });
}

}  // namespace

TEST(QdqOracle, PreviewsRun) {
    std::string why;
    Oracle* oracle = Oracle::get(why);
    if (oracle == nullptr)
        GTEST_SKIP() << why;
    const TemporaryFolder folder;
    int ran = 0;
    for (const QdqCase& c : qdqCases()) {
        for (const runtime::Target& target : runtime::targets()) {
            for (const runtime::Stage stage : {runtime::Stage::kSplit, runtime::Stage::kFinal}) {
                const auto model = onnx::readModel(onnx::Input::fromBytes(c.bytes, "m.onnx"));
                const auto preview = runtime::previewModel(*model, target, stage);
                if (!preview || hasUnknownConstants(**preview))
                    continue;
                runtime::RuntimeRequest request;
                request.model = folder.path() / "preview.onnx";
                std::ofstream(request.model, std::ios::binary) << (*preview)->input->bytes();
                request.level = "disabled";
                request.run = true;
                const auto answer = oracle->process().ask(request, std::chrono::minutes(1));
                ASSERT_TRUE(answer) << c.name << ": " << answer.error().message();
                EXPECT_TRUE(answer->runs) << c.name << " " << target.name << ": " << answer->error;
                ++ran;
            }
        }
    }
    fmt::print("{} previews ran\n", ran);
    EXPECT_GT(ran, 0);
}

}  // namespace qdqlens::test
