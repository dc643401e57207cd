#include "core/layout/protocol.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace qdqlens::layout_protocol {

namespace {

constexpr std::uint32_t kMagic = 0x4c514451;  // "QDQL"

class Writer {
  public:
    template <class T>
    void put(T value) {
        static_assert(std::is_arithmetic_v<T>);
        char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        out_.append(bytes, sizeof(T));
    }
    void put(const Point& point) {
        put(point.x);
        put(point.y);
    }
    void put(const Rect& rect) {
        put(rect.x);
        put(rect.y);
        put(rect.width);
        put(rect.height);
    }
    void put(const LayoutRequest::Size& size) {
        put(size.width);
        put(size.height);
    }
    void count(std::size_t n) { put(static_cast<std::uint32_t>(n)); }
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    std::string out_;
};

// Reads zeros once the bytes have run out; whoever reads asks ok() in the end.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    template <class T>
    void get(T& value) {
        static_assert(std::is_arithmetic_v<T>);
        value = T{};
        if (bytes_.size() < sizeof(T)) {
            ok_ = false;
            bytes_ = {};
            return;
        }
        std::memcpy(&value, bytes_.data(), sizeof(T));
        bytes_.remove_prefix(sizeof(T));
    }
    void get(Point& point) {
        get(point.x);
        get(point.y);
    }
    void get(Rect& rect) {
        get(rect.x);
        get(rect.y);
        get(rect.width);
        get(rect.height);
    }
    void get(LayoutRequest::Size& size) {
        get(size.width);
        get(size.height);
    }
    // A count of items of at least `item_size` bytes each: never more than the bytes left can hold.
    [[nodiscard]] std::uint32_t count(std::size_t item_size) {
        std::uint32_t n = 0;
        get(n);
        if (n > bytes_.size() / item_size) {
            ok_ = false;
            return 0;
        }
        return n;
    }
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] bool done() const { return ok_ && bytes_.empty(); }

  private:
    std::string_view bytes_;
    bool ok_ = true;
};

tl::unexpected<Error> garbled(const char* what) {
    return fail(ErrorKind::kEngine, std::string("garbled layout message: ") + what);
}

constexpr std::size_t kSizeBytes = 2 * sizeof(double);
constexpr std::size_t kPointBytes = 2 * sizeof(double);
constexpr std::size_t kRectBytes = 4 * sizeof(double);
constexpr std::size_t kGroupBytes = 2 * sizeof(std::uint32_t) + kSizeBytes;
constexpr std::size_t kEdgeBytes = 2 * sizeof(std::uint32_t) + kSizeBytes + sizeof(std::uint16_t) + 2;

}  // namespace

std::string frame(FrameKind kind, std::string_view payload) {
    Writer out;
    out.put(kMagic);
    out.put(kVersion);
    out.put(static_cast<std::uint16_t>(kind));
    out.put(static_cast<std::uint64_t>(payload.size()));
    return out.take().append(payload);
}

Result<FrameHeader> decodeHeader(std::string_view bytes) {
    Reader in(bytes);
    std::uint32_t magic = 0;
    std::uint16_t version = 0;
    std::uint16_t kind = 0;
    FrameHeader header;
    in.get(magic);
    in.get(version);
    in.get(kind);
    in.get(header.size);
    if (!in.done() || magic != kMagic) {
        return garbled("no frame");
    }
    if (version != kVersion) {
        return fail(ErrorKind::kEngine, "the layout helper speaks version " + std::to_string(version) +
                                            " of the protocol, not " + std::to_string(kVersion) +
                                            "; install both programs from one release");
    }
    if (kind < static_cast<std::uint16_t>(FrameKind::kRequest) ||
        kind > static_cast<std::uint16_t>(FrameKind::kFailure)) {
        return garbled("unknown kind of frame");
    }
    if (header.size > kMaxPayload) {
        return garbled("too large a frame");
    }
    header.kind = static_cast<FrameKind>(kind);
    return header;
}

std::string encodeRequest(const LayoutRequest& request) {
    Writer out;
    out.put(static_cast<std::uint8_t>(request.rankdir));
    out.put(request.rank_separation);
    out.put(request.node_separation);
    out.count(request.boxes.size());
    for (const LayoutRequest::Size& box : request.boxes) {
        out.put(box);
    }
    out.count(request.edges.size());
    for (const LayoutRequest::Edge& edge : request.edges) {
        out.put(edge.from);
        out.put(edge.to);
        out.put(edge.label);
        out.put(edge.weight);
        out.put(static_cast<std::uint8_t>(edge.from_middle ? 1 : 0));
        out.put(static_cast<std::uint8_t>(edge.to_middle ? 1 : 0));
    }
    out.put(request.group_padding);
    out.count(request.groups.size());
    for (const LayoutRequest::Group& group : request.groups) {
        out.put(group.parent);
        out.put(group.label);
        out.count(group.boxes.size());
        for (const std::uint32_t box : group.boxes) {
            out.put(box);
        }
    }
    out.count(request.ordered.size());
    for (const std::uint32_t box : request.ordered) {
        out.put(box);
    }
    return out.take();
}

Result<LayoutRequest> decodeRequest(std::string_view payload) {
    Reader in(payload);
    LayoutRequest request;
    std::uint8_t rankdir = 0;
    in.get(rankdir);
    if (rankdir > static_cast<std::uint8_t>(RankDir::kLeftRight)) {
        return garbled("unknown direction");
    }
    request.rankdir = static_cast<RankDir>(rankdir);
    in.get(request.rank_separation);
    in.get(request.node_separation);
    request.boxes.resize(in.count(kSizeBytes));
    for (LayoutRequest::Size& box : request.boxes) {
        in.get(box);
    }
    request.edges.resize(in.count(kEdgeBytes));
    for (LayoutRequest::Edge& edge : request.edges) {
        in.get(edge.from);
        in.get(edge.to);
        in.get(edge.label);
        in.get(edge.weight);
        std::uint8_t middle = 0;
        in.get(middle);
        edge.from_middle = middle != 0;
        in.get(middle);
        edge.to_middle = middle != 0;
    }
    in.get(request.group_padding);
    request.groups.resize(in.count(kGroupBytes));
    for (LayoutRequest::Group& group : request.groups) {
        in.get(group.parent);
        in.get(group.label);
        group.boxes.resize(in.count(sizeof(std::uint32_t)));
        for (std::uint32_t& box : group.boxes) {
            in.get(box);
        }
    }
    request.ordered.resize(in.count(sizeof(std::uint32_t)));
    for (std::uint32_t& box : request.ordered) {
        in.get(box);
    }
    if (!in.done()) {
        return garbled("not a request");
    }
    if (auto checked = checkRequest(request); !checked) {
        return tl::unexpected(checked.error());
    }
    return request;
}

std::string encodeAnswer(const Answer& answer) {
    const Placement& placement = answer.placement;
    Writer out;
    out.put(answer.cpu_seconds);
    out.put(placement.width);
    out.put(placement.height);
    out.count(placement.boxes.size());
    for (const Rect& box : placement.boxes) {
        out.put(box);
    }
    out.count(placement.edges.size());
    for (const std::vector<Point>& edge : placement.edges) {
        out.count(edge.size());
        for (const Point& point : edge) {
            out.put(point);
        }
    }
    out.count(placement.labels.size());
    for (const Rect& label : placement.labels) {
        out.put(label);
    }
    out.count(placement.frames.size());
    for (const Rect& frame : placement.frames) {
        out.put(frame);
    }
    return out.take();
}

Result<Answer> decodeAnswer(std::string_view payload, const LayoutRequest& request) {
    Reader in(payload);
    Answer answer;
    Placement& placement = answer.placement;
    in.get(answer.cpu_seconds);
    in.get(placement.width);
    in.get(placement.height);
    placement.boxes.resize(in.count(kRectBytes));
    for (Rect& box : placement.boxes) {
        in.get(box);
    }
    placement.edges.resize(in.count(sizeof(std::uint32_t)));
    for (std::vector<Point>& edge : placement.edges) {
        edge.resize(in.count(kPointBytes));
        for (Point& point : edge) {
            in.get(point);
        }
    }
    placement.labels.resize(in.count(kRectBytes));
    for (Rect& label : placement.labels) {
        in.get(label);
    }
    placement.frames.resize(in.count(kRectBytes));
    for (Rect& frame : placement.frames) {
        in.get(frame);
    }
    if (!in.done() || !std::isfinite(answer.cpu_seconds)) {
        return garbled("not a placement");
    }
    if (auto checked = checkAnswer(placement, request); !checked) {
        return tl::unexpected(checked.error());
    }
    return answer;
}

}  // namespace qdqlens::layout_protocol
