#include "core/qdq/tables/sizes.h"

#include <gtest/gtest.h>

#include <map>

#include "core/onnx/reader.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::TensorSpec;

std::map<std::string, std::uint64_t> rowsOf(const std::shared_ptr<const Scope>& scope) {
    std::map<std::string, std::uint64_t> rows;
    for (const ByteRow& row : byteRows(scope->modelPtr())) {
        EXPECT_TRUE(rows.emplace(row.row, row.bytes).second) << row.row << " twice";
    }
    return rows;
}

std::uint64_t sum(const std::map<std::string, std::uint64_t>& rows) {
    std::uint64_t bytes = 0;
    for (const auto& [row, count] : rows) {
        bytes += count;
    }
    return bytes;
}

struct Reference {
    const char* file;
    Sizes sizes;
};

class SeedSizes : public testing::TestWithParam<Reference> {};

TEST_P(SeedSizes, AreThoseOfTheReference) {
    const auto file = seedFile(GetParam().file);
    if (file.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const Sizes sizes = sizesOf(*openScope(file));
    EXPECT_EQ(sizes.total, GetParam().sizes.total);
    EXPECT_EQ(sizes.initializer, GetParam().sizes.initializer);
    EXPECT_EQ(sizes.node, GetParam().sizes.node);
    EXPECT_EQ(sizes.metadata_props, GetParam().sizes.metadata_props);
    EXPECT_EQ(sizes.initializer + sizes.node + sizes.other, sizes.total);
    EXPECT_EQ(sizes.external, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Files, SeedSizes,
    testing::Values(Reference{"tinyconvnet_qdq.onnx", {66049, 11112, 47640, 42519, 0, 0}},
                    Reference{"tinyconvnet_fp32.onnx", {59450, 39795, 15686, 13995, 0, 0}}));

TEST(ByteRows, GiveTensorsToTheirRolesAndMetadataToItsKeys) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    m.initializer("w", TensorSpec::filled(DataType::kFloat32, {4, 64}, 1));
    m.constant(TensorSpec::filled(DataType::kFloat32, {64}, 1), "b");
    m.node("Gemm", {"x", "w", "b"}).out("y").meta("namespace", std::string(200, 'n')).doc("a doc");
    m.node("Constant").ints("value_ints", {1, 64}).out("shape");
    m.node("Reshape", {"y", "shape"}).out("z");
    m.output("z").valueInfo("y", DataType::kFloat32, {1, 64});
    m.graphMeta("k", "v");
    m.modelMeta("author", "me").modelDoc("about");
    const auto scope = scopeOf(m);
    const auto rows = rowsOf(scope);
    EXPECT_EQ(sum(rows), scope->model().input->bytes().size());
    EXPECT_GE(rows.at("initializers: weight"), 4U * 64 * 4);
    EXPECT_GE(rows.at("constants: bias"), 64U * 4);
    EXPECT_GT(rows.at("constants: Reshape shape"), 0U);
    EXPECT_GE(rows.at("node metadata: namespace"), 200U);
    for (const char* row : {"graph metadata: k", "model metadata: author", "value_info", "inputs and outputs",
                            "doc strings", "nodes", "model head", "graph head"}) {
        EXPECT_EQ(rows.count(row), 1U) << row;
    }
}

TEST(ByteRows, SetSubgraphsAndFunctionsApart) {
    ModelBuilder m;
    m.input("c", DataType::kBool, {});
    GraphBuilder branch = m.subgraph("then");
    branch.initializer("t", TensorSpec::filled(DataType::kFloat32, {8}, 1));
    branch.node("Identity", {"t"}).out("u");
    branch.output("u");
    m.node("If", {"c"}).out("y").attr("then_branch", branch).attr("else_branch", branch);
    m.output("y");
    auto& f = m.function("local", "F", {"a"}, {"b"});
    f.constant(TensorSpec::filled(DataType::kFloat32, {16}, 1), "k");
    f.node("Add", {"a", "k"}).out("b");
    const auto scope = scopeOf(m);
    const auto rows = rowsOf(scope);
    EXPECT_EQ(sum(rows), scope->model().input->bytes().size());
    EXPECT_GE(rows.at("subgraph initializers: Identity input"), 2U * 8 * 4);
    EXPECT_GE(rows.at("function constants: Add B"), 16U * 4);
    EXPECT_EQ(rows.count("subgraph nodes"), 1U);
    EXPECT_EQ(rows.count("function nodes"), 1U);
    EXPECT_EQ(rows.count("function heads"), 1U);
}

TEST(ByteRows, UnknownFieldsAndGroupsAreSomewhere) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.node("Relu", {"x"}).out("y");
    m.output("y");
    std::string bytes = m.serialize();
    bytes += std::string("\xc2\x3e\x03", 3) + "abc";      // Field 1000, length-delimited.
    bytes += std::string("\xc3\x3e\x08\x01\xc4\x3e", 6);  // A group of that number.
    const auto scope = scopeOf(bytes);
    EXPECT_EQ(sum(rowsOf(scope)), bytes.size());
}

TEST(Sizes, ExternalBytesStandBeside) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4});
    m.initializer("a", TensorSpec::filled(DataType::kFloat32, {4}, 1).external("data.bin", 0, 16));
    m.initializer("b", TensorSpec::filled(DataType::kFloat32, {8}, 1).external("data.bin", 64));
    m.initializer("same", TensorSpec::filled(DataType::kFloat32, {4}, 1).external("data.bin", 0, 16));
    m.node("Sum", {"x", "a", "same"}).out("y");
    m.output("y");
    const Sizes sizes = sizesOf(*scopeOf(m));
    EXPECT_EQ(sizes.external, 16U + 32U);
    EXPECT_EQ(sizes.initializer + sizes.node + sizes.other, sizes.total);
}

TEST(ByteRows, AddUpOnEveryFileOfTheCorpus) {
    const auto files = corpusFiles();
    if (files.empty()) {
        GTEST_SKIP() << "no ../shared/models";
    }
    int opened = 0;
    for (const auto& file : files) {
        const auto model = onnx::openModel(file);
        if (!model.has_value()) {
            continue;
        }
        ++opened;
        std::uint64_t bytes = 0;
        std::uint64_t initializers = 0;
        for (const ByteRow& row : byteRows(*model)) {
            bytes += row.bytes;
            EXPECT_GT(row.bytes, 0U) << file << ": " << row.row;
            initializers += row.row.compare(0, 14, "initializers: ") == 0 ? row.bytes : 0;
        }
        EXPECT_EQ(bytes, std::filesystem::file_size(file)) << file;
        const Sizes sizes = sizesOf(*Scope::main(*model));
        EXPECT_EQ(sizes.initializer + sizes.node + sizes.other, sizes.total) << file;
        EXPECT_LE(sizes.other, sizes.total) << file;
        EXPECT_GE(initializers, sizes.initializer) << file << ": rows hold the headers too";
    }
    EXPECT_GT(opened, 150);
}

}  // namespace

}  // namespace qdqlens::test
