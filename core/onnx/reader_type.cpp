// TypeProto, TensorShapeProto, ValueInfoProto.
#include <fmt/format.h>

#include <utility>

#include "core/onnx/reader_parts.h"

namespace qdqlens::onnx {

namespace {

/// The members of a oneof: another one than before throws away what was there, the same one merges.
void become(Type& type, Type::Kind kind) {
    if (type.kind != kind) {
        type = Type();
        type.kind = kind;
    }
}

}  // namespace

void ModelReader::readType(std::string_view message, Type& type, const MessagePath& path, int depth) {
    if (depth >= limits_.type_depth) {
        state_.fail(message.data(),
                    fmt::format("types are nested deeper than {} levels, which no real model has",
                                limits_.type_depth),
                    path);
        return;
    }
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                become(type, Type::Kind::kTensor);
                readTensorType(cursor.bytes(), type, {&path, "TypeProto.Tensor", "tensor_type", -1});
                break;
            case bytesField(4):
                become(type, Type::Kind::kSequence);
                readElementType(cursor.bytes(), 1, type, {&path, "TypeProto.Sequence", "sequence_type", -1},
                                depth);
                break;
            case bytesField(5):
                become(type, Type::Kind::kMap);
                readElementType(cursor.bytes(), 2, type, {&path, "TypeProto.Map", "map_type", -1}, depth);
                break;
            case bytesField(7):
                become(type, Type::Kind::kOpaque);
                break;
            case bytesField(8):
                become(type, Type::Kind::kSparseTensor);
                readTensorType(cursor.bytes(), type,
                               {&path, "TypeProto.SparseTensor", "sparse_tensor_type", -1});
                break;
            case bytesField(9):
                become(type, Type::Kind::kOptional);
                readElementType(cursor.bytes(), 1, type, {&path, "TypeProto.Optional", "optional_type", -1},
                                depth);
                break;
            default:
                break;
        }
    }
}

void ModelReader::readTensorType(std::string_view message, Type& type, const MessagePath& path) {
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case varintField(1):
                type.elem_type = static_cast<DataType>(cursor.int32());
                break;
            case bytesField(2):
                type.has_shape = true;
                readShape(cursor.bytes(), type, {&path, "TensorShapeProto", "shape", -1});
                break;
            default:
                break;
        }
    }
}

/// Sequence, Optional (element: field 1) and Map (key: field 1, value: field 2).
void ModelReader::readElementType(std::string_view message, std::uint32_t field, Type& type,
                                  const MessagePath& path, int depth) {
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        if (cursor.tag() == varintField(1) && field == 2) {
            type.elem_type = static_cast<DataType>(cursor.int32());
        } else if (cursor.tag() == bytesField(field)) {
            if (type.element == nullptr) {
                type.element = std::make_shared<Type>();
            }
            // Made above and not yet shown to anybody: still ours to write.
            Type& element = *std::const_pointer_cast<Type>(type.element);
            readType(cursor.bytes(), element,
                     {&path, "TypeProto", field == 2 ? "value_type" : "elem_type", -1}, depth + 1);
        }
    }
}

void ModelReader::readShape(std::string_view message, Type& type, const MessagePath& path) {
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        if (cursor.tag() == bytesField(1)) {
            const MessagePath here{&path, "TensorShapeProto.Dimension", "dim",
                                   static_cast<std::int64_t>(type.shape.size())};
            readDim(cursor.bytes(), type.shape.emplace_back(), here);
        }
    }
}

void ModelReader::readDim(std::string_view message, Dim& dim, const MessagePath& path) {
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case varintField(1):
                dim = {Dim::Kind::kValue, cursor.int64(), {}};
                break;
            case bytesField(2):
                dim = {Dim::Kind::kParam, 0, cursor.bytes()};
                break;
            default:
                break;
        }
    }
}

void ModelReader::readValueInfo(std::string_view message, ValueInfo& value, const MessagePath& path) {
    value.range = range(message);
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                value.name = cursor.bytes();
                break;
            case bytesField(2):
                readType(cursor.bytes(), value.type, {&path, "TypeProto", "type", -1}, 0);
                break;
            case bytesField(3):
                value.doc = cursor.bytes();
                break;
            case bytesField(4):
                readEntry(cursor.bytes(), value.metadata, path, "metadata_props");
                break;
            default:
                break;
        }
    }
}

}  // namespace qdqlens::onnx
