#include "resources/samples/tensor_spec.h"

namespace qdqlens::samples {

namespace {

/// For TypeProto.Tensor and TypeProto.SparseTensor.
template <class TensorType>
void setTensor(TensorType* tensor, DataType type, const DimSpecs& dims) {
    tensor->set_elem_type(static_cast<std::int32_t>(type));
    schema::TensorShapeProto* shape = tensor->mutable_shape();  // Present although there may be no dims.
    for (const DimSpec& dim : dims) {
        *shape->add_dim() = dim.proto();
    }
}

}  // namespace

TypeSpec::TypeSpec(DataType type) {
    proto_.mutable_tensor_type()->set_elem_type(static_cast<std::int32_t>(type));
}

TypeSpec::TypeSpec(DataType type, const DimSpecs& dims) {
    setTensor(proto_.mutable_tensor_type(), type, dims);
}

TypeSpec TypeSpec::sparse(DataType type, const DimSpecs& dims) {
    TypeSpec spec;
    setTensor(spec.proto_.mutable_sparse_tensor_type(), type, dims);
    return spec;
}

TypeSpec TypeSpec::sequence(const TypeSpec& element) {
    TypeSpec spec;
    *spec.proto_.mutable_sequence_type()->mutable_elem_type() = element.proto_;
    return spec;
}

TypeSpec TypeSpec::optional(const TypeSpec& element) {
    TypeSpec spec;
    *spec.proto_.mutable_optional_type()->mutable_elem_type() = element.proto_;
    return spec;
}

TypeSpec TypeSpec::map(DataType key, const TypeSpec& value) {
    TypeSpec spec;
    spec.proto_.mutable_map_type()->set_key_type(static_cast<std::int32_t>(key));
    *spec.proto_.mutable_map_type()->mutable_value_type() = value.proto_;
    return spec;
}

TypeSpec TypeSpec::opaque(const std::string& domain, const std::string& name) {
    TypeSpec spec;
    spec.proto_.mutable_opaque_type()->set_domain(domain);
    spec.proto_.mutable_opaque_type()->set_name(name);
    return spec;
}

}  // namespace qdqlens::samples
