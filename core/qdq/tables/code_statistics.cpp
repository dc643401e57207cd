#include "core/qdq/tables/code_statistics.h"

#include <algorithm>
#include <limits>
#include <span>

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
            odd_counts_.resize(counts_.size());
        }
    }
    void add(std::span<const std::int64_t> codes) {
        if (counts_.empty()) {
            for (const std::int64_t code : codes) {
                min_ = std::min(min_, code);
                max_ = std::max(max_, code);
                at_min_ += code == range_.min ? 1 : 0;
                at_lowest_but_one_ += code == range_.min + 1 ? 1 : 0;
                at_max_ += code == range_.max ? 1 : 0;
            }
            return;
        }
        // Two tables, since equal neighbours, which are many, would wait for each other.
        std::uint64_t* const even = counts_.data() - range_.min;
        std::uint64_t* const odd = odd_counts_.data() - range_.min;
        std::size_t i = 0;
        for (; i + 1 < codes.size(); i += 2) {
            ++even[codes[i]];
            ++odd[codes[i + 1]];
        }
        if (i < codes.size()) {
            ++even[codes[i]];
        }
    }
    /// Before anything is asked for.
    void sum() {
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            counts_[i] += odd_counts_[i];
            if (counts_[i] > 0) {
                const std::int64_t code = range_.min + static_cast<std::int64_t>(i);
                min_ = std::min(min_, code);
                max_ = std::max(max_, code);
            }
        }
    }
    [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return counts_; }
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
    std::vector<std::uint64_t> counts_, odd_counts_;  ///< Empty for types of more than 16 bits.
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

/// Which channel an element is in, walking in storage order, and which channels have codes other than zero.
class ChannelWalk {
  public:
    /// `zero_points`: one for all, or one for each channel.
    ChannelWalk(const std::vector<std::int64_t>& dims, std::optional<std::int64_t> axis,
                const std::vector<onnx::Element>& zero_points) {
        const auto rank = static_cast<std::int64_t>(dims.size());
        const std::int64_t at = !axis.has_value() ? -1 : *axis < 0 ? *axis + rank : *axis;
        if (at >= 0 && at < rank) {
            channels_ = static_cast<std::uint64_t>(dims[static_cast<std::size_t>(at)]);
            for (std::int64_t i = at + 1; i < rank; ++i) {
                inner_ *= static_cast<std::uint64_t>(dims[static_cast<std::size_t>(i)]);
            }
        }
        for (const onnx::Element& zero_point : zero_points) {
            zero_points_.push_back(zero_point.i());
        }
        common_ = zero_points_.empty() ? 0 : zero_points_.front();
        each_ = channels_ > 0 && zero_points_.size() == channels_ &&
                std::any_of(zero_points_.begin(), zero_points_.end(),
                            [&](std::int64_t zero) { return zero != common_; });
        common_ = zero_points_.size() == 1 || zero_points_.size() == channels_ ? common_ : 0;
        nonzero_.resize(channels_);
    }
    [[nodiscard]] std::uint64_t channels() const { return channels_; }
    [[nodiscard]] const std::vector<char>& nonzero() const { return nonzero_; }
    /// The zero point of all elements; nothing where channels differ.
    [[nodiscard]] std::optional<std::int64_t> commonZero() const {
        return each_ ? std::nullopt : std::optional(common_);
    }

    /// Goes on by these codes. Where channels differ in their zero points, `run(codes, zeros)` is called for
    /// each stretch: one zero point for all of its codes, or one for each.
    template <class Run>
    void walk(std::span<const std::int64_t> codes, const Run& run) {
        while (channels_ > 0 && !codes.empty()) {
            codes = inner_ == 1 ? walkRow(codes, run) : walkStretch(codes, run);
        }
    }

  private:
    /// The last axis' channels: each element is of another one.
    template <class Run>
    std::span<const std::int64_t> walkRow(std::span<const std::int64_t> codes, const Run& run) {
        const auto here =
            static_cast<std::size_t>(std::min<std::uint64_t>(channels_ - channel_, codes.size()));
        char* const nonzero = nonzero_.data() + channel_;
        if (each_) {
            const std::span<const std::int64_t> zeros =
                std::span<const std::int64_t>(zero_points_).subspan(channel_, here);
            for (std::size_t i = 0; i < here; ++i) {
                nonzero[i] = static_cast<char>(nonzero[i] | (codes[i] != zeros[i] ? 1 : 0));
            }
            run(codes.first(here), zeros);
        } else {
            for (std::size_t i = 0; i < here; ++i) {
                nonzero[i] = static_cast<char>(nonzero[i] | (codes[i] != common_ ? 1 : 0));
            }
        }
        channel_ += here;
        channel_ = channel_ == channels_ ? 0 : channel_;
        return codes.subspan(here);
    }
    template <class Run>
    std::span<const std::int64_t> walkStretch(std::span<const std::int64_t> codes, const Run& run) {
        const auto here =
            static_cast<std::size_t>(std::min<std::uint64_t>(inner_ - in_channel_, codes.size()));
        const std::int64_t zero = each_ ? zero_points_[channel_] : common_;
        const std::span<const std::int64_t> stretch = codes.first(here);
        if (nonzero_[channel_] == 0) {
            const bool other = std::any_of(stretch.begin(), stretch.end(),
                                           [zero](std::int64_t code) { return code != zero; });
            nonzero_[channel_] = other ? 1 : 0;
        }
        if (each_) {
            run(stretch, std::span(&zero, 1));
        }
        in_channel_ += here;
        if (in_channel_ == inner_) {
            in_channel_ = 0;
            channel_ = channel_ + 1 == channels_ ? 0 : channel_ + 1;
        }
        return codes.subspan(here);
    }

    std::uint64_t channels_ = 0;
    std::uint64_t inner_ = 1;
    std::uint64_t channel_ = 0;
    std::uint64_t in_channel_ = 0;
    std::vector<std::int64_t> zero_points_;
    std::int64_t common_ = 0;
    bool each_ = false;
    std::vector<char> nonzero_;
};

/// Has pages of the file read ahead, and gives them back once they have been read.
class PageRelease {
  public:
    PageRelease(const onnx::Model& model, const onnx::Tensor& tensor) : model_(model) {
        for (const onnx::DataRun& run : tensor.data) {
            end_ = std::max(end_, run.range.offset + run.range.size);
        }
        raw_ = tensor.storage == onnx::Tensor::Storage::kRaw && tensor.data.size() == 1;
        start_ = tensor.data.empty() ? 0 : tensor.data.front().range.offset;
        released_ = start_;
        if (raw_) {
            model_.input->prefetch(start_, std::min(end_ - start_, 2 * kReleaseEvery));
        }
    }
    ~PageRelease() { model_.input->release(released_, end_ > released_ ? end_ - released_ : 0); }
    PageRelease(const PageRelease&) = delete;
    PageRelease& operator=(const PageRelease&) = delete;
    void readUpTo(std::uint64_t bytes) {
        if (raw_ && start_ + bytes > released_ + kReleaseEvery) {
            model_.input->release(released_, start_ + bytes - released_);
            released_ = start_ + bytes;
            const std::uint64_t ahead = released_ + kReleaseEvery;
            if (ahead < end_) {
                model_.input->prefetch(ahead, std::min(end_ - ahead, kReleaseEvery));
            }
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
    ChannelWalk walk(tensor.dims, layout.axis, layout.zero_point);
    std::vector<std::uint64_t> distances(bits <= 16 ? std::size_t{1} << bits : 0);
    const auto distance = [&](std::int64_t code, std::int64_t zero) {
        return std::min(static_cast<std::size_t>(code < zero ? zero - code : code - zero),
                        distances.size() - 1);
    };
    const bool by_channel = !walk.commonZero().has_value() && !distances.empty();
    PageRelease pages(model, tensor);
    const auto done = onnx::visitIntegers(model, tensor, [&](std::span<const std::int64_t> codes) {
        counter.add(codes);
        walk.walk(codes, [&](std::span<const std::int64_t> stretch, std::span<const std::int64_t> zeros) {
            if (!by_channel) {
                return;
            }
            const std::size_t step = zeros.size() == 1 ? 0 : 1;
            for (std::size_t i = 0; i < stretch.size(); ++i) {
                ++distances[distance(stretch[i], zeros[i * step])];
            }
        });
        out.elements += codes.size();
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
    counter.sum();
    for (std::size_t i = 0; !by_channel && i < counter.counts().size(); ++i) {
        const std::int64_t code = range->min + static_cast<std::int64_t>(i);
        distances[distance(code, *walk.commonZero())] += counter.counts()[i];
    }
    counter.finish(tensor.type, out);
    out.outlier_ratio = outlierRatio(distances, out.elements);
    out.channels = walk.channels();
    for (std::uint64_t c = 0; c < walk.channels(); ++c) {
        if (walk.nonzero()[c] == 0) {
            ++out.zero_channel_count;
            if (out.zero_channels.size() < kMaxZeroChannels) {
                out.zero_channels.push_back(c);
            }
        }
    }
    return out;
}

}  // namespace qdqlens
