// Broken models: never a crash, always a place; and where protobuf's own parse succeeds too, the same model.
#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "core/onnx/reader.h"
#include "tests/support/reader_exercise.h"
#include "tests/support/schema_compare.h"
#include "tests/support/wire_mutation.h"

namespace qdqlens::test {

namespace {

void checkBytes(const std::string& bytes) {
    const auto model = onnx::readModel(onnx::Input::fromBytes(bytes, "m.onnx"));
    if (!model) {
        RC_ASSERT(model.error().where == "m.onnx");
        RC_ASSERT(model.error().what.find("byte") != std::string::npos ||
                  model.error().what.rfind("not an ONNX model but ", 0) == 0);
        return;
    }
    decodeEverything(**model);
    schema::ModelProto proto;
    if (proto.ParseFromString(bytes)) {
        const auto difference = firstDifference(**model, proto);
        RC_ASSERT(difference.value_or("") == "");
    }
}

}  // namespace

RC_GTEST_PROP(OnnxMutation, BrokenBytesNeverCrashAndAgreeWithProtobuf, (std::uint64_t seed)) {
    static const std::string kSample = everyMessageModel();
    std::mt19937_64 random(seed);
    for (int i = 0; i < 50; ++i) {
        checkBytes(mutate(kSample, random));
    }
}

RC_GTEST_PROP(OnnxMutation, AnyBytes, (const std::string& bytes)) {
    checkBytes(bytes);
}

TEST(OnnxMutation, EveryTruncation) {
    const std::string sample = everyMessageModel();
    for (std::size_t size = 0; size < sample.size(); ++size) {
        checkBytes(sample.substr(0, size));
    }
}

TEST(OnnxMutation, TheSampleItselfIsGood) {
    const auto model = onnx::readModel(onnx::Input::fromBytes(everyMessageModel()));
    ASSERT_TRUE(model.has_value()) << model.error().message();
    schema::ModelProto proto;
    ASSERT_TRUE(proto.ParseFromString(everyMessageModel()));
    EXPECT_EQ(firstDifference(**model, proto).value_or(""), "");
    proto.mutable_graph()->mutable_node(0)->set_name("other");
    EXPECT_NE(firstDifference(**model, proto).value_or(""), "");
}

}  // namespace qdqlens::test
