// Each rule finds its planted fault, and is silent on the sound twin.
#include "core/qdq/lint/lint.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "core/export/lint_report.h"
#include "resources/samples/model_builder.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {
namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::Quant;
using samples::TensorSpec;

const runtime::Target& x64() {
    return *runtime::findTarget("ort-1.30-cpu-x64");
}

Quant u8(double scale = 0.02) {
    Quant quant;
    quant.scale = {scale};
    quant.zero_point = {3};
    quant.type = DataType::kUInt8;
    return quant;
}

Quant s8() {
    Quant quant = u8();
    quant.type = DataType::kInt8;
    return quant;
}

Quant weights(std::vector<double> scale, std::int64_t axis = 0, std::int64_t zero = 0) {
    Quant quant;
    quant.scale = std::move(scale);
    quant.axis = axis;
    quant.zero_point = {zero};
    return quant;
}

std::vector<LintFinding> findings(const std::function<void(ModelBuilder&)>& make, std::int64_t opset = 17) {
    ModelBuilder model(opset);
    model.input("x", DataType::kFloat32, {1, 4, 6, 6});
    make(model);
    return lint(*scopeOf(model), x64());
}

bool finds(const std::string& rule, const std::function<void(ModelBuilder&)>& make, std::int64_t opset = 17) {
    for (const LintFinding& finding : findings(make, opset)) {
        if (finding.rule == rule) {
            return !finding.message.empty();
        }
    }
    return false;
}

/// x -> Q -> DQ -> Conv -> Q -> DQ -> y, with a weight as given.
std::function<void(ModelBuilder&)> conv(const Quant& weight) {
    return [weight](ModelBuilder& m) {
        const std::string w =
            m.dequantize(m.initializer("w", TensorSpec::filled(weight.type, {4, 4, 1, 1}, 5)), weight);
        m.output(m.qdq(m.node("Conv", {m.qdq("x", u8()), w}), u8()));
    };
}

std::function<void(ModelBuilder&)> unary(const std::string& op, const Quant& before, const Quant& after) {
    return [=](ModelBuilder& m) { m.output(m.qdq(m.node(op, {m.qdq("x", before)}), after)); };
}

}  // namespace

TEST(QdqLint, SoundModelIsSilent) {
    EXPECT_TRUE(findings(conv(weights({0.01, 0.02, 0.03, 0.04}))).empty());
    EXPECT_TRUE(findings(unary("Sigmoid", u8(), u8(0.004))).empty());
}

TEST(QdqLint, Parameters) {
    EXPECT_TRUE(finds("bad-scale", unary("Sigmoid", u8(-0.02), u8())));
    EXPECT_TRUE(finds("bad-scale", conv(weights({0.01, 0.0, 0.03, 0.04}))));
    EXPECT_TRUE(finds("subnormal-scale", unary("Sigmoid", u8(1e-41), u8())));
    EXPECT_TRUE(finds("outlier-channel", conv(weights({0.01, 0.01, 0.01, 5.0}))));
    EXPECT_FALSE(finds("outlier-channel", conv(weights({0.01, 0.01, 0.01, 0.5}))));
    EXPECT_TRUE(finds("channel-axis", conv(weights({0.01, 0.02, 0.03, 0.04}, 1))));
    EXPECT_FALSE(finds("channel-axis", conv(weights({0.01, 0.02, 0.03, 0.04}, 0))));
    EXPECT_TRUE(finds("channel-axis", conv(weights({0.01, 0.02, 0.03}))));
    EXPECT_TRUE(finds("weight-zero-point", conv(weights({0.01}, 0, 7))));
    const auto typed = [](std::int64_t output_dtype) {
        return [output_dtype](ModelBuilder& m) {
            const std::string q = m.quantize("x", u8()).attr("output_dtype", output_dtype);
            m.output(m.node("Neg", {m.dequantize(q, u8())}));
        };
    };
    EXPECT_TRUE(finds("zero-point-dtype", typed(static_cast<int>(DataType::kInt8)), 21));
    EXPECT_FALSE(finds("zero-point-dtype", typed(static_cast<int>(DataType::kUInt8)), 21));
}

TEST(QdqLint, Pairs) {
    const auto twice = [](double scale) {
        return [scale](ModelBuilder& m) { m.output(m.qdq(m.qdq("x", u8()), u8(scale))); };
    };
    EXPECT_TRUE(finds("empty-pair", twice(0.02)));
    EXPECT_FALSE(finds("requantization", twice(0.02)));
    EXPECT_TRUE(finds("requantization", twice(0.5)));
    EXPECT_FALSE(finds("empty-pair", twice(0.5)));
    EXPECT_TRUE(finds("unused-qdq", [](ModelBuilder& m) {
        (void)m.qdq("x", u8());
        m.output(m.node("Neg", {"x"}));
    }));
    EXPECT_TRUE(finds("no-producer",
                      [](ModelBuilder& m) { m.output(m.node("Neg", {m.dequantize("nobody", u8())})); }));
}

TEST(QdqLint, Units) {
    EXPECT_TRUE(finds("float-between", unary("Tanh", u8(), u8())));
    const auto shared = [](const Quant& quant) {
        return [quant](ModelBuilder& m) {
            const std::string x = m.qdq("x", quant);
            m.output(m.qdq(m.node("Sigmoid", {x}), quant));
            m.output(m.node("Neg", {x}));
        };
    };
    EXPECT_TRUE(finds("shared-dq", shared(s8())));
    EXPECT_FALSE(finds("shared-dq", shared(u8())));
    // A weight's DequantizeLinear has no QuantizeLinear that could stay int8.
    EXPECT_FALSE(finds("shared-dq", [](ModelBuilder& m) {
        const std::string w = m.dequantize(
            m.initializer("w", TensorSpec::filled(DataType::kInt8, {4, 4, 1, 1}, 5)), weights({0.01}));
        m.output(m.qdq(m.node("Conv", {m.qdq("x", u8()), w}), u8()));
        m.output(m.node("Neg", {w}));
    }));
    EXPECT_TRUE(
        finds("no-final-q", [](ModelBuilder& m) { m.output(m.node("Sigmoid", {m.qdq("x", u8())})); }));
    EXPECT_TRUE(finds("graph-output-breaks", [](ModelBuilder& m) {
        const std::string y = m.node("Sigmoid", {m.qdq("x", u8())});
        m.output(y);
        m.output(m.qdq(y, u8()));
    }));
    Quant bare = u8();
    bare.zero_point.clear();
    EXPECT_TRUE(finds("zero-point-missing", unary("Flatten", bare, bare)));
    Quant wide = u8();
    wide.type = DataType::kUInt16;
    EXPECT_TRUE(finds("no-kernel-width", unary("Sigmoid", wide, wide), 21));
    EXPECT_FALSE(finds("no-kernel-width", unary("Flatten", wide, wide), 21));
    EXPECT_TRUE(finds("float-weight", [](ModelBuilder& m) {
        const std::string w = m.initializer("w", TensorSpec::filled(DataType::kFloat32, {4, 4, 1, 1}, 0.5));
        m.output(m.qdq(m.node("Conv", {m.qdq("x", u8()), w}), u8()));
    }));
    const auto biased = [](double scale, double weight_scale = 0.01, double code = 5) {
        return [=](ModelBuilder& m) {
            const std::string w =
                m.dequantize(m.initializer("w", TensorSpec::filled(DataType::kInt8, {4, 4, 1, 1}, 5)),
                             weights({weight_scale}));
            Quant quant;
            quant.type = DataType::kInt32;
            quant.scale = {scale};
            const std::string b =
                m.dequantize(m.initializer("b", TensorSpec::filled(DataType::kInt32, {4}, code)), quant);
            m.output(m.qdq(m.node("Conv", {m.qdq("x", u8()), w, b}), u8()));
        };
    };
    // Within the runtime's 1e-6, and nearly twice what it should be.
    EXPECT_TRUE(finds("bias-scale", biased(1.9e-6, 5e-5)));
    EXPECT_FALSE(finds("bias-scale", biased(1e-6, 5e-5)));
    EXPECT_FALSE(finds("bias-scale", biased(0.0003))) << "runs in float, with the right numbers";
    EXPECT_TRUE(finds("bias-limit", biased(0.0002, 0.01, 2147483647)));
    EXPECT_FALSE(finds("bias-limit", biased(0.0002)));
    EXPECT_TRUE(finds("bias", biased(0.0003)));
    EXPECT_FALSE(finds("bias", biased(0.0002)));
    EXPECT_TRUE(finds(
        "refused",
        [](ModelBuilder& m) {
            m.output(m.node("Neg", {m.node("MaxPool", {m.qdq("x", s8())}).ints("kernel_shape", {2, 2})}));
        },
        21));
}

TEST(QdqLint, SettingsChangeSeverities) {
    ModelBuilder model(17);
    model.input("x", DataType::kFloat32, {1, 4, 6, 6});
    unary("Tanh", u8(), u8())(model);
    const auto found = lint(*scopeOf(model), x64(), {{}, {{"float-between", Severity::kError}}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kError);
}

TEST(QdqLint, ManyOfOneKindShareARow) {
    const auto rows = [](int count) {
        ModelBuilder model(17);
        model.input("x", DataType::kFloat32, {1, 4, 6, 6});
        std::string value = model.qdq("x", u8());
        for (int k = 0; k < count; ++k) {
            value = model.qdq(model.node("Tanh", {value}), u8());
        }
        model.output(value);
        const auto scope = scopeOf(model);
        const auto found = lint(*scope, x64());
        EXPECT_EQ(found.size(), static_cast<std::size_t>(count));
        const Table table = lintTable(*scope, found);
        EXPECT_EQ(table.notes.front(), "0 errors, " + std::to_string(count) + " warnings, 0 notes.");
        return table.rows;
    };
    EXPECT_EQ(rows(3).size(), 3U);
    const auto grouped = rows(9);
    ASSERT_EQ(grouped.size(), 1U);
    EXPECT_EQ(grouped[0].nodes.size(), 9U);
    EXPECT_EQ(grouped[0].cells[2], "9 nodes");
}

TEST(QdqLint, RulesAreTold) {
    std::set<std::string_view> ids;
    for (const LintRule& rule : lintRules()) {
        EXPECT_TRUE(ids.insert(rule.id).second) << rule.id;
        EXPECT_FALSE(rule.title.empty());
        EXPECT_FALSE(rule.help.empty());
    }
    ModelBuilder model(17);
    model.input("x", DataType::kFloat32, {1, 4, 6, 6});
    unary("Sigmoid", u8(-0.02), u8())(model);
    const auto scope = scopeOf(model);
    EXPECT_TRUE(lint(*scope, x64(), {{"bad-scale"}, {}}).empty());
    const auto found = lint(*scope, x64());
    const auto json = nlohmann::json::parse(lintJson(*scope, found));
    EXPECT_EQ(json["schema"], "qdqlens.lint/1");
    EXPECT_EQ(json["findings"][0]["severity"], "error");
    const auto sarif = nlohmann::json::parse(lintSarif(*scope, "/a b/mödel.onnx", found));
    EXPECT_EQ(sarif["version"], "2.1.0");
    const auto& run = sarif["runs"][0];
    const auto& result = run["results"][0];
    EXPECT_EQ(result["ruleId"], "bad-scale");
    EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"], "bad-scale");
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
              "file:///a%20b/m%C3%B6del.onnx");
}

}  // namespace qdqlens::test
