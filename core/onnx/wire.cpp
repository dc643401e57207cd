#include "core/onnx/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace qdqlens::onnx {

namespace {

constexpr int kMaxGroupDepth = 64;
constexpr std::size_t kMaxPathLength = 200;

}  // namespace

std::string describePath(const MessagePath& path) {
    std::vector<const MessagePath*> steps;
    for (const MessagePath* step = &path; step->field != nullptr; step = step->parent) {
        steps.push_back(step);
        if (step->parent == nullptr) {
            break;
        }
    }
    std::string text;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        text += text.empty() ? "" : ".";
        text += (*step)->field;
        if ((*step)->index >= 0) {
            text += fmt::format("[{}]", (*step)->index);
        }
    }
    if (text.size() > kMaxPathLength) {
        const std::size_t kept = kMaxPathLength / 2;
        text = text.substr(0, kept) + "…" + text.substr(text.size() - kept);
    }
    return text;
}

void WireState::fail(const char* at, const std::string& what, const MessagePath& path) {
    if (failed_) {
        return;
    }
    failed_ = true;
    const std::string where = describePath(path);
    problem_ = fmt::format("byte {}: {}", offset(at), what);
    if (!where.empty()) {
        problem_ += fmt::format(" ({})", where);
    }
}

void WireState::failTooMany(const char* at, const MessagePath& path) {
    fail(at, fmt::format("more than {} messages in one file, which no real model has", max_messages_), path);
}

bool WireCursor::next() {
    while (at_ != end_) {
        if (state_->failed()) {
            return false;
        }
        start_ = at_;
        if (!readTag()) {
            return false;
        }
        switch (tag_ & 7U) {
            case 0:
                if (readVarint(value_)) {
                    return true;
                }
                fail(fmt::format("{} holds a number that is cut off or longer than ten bytes",
                                 path_->message));
                return false;
            case 1:
                return readFixed<std::uint64_t>();
            case 2:
                return readBytes();
            case 3:
                if (!skipGroup()) {
                    return false;
                }
                break;
            case 5:
                return readFixed<std::uint32_t>();
            default:
                fail(fmt::format("{} holds {}", path_->message,
                                 (tag_ & 7U) == 4U ? "the end of a group that never began"
                                                   : "a field of a wire type that does not exist"));
                return false;
        }
    }
    return false;
}

bool WireCursor::readTag() {
    std::uint64_t tag = 0;
    if (!readVarint(tag) || tag > UINT32_MAX) {
        fail(fmt::format("{} holds a field header that is cut off or overlong", path_->message));
        return false;
    }
    if (tag < 8) {
        fail(fmt::format("{} holds a field with the number 0", path_->message));
        return false;
    }
    tag_ = static_cast<std::uint32_t>(tag);
    return true;
}

bool WireCursor::readLongVarint(std::uint64_t& value) {
    std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (!takeVarint(rest, value)) {
        return false;
    }
    at_ = rest.data();
    return true;
}

template <class T>
bool WireCursor::readFixed() {
    if (static_cast<std::size_t>(end_ - at_) < sizeof(T)) {
        return failShort(sizeof(T));
    }
    T value = 0;
    std::memcpy(&value, at_, sizeof(T));
    at_ += sizeof(T);
    value_ = value;
    return true;
}

bool WireCursor::readBytes() {
    std::uint64_t size = 0;
    if (!readVarint(size)) {
        fail(fmt::format("{} holds a length that is cut off or longer than ten bytes", path_->message));
        return false;
    }
    if (size > static_cast<std::uint64_t>(end_ - at_)) {
        return failShort(size);
    }
    bytes_ = {at_, static_cast<std::size_t>(size)};
    at_ += size;
    return true;
}

bool WireCursor::failShort(std::uint64_t wanted) {
    fail(fmt::format("{} ends early: field {} is said to hold {} bytes, {} are there{}", path_->message,
                     tag_ >> 3U, wanted, end_ - at_,
                     state_->isFileEnd(end_) ? "; the file is cut off: download or copy it again" : ""));
    return false;
}

bool WireCursor::skipGroup() {
    std::vector<std::uint32_t> open{tag_ >> 3U};
    while (!open.empty()) {
        if (at_ == end_) {
            fail(fmt::format("{} ends within a group", path_->message));
            return false;
        }
        if (!readTag()) {
            return false;
        }
        bool good = true;
        switch (tag_ & 7U) {
            case 0:
                good = readVarint(value_);
                break;
            case 1:
                good = readFixed<std::uint64_t>();
                break;
            case 2:
                good = readBytes();
                break;
            case 3:
                open.push_back(tag_ >> 3U);
                good = open.size() <= kMaxGroupDepth;
                break;
            case 4:
                good = open.back() == tag_ >> 3U;
                open.pop_back();
                break;
            case 5:
                good = readFixed<std::uint32_t>();
                break;
            default:
                good = false;
                break;
        }
        if (!good) {
            fail(fmt::format("{} holds a broken or too deeply nested group", path_->message));
            return false;
        }
    }
    return true;
}

bool takeVarint(std::string_view& bytes, std::uint64_t& value) {
    value = 0;
    const std::size_t limit = std::min<std::size_t>(bytes.size(), 10);
    for (std::size_t i = 0; i < limit; ++i) {
        const auto byte = static_cast<std::uint8_t>(bytes[i]);
        value |= static_cast<std::uint64_t>(byte & 0x7fU) << (7 * i);
        if (byte < 0x80) {
            bytes.remove_prefix(i + 1);
            return true;
        }
    }
    return false;
}

}  // namespace qdqlens::onnx
