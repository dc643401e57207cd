// Protobuf's wire format over bytes in memory: a bounds-checked cursor that copies nothing and never reads
// past a length-delimited field it was not asked to enter. https://protobuf.dev/programming-guides/encoding
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace qdqlens::onnx {

static_assert(std::endian::native == std::endian::little, "fixed-width fields are read as they stand");

/// Where a message stands in the tree of messages. Lives on the stack of the one who reads it.
struct MessagePath {
    const MessagePath* parent = nullptr;
    const char* message = "";     ///< Its type: "NodeProto".
    const char* field = nullptr;  ///< Its field in the parent: "node"; null for the root.
    std::int64_t index = -1;      ///< Its place in a repeated field; -1 for singular ones.
};

/// "graph.node[12].attribute[3]"; the middle of a very long path is left out. Empty for the root.
[[nodiscard]] std::string describePath(const MessagePath& path);

/// What all cursors over one file share: its bytes, the first error, and how many messages may still be
/// entered.
class WireState {
  public:
    WireState(std::string_view file, std::uint64_t max_messages)
        : file_(file), messages_left_(max_messages), max_messages_(max_messages) {}

    [[nodiscard]] bool failed() const { return failed_; }
    /// "byte 1562: … (graph.node[12])". Meaningful once failed.
    [[nodiscard]] const std::string& problem() const { return problem_; }
    [[nodiscard]] std::uint64_t offset(const char* at) const {
        return static_cast<std::uint64_t>(at - file_.data());
    }

    [[nodiscard]] bool isFileEnd(const char* at) const { return at == file_.data() + file_.size(); }

    /// Keeps the first error only: what follows from it is noise.
    void fail(const char* at, const std::string& what, const MessagePath& path);
    /// Counts a message or another thing that costs memory; fails where there are too many.
    void count(const char* at, const MessagePath& path) {
        if (messages_left_ == 0) {
            failTooMany(at, path);
            return;
        }
        --messages_left_;
    }

  private:
    void failTooMany(const char* at, const MessagePath& path);

    std::string_view file_;
    std::string problem_;
    std::uint64_t messages_left_;
    std::uint64_t max_messages_;
    bool failed_ = false;
};

/// Tags as they stand on the wire, for `switch (cursor.tag())`: field number and wire type in one. A field
/// that comes with another wire type than its own is an unknown field, as in protobuf's own parse.
constexpr std::uint32_t varintField(std::uint32_t number) {
    return number << 3U;
}
constexpr std::uint32_t fixed64Field(std::uint32_t number) {
    return (number << 3U) | 1U;
}
constexpr std::uint32_t bytesField(std::uint32_t number) {
    return (number << 3U) | 2U;
}
constexpr std::uint32_t fixed32Field(std::uint32_t number) {
    return (number << 3U) | 5U;
}

/// Walks the fields of one message. Groups are skipped, unknown fields are for the caller to ignore.
class WireCursor {
  public:
    /// `message` lies in the state's file. Entering it counts.
    WireCursor(WireState& state, std::string_view message, const MessagePath& path)
        : state_(&state), path_(&path), at_(message.data()), end_(message.data() + message.size()) {
        state.count(at_, path);
    }

    /// On to the next field; false at the end, and for ever once anything has failed.
    [[nodiscard]] bool next();

    [[nodiscard]] std::uint32_t tag() const { return tag_; }
    /// Of varint and fixed fields.
    [[nodiscard]] std::uint64_t value() const { return value_; }
    [[nodiscard]] std::int64_t int64() const { return static_cast<std::int64_t>(value_); }
    [[nodiscard]] std::int32_t int32() const { return static_cast<std::int32_t>(value_); }
    [[nodiscard]] float float32() const { return std::bit_cast<float>(static_cast<std::uint32_t>(value_)); }
    /// Of length-delimited fields: the payload.
    [[nodiscard]] std::string_view bytes() const { return bytes_; }
    /// The field with its tag.
    [[nodiscard]] std::string_view whole() const { return {start_, static_cast<std::size_t>(at_ - start_)}; }
    void fail(const std::string& what) { state_->fail(start_, what, *path_); }

  private:
    bool readVarint(std::uint64_t& value) {
        if (at_ != end_ && static_cast<std::uint8_t>(*at_) < 0x80) {
            value = static_cast<std::uint8_t>(*at_++);
            return true;
        }
        return readLongVarint(value);
    }
    bool readLongVarint(std::uint64_t& value);
    bool readTag();
    template <class T>
    bool readFixed();
    bool readBytes();
    bool skipGroup();
    bool failShort(std::uint64_t wanted);

    WireState* state_;
    const MessagePath* path_;
    const char* at_;
    const char* end_;
    const char* start_ = nullptr;
    std::uint32_t tag_ = 0;
    std::uint64_t value_ = 0;
    std::string_view bytes_;
};

/// Takes one varint from the front of packed bytes; false where it is cut off or longer than ten bytes.
[[nodiscard]] bool takeVarint(std::string_view& bytes, std::uint64_t& value);

}  // namespace qdqlens::onnx
