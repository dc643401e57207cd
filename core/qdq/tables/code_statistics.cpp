#include "core/qdq/tables/code_statistics.h"

#include <algorithm>
#include <limits>

namespace qdqlens {

namespace {

using onnx::DataType;
using onnx::Element;

constexpr std::uint64_t kReleaseEvery = std::uint64_t{16} << 20;  ///< Bytes.
constexpr std::size_t kMaxZeroChannels = 1000;

/// Counts codes of a type of at most 16 bits, or only their range for wider ones.
class CodeCounter {
  public:
    CodeCounter(onnx::CodeRange range, int bits) : range_(range) {
        if (bits <= 16) {
            counts_.resize(static_cast<std::size_t>(range.max - range.min) + 1);
        }
    }
    void add(std::int64_t code) {
        min_ = std::min(min_, code);
        max_ = std::max(max_, code);
        if (!counts_.empty()) {
            ++counts_[static_cast<std::size_t>(code - range_.min)];
        } else {
            at_min_ += code == range_.min ? 1 : 0;
            at_lowest_but_one_ += code == range_.min + 1 ? 1 : 0;
            at_max_ += code == range_.max ? 1 : 0;
        }
    }
    [[nodiscard]] std::uint64_t countOf(std::int64_t code) const {
        return !counts_.empty()         ? counts_[static_cast<std::size_t>(code - range_.min)]
               : code == range_.min     ? at_min_
               : code == range_.min + 1 ? at_lowest_but_one_
                                        : at_max_;
    }
    void finish(DataType type, CodeStatistics& out) const {
        if (out.elements == 0) {
            return;
        }
        out.min = min_;
        out.max = max_;
        const bool narrow = onnx::isSigned(type) && countOf(range_.min) == 0;
        const std::int64_t low = narrow ? range_.min + 1 : range_.min;
        out.saturated =
            static_cast<double>(countOf(low) + countOf(range_.max)) / static_cast<double>(out.elements);
        if (counts_.empty()) {
            return;
        }
        const auto first = counts_.begin() + (low - range_.min);
        out.codes = static_cast<std::uint64_t>(counts_.end() - first);
        out.unused_codes = static_cast<std::uint64_t>(std::count(first, counts_.end(), 0U));
        if (counts_.size() <= 256) {
            out.histogram = counts_;
        }
    }

  private:
    onnx::CodeRange range_;
    std::vector<std::uint64_t> counts_;
    std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t max_ = std::numeric_limits<std::int64_t>::min();
    std::uint64_t at_min_ = 0, at_lowest_but_one_ = 0, at_max_ = 0;
};

/// Largest distance over the 99th percentile of distances.
std::optional<double> outlierRatio(const std::vector<std::uint64_t>& distances, std::uint64_t elements) {
    std::uint64_t below = 0;
    std::size_t largest = 0;
    std::size_t percentile = 0;
    bool found = false;
    for (std::size_t d = 0; d < distances.size(); ++d) {
        if (distances[d] == 0) {
            continue;
        }
        largest = d;
        below += distances[d];
        if (!found && static_cast<double>(below) >= 0.99 * static_cast<double>(elements)) {
            percentile = d;
            found = true;
        }
    }
    if (percentile == 0) {
        return std::nullopt;
    }
    return static_cast<double>(largest) / static_cast<double>(percentile);
}

/// Which channel an element is in, walking in storage order.
class ChannelWalk {
  public:
    ChannelWalk(const std::vector<std::int64_t>& dims, std::optional<std::int64_t> axis) {
        if (!axis.has_value()) {
            return;
        }
        const auto rank = static_cast<std::int64_t>(dims.size());
        const std::int64_t at = *axis < 0 ? *axis + rank : *axis;
        if (at < 0 || at >= rank) {
            return;
        }
        channels_ = static_cast<std::uint64_t>(dims[static_cast<std::size_t>(at)]);
        for (std::int64_t i = at + 1; i < rank; ++i) {
            inner_ *= static_cast<std::uint64_t>(dims[static_cast<std::size_t>(i)]);
        }
    }
    [[nodiscard]] std::uint64_t channels() const { return channels_; }
    [[nodiscard]] std::uint64_t channel() const { return channel_; }
    void next() {
        if (channels_ == 0 || ++in_channel_ < inner_) {
            return;
        }
        in_channel_ = 0;
        channel_ = channel_ + 1 == channels_ ? 0 : channel_ + 1;
    }

  private:
    std::uint64_t channels_ = 0;
    std::uint64_t inner_ = 1;
    std::uint64_t channel_ = 0;
    std::uint64_t in_channel_ = 0;
};

/// Gives pages of the file back once they have been read.
class PageRelease {
  public:
    PageRelease(const onnx::Model& model, const onnx::Tensor& tensor) : model_(model) {
        for (const onnx::DataRun& run : tensor.data) {
            end_ = std::max(end_, run.range.offset + run.range.size);
        }
        raw_ = tensor.storage == onnx::Tensor::Storage::kRaw && tensor.data.size() == 1;
        start_ = tensor.data.empty() ? 0 : tensor.data.front().range.offset;
        released_ = start_;
    }
    ~PageRelease() { model_.input->release(released_, end_ > released_ ? end_ - released_ : 0); }
    PageRelease(const PageRelease&) = delete;
    PageRelease& operator=(const PageRelease&) = delete;
    void readUpTo(std::uint64_t bytes) {
        if (raw_ && start_ + bytes > released_ + kReleaseEvery) {
            model_.input->release(released_, start_ + bytes - released_);
            released_ = start_ + bytes;
        }
    }

  private:
    const onnx::Model& model_;
    std::uint64_t start_ = 0, end_ = 0, released_ = 0;
    bool raw_ = false;
};

}  // namespace

Result<CodeStatistics> codeStatistics(const onnx::Model& model, const onnx::Tensor& tensor,
                                      const CodeLayout& layout,
                                      const std::function<void(std::uint64_t)>& read_bytes,
                                      const std::stop_token& stop) {
    const auto range = onnx::codeRange(tensor.type);
    if (!range.has_value()) {
        return fail(ErrorKind::kInput, "has codes that are no integers of at most 32 bits",
                    std::string(tensor.name));
    }
    const int bits = onnx::bitsPerElement(tensor.type);
    CodeStatistics out;
    CodeCounter counter(*range, bits);
    ChannelWalk walk(tensor.dims, layout.axis);
    std::vector<std::uint64_t> distances(bits <= 16 ? std::size_t{1} << bits : 0);
    std::vector<char> nonzero(walk.channels(), 0);
    std::vector<std::int64_t> zero_points;
    for (const Element& zero_point : layout.zero_point) {
        zero_points.push_back(zero_point.i());
    }
    const bool each = walk.channels() > 0 && zero_points.size() == walk.channels();
    const std::int64_t common = zero_points.size() == 1 ? zero_points.front() : 0;
    PageRelease pages(model, tensor);
    const auto done = onnx::visitElements(model, tensor, [&](std::span<const Element> elements) {
        for (const Element& element : elements) {
            const std::int64_t code = element.i();
            const std::int64_t zero = each ? zero_points[walk.channel()] : common;
            counter.add(code);
            if (!distances.empty()) {
                const auto distance = static_cast<std::size_t>(code < zero ? zero - code : code - zero);
                ++distances[std::min(distance, distances.size() - 1)];
            }
            if (code != zero && !nonzero.empty()) {
                nonzero[walk.channel()] = 1;
            }
            walk.next();
        }
        out.elements += elements.size();
        const std::uint64_t bytes = out.elements * static_cast<std::uint64_t>(bits) / 8;
        pages.readUpTo(bytes);
        read_bytes(bytes);
        return !stop.stop_requested();
    });
    if (!done.has_value()) {
        return tl::unexpected(done.error());
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::kStopped, "stopped", std::string(tensor.name));
    }
    counter.finish(tensor.type, out);
    out.outlier_ratio = outlierRatio(distances, out.elements);
    out.channels = walk.channels();
    for (std::uint64_t c = 0; c < nonzero.size(); ++c) {
        if (nonzero[c] == 0) {
            ++out.zero_channel_count;
            if (out.zero_channels.size() < kMaxZeroChannels) {
                out.zero_channels.push_back(c);
            }
        }
    }
    return out;
}

}  // namespace qdqlens
