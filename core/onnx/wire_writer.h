// Protobuf's wire format written by hand: for models that are made in memory, and for bytes that no protobuf
// library would write. Names as in core/onnx/wire.h.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace qdqlens::onnx {

inline std::string varint(std::uint64_t value) {
    std::string bytes;
    while (value >= 0x80) {
        bytes += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    return bytes + static_cast<char>(value);
}

inline std::string wireTag(std::uint32_t number, std::uint32_t type) {
    return varint((std::uint64_t{number} << 3) | type);
}

/// A varint field: number, value.
inline std::string varintOf(std::uint32_t number, std::uint64_t value) {
    return wireTag(number, 0) + varint(value);
}

/// A length-delimited field: bytes, a string, a message, packed numbers.
inline std::string bytesOf(std::uint32_t number, std::string_view payload) {
    return wireTag(number, 2) + varint(payload.size()) + std::string(payload);
}

inline std::string fixed32Of(std::uint32_t number, float value) {
    std::string bytes(sizeof(value), '\0');
    std::memcpy(bytes.data(), &value, sizeof(value));
    return wireTag(number, 5) + bytes;
}

inline std::string fixed64Of(std::uint32_t number, double value) {
    std::string bytes(sizeof(value), '\0');
    std::memcpy(bytes.data(), &value, sizeof(value));
    return wireTag(number, 1) + bytes;
}

}  // namespace qdqlens::onnx
