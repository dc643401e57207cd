#include "core/qdq/tables/shape_question.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/graph/constants.h"
#include "core/onnx/op_signatures.h"
#include "core/onnx/reader.h"
#include "core/onnx/wire.h"
#include "core/onnx/wire_writer.h"
#include "core/qdq/tables/shape_library.h"
#include "core/qdq/tables/shape_rules.h"
#include "core/qdq/value_type.h"

namespace qdqlens {

namespace {

using onnx::bytesOf;
using onnx::DataType;
using onnx::varintOf;

constexpr std::uint64_t kMaxNode = std::uint64_t{64} << 10;  ///< Bytes; larger ones hold tensors.
constexpr std::uint64_t kMaxElements = 128;                  ///< Of constants whose contents go along.
constexpr std::uint32_t kIrVersion = 8;
constexpr std::string_view kValuePrefix = "qdqlens:";
constexpr std::string_view kSymbolPrefix = "s";

// Field numbers: onnx.proto.
namespace field {
constexpr std::uint32_t kModelIr = 1, kModelGraph = 7, kModelOpset = 8;
constexpr std::uint32_t kOpsetDomain = 1, kOpsetVersion = 2;
constexpr std::uint32_t kGraphNode = 1, kGraphName = 2, kGraphInitializer = 5, kGraphInput = 11;
constexpr std::uint32_t kNodeInput = 1, kNodeOutput = 2, kNodeOp = 4, kNodeAttribute = 5, kNodeDomain = 7;
constexpr std::uint32_t kInfoName = 1, kInfoType = 2;
constexpr std::uint32_t kTypeTensor = 1, kTensorTypeElement = 1, kTensorTypeShape = 2;
constexpr std::uint32_t kShapeDim = 1, kDimValue = 1, kDimParam = 2;
constexpr std::uint32_t kTensorDims = 1, kTensorType = 2, kTensorName = 8, kTensorRaw = 9;
}  // namespace field

std::string valueName(ValueId value) {
    return std::string(kValuePrefix) + std::to_string(index(value));
}

std::optional<std::uint32_t> numberBehind(std::string_view text, std::string_view prefix) {
    std::uint32_t number = 0;
    if (!text.starts_with(prefix)) {
        return std::nullopt;
    }
    text.remove_prefix(prefix.size());
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(number)
                                                                           : std::nullopt;
}

/// TensorProto with raw_data.
std::string tensorBytes(std::string_view name, DataType type, const std::vector<std::int64_t>& dims,
                        const std::vector<std::uint64_t>& elements) {
    std::string out;
    for (const std::int64_t dim : dims) {
        out += varintOf(field::kTensorDims, static_cast<std::uint64_t>(dim));
    }
    out += varintOf(field::kTensorType, static_cast<std::uint64_t>(type));
    out += bytesOf(field::kTensorName, name);
    std::string raw;
    const auto width = static_cast<std::size_t>(onnx::bitsPerElement(type)) / 8;
    for (const std::uint64_t bits : elements) {
        raw.append(reinterpret_cast<const char*>(&bits),
                   width);  // Little endian, as core/onnx/wire.h asserts.
    }
    out += bytesOf(field::kTensorRaw, raw);
    return out;
}

/// Types that have contents in the question: those of shapes, axes, scales and conditions.
bool carriesContents(DataType type) {
    return type == DataType::kInt64 || type == DataType::kInt32 || type == DataType::kFloat32 ||
           type == DataType::kFloat64 || type == DataType::kBool;
}

}  // namespace

bool libraryKnows(const Scope& scope, NodeId id) {
    const onnx::Node& node = scope.topology().node(id);
    const bool ml = node.domain == "ai.onnx.ml";
    const std::int64_t opset = scope.opset(node.domain);
    if ((!ml && !node.isOnnxDomain()) || opset < 1 || node.range.size > kMaxNode) {
        return false;
    }
    // In ceil mode it counts a last window that starts in the padding, which runtimes leave out.
    if (node.op_type.ends_with("Pool") && node.intAttribute("ceil_mode", 0) != 0) {
        return false;
    }
    const auto* signature = onnx::findSignature(ml ? node.domain : "", node.op_type, opset);
    // An attribute that a function takes from its caller has no value here.
    const bool open = std::any_of(node.attributes.begin(), node.attributes.end(),
                                  [](const onnx::Attribute& a) { return !a.ref_attr_name.empty(); });
    return signature != nullptr && signature->since <= opset && !open &&
           signature->since <= (ml ? kLibraryMlOpset : kLibraryOpset);
}

ShapeQuestion::ShapeQuestion(const Scope& scope, const std::vector<NodeId>& nodes,
                             const ShapeKnowledge& known)
    : scope_(scope),
      known_(known),
      asked_(scope.topology().valueCount(), 0),
      given_(scope.topology().valueCount(), 0),
      captured_(scope.topology().valueCount(), 0) {
    const Topology& topology = scope.topology();
    graph_ += bytesOf(field::kGraphName, "question");
    for (const NodeId id : nodes) {
        for (const ValueId value : topology.outputs(id)) {
            if (value != kNoValue) {
                asked_[index(value)] = 1;
            }
        }
    }
    for (const NodeId id : nodes) {
        addNode(id);
    }
    model_ += varintOf(field::kModelIr, kIrVersion);
    const auto import = [&](std::string_view domain, std::int64_t newest) {
        if (const std::int64_t opset = scope.opset(domain); opset >= 1) {
            std::string bytes;
            bytes += bytesOf(field::kOpsetDomain, domain);
            bytes += varintOf(field::kOpsetVersion, static_cast<std::uint64_t>(std::min(opset, newest)));
            model_ += bytesOf(field::kModelOpset, bytes);
        }
    };
    import("", kLibraryOpset);
    import("ai.onnx.ml", kLibraryMlOpset);
    model_ += bytesOf(field::kModelGraph, graph_);
}

void ShapeQuestion::addNode(NodeId id) {
    const Topology& topology = scope_.topology();
    for (const ValueId value : topology.inputs(id)) {
        if (value != kNoValue && asked_[index(value)] == 0 && given_[index(value)] == 0) {
            given_[index(value)] = 1;
            addInput(value, valueName(value));
        }
    }
    // Subgraphs are copied as they stand, so what they take from here keeps its name.
    for (const ValueId value : topology.captures(id)) {
        if (asked_[index(value)] == 0 && captured_[index(value)] == 0) {
            captured_[index(value)] = 1;
            addInput(value, topology.value(value).name);
        }
    }
    graph_ += bytesOf(field::kGraphNode, nodeBytes(id));
}

void ShapeQuestion::addInput(ValueId value, std::string_view name) {
    const onnx::ValueInfo* declared = scope_.topology().value(value).info;
    if (declared != nullptr && declared->type.kind != onnx::Type::Kind::kUndefined &&
        declared->type.kind != onnx::Type::Kind::kTensor) {
        return;  // Sequences and such have no shape here.
    }
    if (addContents(value, name)) {
        return;
    }
    std::string info;
    info += bytesOf(field::kInfoName, name);
    info += bytesOf(field::kInfoType, typeBytes(value));
    graph_ += bytesOf(field::kGraphInput, info);
}

bool ShapeQuestion::addContents(ValueId value, std::string_view name) {
    const std::uint32_t v = index(value);
    if (const auto constant = constantOf(scope_, value)) {
        const auto count = elementCount(*constant);
        if (!count.has_value() || *count > kMaxElements || !carriesContents(constant->type)) {
            return false;
        }
        const auto elements = decodeConstant(scope_.model(), *constant, kMaxElements);
        if (!elements.has_value()) {
            return false;
        }
        std::vector<std::uint64_t> bits;
        for (const onnx::Element& element : *elements) {
            bits.push_back(element.bits);
        }
        graph_ += bytesOf(field::kGraphInitializer, tensorBytes(name, constant->type, constant->dims, bits));
        return true;
    }
    const DataType type = valueType(scope_, value);
    if (!known_.contents[v].has_value() || !known_.shapes[v].has_value() || known_.shapes[v]->size() > 1 ||
        (type != DataType::kInt64 && type != DataType::kInt32)) {
        return false;
    }
    std::vector<std::uint64_t> bits;
    for (const ShapeDim& element : *known_.contents[v]) {
        if (!element.value.has_value()) {
            return false;
        }
        bits.push_back(static_cast<std::uint64_t>(*element.value));
    }
    const bool scalar = known_.shapes[v]->empty();
    if (scalar && bits.size() != 1) {
        return false;
    }
    graph_ += bytesOf(field::kGraphInitializer,
                      tensorBytes(name, type,
                                  scalar ? std::vector<std::int64_t>()
                                         : std::vector{static_cast<std::int64_t>(bits.size())},
                                  bits));
    return true;
}

std::string ShapeQuestion::typeBytes(ValueId value) {
    // libonnx infers nothing from an input without a dtype; shapes do not depend on which one it is.
    const DataType type = valueType(scope_, value);
    std::string tensor;
    tensor += varintOf(field::kTensorTypeElement,
                       static_cast<std::uint64_t>(type == DataType::kUndefined ? DataType::kFloat32 : type));
    if (const Shape& shape = known_.shapes[index(value)]; shape.has_value()) {
        std::string dims;
        for (const ShapeDim& dim : *shape) {
            std::string bytes;
            if (dim.value.has_value()) {
                bytes += varintOf(field::kDimValue, static_cast<std::uint64_t>(*dim.value));
            } else if (!dim.symbol.empty()) {
                const auto [found, is_new] = symbol_index_.emplace(dim.symbol, symbols_.size());
                if (is_new) {
                    symbols_.push_back(dim.symbol);
                }
                bytes +=
                    bytesOf(field::kDimParam, std::string(kSymbolPrefix) + std::to_string(found->second));
            }
            dims += bytesOf(field::kShapeDim, bytes);
        }
        tensor += bytesOf(field::kTensorTypeShape, dims);
    }
    std::string out;
    out += bytesOf(field::kTypeTensor, tensor);
    return out;
}

/// The node's op type, domain and attributes as they stand, with other names.
std::string ShapeQuestion::nodeBytes(NodeId id) const {
    const Topology& topology = scope_.topology();
    const auto nameOf = [](ValueId value) { return value == kNoValue ? std::string() : valueName(value); };
    std::string out;
    for (const ValueId value : topology.inputs(id)) {
        out += bytesOf(field::kNodeInput, nameOf(value));
    }
    for (const ValueId value : topology.outputs(id)) {
        out += bytesOf(field::kNodeOutput, nameOf(value));
    }
    const onnx::Node& node = topology.node(id);
    if (!node.isOnnxDomain()) {
        out += bytesOf(field::kNodeDomain, node.domain);
    }
    onnx::WireState state(scope_.model().input->bytes(), node.range.size);
    const onnx::MessagePath path;
    onnx::WireCursor cursor(state, scope_.model().bytes(node.range), path);
    while (cursor.next()) {
        if (cursor.tag() == onnx::bytesField(field::kNodeOp) ||
            cursor.tag() == onnx::bytesField(field::kNodeAttribute)) {
            out += cursor.whole();
        }
    }
    return out;
}

std::vector<std::pair<ValueId, Shape>> ShapeQuestion::shapesIn(std::string answer) const {
    std::vector<std::pair<ValueId, Shape>> out;
    const auto model = onnx::readModel(onnx::Input::fromBytes(std::move(answer)));
    if (!model.has_value()) {
        return out;
    }
    for (const onnx::ValueInfo& info : (*model)->graph.outputs) {
        const auto value = numberBehind(info.name, kValuePrefix);
        if (!value.has_value() || *value >= asked_.size() || asked_[*value] == 0 ||
            info.type.kind != onnx::Type::Kind::kTensor || !info.type.has_shape) {
            continue;
        }
        std::vector<ShapeDim> dims;
        for (const onnx::Dim& dim : info.type.shape) {
            ShapeDim& is = dims.emplace_back();
            if (dim.kind == onnx::Dim::Kind::kValue && dim.value >= 0 && dim.value <= kLargestDim) {
                is.value = dim.value;
            } else if (dim.kind == onnx::Dim::Kind::kParam) {
                const auto symbol = numberBehind(dim.param, kSymbolPrefix);
                is.symbol = symbol.has_value() && *symbol < symbols_.size() ? symbols_[*symbol] : "";
            }
        }
        out.emplace_back(ValueId{*value}, std::move(dims));
    }
    return out;
}

}  // namespace qdqlens
