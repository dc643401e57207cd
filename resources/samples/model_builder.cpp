#include "resources/samples/model_builder.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <set>

namespace qdqlens::samples {

namespace {

void addEntry(google::protobuf::RepeatedPtrField<schema::StringStringEntryProto>* entries,
              const std::string& key, const std::string& value) {
    schema::StringStringEntryProto* entry = entries->Add();
    entry->set_key(key);
    entry->set_value(value);
}

void setValueInfo(schema::ValueInfoProto* info, const std::string& name, const TypeSpec& type) {
    info->set_name(name);
    *info->mutable_type() = type.proto();
}

}  // namespace

GraphBuilder::GraphBuilder(const std::string& name) : GraphBuilder(name, std::make_shared<NameSet>()) {}

GraphBuilder::GraphBuilder(const std::string& name, std::shared_ptr<NameSet> names)
    : NodeList(std::move(names)) {
    graph_.set_name(name);
}

GraphBuilder GraphBuilder::subgraph(const std::string& name) const {
    return {name, names()};
}

GraphBuilder& GraphBuilder::input(const std::string& name, const TypeSpec& type) {
    setValueInfo(graph_.add_input(), name, type);
    use(name);
    return *this;
}

GraphBuilder& GraphBuilder::input(const std::string& name, DataType type, const DimSpecs& dims) {
    return input(name, TypeSpec(type, dims));
}

GraphBuilder& GraphBuilder::output(const std::string& name) {
    graph_.add_output()->set_name(name);
    return *this;
}

GraphBuilder& GraphBuilder::output(const std::string& name, const TypeSpec& type) {
    setValueInfo(graph_.add_output(), name, type);
    return *this;
}

GraphBuilder& GraphBuilder::output(const std::string& name, DataType type, const DimSpecs& dims) {
    return output(name, TypeSpec(type, dims));
}

GraphBuilder& GraphBuilder::valueInfo(const std::string& name, const TypeSpec& type) {
    setValueInfo(graph_.add_value_info(), name, type);
    return *this;
}

GraphBuilder& GraphBuilder::valueInfo(const std::string& name, DataType type, const DimSpecs& dims) {
    return valueInfo(name, TypeSpec(type, dims));
}

std::string GraphBuilder::initializer(const std::string& name, const TensorSpec& value) {
    schema::TensorProto* tensor = graph_.add_initializer();
    *tensor = value.proto();
    tensor->set_name(name);
    use(name);
    return name;
}

std::string GraphBuilder::addConstant(const std::string& stem, const TensorSpec& value) {
    return initializer(freshName(stem), value);
}

std::string GraphBuilder::sparseInitializer(const std::string& name, TensorSpec values,
                                            const TensorSpec& indices,
                                            const std::vector<std::int64_t>& dims) {
    schema::SparseTensorProto* tensor = graph_.add_sparse_initializer();
    *tensor->mutable_values() = values.name(name).proto();
    *tensor->mutable_indices() = indices.proto();
    tensor->mutable_dims()->Add(dims.begin(), dims.end());
    use(name);
    return name;
}

GraphBuilder& GraphBuilder::annotate(const std::string& tensor,
                                     const std::vector<std::pair<std::string, std::string>>& parameters) {
    schema::TensorAnnotation* annotation = graph_.add_quantization_annotation();
    annotation->set_tensor_name(tensor);
    for (const auto& [key, value] : parameters) {
        addEntry(annotation->mutable_quant_parameter_tensor_names(), key, value);
    }
    return *this;
}

GraphBuilder& GraphBuilder::graphDoc(const std::string& text) {
    graph_.set_doc_string(text);
    return *this;
}

GraphBuilder& GraphBuilder::graphMeta(const std::string& key, const std::string& value) {
    addEntry(graph_.mutable_metadata_props(), key, value);
    return *this;
}

FunctionBuilder::FunctionBuilder(const std::string& domain, const std::string& name, const Names& inputs,
                                 const Names& outputs)
    : NodeList(std::make_shared<NameSet>()) {
    function_.set_domain(domain);
    function_.set_name(name);
    for (const std::string& input : inputs) {
        function_.add_input(input);
        use(input);
    }
    for (const std::string& output : outputs) {
        function_.add_output(output);
    }
}

FunctionBuilder& FunctionBuilder::attribute(const std::string& name) {
    function_.add_attribute(name);
    return *this;
}

FunctionBuilder& FunctionBuilder::attribute(const std::string& name, std::int64_t default_value) {
    schema::AttributeProto* attribute = function_.add_attribute_proto();
    attribute->set_name(name);
    attribute->set_type(schema::AttributeProto::INT);
    attribute->set_i(default_value);
    return *this;
}

FunctionBuilder& FunctionBuilder::attribute(const std::string& name, float default_value) {
    schema::AttributeProto* attribute = function_.add_attribute_proto();
    attribute->set_name(name);
    attribute->set_type(schema::AttributeProto::FLOAT);
    attribute->set_f(default_value);
    return *this;
}

FunctionBuilder& FunctionBuilder::opset(std::int64_t version, const std::string& domain) {
    schema::OperatorSetIdProto* import = function_.add_opset_import();
    import->set_domain(domain);
    import->set_version(version);
    return *this;
}

FunctionBuilder& FunctionBuilder::overload(const std::string& overload) {
    function_.set_overload(overload);
    return *this;
}

FunctionBuilder& FunctionBuilder::meta(const std::string& key, const std::string& value) {
    addEntry(function_.mutable_metadata_props(), key, value);
    return *this;
}

FunctionBuilder& FunctionBuilder::valueInfo(const std::string& name, const TypeSpec& type) {
    setValueInfo(function_.add_value_info(), name, type);
    return *this;
}

std::string FunctionBuilder::addConstant(const std::string& stem, const TensorSpec& value) {
    return constant(value, freshName(stem));
}

ModelBuilder::ModelBuilder(std::int64_t opset_version) {
    irVersion(10).producer("qdqlens").opset(opset_version);
}

ModelBuilder& ModelBuilder::irVersion(std::int64_t version) {
    model_.set_ir_version(version);
    return *this;
}

ModelBuilder& ModelBuilder::opset(std::int64_t version, const std::string& domain) {
    for (schema::OperatorSetIdProto& import : *model_.mutable_opset_import()) {
        if (import.domain() == domain) {
            import.set_version(version);
            return *this;
        }
    }
    schema::OperatorSetIdProto* import = model_.add_opset_import();
    import->set_domain(domain);
    import->set_version(version);
    return *this;
}

ModelBuilder& ModelBuilder::producer(const std::string& name, const std::string& version) {
    model_.set_producer_name(name);
    if (!version.empty()) {
        model_.set_producer_version(version);
    }
    return *this;
}

ModelBuilder& ModelBuilder::modelDoc(const std::string& text) {
    model_.set_doc_string(text);
    return *this;
}

ModelBuilder& ModelBuilder::modelMeta(const std::string& key, const std::string& value) {
    addEntry(model_.mutable_metadata_props(), key, value);
    return *this;
}

FunctionBuilder& ModelBuilder::function(const std::string& domain, const std::string& name,
                                        const Names& inputs, const Names& outputs) {
    functions_.push_back(std::make_unique<FunctionBuilder>(domain, name, inputs, outputs));
    return *functions_.back();
}

schema::ModelProto ModelBuilder::build() const {
    schema::ModelProto model = model_;
    std::set<std::string> imported{"ai.onnx"};
    for (const schema::OperatorSetIdProto& import : model.opset_import()) {
        imported.insert(import.domain());
    }
    for (const schema::NodeProto& node : graph().node()) {
        if (imported.insert(node.domain()).second) {
            schema::OperatorSetIdProto* import = model.add_opset_import();
            import->set_domain(node.domain());
            import->set_version(1);
        }
    }
    *model.mutable_graph() = graph();
    for (const auto& function : functions_) {
        *model.add_functions() = function->proto();
    }
    return model;
}

std::string ModelBuilder::serialize() const {
    return serializeDeterministically(build());
}

std::string serializeDeterministically(const schema::ModelProto& model) {
    std::string bytes;
    {
        google::protobuf::io::StringOutputStream stream(&bytes);
        google::protobuf::io::CodedOutputStream out(&stream);
        out.SetSerializationDeterministic(true);
        model.SerializeToCodedStream(&out);
    }
    return bytes;
}

}  // namespace qdqlens::samples
