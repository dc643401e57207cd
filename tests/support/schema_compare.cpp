#include "tests/support/schema_compare.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace qdqlens::test {

namespace {

using namespace onnx;

class Comparison {
  public:
    void model(const Model& a, const schema::ModelProto& b);
    std::optional<std::string> difference;

  private:
    void differ(const std::string& where, const std::string& what) {
        if (!difference) {
            difference = where + ": " + what;
        }
    }
    void text(const std::string& where, std::string_view a, const std::string& b) {
        if (a != b) {
            differ(where, fmt::format("'{}' against '{}'", a, b));
        }
    }
    void number(const std::string& where, std::int64_t a, std::int64_t b) {
        if (a != b) {
            differ(where, fmt::format("{} against {}", a, b));
        }
    }
    /// Sizes, then element by element.
    template <class A, class B, class Each>
    void list(const std::string& where, const A& a, const B& b, Each each) {
        number(where + ".size", static_cast<std::int64_t>(a.size()), static_cast<std::int64_t>(b.size()));
        for (int i = 0; !difference && i < b.size(); ++i) {
            each(fmt::format("{}[{}]", where, i), a[static_cast<std::size_t>(i)], b.Get(i));
        }
    }
    template <class A, class B>
    void texts(const std::string& where, const A& a, const B& b) {
        list(where, a, b,
             [this](const std::string& w, std::string_view x, const std::string& y) { text(w, x, y); });
    }
    template <class A, class B>
    void numbers(const std::string& where, const A& a, const B& b) {
        list(where, a, b, [this](const std::string& w, std::int64_t x, std::int64_t y) { number(w, x, y); });
    }
    template <class B>
    void entries(const std::string& where, const std::vector<StringEntry>& a, const B& b) {
        list(where, a, b,
             [this](const std::string& w, const StringEntry& x, const schema::StringStringEntryProto& y) {
                 text(w + ".key", x.key, y.key());
                 text(w + ".value", x.value, y.value());
             });
    }
    template <class B>
    void opsets(const std::string& where, const std::vector<OpsetImport>& a, const B& b) {
        list(where, a, b,
             [this](const std::string& w, const OpsetImport& x, const schema::OperatorSetIdProto& y) {
                 text(w + ".domain", x.domain, y.domain());
                 number(w + ".version", x.version, y.version());
             });
    }
    void graph(const std::string& where, const Graph& a, const schema::GraphProto& b);
    void node(const std::string& where, const Node& a, const schema::NodeProto& b);
    void function(const std::string& where, const Function& a, const schema::FunctionProto& b);
    void attribute(const std::string& where, const Attribute& a, const schema::AttributeProto& b);
    void attributeValue(const std::string& where, const Attribute& a, const schema::AttributeProto& b);
    void tensor(const std::string& where, const Tensor& a, const schema::TensorProto& b);
    void sparse(const std::string& where, const SparseTensor& a, const schema::SparseTensorProto& b);
    void type(const std::string& where, const Type& a, const schema::TypeProto& b);
    void tensorType(const std::string& where, const Type& a, std::int32_t elem_type, bool has_shape,
                    const schema::TensorShapeProto& shape);
    void elementType(const std::string& where, const Type& a, bool present, const schema::TypeProto& element);
    void valueInfo(const std::string& where, const ValueInfo& a, const schema::ValueInfoProto& b);

    auto eachNode() {
        return [this](const std::string& w, const Node& x, const schema::NodeProto& y) { node(w, x, y); };
    }
    auto eachAttribute() {
        return [this](const std::string& w, const Attribute& x, const schema::AttributeProto& y) {
            attribute(w, x, y);
        };
    }
    auto eachTensor() {
        return
            [this](const std::string& w, const Tensor& x, const schema::TensorProto& y) { tensor(w, x, y); };
    }
    auto eachSparse() {
        return [this](const std::string& w, const SparseTensor& x, const schema::SparseTensorProto& y) {
            sparse(w, x, y);
        };
    }
    auto eachValueInfo() {
        return [this](const std::string& w, const ValueInfo& x, const schema::ValueInfoProto& y) {
            valueInfo(w, x, y);
        };
    }
};

void Comparison::model(const Model& a, const schema::ModelProto& b) {
    number("ir_version", a.ir_version, b.ir_version());
    text("producer_name", a.producer_name, b.producer_name());
    text("producer_version", a.producer_version, b.producer_version());
    text("domain", a.domain, b.domain());
    number("model_version", a.model_version, b.model_version());
    text("doc_string", a.doc, b.doc_string());
    opsets("opset_import", a.opset_import, b.opset_import());
    entries("metadata_props", a.metadata, b.metadata_props());
    graph("graph", a.graph, b.graph());
    list("functions", a.functions, b.functions(),
         [this](const std::string& w, const Function& x, const schema::FunctionProto& y) {
             function(w, x, y);
         });
}

void Comparison::graph(const std::string& where, const Graph& a, const schema::GraphProto& b) {
    text(where + ".name", a.name, b.name());
    text(where + ".doc_string", a.doc, b.doc_string());
    list(where + ".node", a.nodes, b.node(), eachNode());
    list(where + ".initializer", a.initializers, b.initializer(), eachTensor());
    list(where + ".sparse_initializer", a.sparse_initializers, b.sparse_initializer(), eachSparse());
    list(where + ".input", a.inputs, b.input(), eachValueInfo());
    list(where + ".output", a.outputs, b.output(), eachValueInfo());
    list(where + ".value_info", a.value_info, b.value_info(), eachValueInfo());
    list(where + ".quantization_annotation", a.quantization_annotation, b.quantization_annotation(),
         [this](const std::string& w, const TensorAnnotation& x, const schema::TensorAnnotation& y) {
             text(w + ".tensor_name", x.tensor_name, y.tensor_name());
             entries(w + ".quant_parameter_tensor_names", x.parameters, y.quant_parameter_tensor_names());
         });
    entries(where + ".metadata_props", a.metadata, b.metadata_props());
}

void Comparison::node(const std::string& where, const Node& a, const schema::NodeProto& b) {
    texts(where + ".input", a.inputs, b.input());
    texts(where + ".output", a.outputs, b.output());
    text(where + ".name", a.name, b.name());
    text(where + ".op_type", a.op_type, b.op_type());
    text(where + ".domain", a.domain, b.domain());
    text(where + ".overload", a.overload, b.overload());
    text(where + ".doc_string", a.doc, b.doc_string());
    list(where + ".attribute", a.attributes, b.attribute(), eachAttribute());
    entries(where + ".metadata_props", a.metadata, b.metadata_props());
}

void Comparison::function(const std::string& where, const Function& a, const schema::FunctionProto& b) {
    text(where + ".name", a.name, b.name());
    text(where + ".domain", a.domain, b.domain());
    text(where + ".overload", a.overload, b.overload());
    text(where + ".doc_string", a.doc, b.doc_string());
    texts(where + ".attribute", a.attributes, b.attribute());
    list(where + ".attribute_proto", a.default_attributes, b.attribute_proto(), eachAttribute());
    opsets(where + ".opset_import", a.opset_import, b.opset_import());
    entries(where + ".metadata_props", a.metadata, b.metadata_props());
    const auto named = [this](const std::string& w, const ValueInfo& x, const std::string& y) {
        text(w, x.name, y);
    };
    list(where + ".input", a.body.inputs, b.input(), named);
    list(where + ".output", a.body.outputs, b.output(), named);
    list(where + ".node", a.body.nodes, b.node(), eachNode());
    list(where + ".value_info", a.body.value_info, b.value_info(), eachValueInfo());
}

void Comparison::attribute(const std::string& where, const Attribute& a, const schema::AttributeProto& b) {
    text(where + ".name", a.name, b.name());
    text(where + ".ref_attr_name", a.ref_attr_name, b.ref_attr_name());
    text(where + ".doc_string", a.doc, b.doc_string());
    attributeValue(where, a, b);
}

void Comparison::attributeValue(const std::string& where, const Attribute& a,
                                const schema::AttributeProto& b) {
    if (const auto* f = std::get_if<float>(&a.value)) {
        const float other = b.f();
        text(where + ".f", fmt::format("{}", *f), fmt::format("{}", other));
    } else if (const auto* i = std::get_if<std::int64_t>(&a.value)) {
        number(where + ".i", *i, b.i());
    } else if (const auto* s = std::get_if<std::string_view>(&a.value)) {
        text(where + ".s", *s, b.s());
    } else if (const auto* floats = std::get_if<std::vector<float>>(&a.value)) {
        list(where + ".floats", *floats, b.floats(), [this](const std::string& w, float x, float y) {
            text(w, fmt::format("{}", x), fmt::format("{}", y));
        });
    } else if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&a.value)) {
        numbers(where + ".ints", *ints, b.ints());
    } else if (const auto* strings = std::get_if<std::vector<std::string_view>>(&a.value)) {
        texts(where + ".strings", *strings, b.strings());
    } else if (const auto* tensors = std::get_if<std::vector<Tensor>>(&a.value)) {
        if (a.type == AttributeType::kTensor) {
            number(where + ".t", b.has_t() ? 1 : 0, static_cast<std::int64_t>(tensors->size()));
            tensor(where + ".t", tensors->at(0), b.t());
        } else {
            list(where + ".tensors", *tensors, b.tensors(), eachTensor());
        }
    } else if (const auto* graphs = std::get_if<std::vector<std::shared_ptr<const Graph>>>(&a.value)) {
        if (a.type == AttributeType::kGraph) {
            number(where + ".g", b.has_g() ? 1 : 0, static_cast<std::int64_t>(graphs->size()));
            graph(where + ".g", *graphs->at(0), b.g());
        } else {
            list(where + ".graphs", *graphs, b.graphs(),
                 [this](const std::string& w, const std::shared_ptr<const Graph>& x,
                        const schema::GraphProto& y) { graph(w, *x, y); });
        }
    } else if (const auto* sparses = std::get_if<std::vector<SparseTensor>>(&a.value)) {
        if (a.type == AttributeType::kSparseTensor) {
            sparse(where + ".sparse_tensor", sparses->at(0), b.sparse_tensor());
        } else {
            list(where + ".sparse_tensors", *sparses, b.sparse_tensors(), eachSparse());
        }
    } else if (const auto* types = std::get_if<std::vector<Type>>(&a.value)) {
        if (a.type == AttributeType::kType) {
            type(where + ".tp", types->at(0), b.tp());
        } else {
            list(where + ".type_protos", *types, b.type_protos(),
                 [this](const std::string& w, const Type& x, const schema::TypeProto& y) { type(w, x, y); });
        }
    } else if (b.has_f() || b.has_i() || b.has_s() || b.has_t() || b.has_g() || b.floats_size() > 0 ||
               b.ints_size() > 0 || b.strings_size() > 0) {
        differ(where, "no value against one");
    }
}

void Comparison::tensor(const std::string& where, const Tensor& a, const schema::TensorProto& b) {
    text(where + ".name", a.name, b.name());
    text(where + ".doc_string", a.doc, b.doc_string());
    number(where + ".data_type", static_cast<std::int64_t>(a.type), b.data_type());
    numbers(where + ".dims", a.dims, b.dims());
    entries(where + ".external_data", a.external, b.external_data());
    entries(where + ".metadata_props", a.metadata, b.metadata_props());
    const bool external = b.data_location() == schema::TensorProto::EXTERNAL;
    number(where + ".data_location", a.storage == Tensor::Storage::kExternal ? 1 : 0, external ? 1 : 0);
    if (a.storage == Tensor::Storage::kRaw) {
        number(where + ".raw_data", static_cast<std::int64_t>(a.data.at(0).range.size),
               static_cast<std::int64_t>(b.raw_data().size()));
    } else if (a.storage == Tensor::Storage::kNone && (b.has_raw_data() || b.float_data_size() > 0)) {
        differ(where, "no data against some");
    }
}

void Comparison::sparse(const std::string& where, const SparseTensor& a, const schema::SparseTensorProto& b) {
    tensor(where + ".values", a.values, b.values());
    tensor(where + ".indices", a.indices, b.indices());
    numbers(where + ".dims", a.dims, b.dims());
}

void Comparison::tensorType(const std::string& where, const Type& a, std::int32_t elem_type, bool has_shape,
                            const schema::TensorShapeProto& shape) {
    number(where + ".elem_type", static_cast<std::int64_t>(a.elem_type), elem_type);
    number(where + ".has_shape", a.has_shape ? 1 : 0, has_shape ? 1 : 0);
    list(where + ".dim", a.shape, shape.dim(),
         [this](const std::string& w, const Dim& x, const schema::TensorShapeProto::Dimension& y) {
             number(w + ".has_dim_value", x.kind == Dim::Kind::kValue ? 1 : 0, y.has_dim_value() ? 1 : 0);
             number(w + ".has_dim_param", x.kind == Dim::Kind::kParam ? 1 : 0, y.has_dim_param() ? 1 : 0);
             number(w + ".dim_value", x.value, y.dim_value());
             text(w + ".dim_param", x.param, y.dim_param());
         });
}

void Comparison::elementType(const std::string& where, const Type& a, bool present,
                             const schema::TypeProto& element) {
    number(where, a.element != nullptr ? 1 : 0, present ? 1 : 0);
    if (a.element != nullptr) {
        type(where, *a.element, element);
    }
}

void Comparison::type(const std::string& where, const Type& a, const schema::TypeProto& b) {
    switch (a.kind) {
        case Type::Kind::kTensor:
            number(where + ".tensor_type", 1, b.has_tensor_type() ? 1 : 0);
            tensorType(where, a, b.tensor_type().elem_type(), b.tensor_type().has_shape(),
                       b.tensor_type().shape());
            break;
        case Type::Kind::kSparseTensor:
            number(where + ".sparse_tensor_type", 1, b.has_sparse_tensor_type() ? 1 : 0);
            tensorType(where, a, b.sparse_tensor_type().elem_type(), b.sparse_tensor_type().has_shape(),
                       b.sparse_tensor_type().shape());
            break;
        case Type::Kind::kSequence:
            elementType(where + ".sequence", a, b.sequence_type().has_elem_type(),
                        b.sequence_type().elem_type());
            break;
        case Type::Kind::kOptional:
            elementType(where + ".optional", a, b.optional_type().has_elem_type(),
                        b.optional_type().elem_type());
            break;
        case Type::Kind::kMap:
            number(where + ".key_type", static_cast<std::int64_t>(a.elem_type), b.map_type().key_type());
            elementType(where + ".map", a, b.map_type().has_value_type(), b.map_type().value_type());
            break;
        case Type::Kind::kOpaque:
            number(where + ".opaque_type", 1, b.has_opaque_type() ? 1 : 0);
            break;
        case Type::Kind::kUndefined:
            number(where + ".value_case", 0, static_cast<std::int64_t>(b.value_case()));
            break;
    }
}

void Comparison::valueInfo(const std::string& where, const ValueInfo& a, const schema::ValueInfoProto& b) {
    text(where + ".name", a.name, b.name());
    text(where + ".doc_string", a.doc, b.doc_string());
    type(where + ".type", a.type, b.type());
    entries(where + ".metadata_props", a.metadata, b.metadata_props());
}

}  // namespace

std::optional<std::string> firstDifference(const Model& model, const schema::ModelProto& proto) {
    Comparison comparison;
    comparison.model(model, proto);
    return comparison.difference;
}

}  // namespace qdqlens::test
