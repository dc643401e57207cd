// What a Model holds after reading, by bytes made with the schema's classes and by hand.
#include "core/onnx/reader.h"

#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>

#include "core/onnx/wire_writer.h"
#include "tests/support/schema_compare.h"

namespace qdqlens::onnx {

namespace {

std::shared_ptr<const Model> read(const std::string& bytes, const ReadLimits& limits = {}) {
    auto model = readModel(Input::fromBytes(bytes), limits);
    EXPECT_TRUE(model.has_value()) << model.error().message();
    return model ? *model : nullptr;
}

/// A model of one graph with these bytes and an input, so that it is not empty.
std::string modelOf(const std::string& graph) {
    return varintOf(1, 10) + bytesOf(7, graph + bytesOf(11, bytesOf(1, "x")));
}

/// A model with one node that has one attribute "a" of these bytes.
std::shared_ptr<const Model> modelWithAttribute(const std::string& attribute) {
    return read(modelOf(bytesOf(1, bytesOf(4, "Op") + bytesOf(5, bytesOf(1, "a") + attribute))));
}

const Attribute& only(const std::shared_ptr<const Model>& model) {
    return model->graph.nodes.at(0).attributes.at(0);
}

void fillEverything(schema::GraphProto& graph, int depth);

void fillTensor(schema::TensorProto& tensor, const std::string& name) {
    tensor.set_name(name);
    tensor.set_data_type(schema::TensorProto::FLOAT);
    tensor.add_dims(2);
    tensor.add_dims(-1);
    tensor.set_doc_string("tensor doc");
    tensor.set_raw_data("12345678");
    auto& entry = *tensor.add_metadata_props();
    entry.set_key("k");
    entry.set_value("v");
}

void fillSparse(schema::SparseTensorProto& tensor) {
    fillTensor(*tensor.mutable_values(), "values");
    fillTensor(*tensor.mutable_indices(), "indices");
    tensor.add_dims(100);
}

void fillType(schema::TypeProto& type) {
    auto& map = *type.mutable_map_type();
    map.set_key_type(schema::TensorProto::STRING);
    auto& tensor = *map.mutable_value_type()
                        ->mutable_sequence_type()
                        ->mutable_elem_type()
                        ->mutable_optional_type()
                        ->mutable_elem_type()
                        ->mutable_tensor_type();
    tensor.set_elem_type(schema::TensorProto::INT4);
    tensor.mutable_shape()->add_dim()->set_dim_value(3);
    tensor.mutable_shape()->add_dim()->set_dim_param("batch");
    tensor.mutable_shape()->add_dim();
}

void fillValue(schema::ValueInfoProto& value, const std::string& name) {
    value.set_name(name);
    value.set_doc_string("value doc");
    auto& tensor = *value.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(schema::TensorProto::FLOAT);
    tensor.mutable_shape();
    value.add_metadata_props()->set_key("only a key");
}

void fillAttributes(schema::NodeProto& node, int depth) {
    const auto add = [&node](const char* name) -> schema::AttributeProto& {
        auto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_doc_string("attribute doc");
        return attribute;
    };
    add("f").set_f(0.5F);
    add("i").set_i(-7);
    add("s").set_s("text");
    fillTensor(*add("t").mutable_t(), "t");
    fillSparse(*add("sparse").mutable_sparse_tensor());
    fillType(*add("tp").mutable_tp());
    auto& floats = add("floats");
    floats.add_floats(1.0F);
    floats.add_floats(2.0F);
    auto& ints = add("ints");
    ints.add_ints(INT64_MIN);
    ints.add_ints(INT64_MAX);
    auto& strings = add("strings");
    strings.add_strings("");
    strings.add_strings("b");
    fillTensor(*add("tensors").add_tensors(), "in list");
    fillSparse(*add("sparse_tensors").add_sparse_tensors());
    fillType(*add("types").add_type_protos());
    add("ref").set_ref_attr_name("outer");
    if (depth > 0) {
        fillEverything(*add("g").mutable_g(), depth - 1);
        auto& graphs = add("graphs");
        fillEverything(*graphs.add_graphs(), 0);
        fillEverything(*graphs.add_graphs(), 0);
    }
}

void fillEverything(schema::GraphProto& graph, int depth) {
    graph.set_name("graph");
    graph.set_doc_string("graph doc");
    auto& node = *graph.add_node();
    node.set_name("node");
    node.set_op_type("If");
    node.set_domain("com.example");
    node.set_overload("o");
    node.set_doc_string("node doc");
    node.add_input("x");
    node.add_input("");
    node.add_output("y");
    node.add_metadata_props()->set_value("only a value");
    node.add_device_configurations()->set_configuration_id("skipped");
    fillAttributes(node, depth);
    fillTensor(*graph.add_initializer(), "w");
    fillSparse(*graph.add_sparse_initializer());
    fillValue(*graph.add_input(), "x");
    fillValue(*graph.add_output(), "y");
    fillValue(*graph.add_value_info(), "v");
    fillType(*graph.add_input()->mutable_type());
    auto& annotation = *graph.add_quantization_annotation();
    annotation.set_tensor_name("w");
    annotation.add_quant_parameter_tensor_names()->set_key("SCALE_TENSOR");
    graph.add_metadata_props()->set_key("g");
}

schema::ModelProto fullModel() {
    schema::ModelProto model;
    model.set_ir_version(14);
    model.set_producer_name("producer");
    model.set_producer_version("1");
    model.set_domain("d");
    model.set_model_version(3);
    model.set_doc_string("model doc");
    auto& opset = *model.add_opset_import();
    opset.set_domain("");
    opset.set_version(25);
    model.add_metadata_props()->set_key("m");
    model.add_configuration()->set_name("skipped");
    model.add_training_info();
    fillEverything(*model.mutable_graph(), 2);
    auto& function = *model.add_functions();
    function.set_name("F");
    function.set_domain("local");
    function.set_overload("v2");
    function.set_doc_string("function doc");
    function.add_input("a");
    function.add_output("b");
    function.add_attribute("alpha");
    auto& with_default = *function.add_attribute_proto();
    with_default.set_name("beta");
    with_default.set_f(2);
    function.add_opset_import()->set_version(20);
    function.add_metadata_props()->set_key("f");
    fillAttributes(*function.add_node(), 1);
    fillValue(*function.add_value_info(), "inner");
    return model;
}

}  // namespace

TEST(Reader, ReadsEverythingThatTheSchemaHas) {
    const schema::ModelProto proto = fullModel();
    const auto model = read(proto.SerializeAsString());
    ASSERT_NE(model, nullptr);
    const auto difference = test::firstDifference(*model, proto);
    EXPECT_FALSE(difference.has_value()) << difference.value_or("");
    EXPECT_EQ(model->opset("ai.onnx"), 25);
    EXPECT_EQ(model->opset("com.microsoft"), 0);
    EXPECT_EQ(subgraphs(model->graph.nodes[0]).size(), 3U);
    EXPECT_EQ(model->functions[0].body.name, "F");
}

TEST(Reader, RangesArePayloads) {
    const schema::ModelProto proto = fullModel();
    const auto model = read(proto.SerializeAsString());
    ASSERT_NE(model, nullptr);
    const Graph& graph = model->graph;
    EXPECT_EQ(model->bytes(graph.range), proto.graph().SerializeAsString());
    EXPECT_EQ(model->bytes(graph.nodes[0].range), proto.graph().node(0).SerializeAsString());
    EXPECT_EQ(model->bytes(graph.initializers[0].range), proto.graph().initializer(0).SerializeAsString());
    EXPECT_EQ(model->bytes(graph.initializers[0].data.at(0).range), "12345678");
    EXPECT_EQ(model->bytes(graph.inputs[0].range), proto.graph().input(0).SerializeAsString());
    EXPECT_EQ(model->bytes(graph.nodes[0].attributes[3].range),
              proto.graph().node(0).attribute(3).SerializeAsString());
    EXPECT_EQ(graph.initializers[0].metadata[0].size,
              proto.graph().initializer(0).metadata_props(0).SerializeAsString().size());
}

TEST(Reader, SingularMessagesMergeAndLastScalarsWin) {
    const std::string graph = bytesOf(7, bytesOf(2, "first") + bytesOf(11, bytesOf(1, "x"))) +
                              bytesOf(7, bytesOf(2, "second") + bytesOf(11, bytesOf(1, "z")));
    const auto model = read(varintOf(1, 3) + graph + varintOf(1, 9));
    ASSERT_NE(model, nullptr);
    EXPECT_EQ(model->ir_version, 9);
    EXPECT_EQ(model->graph.name, "second");
    ASSERT_EQ(model->graph.inputs.size(), 2U);
    EXPECT_EQ(model->graph.inputs[1].name, "z");
}

TEST(Reader, TensorsInAttributesMerge) {
    const std::string raw = "\1\2";
    const auto model = modelWithAttribute(bytesOf(5, varintOf(1, 2) + varintOf(2, 2) + bytesOf(9, "zz")) +
                                          bytesOf(5, bytesOf(8, "name") + bytesOf(9, raw)));
    ASSERT_NE(model, nullptr);
    const auto& tensors = std::get<std::vector<Tensor>>(only(model).value);
    ASSERT_EQ(tensors.size(), 1U);
    EXPECT_EQ(tensors[0].name, "name");
    EXPECT_EQ(tensors[0].type, DataType::kUInt8);
    EXPECT_EQ(tensors[0].dims, std::vector<std::int64_t>{2});
    ASSERT_EQ(tensors[0].data.size(), 1U);
    EXPECT_EQ(model->bytes(tensors[0].data[0].range), raw);
}

TEST(Reader, TypesMergeWithinAnAlternativeAndReplaceAcross) {
    const std::string float_tensor = bytesOf(1, varintOf(1, 1));
    const std::string shape = bytesOf(1, bytesOf(2, bytesOf(1, varintOf(1, 4))));
    const std::string sequence = bytesOf(4, bytesOf(1, float_tensor));
    const auto typeOf = [](const std::string& type) {
        const auto model = read(modelOf(bytesOf(11, bytesOf(1, "v") + bytesOf(2, type))));
        return model->graph.inputs.at(0).type;
    };
    const Type merged = typeOf(float_tensor + shape);
    EXPECT_EQ(merged.kind, Type::Kind::kTensor);
    EXPECT_EQ(merged.elem_type, DataType::kFloat32);
    EXPECT_EQ(merged.shape.size(), 1U);
    const Type replaced = typeOf(shape + sequence);
    EXPECT_EQ(replaced.kind, Type::Kind::kSequence);
    EXPECT_FALSE(replaced.has_shape);
    EXPECT_EQ(typeOf(sequence + float_tensor).kind, Type::Kind::kTensor);
    const Type inner = typeOf(sequence + bytesOf(4, bytesOf(1, shape)));
    ASSERT_NE(inner.element, nullptr);
    EXPECT_EQ(inner.element->elem_type, DataType::kFloat32);
    EXPECT_EQ(inner.element->shape.size(), 1U);
}

TEST(Reader, TheLastOfADimsAlternativesCounts) {
    const std::string dim = bytesOf(1, varintOf(1, 4) + bytesOf(2, "n"));
    const std::string type = bytesOf(2, bytesOf(1, varintOf(1, 1) + bytesOf(2, dim)));
    const auto model = read(modelOf(bytesOf(11, bytesOf(1, "v") + type)));
    const Dim& read_dim = model->graph.inputs.at(0).type.shape.at(0);
    EXPECT_EQ(read_dim.kind, Dim::Kind::kParam);
    EXPECT_EQ(read_dim.param, "n");
}

TEST(Reader, PackedAndUnpackedListsBothCount) {
    const auto ints =
        modelWithAttribute(varintOf(8, 1) + bytesOf(8, varint(2) + varint(UINT64_MAX)) + varintOf(8, 4));
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(only(ints).value),
              (std::vector<std::int64_t>{1, 2, -1, 4}));
    const std::string packed = fixed32Of(1, 2.5F).substr(1) + fixed32Of(1, 3.5F).substr(1);
    const auto floats = modelWithAttribute(fixed32Of(7, 1.5F) + bytesOf(7, packed));
    EXPECT_EQ(std::get<std::vector<float>>(only(floats).value), (std::vector<float>{1.5F, 2.5F, 3.5F}));
    const auto dims = read(modelOf(bytesOf(5, varintOf(1, 1) + bytesOf(1, varint(2) + varint(3)))));
    EXPECT_EQ(dims->graph.initializers.at(0).dims, (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(Reader, AttributeTypesOfOldFilesFollowFromTheFields) {
    EXPECT_EQ(only(modelWithAttribute(varintOf(3, 5))).type, AttributeType::kInt);
    EXPECT_EQ(only(modelWithAttribute(fixed32Of(2, 5))).type, AttributeType::kFloat);
    EXPECT_EQ(only(modelWithAttribute(bytesOf(4, "s"))).type, AttributeType::kString);
    EXPECT_EQ(only(modelWithAttribute(varintOf(8, 5))).type, AttributeType::kInts);
    EXPECT_EQ(only(modelWithAttribute(bytesOf(6, ""))).type, AttributeType::kGraph);
    // A type that is there wins among several fields.
    const auto both = modelWithAttribute(varintOf(3, 5) + varintOf(8, 6) + varintOf(20, 7));
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(only(both).value), std::vector<std::int64_t>{6});
}

TEST(Reader, ValuesLeftOutAreTheDefault) {
    EXPECT_EQ(std::get<std::int64_t>(only(modelWithAttribute(varintOf(20, 2))).value), 0);
    EXPECT_EQ(std::get<float>(only(modelWithAttribute(varintOf(20, 1))).value), 0.0F);
    EXPECT_TRUE(std::get<std::vector<std::int64_t>>(only(modelWithAttribute(varintOf(20, 7))).value).empty());
    EXPECT_TRUE(std::holds_alternative<std::monostate>(only(modelWithAttribute(varintOf(20, 4))).value));
    EXPECT_TRUE(std::holds_alternative<std::monostate>(
        only(modelWithAttribute(varintOf(20, 2) + bytesOf(21, "r"))).value));
    EXPECT_TRUE(std::holds_alternative<std::monostate>(only(modelWithAttribute(varintOf(20, 99))).value));
}

TEST(Reader, AttributesByNameAndKind) {
    const auto model = modelWithAttribute(varintOf(3, 5));
    const Node& node = model->graph.nodes[0];
    EXPECT_EQ(node.intAttribute("a", 1), 5);
    EXPECT_EQ(node.intAttribute("b", 1), 1);
    EXPECT_EQ(node.floatAttribute("a", 2.0F), 2.0F);
    EXPECT_EQ(node.stringAttribute("a", "other"), "other");
    EXPECT_EQ(node.intsAttribute("a"), nullptr);
    EXPECT_TRUE(node.is("Op"));
}

TEST(Reader, UnknownFieldsAndWrongWireTypesAreSkipped) {
    const auto model =
        read(varintOf(99, 1) + bytesOf(1, "not a version") + varintOf(7, 5) + modelOf(bytesOf(77, "?")));
    ASSERT_NE(model, nullptr);
    EXPECT_EQ(model->ir_version, 10);
}

TEST(Reader, NamesNeedNotBeText) {
    const auto model =
        read(modelOf(bytesOf(1, bytesOf(3, std::string_view("\xff\xfe\0x", 4)) + bytesOf(4, "Add"))));
    EXPECT_EQ(model->graph.nodes.at(0).name, std::string_view("\xff\xfe\0x", 4));
}

TEST(Reader, AGraphWithInputsAloneOpens) {
    EXPECT_NE(read(modelOf("")), nullptr);
}

TEST(Reader, StopsWhenAsked) {
    std::stop_source source;
    source.request_stop();
    const auto model =
        readModel(Input::fromBytes(modelOf(bytesOf(1, bytesOf(4, "Op")))), {}, source.get_token());
    ASSERT_FALSE(model.has_value());
    EXPECT_EQ(model.error().kind, ErrorKind::kStopped);
}

TEST(Reader, AMillionUnpackedElementsAreOneRun) {
    const std::string one = varintOf(5, 3);
    std::string data;
    for (int i = 0; i < 1'000'000; ++i) {
        data += one;
    }
    const auto model = read(modelOf(bytesOf(5, varintOf(2, 6) + data)));
    const Tensor& tensor = model->graph.initializers.at(0);
    EXPECT_EQ(tensor.storage, Tensor::Storage::kTyped);
    EXPECT_EQ(tensor.field, 5);
    ASSERT_EQ(tensor.data.size(), 1U);
    EXPECT_TRUE(tensor.data[0].tagged);
    EXPECT_EQ(tensor.data[0].range.size, data.size());
}

}  // namespace qdqlens::onnx
