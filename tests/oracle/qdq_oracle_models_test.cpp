// The reference models, the cases made for each rule, and every Q/DQ file of the corpus that the runtime
// loads.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/onnx/reader.h"
#include "tests/oracle/oracle.h"
#include "tests/support/qdq_cases.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {
namespace {

/// Files above this are left out: the runtime takes minutes to optimize them, for nodes that repeat.
constexpr std::uintmax_t kLargest = std::uintmax_t{100} << 20;

bool hasQuantization(const onnx::Graph& graph) {
    for (const onnx::Node& node : graph.nodes) {
        if (node.op_type == "QuantizeLinear" || node.op_type == "DequantizeLinear")
            return true;
        for (const onnx::Graph* inner : onnx::subgraphs(node)) {
            if (hasQuantization(*inner))
                return true;
        }
    }
    return false;
}

bool hasQuantization(const onnx::Model& model) {
    if (hasQuantization(model.graph))
        return true;
    for (const onnx::Function& function : model.functions) {
        if (hasQuantization(function.body))
            return true;
    }
    return false;
}

}  // namespace

TEST(QdqOracle, ReferenceModels) {
    std::string why;
    Oracle* oracle = Oracle::get(why);
    if (oracle == nullptr)
        GTEST_SKIP() << why;
    Tally tally;
    for (const char* name :
         {"tinyconvnet_qdq.onnx", "tinyconvnet_qdq_static.onnx", "tinyconvnet_fp32.onnx"}) {
        const auto path = seedFile(name);
        if (path.empty())
            GTEST_SKIP() << "no ../shared/seed";
        for (const runtime::Target& target : runtime::targets())
            oracle->compare(path, target, tally);
    }
    tally.print("reference models");
    EXPECT_EQ(tally.differing(), 0U);
    EXPECT_EQ(tally.refusals(), 0U);
}

TEST(QdqOracle, EveryRuleAndCondition) {
    std::string why;
    Oracle* oracle = Oracle::get(why);
    if (oracle == nullptr)
        GTEST_SKIP() << why;
    const TemporaryFolder folder;
    Tally tally;
    for (const QdqCase& c : qdqCases()) {
        const auto path = folder.file(c.name + ".onnx", c.bytes);
        for (const runtime::Target& target : runtime::targets())
            oracle->compare(path, target, tally);
    }
    tally.print("one model a rule and condition");
    EXPECT_EQ(tally.differing(), 0U);
    EXPECT_TRUE(tally.wrongRefusals().empty());
    EXPECT_EQ(tally.refusals(), tally.foreseen());
}

TEST(QdqOracle, CorpusFiles) {
    std::string why;
    Oracle* oracle = Oracle::get(why);
    if (oracle == nullptr)
        GTEST_SKIP() << why;
    const auto files = corpusFiles();
    if (files.empty())
        GTEST_SKIP() << "no ../shared/models";
    const char* only = std::getenv("QDQLENS_ORACLE_FILE");
    Tally tally;
    for (const auto& file : files) {
        if (only != nullptr && file.string().find(only) == std::string::npos)
            continue;
        std::error_code none;
        if (std::filesystem::file_size(file, none) > kLargest)
            continue;
        const auto model = onnx::openModel(file);
        if (!model || !hasQuantization(**model))
            continue;
        for (const runtime::Target& target : runtime::targets())
            oracle->compare(file, target, tally);
    }
    tally.print("corpus files");
    EXPECT_EQ(tally.differing(), 0U);
}

}  // namespace qdqlens::test
