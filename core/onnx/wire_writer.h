// Protobuf's wire format as it is written: the few fields that a request to another program needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace qdqlens::onnx {

inline void appendVarint(std::string& out, std::uint64_t value) {
    while (value >= 0x80) {
        out += static_cast<char>(value | 0x80U);
        value >>= 7U;
    }
    out += static_cast<char>(value);
}

inline void appendVarintField(std::string& out, std::uint32_t number, std::uint64_t value) {
    appendVarint(out, std::uint64_t{number} << 3U);
    appendVarint(out, value);
}

inline void appendBytesField(std::string& out, std::uint32_t number, std::string_view payload) {
    appendVarint(out, (std::uint64_t{number} << 3U) | 2U);
    appendVarint(out, payload.size());
    out += payload;
}

}  // namespace qdqlens::onnx
