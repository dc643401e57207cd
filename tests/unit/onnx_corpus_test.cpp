// Every file of the corpus opens or is refused with one sentence that has a place; what opens agrees with
// protobuf.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "core/onnx/reader.h"
#include "core/onnx/tensor_data.h"
#include "tests/support/paths.h"
#include "tests/support/schema_compare.h"

namespace qdqlens::test {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> corpusFiles(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

void expectOneSentenceWithPlace(const Error& error, const fs::path& file) {
    EXPECT_EQ(error.kind, ErrorKind::kInput);
    EXPECT_EQ(error.where, file.string());
    EXPECT_GE(error.what.size(), 10U) << file;
    EXPECT_EQ(error.what.find('\n'), std::string::npos) << error.what;
    EXPECT_NE(error.what.back(), '.') << error.what;
}

}  // namespace

TEST(Corpus, EveryFileOpensOrIsRefusedAndAgreesWithProtobuf) {
    const auto folder = corpusFolder();
    if (!folder) {
        GTEST_SKIP() << "no ../shared/models and no QDQLENS_CORPUS";
    }
    int opened = 0;
    int refused = 0;
    for (const fs::path& file : corpusFiles(*folder)) {
        const auto start = std::chrono::steady_clock::now();
        const auto model = onnx::openModel(file);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << file;
        const std::string bytes = readFile(file);
        schema::ModelProto proto;
        const bool parsed = proto.ParseFromString(bytes);
        if (!model) {
            ++refused;
            expectOneSentenceWithPlace(model.error(), file);
            EXPECT_FALSE(parsed && proto.graph().node_size() > 0)
                << file << " is refused: " << model.error().what;
            continue;
        }
        ++opened;
        ASSERT_TRUE(parsed) << file << " opens, though protobuf cannot parse it";
        const auto difference = firstDifference(**model, proto);
        EXPECT_FALSE(difference.has_value()) << file << ": " << difference.value_or("");
    }
    fmt::print("{} opened, {} refused\n", opened, refused);
    EXPECT_GT(opened, 0);
}

TEST(Corpus, EveryTensorDecodesOrSaysWhyNot) {
    const auto folder = corpusFolder();
    if (!folder) {
        GTEST_SKIP() << "no ../shared/models and no QDQLENS_CORPUS";
    }
    int decoded = 0;
    int refused = 0;
    for (const fs::path& file : corpusFiles(*folder)) {
        const auto model = onnx::openModel(file);
        if (!model) {
            continue;
        }
        for (const onnx::Tensor& tensor : (*model)->graph.initializers) {
            if (tensor.type == onnx::DataType::kString) {
                continue;
            }
            const auto elements = onnx::decode(**model, tensor, 0, 16);
            if (elements) {
                ++decoded;
                EXPECT_EQ(elements->size(), std::min<std::uint64_t>(16, onnx::elementCount(tensor).value()));
            } else {
                ++refused;
                EXPECT_EQ(elements.error().where, file.string());
                EXPECT_NE(elements.error().what.find("tensor"), std::string::npos);
                fmt::print("{}\n", elements.error().message());
            }
        }
    }
    fmt::print("{} decoded, {} refused\n", decoded, refused);
    EXPECT_GT(decoded, 0);
}

TEST(Corpus, DepthLimitHolds) {
    const auto folder = corpusFolder();
    if (!folder || !fs::exists(*folder / "made_hostile")) {
        GTEST_SKIP() << "no made_hostile in the corpus";
    }
    EXPECT_TRUE(onnx::openModel(*folder / "made_hostile/deep_if_20.onnx").has_value());
    const auto deep = onnx::openModel(*folder / "made_hostile/deep_if_5000.onnx");
    ASSERT_FALSE(deep.has_value());
    EXPECT_NE(deep.error().what.find("nested deeper than 64"), std::string::npos) << deep.error().what;
    EXPECT_LT(deep.error().what.size(), 400U);
}

}  // namespace qdqlens::test
