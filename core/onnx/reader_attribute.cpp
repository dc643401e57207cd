// AttributeProto: its fields are gathered first, since `type` may stand anywhere or nowhere.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/onnx/reader_parts.h"

namespace qdqlens::onnx {

struct ModelReader::AttributeParts {
    std::optional<float> f;
    std::optional<std::int64_t> i;
    std::optional<std::string_view> s;
    std::optional<Tensor> t;
    std::shared_ptr<Graph> g;
    std::optional<SparseTensor> sparse_tensor;
    std::optional<Type> tp;
    std::vector<float> floats;
    std::vector<std::int64_t> ints;
    std::vector<std::string_view> strings;
    std::vector<Tensor> tensors;
    std::vector<std::shared_ptr<const Graph>> graphs;
    std::vector<SparseTensor> sparse_tensors;
    std::vector<Type> types;

    [[nodiscard]] bool has(AttributeType type) const;
    [[nodiscard]] AttributeType present() const;
    void moveTo(AttributeType type, Attribute::Value& value);
};

namespace {

template <class T>
std::int64_t nextIndex(const std::vector<T>& list) {
    return static_cast<std::int64_t>(list.size());
}

template <class T>
std::vector<T> listOfOne(std::optional<T>& value) {
    std::vector<T> list;
    list.push_back(std::move(*value));
    return list;
}

void appendFloats(WireCursor& cursor, std::vector<float>& values) {
    const std::string_view bytes = cursor.bytes();
    if (bytes.size() % sizeof(float) != 0) {
        cursor.fail(fmt::format("a list of packed float32 has {} bytes, no multiple of 4", bytes.size()));
        return;
    }
    if (!bytes.empty()) {
        const std::size_t before = values.size();
        values.resize(before + bytes.size() / sizeof(float));
        std::memcpy(values.data() + before, bytes.data(), bytes.size());
    }
}

/// A singular value that a writer of the proto3 kind left out since it is the default.
void setDefault(AttributeType type, Attribute::Value& value) {
    switch (type) {
        case AttributeType::kFloat:
            value = 0.0F;
            break;
        case AttributeType::kInt:
            value = std::int64_t{0};
            break;
        case AttributeType::kString:
            value = std::string_view();
            break;
        case AttributeType::kFloats:
            value = std::vector<float>();
            break;
        case AttributeType::kInts:
            value = std::vector<std::int64_t>();
            break;
        case AttributeType::kStrings:
            value = std::vector<std::string_view>();
            break;
        case AttributeType::kTensors:
            value = std::vector<Tensor>();
            break;
        case AttributeType::kGraphs:
            value = std::vector<std::shared_ptr<const Graph>>();
            break;
        case AttributeType::kSparseTensors:
            value = std::vector<SparseTensor>();
            break;
        case AttributeType::kTypes:
            value = std::vector<Type>();
            break;
        default:
            break;
    }
}

}  // namespace

bool ModelReader::AttributeParts::has(AttributeType type) const {
    switch (type) {
        case AttributeType::kFloat:
            return f.has_value();
        case AttributeType::kInt:
            return i.has_value();
        case AttributeType::kString:
            return s.has_value();
        case AttributeType::kTensor:
            return t.has_value();
        case AttributeType::kGraph:
            return g != nullptr;
        case AttributeType::kFloats:
            return !floats.empty();
        case AttributeType::kInts:
            return !ints.empty();
        case AttributeType::kStrings:
            return !strings.empty();
        case AttributeType::kTensors:
            return !tensors.empty();
        case AttributeType::kGraphs:
            return !graphs.empty();
        case AttributeType::kSparseTensor:
            return sparse_tensor.has_value();
        case AttributeType::kSparseTensors:
            return !sparse_tensors.empty();
        case AttributeType::kType:
            return tp.has_value();
        case AttributeType::kTypes:
            return !types.empty();
        default:
            return false;
    }
}

AttributeType ModelReader::AttributeParts::present() const {
    for (int kind = 1; kind <= 14; ++kind) {
        const auto type = static_cast<AttributeType>(kind);
        if (has(type)) {
            return type;
        }
    }
    return AttributeType::kUndefined;
}

void ModelReader::AttributeParts::moveTo(AttributeType type, Attribute::Value& value) {
    switch (type) {
        case AttributeType::kFloat:
            value = *f;
            break;
        case AttributeType::kInt:
            value = *i;
            break;
        case AttributeType::kString:
            value = *s;
            break;
        case AttributeType::kTensor:
            settleTensor(*t);
            value = listOfOne(t);
            break;
        case AttributeType::kGraph:
            value = std::vector<std::shared_ptr<const Graph>>{std::move(g)};
            break;
        case AttributeType::kFloats:
            value = std::move(floats);
            break;
        case AttributeType::kInts:
            value = std::move(ints);
            break;
        case AttributeType::kStrings:
            value = std::move(strings);
            break;
        case AttributeType::kTensors:
            value = std::move(tensors);
            break;
        case AttributeType::kGraphs:
            value = std::move(graphs);
            break;
        case AttributeType::kSparseTensor:
            settleTensor(sparse_tensor->values);
            settleTensor(sparse_tensor->indices);
            value = listOfOne(sparse_tensor);
            break;
        case AttributeType::kSparseTensors:
            value = std::move(sparse_tensors);
            break;
        case AttributeType::kType:
            value = listOfOne(tp);
            break;
        case AttributeType::kTypes:
            value = std::move(types);
            break;
        default:
            break;
    }
}

bool ModelReader::readScalarPart(WireCursor& cursor, AttributeParts& parts) {
    switch (cursor.tag()) {
        case fixed32Field(2):
            parts.f = cursor.float32();
            return true;
        case varintField(3):
            parts.i = cursor.int64();
            return true;
        case bytesField(4):
            parts.s = cursor.bytes();
            return true;
        case fixed32Field(7):
            parts.floats.push_back(cursor.float32());
            return true;
        case bytesField(7):
            appendFloats(cursor, parts.floats);
            return true;
        case varintField(8):
            parts.ints.push_back(cursor.int64());
            return true;
        case bytesField(8):
            appendPacked(cursor, parts.ints);
            return true;
        case bytesField(9):
            parts.strings.push_back(cursor.bytes());
            return true;
        default:
            return false;
    }
}

void ModelReader::readGraphPart(std::string_view message, Graph& graph, const MessagePath& path) {
    if (graph_depth_ >= limits_.graph_depth) {
        state_.fail(message.data(),
                    fmt::format("graphs are nested deeper than {} levels, which no real model is",
                                limits_.graph_depth),
                    path);
        return;
    }
    ++graph_depth_;
    readGraph(message, graph, path);
    --graph_depth_;
}

void ModelReader::readMessagePart(WireCursor& cursor, AttributeParts& parts, const MessagePath& path) {
    const std::string_view bytes = cursor.bytes();
    switch (cursor.tag()) {
        case bytesField(5):
            readTensor(bytes, parts.t ? *parts.t : parts.t.emplace(), {&path, "TensorProto", "t", -1});
            break;
        case bytesField(6):
            if (parts.g == nullptr) {
                parts.g = std::make_shared<Graph>();
            }
            readGraphPart(bytes, *parts.g, {&path, "GraphProto", "g", -1});
            break;
        case bytesField(10): {
            const MessagePath here{&path, "TensorProto", "tensors", nextIndex(parts.tensors)};
            Tensor& tensor = parts.tensors.emplace_back();
            readTensor(bytes, tensor, here);
            settleTensor(tensor);
            break;
        }
        case bytesField(11): {
            const MessagePath here{&path, "GraphProto", "graphs", nextIndex(parts.graphs)};
            auto graph = std::make_shared<Graph>();
            readGraphPart(bytes, *graph, here);
            parts.graphs.push_back(std::move(graph));
            break;
        }
        case bytesField(14):
            readType(bytes, parts.tp ? *parts.tp : parts.tp.emplace(), {&path, "TypeProto", "tp", -1}, 0);
            break;
        case bytesField(15): {
            const MessagePath here{&path, "TypeProto", "type_protos", nextIndex(parts.types)};
            readType(bytes, parts.types.emplace_back(), here, 0);
            break;
        }
        case bytesField(22):
            readSparseTensor(bytes,
                             parts.sparse_tensor ? *parts.sparse_tensor : parts.sparse_tensor.emplace(),
                             {&path, "SparseTensorProto", "sparse_tensor", -1});
            break;
        case bytesField(23): {
            const MessagePath here{&path, "SparseTensorProto", "sparse_tensors",
                                   nextIndex(parts.sparse_tensors)};
            SparseTensor& tensor = parts.sparse_tensors.emplace_back();
            readSparseTensor(bytes, tensor, here);
            settleTensor(tensor.values);
            settleTensor(tensor.indices);
            break;
        }
        default:
            break;
    }
}

void ModelReader::readAttribute(std::string_view message, Attribute& attribute, const MessagePath& path) {
    attribute.range = range(message);
    AttributeParts parts;
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                attribute.name = cursor.bytes();
                break;
            case bytesField(13):
                attribute.doc = cursor.bytes();
                break;
            case varintField(20):
                attribute.type = static_cast<AttributeType>(cursor.int32());
                break;
            case bytesField(21):
                attribute.ref_attr_name = cursor.bytes();
                break;
            default:
                if (!readScalarPart(cursor, parts)) {
                    readMessagePart(cursor, parts, path);
                }
                break;
        }
    }
    if (!parts.has(attribute.type)) {
        const AttributeType found = parts.present();
        if (found == AttributeType::kUndefined) {
            if (attribute.ref_attr_name.empty()) {
                setDefault(attribute.type, attribute.value);
            }
            return;
        }
        attribute.type = found;
    }
    parts.moveTo(attribute.type, attribute.value);
}

}  // namespace qdqlens::onnx
