// A model as its file says it: plain values that point into the file's bytes. Nothing here is checked or
// resolved (core/graph does that), and no tensor content is copied. Field numbers: onnx.proto, IR version 14.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "core/onnx/data_type.h"
#include "core/onnx/input.h"

namespace qdqlens::onnx {

/// Bytes of the file. Offsets count from its start.
struct ByteRange {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// StringStringEntryProto. `size` is that of its payload (without its own tag and length).
struct StringEntry {
    std::string_view key;
    std::string_view value;
    std::uint32_t size = 0;
};

/// TensorShapeProto.Dimension: a number, a symbol, or neither.
struct Dim {
    enum class Kind : std::uint8_t { kUnknown, kValue, kParam };
    Kind kind = Kind::kUnknown;
    std::int64_t value = 0;
    std::string_view param;
};

/// TypeProto. A tensor without a shape has has_shape == false (unknown rank); with no dims it is a scalar.
struct Type {
    enum class Kind : std::uint8_t {
        kUndefined,
        kTensor,
        kSparseTensor,
        kSequence,
        kMap,
        kOptional,
        kOpaque
    };
    Kind kind = Kind::kUndefined;
    DataType elem_type = DataType::kUndefined;  ///< Of tensors; the key type of maps.
    bool has_shape = false;
    std::vector<Dim> shape;
    std::shared_ptr<const Type> element;  ///< Of sequences and optionals; the value type of maps.
};

/// ValueInfoProto.
struct ValueInfo {
    std::string_view name;
    Type type;
    std::string_view doc;
    std::vector<StringEntry> metadata;
    ByteRange range;
};

/// A piece of a tensor's data. Old writers give every element its own tag: `tagged` runs hold such fields,
/// back to back with their tags, as they stand; strings always come so. The others are payloads: raw_data or
/// packed elements.
struct DataRun {
    ByteRange range;
    std::int32_t field = 0;  ///< Field number in TensorProto.
    bool tagged = false;
};

/// TensorProto: a type, dims, and where its bytes are.
struct Tensor {
    enum class Storage : std::uint8_t {
        kNone,      ///< No data field at all.
        kRaw,       ///< raw_data: `data` holds one run.
        kTyped,     ///< float_data, int32_data, …: `data` holds the runs of `field`, in order.
        kExternal,  ///< external_data: in another file.
    };

    std::string_view name;
    DataType type = DataType::kUndefined;
    std::vector<std::int64_t> dims;
    Storage storage = Storage::kNone;
    std::int32_t field = 0;  ///< Field number of the typed data, for kTyped.
    std::vector<DataRun> data;
    std::vector<StringEntry> external;  ///< location, offset, length, checksum.
    std::string_view doc;
    std::vector<StringEntry> metadata;
    ByteRange range;  ///< The TensorProto's payload.
};

/// SparseTensorProto.
struct SparseTensor {
    Tensor values;
    Tensor indices;
    std::vector<std::int64_t> dims;
};

/// TensorAnnotation of GraphProto.quantization_annotation.
struct TensorAnnotation {
    std::string_view tensor_name;
    std::vector<StringEntry> parameters;
};

/// AttributeProto.AttributeType.
enum class AttributeType : std::int32_t {
    kUndefined = 0,
    kFloat = 1,
    kInt = 2,
    kString = 3,
    kTensor = 4,
    kGraph = 5,
    kFloats = 6,
    kInts = 7,
    kStrings = 8,
    kTensors = 9,
    kGraphs = 10,
    kSparseTensor = 11,
    kSparseTensors = 12,
    kType = 13,
    kTypes = 14,
};

struct Graph;

/// AttributeProto. Which alternative holds follows from the fields that are present, since old files leave
/// `type` out; `type` says the same. Tensors, sparse tensors, graphs and types are lists here, of one element
/// for the singular kinds.
struct Attribute {
    using Value =
        std::variant<std::monostate, float, std::int64_t, std::string_view, std::vector<float>,
                     std::vector<std::int64_t>, std::vector<std::string_view>, std::vector<Tensor>,
                     std::vector<std::shared_ptr<const Graph>>, std::vector<SparseTensor>, std::vector<Type>>;

    std::string_view name;
    AttributeType type = AttributeType::kUndefined;
    Value value;
    std::string_view ref_attr_name;  ///< In functions: the function's attribute that it takes its value from.
    std::string_view doc;
    ByteRange range;
};

/// NodeProto. An empty string among the inputs or outputs is an optional one that is left out.
struct Node {
    std::string_view op_type;
    std::string_view domain;  ///< "" and "ai.onnx" are the same domain; as the file says it.
    std::string_view name;
    std::string_view overload;
    std::vector<std::string_view> inputs;
    std::vector<std::string_view> outputs;
    std::vector<Attribute> attributes;
    std::vector<StringEntry> metadata;
    std::string_view doc;
    ByteRange range;

    [[nodiscard]] const Attribute* attribute(std::string_view attribute_name) const;
    /// The attribute's value, or `fallback` where it is absent or of another kind.
    [[nodiscard]] std::int64_t intAttribute(std::string_view attribute_name, std::int64_t fallback) const;
    [[nodiscard]] float floatAttribute(std::string_view attribute_name, float fallback) const;
    [[nodiscard]] std::string_view stringAttribute(std::string_view attribute_name,
                                                   std::string_view fallback) const;
    [[nodiscard]] const std::vector<std::int64_t>* intsAttribute(std::string_view attribute_name) const;
    /// metadata_props' value for a key, or "".
    [[nodiscard]] std::string_view metadataValue(std::string_view key) const;
    [[nodiscard]] bool is(std::string_view op) const { return op_type == op && isOnnxDomain(); }
    [[nodiscard]] bool isOnnxDomain() const { return domain.empty() || domain == "ai.onnx"; }
};

/// GraphProto.
struct Graph {
    std::string_view name;
    std::vector<Node> nodes;
    std::vector<Tensor> initializers;
    std::vector<SparseTensor> sparse_initializers;
    std::vector<ValueInfo> inputs;
    std::vector<ValueInfo> outputs;
    std::vector<ValueInfo> value_info;
    std::vector<TensorAnnotation> quantization_annotation;
    std::vector<StringEntry> metadata;
    std::string_view doc;
    ByteRange range;
};

/// OperatorSetIdProto.
struct OpsetImport {
    std::string_view domain;
    std::int64_t version = 0;
};

/// FunctionProto. Its body is a Graph whose inputs and outputs have names and no types.
struct Function {
    std::string_view domain;
    std::string_view name;
    std::string_view overload;
    std::vector<std::string_view> attributes;   ///< Without a default.
    std::vector<Attribute> default_attributes;  ///< With one.
    std::vector<OpsetImport> opset_import;
    Graph body;
    std::vector<StringEntry> metadata;
    std::string_view doc;
};

/// ModelProto, with the bytes that everything in it points into.
struct Model {
    std::shared_ptr<const Input> input;
    std::int64_t ir_version = 0;
    std::string_view producer_name;
    std::string_view producer_version;
    std::string_view domain;
    std::int64_t model_version = 0;
    std::string_view doc;
    std::vector<OpsetImport> opset_import;
    Graph graph;
    std::vector<Function> functions;
    std::vector<StringEntry> metadata;

    /// The version imported for a domain ("" and "ai.onnx" are one); 0 where it is not imported.
    [[nodiscard]] std::int64_t opset(std::string_view domain_name) const;
    [[nodiscard]] std::string_view bytes(ByteRange range) const;
};

/// The graphs among a node's attributes, in order.
[[nodiscard]] std::vector<const Graph*> subgraphs(const Node& node);

}  // namespace qdqlens::onnx
