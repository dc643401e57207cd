#include "resources/samples/model_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::NodeBuilder;
using samples::TensorSpec;
using samples::TypeSpec;

schema::ModelProto parsed(const ModelBuilder& builder) {
    schema::ModelProto model;
    EXPECT_TRUE(model.ParseFromString(builder.serialize()));
    return model;
}

TEST(ModelBuilder, NamesWhatIsGivenNoName) {
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    const std::string first = m.node("Relu", {"x"});
    const std::string second = m.node("Relu", {first});
    m.node("Neg", {second}).out("y");
    m.node("Exp", {"y"}).name("last").out("z");
    m.node("Abs", {"z"}, {"a"}).name("");
    const schema::ModelProto model = parsed(m);
    EXPECT_EQ(first, "relu");
    EXPECT_EQ(second, "relu_1");
    EXPECT_EQ(model.graph().node(1).input(0), "relu");
    EXPECT_EQ(model.graph().node(1).name(), "node_relu_1");
    EXPECT_EQ(model.graph().node(2).name(), "node_y");
    EXPECT_EQ(model.graph().node(3).name(), "last");
    EXPECT_FALSE(model.graph().node(4).has_name());
    EXPECT_EQ(m.freshName("y"), "y_1");
    EXPECT_EQ(m.freshName("neg"), "neg");  // It was given up for "y".
}

TEST(ModelBuilder, TakesNodesAsInputsOfOthers) {
    ModelBuilder m;
    m.node("Add", {m.node("Relu", {"x"}), m.node("Neg", {"x"}), "w"});
    const schema::ModelProto model = parsed(m);
    ASSERT_EQ(model.graph().node_size(), 3);
    EXPECT_EQ(model.graph().node(2).input(0), "relu");
    EXPECT_EQ(model.graph().node(2).input(1), "neg");
    EXPECT_EQ(model.graph().node(2).input(2), "w");
}

TEST(ModelBuilder, WritesAttributesOfEveryKind) {
    ModelBuilder m;
    GraphBuilder body = m.subgraph("body");
    body.output("b", DataType::kBool, {});
    m.node("Op")
        .attr("i", 3)
        .attr("f", 0.5)
        .attr("s", "text")
        .attr("t", TensorSpec(DataType::kInt8, {}, {7}))
        .attr("g", body)
        .attr("tp", TypeSpec::sequence(TypeSpec(DataType::kInt64, {2})))
        .ints("is", {1, -2})
        .floats("fs", {0.5F})
        .strings("ss", {"a", "b"})
        .tensors("ts", {TensorSpec::strings({1}, {"x"})})
        .graphs("gs", {&body, &body})
        .refAttr("r", "outer", schema::AttributeProto::FLOAT);
    const auto attributes = parsed(m).graph().node(0).attribute();
    ASSERT_EQ(attributes.size(), 12);
    EXPECT_EQ(attributes[0].i(), 3);
    EXPECT_EQ(attributes[0].type(), schema::AttributeProto::INT);
    EXPECT_EQ(attributes[1].f(), 0.5F);
    EXPECT_EQ(attributes[2].s(), "text");
    EXPECT_EQ(attributes[3].t().raw_data(), "\x07");
    EXPECT_EQ(attributes[4].g().output(0).name(), "b");
    EXPECT_EQ(attributes[5].tp().sequence_type().elem_type().tensor_type().shape().dim(0).dim_value(), 2);
    EXPECT_EQ(attributes[6].ints(1), -2);
    EXPECT_EQ(attributes[7].floats_size(), 1);
    EXPECT_EQ(attributes[8].strings(1), "b");
    EXPECT_EQ(attributes[9].tensors(0).string_data(0), "x");
    EXPECT_EQ(attributes[10].graphs_size(), 2);
    EXPECT_EQ(attributes[11].ref_attr_name(), "outer");
    EXPECT_EQ(attributes[11].type(), schema::AttributeProto::FLOAT);
}

TEST(ModelBuilder, QuantizesWithSharedParameters) {
    ModelBuilder m;
    const std::string dq = m.qdq("x", 0.02, -128);
    const schema::GraphProto graph = parsed(m).graph();
    EXPECT_EQ(dq, "x_dq");
    ASSERT_EQ(graph.initializer_size(), 2);
    EXPECT_EQ(graph.initializer(0).name(), "x_scale");
    EXPECT_EQ(graph.initializer(0).dims_size(), 0);
    EXPECT_EQ(graph.initializer(1).raw_data(), "\x80");
    ASSERT_EQ(graph.node_size(), 2);
    EXPECT_EQ(graph.node(0).op_type(), "QuantizeLinear");
    EXPECT_EQ(graph.node(1).input(0), "x_q");
    EXPECT_EQ(graph.node(1).input(1), graph.node(0).input(1));
    EXPECT_EQ(graph.node(1).input(2), graph.node(0).input(2));
    EXPECT_EQ(graph.node(0).attribute_size(), 0);
}

TEST(ModelBuilder, QuantizesPerChannelAndBlock) {
    ModelBuilder m;
    m.dequantize("w", {.scale = {0.1, 0.2}, .axis = 0});
    m.dequantize(
        "v", {.scale = {1, 2, 3, 4}, .zero_point = {}, .axis = 1, .block_size = 32, .scale_dims = {2, 2}});
    m.quantize("x", {.type = DataType::kUInt16, .domain = "com.microsoft"});
    const schema::ModelProto model = parsed(m);
    const schema::GraphProto& graph = model.graph();
    EXPECT_EQ(graph.initializer(1).dims(0), 2);
    EXPECT_EQ(graph.initializer(1).raw_data().size(), 2U);
    EXPECT_EQ(graph.node(0).attribute(0).i(), 0);
    EXPECT_EQ(graph.node(1).input_size(), 2);
    EXPECT_EQ(graph.node(1).attribute(1).name(), "block_size");
    EXPECT_EQ(graph.initializer(2).dims_size(), 2);
    EXPECT_EQ(graph.node(2).domain(), "com.microsoft");
    EXPECT_EQ(model.opset_import(1).domain(), "com.microsoft");
    EXPECT_EQ(model.opset_import(1).version(), 1);
}

TEST(ModelBuilder, KeepsConstantsOfFunctionsAsNodes) {
    ModelBuilder m;
    auto& f = m.function("local", "Twice", {"x"}, {"y"}).attribute("alpha", 1.5F).attribute("k").opset(20);
    f.node("Mul", {"x", f.constant(TensorSpec(DataType::kFloat32, {}, {2}))}, {"y"});
    f.qdq("y", 0.1, 0);
    m.node("Twice", {"a"}).domain("local");
    const schema::ModelProto model = parsed(m);
    ASSERT_EQ(model.functions_size(), 1);
    EXPECT_EQ(model.functions(0).node_size(), 6);
    EXPECT_EQ(model.functions(0).attribute(0), "k");
    EXPECT_EQ(model.functions(0).attribute_proto(0).f(), 1.5F);
    EXPECT_EQ(model.opset_import(1).domain(), "local");
}

TEST(ModelBuilder, GivesSubgraphsNamesOfTheirOwn) {
    ModelBuilder m;
    m.node("Relu", {"x"});
    GraphBuilder then = m.subgraph("then");
    EXPECT_EQ(std::string(then.node("Relu", {"x"})), "relu_1");
    EXPECT_EQ(std::string(m.node("Relu", {"x"})), "relu_2");
}

TEST(ModelBuilder, WritesTypesOfEveryKind) {
    ModelBuilder m;
    m.input("unranked", DataType::kFloat32)
        .input("scalar", DataType::kFloat32, {})
        .input("dims", DataType::kFloat16, {"batch", 3, samples::DimSpec{}})
        .input("sequence", TypeSpec::sequence(DataType::kString))
        .input("optional", TypeSpec::optional(TypeSpec(DataType::kInt8, {1})))
        .input("map", TypeSpec::map(DataType::kInt64, DataType::kFloat32))
        .input("sparse", TypeSpec::sparse(DataType::kFloat32, {5}))
        .output("untyped");
    const schema::GraphProto graph = parsed(m).graph();
    EXPECT_FALSE(graph.input(0).type().tensor_type().has_shape());
    EXPECT_TRUE(graph.input(1).type().tensor_type().has_shape());
    EXPECT_EQ(graph.input(2).type().tensor_type().shape().dim(0).dim_param(), "batch");
    EXPECT_EQ(graph.input(2).type().tensor_type().shape().dim(1).dim_value(), 3);
    EXPECT_EQ(graph.input(2).type().tensor_type().shape().dim(2).value_case(), 0);
    EXPECT_EQ(graph.input(3).type().sequence_type().elem_type().tensor_type().elem_type(), 8);
    EXPECT_TRUE(graph.input(4).type().optional_type().elem_type().has_tensor_type());
    EXPECT_EQ(graph.input(5).type().map_type().key_type(), 7);
    EXPECT_EQ(graph.input(6).type().sparse_tensor_type().shape().dim(0).dim_value(), 5);
    EXPECT_FALSE(graph.output(0).has_type());
}

TEST(TensorSpec, StoresEveryNumericType) {
    using namespace std::string_literals;
    EXPECT_EQ(TensorSpec(DataType::kFloat32, {1}, {1}).proto().raw_data(), "\0\0\x80\x3f"s);
    EXPECT_EQ(TensorSpec(DataType::kFloat16, {1}, {65504}).proto().raw_data(), "\xff\x7b");
    EXPECT_EQ(TensorSpec(DataType::kFloat16, {1}, {65520}).proto().raw_data(), "\0\x7c"s);
    EXPECT_EQ(TensorSpec(DataType::kBFloat16, {1}, {-1}).proto().raw_data(), "\x80\xbf");
    EXPECT_EQ(TensorSpec(DataType::kFloat8E4M3FN, {2}, {448, 1e6}).proto().raw_data(), "\x7e\x7e");
    EXPECT_EQ(TensorSpec(DataType::kFloat8E5M2, {1}, {1}).proto().raw_data(), "\x3c");
    EXPECT_EQ(TensorSpec(DataType::kFloat8E8M0, {2}, {1, 0.5}).proto().raw_data(), "\x7f\x7e");
    EXPECT_EQ(TensorSpec(DataType::kFloat4E2M1, {2}, {6, -0.5}).proto().raw_data(), "\x97");
    EXPECT_EQ(TensorSpec(DataType::kInt4, {3}, {-1, 7, -8}).proto().raw_data(), "\x7f\x08");
    EXPECT_EQ(TensorSpec(DataType::kUInt2, {5}, {3, 0, 1, 2, 1}).proto().raw_data(), "\x93\x01");
    EXPECT_EQ(TensorSpec(DataType::kInt16, {1}, {-2}).proto().raw_data(), "\xfe\xff");
    EXPECT_EQ(TensorSpec(DataType::kBool, {2}, {0, 1}).proto().raw_data(), "\0\x01"s);
    EXPECT_EQ(TensorSpec(DataType::kComplex64, {1}, {1, 2}).proto().raw_data().size(), 8U);
    EXPECT_EQ(TensorSpec::of<std::int64_t>({1}, {INT64_MIN}).proto().raw_data(), "\0\0\0\0\0\0\0\x80"s);
    EXPECT_EQ(TensorSpec::of<std::uint8_t>({1}, {200}).proto().data_type(), 2);
}

TEST(TensorSpec, RefusesWhatDoesNotFit) {
    EXPECT_THROW(TensorSpec(DataType::kInt8, {2}, {1}), std::invalid_argument);
    EXPECT_THROW(TensorSpec(DataType::kInt8, {1}, {128}), std::invalid_argument);
    EXPECT_THROW(TensorSpec(DataType::kUInt8, {1}, {-1}), std::invalid_argument);
    EXPECT_THROW(TensorSpec(DataType::kUInt64, {1}, {-1}), std::invalid_argument);
    EXPECT_THROW(TensorSpec(DataType::kInt32, {1}, {0.5}), std::invalid_argument);
    EXPECT_THROW(TensorSpec(DataType::kInt8, {1}, {std::nan("")}), std::invalid_argument);
    EXPECT_THROW(TensorSpec(DataType::kString, {1}, {0}), std::invalid_argument);
}

TEST(TensorSpec, MovesIntoTypedFields) {
    EXPECT_EQ(TensorSpec(DataType::kFloat32, {2}, {1, 2}).typed().proto().float_data(1), 2.0F);
    EXPECT_EQ(TensorSpec(DataType::kInt8, {1}, {-3}).typed().proto().int32_data(0), -3);
    EXPECT_EQ(TensorSpec(DataType::kUInt8, {1}, {253}).typed().proto().int32_data(0), 253);
    EXPECT_EQ(TensorSpec(DataType::kInt4, {3}, {-1, 7, -8}).typed().proto().int32_data_size(), 2);
    EXPECT_EQ(TensorSpec(DataType::kFloat16, {1}, {1}).typed().proto().int32_data(0), 0x3c00);
    EXPECT_EQ(TensorSpec(DataType::kUInt32, {1}, {4294967295.0}).typed().proto().uint64_data(0), 4294967295U);
    EXPECT_EQ(TensorSpec(DataType::kInt64, {1}, {-5}).typed().proto().int64_data(0), -5);
    EXPECT_EQ(TensorSpec(DataType::kFloat64, {1}, {0.1}).typed().proto().double_data(0), 0.1);
    EXPECT_FALSE(TensorSpec(DataType::kInt64, {1}, {-5}).typed().proto().has_raw_data());
}

TEST(TensorSpec, RefersToFiles) {
    const auto proto = TensorSpec::filled(DataType::kFloat32, {4}, 0).name("w").external("w.bin", 16).proto();
    EXPECT_EQ(proto.name(), "w");
    EXPECT_EQ(proto.data_location(), schema::TensorProto::EXTERNAL);
    ASSERT_EQ(proto.external_data_size(), 2);
    EXPECT_EQ(proto.external_data(0).value(), "w.bin");
    EXPECT_EQ(proto.external_data(1).value(), "16");
    EXPECT_FALSE(proto.has_raw_data());
}

/// Every code of the narrow types is the nearest to its own value.
TEST(TensorSpec, CodesOfNarrowFloatsComeBack) {
    for (const DataType type :
         {DataType::kFloat16, DataType::kBFloat16, DataType::kFloat8E4M3FN, DataType::kFloat8E4M3FNUZ,
          DataType::kFloat8E5M2, DataType::kFloat8E5M2FNUZ, DataType::kFloat8E8M0, DataType::kFloat4E2M1}) {
        for (std::uint32_t code = 0; code < (1U << onnx::bitsPerElement(type)); ++code) {
            const double value = samples::narrowFloat(type, code);
            const std::uint32_t again = samples::narrowFloatCode(type, value);
            if (std::isnan(value)) {
                ASSERT_TRUE(std::isnan(samples::narrowFloat(type, again))) << onnx::dataTypeName(type);
            } else {
                ASSERT_EQ(again, code) << onnx::dataTypeName(type);
            }
        }
    }
}

TEST(TensorSpec, KnowsTheLargestOfTheNarrowFloats) {
    EXPECT_EQ(samples::narrowFloat(DataType::kFloat8E4M3FN, 0x7e), 448);
    EXPECT_EQ(samples::narrowFloat(DataType::kFloat8E4M3FNUZ, 0x7f), 240);
    EXPECT_EQ(samples::narrowFloat(DataType::kFloat8E5M2, 0x7b), 57344);
    EXPECT_EQ(samples::narrowFloat(DataType::kFloat8E5M2FNUZ, 0x7f), 57344);
    EXPECT_EQ(samples::narrowFloat(DataType::kFloat4E2M1, 0x7), 6);
}

}  // namespace

}  // namespace qdqlens::test
