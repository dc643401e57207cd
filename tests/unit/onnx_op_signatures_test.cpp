#include "core/onnx/op_signatures.h"

#include <gtest/gtest.h>

#include "resources/resources.h"

namespace qdqlens::test {

namespace {

using onnx::findSignature;

TEST(OpSignatures, NamesInputsAndOutputs) {
    const onnx::OpSignature* conv = findSignature("", "Conv", 20);
    ASSERT_NE(conv, nullptr);
    EXPECT_EQ(conv->since, 11);
    EXPECT_EQ(conv->inputName(0), "X");
    EXPECT_EQ(conv->inputName(1), "W");
    EXPECT_EQ(conv->inputName(2), "B");
    EXPECT_EQ(conv->inputName(3), "");
    EXPECT_EQ(conv->outputName(0), "Y");
    EXPECT_FALSE(conv->inputs[1].optional);
    EXPECT_TRUE(conv->inputs[2].optional);
}

TEST(OpSignatures, TakesTheVersionInForce) {
    EXPECT_EQ(findSignature("", "QuantizeLinear", 12)->since, 10);
    EXPECT_EQ(findSignature("", "QuantizeLinear", 13)->since, 13);
    EXPECT_EQ(findSignature("", "QuantizeLinear", 20)->since, 19);
    EXPECT_EQ(findSignature("", "QuantizeLinear", 1000)->since, 25);
    EXPECT_EQ(findSignature("", "QuantizeLinear", 0)->since, 25);
}

TEST(OpSignatures, GivesTheOldestWhereTheOpsetIsOlderStill) {
    EXPECT_EQ(findSignature("", "QuantizeLinear", 9)->since, 10);
}

TEST(OpSignatures, GivesADeprecatedOperatorItsLastVersion) {
    const onnx::OpSignature* upsample = findSignature("", "Upsample", 20);
    ASSERT_NE(upsample, nullptr);
    EXPECT_EQ(upsample->since, 9);
    EXPECT_EQ(upsample->inputName(1), "scales");
    EXPECT_EQ(findSignature("", "GroupNormalization", 18), findSignature("", "GroupNormalization", 1));
    EXPECT_EQ(findSignature("", "GroupNormalization", 21)->since, 21);
}

TEST(OpSignatures, KnowsDomains) {
    EXPECT_EQ(findSignature("ai.onnx", "Conv", 20), findSignature("", "Conv", 20));
    EXPECT_EQ(findSignature("", "Conv", 20)->domain, "");
    const onnx::OpSignature* quantize = findSignature("com.microsoft", "QuantizeLinear", 1);
    ASSERT_NE(quantize, nullptr);
    EXPECT_EQ(quantize->inputName(2), "y_zero_point");
    EXPECT_EQ(findSignature("com.microsoft", "Conv", 1), nullptr);
    EXPECT_EQ(findSignature("", "NoSuchOp", 20), nullptr);
    EXPECT_EQ(findSignature("", "", 20), nullptr);
}

TEST(OpSignatures, RepeatsVariadicNames) {
    const onnx::OpSignature* concat = findSignature("", "Concat", 13);
    ASSERT_NE(concat, nullptr);
    EXPECT_TRUE(concat->inputs[0].variadic);
    EXPECT_EQ(concat->inputName(0), "inputs");
    EXPECT_EQ(concat->inputName(7), "inputs");
    const onnx::OpSignature* loop = findSignature("", "Loop", 16);
    ASSERT_NE(loop, nullptr);
    EXPECT_EQ(loop->inputName(0), "M");
    EXPECT_EQ(loop->inputName(2), "v_initial");
    EXPECT_EQ(loop->inputName(5), "v_initial");
}

TEST(OpSignatures, ReadsAttributes) {
    const onnx::OpSignature* pool = findSignature("", "MaxPool", 12);
    ASSERT_NE(pool, nullptr);
    const auto attribute = [&](std::string_view name) {
        for (const onnx::FormalAttribute& a : pool->attributes) {
            if (a.name == name) {
                return a;
            }
        }
        return onnx::FormalAttribute{};
    };
    EXPECT_EQ(attribute("kernel_shape").type, "list of ints");
    EXPECT_TRUE(attribute("kernel_shape").required);
    EXPECT_EQ(attribute("kernel_shape").default_value, "");
    EXPECT_EQ(attribute("auto_pad").type, "string");
    EXPECT_EQ(attribute("auto_pad").default_value, "NOTSET");
    EXPECT_FALSE(attribute("auto_pad").required);
    EXPECT_EQ(attribute("ceil_mode").default_value, "0");
}

/// Every row of the table must come out again under its own opset.
TEST(OpSignatures, FindsEveryRow) {
    std::string_view text = resources::op_signatures_tsv;
    int rows = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.empty() || line.front() == '#' || line.find("(deprecated)") != std::string_view::npos) {
            continue;
        }
        const std::size_t op = line.find('\t') + 1;
        const std::size_t since = line.find('\t', op) + 1;
        const std::string version(line.substr(since, line.find('\t', since) - since));
        if (version == "since") {
            continue;
        }
        const std::string_view name = line.substr(op, since - op - 1);
        const onnx::OpSignature* found = findSignature(line.substr(0, op - 1), name, std::stoll(version));
        ASSERT_NE(found, nullptr) << line;
        EXPECT_EQ(std::to_string(found->since), version) << line;
        EXPECT_EQ(found->op_type, name);
        for (const onnx::FormalParameter& parameter : found->inputs) {
            EXPECT_FALSE(parameter.name.empty()) << line;
        }
        ++rows;
    }
    EXPECT_GT(rows, 700);
}

}  // namespace

}  // namespace qdqlens::test
