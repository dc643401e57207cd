#include "core/qdq/tables/roles.h"

#include <gtest/gtest.h>

#include <map>

#include "core/qdq/tables/initializer_table.h"
#include "core/qdq/tables/shape.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::Quant;
using samples::TensorSpec;

TensorSpec floats(const std::vector<std::int64_t>& dims) {
    return TensorSpec::filled(DataType::kFloat32, dims, 1);
}
TensorSpec codes(const std::vector<std::int64_t>& dims, DataType type = DataType::kInt8) {
    return TensorSpec::filled(type, dims, 1);
}

std::map<std::string, std::string> rolesOf(const std::shared_ptr<const Scope>& scope) {
    std::map<std::string, std::string> roles;
    const Folding folding(*scope, FoldMode::kOn);
    for (const StoredTensor& stored : storedTensors(scope, folding)) {
        roles[std::string(scope->topology().value(stored.value).name)] = stored.role;
    }
    return roles;
}

TEST(Roles, WeightAndBiasBehindTheirQdq) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 3, 8, 8});
    const std::string w =
        m.dequantize(m.initializer("w", codes({4, 3, 3, 3})), {.scale = {1, 2, 3, 4}, .axis = 0});
    const std::string b = m.dequantize(m.initializer("b", codes({4}, DataType::kInt32)),
                                       {.scale = {1}, .zero_point = {0}, .type = DataType::kInt32});
    m.node("Conv", {m.qdq("x", 0.02, 3), w, b}).out("y");
    m.output("y");
    EXPECT_EQ(rolesOf(scopeOf(m)),
              (std::map<std::string, std::string>{{"w", "weight"},
                                                  {"w_scale", "weight scale"},
                                                  {"w_zero_point", "weight zero point"},
                                                  {"b", "bias"},
                                                  {"b_scale", "bias scale"},
                                                  {"b_zero_point", "bias zero point"},
                                                  {"x_scale", "activation scale"},
                                                  {"x_zero_point", "activation zero point"}}));
}

TEST(Roles, FormalNamesAtTheModelsOpset) {
    ModelBuilder m(18);
    m.input("x", DataType::kFloat32, {1, 3, 8, 8});
    m.node("ReduceMean", {"x", m.initializer("axes", TensorSpec::of<std::int64_t>({2}, {-1, -2}))}).out("a");
    m.node("Reshape", {"a", m.initializer("shape", TensorSpec::of<std::int64_t>({2}, {1, -1}))}).out("b");
    m.node("Add", {"b", m.initializer("addend", floats({3}))}).out("c");
    m.node("Gather", {m.initializer("table", floats({8, 3})), "ids"}).out("d");
    m.node("Mystery", {"c", m.initializer("odd", floats({1}))}).domain("com.acme").out("e");
    m.node("LSTM", {"x", m.initializer("lstm_w", floats({1, 4, 3}))}).out("f");
    for (const char* name : {"c", "d", "e", "f"}) {
        m.output(name);
    }
    const auto roles = rolesOf(scopeOf(m));
    EXPECT_EQ(roles.at("axes"), "ReduceMean axes");
    EXPECT_EQ(roles.at("shape"), "Reshape shape");
    EXPECT_EQ(roles.at("addend"), "Add B");
    EXPECT_EQ(roles.at("table"), "Gather data");
    EXPECT_EQ(roles.at("odd"), "Mystery input 1");
    EXPECT_EQ(roles.at("lstm_w"), "LSTM W");
}

TEST(Roles, ThroughChainsOfFoldedNodesAndConstants) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1, 4});
    m.constant(codes({8, 4}), "w");
    const std::string dq = m.dequantize("w", {.scale = {0.1}});
    const std::string turned = m.node("Transpose", {dq}).out("turned");
    m.node("MatMul", {"x", "turned"}).out("y");
    m.node("Cast", {m.initializer("half_scale", TensorSpec(DataType::kFloat16, {}, {0.5}))})
        .attr("to", 1)
        .out("scale");
    m.initializer("zp", TensorSpec(DataType::kInt8, {}, {0}));
    m.node("QuantizeLinear", {"y", "scale", "zp"}).out("q");
    m.node("Unsqueeze", {m.initializer("bias", floats({8})),
                         m.initializer("axes", TensorSpec::of<std::int64_t>({1}, {0}))})
        .out("wide");
    m.node("Add", {"y", "wide"}).out("z");
    m.output("q").output("z");
    const auto roles = rolesOf(scopeOf(m));
    EXPECT_EQ(roles.at("w"), "weight");
    EXPECT_EQ(roles.at("w_scale"), "weight scale");
    EXPECT_EQ(roles.at("half_scale"), "activation scale");
    EXPECT_EQ(roles.at("zp"), "activation zero point");
    EXPECT_EQ(roles.at("bias"), "Add B");
    EXPECT_EQ(roles.at("axes"), "Unsqueeze axes");
}

TEST(Roles, SeveralRolesAreOneTensorThatSaysAll) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {4, 4});
    m.initializer("t", floats({4, 4}));
    m.initializer("unused", floats({1}));
    m.initializer("kept", floats({1}));
    m.node("MatMul", {"x", "t"}).out("a");
    m.node("Add", {"a", "t"}).out("y");
    m.output("y").output("kept");
    const auto scope = scopeOf(m);
    const auto roles = rolesOf(scope);
    EXPECT_EQ(roles.at("t"), "Add B + weight");
    EXPECT_EQ(roles.at("unused"), "unused");
    EXPECT_EQ(roles.at("kept"), "output");
}

TEST(Roles, OperatorsWithTheirOwnQuantization) {
    ModelBuilder m;
    m.input("x", DataType::kUInt8, {1, 3, 8, 8}).input("f", DataType::kFloat32, {1, 64});
    const auto scalar = [&](const std::string& name, DataType type) {
        return m.initializer(name, TensorSpec(type, {}, {1}));
    };
    m.node("QLinearConv", {"x", scalar("xs", DataType::kFloat32), scalar("xz", DataType::kUInt8),
                           m.initializer("qw", codes({4, 3, 3, 3})), scalar("ws", DataType::kFloat32),
                           scalar("wz", DataType::kInt8), scalar("ys", DataType::kFloat32),
                           scalar("yz", DataType::kUInt8), m.initializer("qb", codes({4}, DataType::kInt32))})
        .out("a");
    m.node("MatMulNBits",
           {"f", m.initializer("nb", codes({8, 2, 16}, DataType::kUInt8)), m.initializer("nbs", floats({16})),
            m.initializer("nbz", codes({8}, DataType::kUInt8))})
        .domain("com.microsoft")
        .out("b");
    m.node("MatMulInteger", {"a", m.initializer("iw", codes({8, 4})), scalar("az", DataType::kUInt8),
                             scalar("bz", DataType::kInt8)})
        .out("c");
    m.output("b").output("c");
    EXPECT_EQ(rolesOf(scopeOf(m)), (std::map<std::string, std::string>{{"xs", "activation scale"},
                                                                       {"xz", "activation zero point"},
                                                                       {"qw", "weight"},
                                                                       {"ws", "weight scale"},
                                                                       {"wz", "weight zero point"},
                                                                       {"ys", "activation scale"},
                                                                       {"yz", "activation zero point"},
                                                                       {"qb", "bias"},
                                                                       {"nb", "weight"},
                                                                       {"nbs", "weight scale"},
                                                                       {"nbz", "weight zero point"},
                                                                       {"iw", "weight"},
                                                                       {"az", "activation zero point"},
                                                                       {"bz", "weight zero point"}}));
}

TEST(Roles, InSubgraphsAndFunctions) {
    ModelBuilder m;
    m.input("c", DataType::kBool, {}).input("x", DataType::kFloat32, {1, 4});
    m.initializer("outer_w", floats({4, 4}));
    m.initializer("passed", floats({4}));
    GraphBuilder branch = m.subgraph("then");
    branch.initializer("inner_shape", TensorSpec::of<std::int64_t>({1}, {-1}));
    branch.node("MatMul", {"x", "outer_w"}).out("t");
    branch.node("Reshape", {"t", "inner_shape"}).out("u");
    branch.output("u");
    GraphBuilder other = m.subgraph("else");
    other.node("Identity", {"x"}).out("e");
    other.output("e");
    m.node("If", {"c"}).out("y").attr("then_branch", branch).attr("else_branch", other);
    m.function("local", "Shift", {"value", "offset"}, {"out"}).node("Add", {"value", "offset"}).out("out");
    m.node("Shift", {"y", "passed"}).domain("local").out("z");
    m.output("z");
    const auto scope = scopeOf(m);
    const auto roles = rolesOf(scope);
    EXPECT_EQ(roles.at("outer_w"), "weight");
    EXPECT_EQ(roles.at("passed"), "Shift offset");
    const auto inner = Scope::child(scope, NodeId{0}, *subgraphs(scope->graph().nodes[0]).front());
    EXPECT_EQ(rolesOf(inner).at("inner_shape"), "Reshape shape");
}

TEST(Roles, ACycleOfFoldedNodesEnds) {
    ModelBuilder m;
    m.initializer("w", codes({2}));
    m.node("DequantizeLinear", {"w", "b", "w"}).out("a");
    m.node("DequantizeLinear", {"w", "a", "w"}).out("b");
    m.output("b");
    EXPECT_FALSE(rolesOf(scopeOf(m)).at("w").empty());
}

std::string textOf(const std::vector<InitializerRow>& rows) {
    std::string text;
    for (const InitializerRow& row : rows) {
        text += row.role + " " + row.dtype + " " + std::to_string(row.count);
        for (const auto& shape : row.shapes) {
            text += " " + shapeText(shapeOf(shape));
        }
        text += " " + std::to_string(row.bytes) + "\n";
    }
    return text;
}

TEST(InitializerTable, ReferenceModel) {
    const auto file = seedFile("tinyconvnet_qdq.onnx");
    if (file.empty()) {
        GTEST_SKIP() << "no ../shared/seed";
    }
    const auto scope = openScope(file);
    const Folding folding(*scope, FoldMode::kOn);
    const InitializerTable table = initializerTable(scope, storedTensors(scope, folding));
    EXPECT_EQ(textOf(table.initializers),
              "weight int8 5 16×3×3×3 16×16×3×3 32×16×3×3 4×32 9917\n"
              "weight scale float32 5 16 32 4 417\n"
              "weight zero point int8 3 16 32 4 92\n"
              "bias float32 5 16 32 4 464\n"
              "activation scale float32 7 scalar 111\n"
              "activation zero point int8 4 scalar 51\n"
              "ReduceMean axes int64 1 2 30\n"
              "Reshape shape int64 1 2 30\n");
    EXPECT_TRUE(table.constants.empty());
    ASSERT_EQ(table.initializers[0].nodes.size(), 5U) << "four Convs and the Gemm";
    EXPECT_EQ(scope->graph().nodes[index(table.initializers[0].nodes[4])].op_type, "Gemm");
}

}  // namespace

}  // namespace qdqlens::test
