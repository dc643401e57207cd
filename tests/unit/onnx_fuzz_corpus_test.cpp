// The fuzzer's corpus: it once led somewhere, so it is read again on every run.
#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>

#include <filesystem>

#include "core/onnx/reader.h"
#include "tests/support/paths.h"
#include "tests/support/reader_exercise.h"
#include "tests/support/schema_compare.h"

namespace qdqlens::test {

TEST(FuzzCorpus, ReadsAsProtobufDoes) {
    int files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(sourceFolder() / "tests/fuzz/corpus/reader")) {
        ++files;
        const std::string bytes = readFile(entry.path());
        const auto model = onnx::readModel(onnx::Input::fromBytes(bytes));
        if (!model) {
            EXPECT_FALSE(model.error().what.empty());
            continue;
        }
        decodeEverything(**model);
        schema::ModelProto proto;
        if (proto.ParseFromString(bytes)) {
            EXPECT_EQ(firstDifference(**model, proto).value_or(""), "") << entry.path();
        }
    }
    EXPECT_GT(files, 0);
}

}  // namespace qdqlens::test
