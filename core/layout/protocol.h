// What a layout helper and its client say to each other: frames of a fixed header and a payload, in the
// machine's own byte order (both ends run on one machine and come from one build). Numbers are checked both
// ways: a client trusts its helper no more than a helper its client.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/layout/layout.h"

namespace qdqlens::layout_protocol {

/// Raised with every change of a payload's shape; two ends that differ refuse each other.
inline constexpr std::uint16_t kVersion = 3;
inline constexpr std::size_t kHeaderSize = 16;
inline constexpr std::uint64_t kMaxPayload = std::uint64_t{1} << 30;

enum class FrameKind : std::uint16_t {
    kRequest = 1,
    kAnswer = 2,
    kFailure = 3,  ///< The payload is a text; the helper goes on.
};

struct FrameHeader {
    FrameKind kind = FrameKind::kRequest;
    std::uint64_t size = 0;  ///< Of the payload that follows.
};

struct Answer {
    Placement placement;
    double cpu_seconds = 0;  ///< What the layout cost the helper.
};

/// A whole frame: header and payload.
[[nodiscard]] std::string frame(FrameKind kind, std::string_view payload);
/// Errors: kEngine, for anything but kHeaderSize bytes of this version's header.
[[nodiscard]] Result<FrameHeader> decodeHeader(std::string_view bytes);

/// Payloads. Errors (kEngine): cut short, bytes left over, a count that the bytes cannot hold, what
/// checkRequest and checkAnswer say.
[[nodiscard]] std::string encodeRequest(const LayoutRequest& request);
[[nodiscard]] Result<LayoutRequest> decodeRequest(std::string_view payload);
[[nodiscard]] std::string encodeAnswer(const Answer& answer);
[[nodiscard]] Result<Answer> decodeAnswer(std::string_view payload, const LayoutRequest& request);

/// What can be laid out: sizes finite, positive and at most kMaxSize (labels kMaxLabelSize), ends of edges in
/// range; groups behind their parents, with a box in each or in an inner one, a box in one group at most.
inline constexpr double kMaxSize = 1e6;
inline constexpr double kMaxLabelSize = 60'000;
[[nodiscard]] Result<void> checkRequest(const LayoutRequest& request);

/// What an answer must be: as many boxes, edges, labels and frames as asked for, of the sizes asked for, all
/// finite.
[[nodiscard]] Result<void> checkAnswer(const Placement& placement, const LayoutRequest& request);

}  // namespace qdqlens::layout_protocol
