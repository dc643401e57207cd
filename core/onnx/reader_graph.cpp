// GraphProto, NodeProto, FunctionProto, TensorAnnotation.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/onnx/reader_parts.h"

namespace qdqlens::onnx {

namespace {

/// How often each field comes, by one hop over the headers, so that lists are made in their final size. Stops
/// at anything broken: the real pass reports it.
template <std::size_t N>
std::array<std::uint32_t, N> countFields(std::string_view file, std::string_view message,
                                         const MessagePath& path) {
    std::array<std::uint32_t, N> counts{};
    WireState state(file, 1);
    WireCursor cursor(state, message, path);
    while (cursor.next()) {
        const std::uint32_t number = cursor.tag() >> 3U;
        if (number < N) {
            ++counts[number];
        }
    }
    return counts;
}

/// A hostile file must not make us reserve much more than it will fill.
constexpr std::uint32_t kMaxReserve = 1U << 18U;

template <class T>
void reserve(std::vector<T>& list, std::uint32_t more) {
    if (more != 0 &&
        list.empty()) {  // Not for merged messages: exact reserves one after another are quadratic.
        list.reserve(std::min(more, kMaxReserve));
    }
}

template <class T>
std::int64_t nextIndex(const std::vector<T>& list) {
    return static_cast<std::int64_t>(list.size());
}

}  // namespace

void ModelReader::reserveGraph(std::string_view message, Graph& graph, const MessagePath& path) {
    const auto counts = countFields<14>(file_, message, path);
    reserve(graph.nodes, counts[1]);
    reserve(graph.initializers, counts[5]);
    reserve(graph.inputs, counts[11]);
    reserve(graph.outputs, counts[12]);
    reserve(graph.value_info, counts[13]);
}

void ModelReader::readGraph(std::string_view message, Graph& graph, const MessagePath& path) {
    graph.range = range(message);
    reserveGraph(message, graph, path);
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        const std::string_view bytes = cursor.bytes();
        switch (cursor.tag()) {
            case bytesField(1): {
                if (stop_.stop_requested()) {
                    stopped_ = true;
                    return;
                }
                const MessagePath here{&path, "NodeProto", "node", nextIndex(graph.nodes)};
                readNode(bytes, graph.nodes.emplace_back(), here);
                break;
            }
            case bytesField(2):
                graph.name = bytes;
                break;
            case bytesField(5): {
                const MessagePath here{&path, "TensorProto", "initializer", nextIndex(graph.initializers)};
                Tensor& tensor = graph.initializers.emplace_back();
                readTensor(bytes, tensor, here);
                settleTensor(tensor);
                break;
            }
            case bytesField(10):
                graph.doc = bytes;
                break;
            case bytesField(11): {
                const MessagePath here{&path, "ValueInfoProto", "input", nextIndex(graph.inputs)};
                readValueInfo(bytes, graph.inputs.emplace_back(), here);
                break;
            }
            case bytesField(12): {
                const MessagePath here{&path, "ValueInfoProto", "output", nextIndex(graph.outputs)};
                readValueInfo(bytes, graph.outputs.emplace_back(), here);
                break;
            }
            case bytesField(13): {
                const MessagePath here{&path, "ValueInfoProto", "value_info", nextIndex(graph.value_info)};
                readValueInfo(bytes, graph.value_info.emplace_back(), here);
                break;
            }
            case bytesField(14): {
                const MessagePath here{&path, "TensorAnnotation", "quantization_annotation",
                                       nextIndex(graph.quantization_annotation)};
                readAnnotation(bytes, graph.quantization_annotation.emplace_back(), here);
                break;
            }
            case bytesField(15): {
                const MessagePath here{&path, "SparseTensorProto", "sparse_initializer",
                                       nextIndex(graph.sparse_initializers)};
                SparseTensor& tensor = graph.sparse_initializers.emplace_back();
                readSparseTensor(bytes, tensor, here);
                settleTensor(tensor.values);
                settleTensor(tensor.indices);
                break;
            }
            case bytesField(16):
                readEntry(bytes, graph.metadata, path, "metadata_props");
                break;
            default:
                break;
        }
    }
}

void ModelReader::readNode(std::string_view message, Node& node, const MessagePath& path) {
    node.range = range(message);
    const auto counts = countFields<10>(file_, message, path);
    reserve(node.inputs, counts[1]);
    reserve(node.outputs, counts[2]);
    reserve(node.attributes, counts[5]);
    reserve(node.metadata, counts[9]);
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                node.inputs.push_back(cursor.bytes());
                break;
            case bytesField(2):
                node.outputs.push_back(cursor.bytes());
                break;
            case bytesField(3):
                node.name = cursor.bytes();
                break;
            case bytesField(4):
                node.op_type = cursor.bytes();
                break;
            case bytesField(5): {
                const MessagePath here{&path, "AttributeProto", "attribute", nextIndex(node.attributes)};
                readAttribute(cursor.bytes(), node.attributes.emplace_back(), here);
                break;
            }
            case bytesField(6):
                node.doc = cursor.bytes();
                break;
            case bytesField(7):
                node.domain = cursor.bytes();
                break;
            case bytesField(8):
                node.overload = cursor.bytes();
                break;
            case bytesField(9):
                readEntry(cursor.bytes(), node.metadata, path, "metadata_props");
                break;
            default:
                break;
        }
    }
}

void ModelReader::readFunction(std::string_view message, Function& function, const MessagePath& path) {
    Graph& body = function.body;
    body.range = range(message);
    reserve(body.nodes, countFields<8>(file_, message, path)[7]);
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        const std::string_view bytes = cursor.bytes();
        switch (cursor.tag()) {
            case bytesField(1):
                function.name = body.name = bytes;
                break;
            case bytesField(4):
                state_.count(bytes.data(), path);
                body.inputs.emplace_back().name = bytes;
                break;
            case bytesField(5):
                state_.count(bytes.data(), path);
                body.outputs.emplace_back().name = bytes;
                break;
            case bytesField(6):
                function.attributes.push_back(bytes);
                break;
            case bytesField(7): {
                const MessagePath here{&path, "NodeProto", "node", nextIndex(body.nodes)};
                readNode(bytes, body.nodes.emplace_back(), here);
                break;
            }
            case bytesField(8):
                function.doc = bytes;
                break;
            case bytesField(9): {
                const MessagePath here{&path, "OperatorSetIdProto", "opset_import",
                                       nextIndex(function.opset_import)};
                readOpset(bytes, function.opset_import.emplace_back(), here);
                break;
            }
            case bytesField(10):
                function.domain = bytes;
                break;
            case bytesField(11): {
                const MessagePath here{&path, "AttributeProto", "attribute_proto",
                                       nextIndex(function.default_attributes)};
                readAttribute(bytes, function.default_attributes.emplace_back(), here);
                break;
            }
            case bytesField(12): {
                const MessagePath here{&path, "ValueInfoProto", "value_info", nextIndex(body.value_info)};
                readValueInfo(bytes, body.value_info.emplace_back(), here);
                break;
            }
            case bytesField(13):
                function.overload = bytes;
                break;
            case bytesField(14):
                readEntry(bytes, function.metadata, path, "metadata_props");
                break;
            default:
                break;
        }
    }
}

void ModelReader::readAnnotation(std::string_view message, TensorAnnotation& annotation,
                                 const MessagePath& path) {
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                annotation.tensor_name = cursor.bytes();
                break;
            case bytesField(2):
                readEntry(cursor.bytes(), annotation.parameters, path, "quant_parameter_tensor_names");
                break;
            default:
                break;
        }
    }
}

}  // namespace qdqlens::onnx
