#include "core/diagram/weight_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/diagram/plot_panel.h"
#include "core/diagram/text_measure.h"

namespace qdqlens {

namespace {

constexpr double kLeft = 58, kRight = 24;
constexpr double kTitleSize = 15, kTextSize = 10.5, kNoteSize = 9.5;
constexpr double kAbovePanel = 46;  ///< Heading and axis title.
constexpr double kBelowPanel = 40;  ///< Tick labels and axis title.
constexpr std::size_t kMaxDots = 400;
constexpr std::size_t kMaxNamed = 6;

bool usable(double scale) {
    return std::isfinite(scale) && scale > 0;
}

std::string text(double value) {
    return formatFloat32(static_cast<float>(value));
}

/// Three digits: for medians and ratios, which nobody reads back.
std::string rounded(double value) {
    return fmt::format("{:.3g}", value);
}

std::string percent(double share) {
    const double value = share * 100;
    return value == 0 ? "0 %" : value < 0.01 ? "< 0.01 %" : fmt::format("{:.2g} %", value);
}

double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

class WeightPlotter {
  public:
    WeightPlotter(const WeightProfile& profile, const WeightPlotOptions& options)
        : profile_(profile),
          row_(profile.row),
          statistics_(*profile.row.statistics),
          width_(std::max(options.width, 320.0)),
          height_(std::max(options.panel_height, 60.0)) {
        for (const double scale : profile.scales) {
            if (usable(scale)) {
                sorted_.push_back(scale);
            }
        }
        std::sort(sorted_.begin(), sorted_.end());
    }

    Plot plot() {
        plot_.width = width_;
        head();
        if (profile_.scales.size() > 1 && !sorted_.empty()) {
            scalePanel();
        }
        if (statistics_.histogram.empty()) {
            line(fmt::format("no histogram of {} codes", row_.dtype), PlotInk::kSoft, kTextSize, 20);
        } else if (statistics_.elements > 0) {
            codePanel();
        }
        plot_.height = std::ceil(y_ + 12);
        return std::move(plot_);
    }

  private:
    void head();
    void line(std::string_view said, PlotInk ink, double size, double leading);
    void scalePanel();
    void scaleDots(PlotPanel& panel, const std::vector<std::size_t>& outliers);
    void scaleColumns(PlotPanel& panel, const std::vector<std::size_t>& outliers);
    void scaleNames(PlotPanel& panel, const std::vector<std::size_t>& outliers);
    void codePanel();
    void codeBars(PlotPanel& panel, double base);
    void symmetricRange(PlotPanel& panel);
    [[nodiscard]] std::string outlierText(const std::vector<std::size_t>& outliers, std::size_t named) const;
    [[nodiscard]] std::string scaleText() const;
    [[nodiscard]] std::string codeText() const;
    [[nodiscard]] std::string unit() const {
        return row_.granularity == Granularity::kBlock ? "block" : "channel";
    }
    /// The lowest code that counts as a limit: signed types often leave out their smallest.
    [[nodiscard]] std::int64_t lowLimit() const {
        const bool narrow = profile_.codes.min < 0 && statistics_.histogram.front() == 0;
        return profile_.codes.min + (narrow ? 1 : 0);
    }

    const WeightProfile& profile_;
    const QuantTensorRow& row_;
    const CodeStatistics& statistics_;
    double width_, height_;
    double y_ = 14;               ///< Where the next thing begins.
    std::vector<double> sorted_;  ///< Usable scales.
    Plot plot_;
};

/// Broken after commas where it is wider than the chart.
void WeightPlotter::line(std::string_view said, PlotInk ink, double size, double leading) {
    const double room = width_ - kLeft - kRight;
    while (!said.empty()) {
        std::size_t end = said.size();
        while (textWidth(said.substr(0, end), Face::kSans, size) > room) {
            const std::size_t comma = said.rfind(", ", end - 2);
            if (comma == std::string_view::npos || comma == 0) {
                break;
            }
            end = comma + 1;
        }
        y_ += leading;
        plot_.marks.push_back(
            PlotText{std::string(said.substr(0, end)), {kLeft, y_}, ink, size, false, PlotAnchor::kStart});
        said.remove_prefix(std::min(end + 1, said.size()));  // And the space.
    }
}

void WeightPlotter::head() {
    plot_.title = row_.value;
    y_ += 14;
    std::string title = row_.value;
    const double room = width_ - kLeft - kRight;
    for (std::size_t n = 80; n > 8 && textWidth(title, Face::kSansBold, kTitleSize) > room; n -= 4) {
        title = elideMiddle(row_.value, n);
    }
    plot_.marks.push_back(PlotText{title, {kLeft, y_}, PlotInk::kText, kTitleSize, true, PlotAnchor::kStart});
    std::string about = fmt::format("{} {}", kindName(row_.kind), row_.dtype);
    if (row_.shape.has_value() && !row_.shape->empty()) {
        about += " " + shapeText(row_.shape);
    }
    about += row_.granularity == Granularity::kTensor ? ", per tensor"
             : row_.granularity == Granularity::kChannel
                 ? fmt::format(", per channel on axis {}", row_.axis)
                 : fmt::format(", blocks of {} on axis {}", row_.block_size, row_.axis);
    line(about, PlotInk::kSoft, kTextSize, 18);
    line(scaleText(), PlotInk::kSoft, kTextSize, 15);
    line(codeText(), PlotInk::kSoft, kTextSize, 15);
    plot_.description = about + "; " + scaleText() + "; " + codeText();
}

std::string WeightPlotter::scaleText() const {
    const auto [low, high] = std::minmax_element(profile_.zero_points.begin(), profile_.zero_points.end());
    const std::string zero =
        *low == *high ? fmt::format("zero point {}", *low) : fmt::format("zero points {}…{}", *low, *high);
    if (profile_.scales.size() == 1) {
        return fmt::format("scale {}, {}", text(profile_.scales.front()), zero);
    }
    std::string out = fmt::format("{} scales", profile_.scales.size());
    if (!sorted_.empty()) {
        out += fmt::format(" {}…{}, median {}", text(sorted_.front()), text(sorted_.back()),
                           rounded(quantile(sorted_, 0.5)));
    }
    if (const std::size_t odd = profile_.scales.size() - sorted_.size(); odd > 0) {
        out += fmt::format(", {} not above 0 or not finite", odd);
    }
    return out + ", " + zero;
}

std::string WeightPlotter::codeText() const {
    std::string out = fmt::format("{} codes {}…{}, {} at the limits", statistics_.elements, statistics_.min,
                                  statistics_.max, percent(statistics_.saturated));
    if (statistics_.unused_codes.has_value() && statistics_.codes.has_value()) {
        out += fmt::format(", {} of {} unused", *statistics_.unused_codes, *statistics_.codes);
    }
    if (statistics_.outlier_ratio.has_value()) {
        out += fmt::format(", outlier ratio {}", rounded(*statistics_.outlier_ratio));
    }
    if (statistics_.zero_channel_count > 0) {
        out += fmt::format(", {} {} all zero", statistics_.zero_channel_count,
                           statistics_.zero_channel_count == 1 ? "channel" : "channels");
    }
    return out;
}

void WeightPlotter::scalePanel() {
    const Rect area{kLeft, y_ + kAbovePanel, width_ - kLeft - kRight, height_};
    // From 0 where that leaves the small ones visible.
    const bool log = sorted_.back() > 20 * sorted_.front();
    PlotAxis y_axis = log ? PlotAxis::logarithmic(sorted_.front() / 1.2, sorted_.back() * 1.2)
                          : PlotAxis::fromZero(sorted_.back(), 4);
    const auto last = static_cast<double>(profile_.scales.size() - 1);
    PlotPanel panel(plot_, area, PlotAxis::whole(0, last, 8), std::move(y_axis));
    panel.heading("Scale by " + unit());
    panel.axisTitles(unit(), log ? "scale (log)" : "scale");
    const std::vector<std::size_t> outliers = outlierScales(profile_.scales);
    if (profile_.scales.size() <= kMaxDots) {
        scaleDots(panel, outliers);
    } else {
        scaleColumns(panel, outliers);
    }
    scaleNames(panel, outliers);
    y_ = area.bottom() + kBelowPanel;
}

void WeightPlotter::scaleDots(PlotPanel& panel, const std::vector<std::size_t>& outliers) {
    const double step = panel.area().width / static_cast<double>(profile_.scales.size());
    const double radius = std::clamp(step * 0.35, 1.3, 3.0);
    for (std::size_t c = 0; c < profile_.scales.size(); ++c) {
        if (!usable(profile_.scales[c])) {
            continue;
        }
        const bool out = std::binary_search(outliers.begin(), outliers.end(), c);
        const Point at{panel.x(static_cast<double>(c)), panel.y(profile_.scales[c])};
        panel.add(PlotDot{at, out ? radius + 1 : radius, out ? PlotInk::kOutlier : PlotInk::kMark});
        panel.hint({at.x - step / 2, panel.area().y, step, panel.area().height},
                   fmt::format("{} {}: scale {}", unit(), c, text(profile_.scales[c])));
    }
}

/// More scales than pixels: what each column of pixels holds, from its smallest to its largest.
void WeightPlotter::scaleColumns(PlotPanel& panel, const std::vector<std::size_t>& outliers) {
    const Rect& area = panel.area();
    const auto columns = static_cast<std::size_t>(area.width / 1.5);
    const std::size_t each = (profile_.scales.size() + columns - 1) / columns;
    for (std::size_t first = 0; first < profile_.scales.size(); first += each) {
        const std::size_t end = std::min(first + each, profile_.scales.size());
        double low = 0;
        double high = 0;
        for (std::size_t c = first; c < end; ++c) {
            if (const double scale = profile_.scales[c]; usable(scale)) {
                low = low == 0 ? scale : std::min(low, scale);
                high = std::max(high, scale);
            }
        }
        if (high == 0) {
            continue;
        }
        const double left = panel.x(static_cast<double>(first) - 0.5);
        const double top = panel.y(high);
        panel.add(PlotRect{{left, top, 1.5, std::max(panel.y(low) - top, 1.5)}, PlotInk::kMark});
        panel.hint({left, area.y, 1.5, area.height},
                   fmt::format("{}s {}…{}: scale {}…{}", unit(), first, end - 1, text(low), text(high)));
    }
    for (std::size_t i = 0; i < outliers.size(); ++i) {
        const std::size_t c = outliers[i];
        panel.add(
            PlotDot{{panel.x(static_cast<double>(c)), panel.y(profile_.scales[c])}, 2.2, PlotInk::kOutlier});
    }
}

std::string WeightPlotter::outlierText(const std::vector<std::size_t>& outliers, std::size_t named) const {
    if (named == 0) {
        return fmt::format("{} {}", outliers.size(), outliers.size() == 1 ? "outlier" : "outliers");
    }
    std::string said = outliers.size() == 1 ? "outlier: " + unit() : "outliers: " + unit() + "s";
    for (std::size_t i = 0; i < std::min(outliers.size(), named); ++i) {
        said += (i == 0 ? " " : ", ") + std::to_string(outliers[i]);
    }
    return outliers.size() > named ? said + fmt::format(" and {} more", outliers.size() - named) : said;
}

/// What the outliers are, at the right of the heading; the median at the right of its line.
void WeightPlotter::scaleNames(PlotPanel& panel, const std::vector<std::size_t>& outliers) {
    const Rect& area = panel.area();
    const double median = panel.y(quantile(sorted_, 0.5));
    panel.add(PlotLine{{area.x, median}, {area.right(), median}, PlotInk::kBand, 1, true});
    if (profile_.scales.size() <= kMaxDots) {  // Columns of pixels leave no room for a word.
        panel.add(PlotText{
            "median", {area.right(), median - 4}, PlotInk::kBand, kNoteSize, false, PlotAnchor::kEnd});
    }
    if (outliers.empty()) {
        return;
    }
    std::string said = outlierText(outliers, kMaxNamed);
    for (std::size_t named = kMaxNamed;
         named > 0 && textWidth(said, Face::kSans, kNoteSize) > area.width / 2;) {
        said = outlierText(outliers, --named);
    }
    const double at = area.y - 24;
    panel.add(PlotText{said, {area.right(), at}, PlotInk::kText, kNoteSize, false, PlotAnchor::kEnd});
    panel.add(PlotDot{{area.right() - textWidth(said, Face::kSans, kNoteSize) - 9, at - kNoteSize * 0.35},
                      3,
                      PlotInk::kOutlier});
}

void WeightPlotter::codePanel() {
    const Rect area{kLeft, y_ + kAbovePanel, width_ - kLeft - kRight, height_};
    std::vector<std::uint64_t> used;
    std::copy_if(statistics_.histogram.begin(), statistics_.histogram.end(), std::back_inserter(used),
                 [](std::uint64_t count) { return count > 0; });
    std::sort(used.begin(), used.end());
    const auto most = static_cast<double>(used.back());
    // A spike at one code (pruned weights, saturation) hides the others.
    const bool log = most > 50 * static_cast<double>(used[used.size() / 2]);
    PlotPanel panel(plot_, area, PlotAxis::codes(profile_.codes.min, profile_.codes.max),
                    log ? PlotAxis::logarithmic(0.5, most * 1.1) : PlotAxis::fromZero(most, 4));
    panel.heading("Stored codes");
    panel.axisTitles(row_.dtype + " code", log ? "count (log)" : "count");
    codeBars(panel, area.bottom());
    symmetricRange(panel);
    y_ = area.bottom() + kBelowPanel;
}

void WeightPlotter::codeBars(PlotPanel& panel, double base) {
    const double step = panel.area().width / static_cast<double>(statistics_.histogram.size());
    const double gap = step > 3 ? std::min(step * 0.15, 2.0) : step * 0.1;
    for (std::size_t i = 0; i < statistics_.histogram.size(); ++i) {
        const std::uint64_t count = statistics_.histogram[i];
        if (count == 0) {
            continue;
        }
        const std::int64_t code = profile_.codes.min + static_cast<std::int64_t>(i);
        const bool limit = code <= lowLimit() || code == profile_.codes.max;
        const double top = std::min(panel.y(static_cast<double>(count)), base - 1);
        const double left = panel.x(static_cast<double>(code)) - step / 2;
        panel.add(PlotRect{{left + gap / 2, top, step - gap, base - top},
                           limit ? PlotInk::kLimit : PlotInk::kMark});
        panel.hint(
            {left, panel.area().y, step, panel.area().height},
            fmt::format("code {}: {} ({})", code, count,
                        percent(static_cast<double>(count) / static_cast<double>(statistics_.elements))));
    }
}

/// The largest range of codes that is as wide on both sides of the zero point, as a bracket over the bars.
void WeightPlotter::symmetricRange(PlotPanel& panel) {
    const std::int64_t zero = profile_.zero_points.front();
    const bool one = std::all_of(profile_.zero_points.begin(), profile_.zero_points.end(),
                                 [&](std::int64_t other) { return other == zero; });
    if (!one || zero < profile_.codes.min || zero > profile_.codes.max) {
        return;
    }
    const Rect& area = panel.area();
    const double middle = panel.x(static_cast<double>(zero));
    panel.add(PlotLine{{middle, area.y - 6}, {middle, area.bottom()}, PlotInk::kBand, 1, true});
    const std::int64_t reach = std::min(zero - profile_.codes.min, profile_.codes.max - zero);
    const double half = 0.5;
    const double left = panel.x(static_cast<double>(zero - reach) - half);
    const double right = panel.x(static_cast<double>(zero + reach) + half);
    const double at = area.y - 6;
    panel.add(PlotLine{{left, at}, {right, at}, PlotInk::kBand, 1.2});
    panel.add(PlotLine{{left, at - 3}, {left, at + 3}, PlotInk::kBand, 1.2});
    panel.add(PlotLine{{right, at - 3}, {right, at + 3}, PlotInk::kBand, 1.2});
    const std::string said =
        fmt::format("symmetric about zero point {}: {}…{}", zero, zero - reach, zero + reach);
    const double room = textWidth(said, Face::kSans, kNoteSize) / 2;
    const double x = std::clamp(middle, area.x + std::min(room + 100, area.width / 2), area.right() - room);
    panel.add(PlotText{said, {x, at - 6}, PlotInk::kBand, kNoteSize, false, PlotAnchor::kMiddle});
}

}  // namespace

std::vector<std::size_t> outlierScales(const std::vector<double>& scales) {
    std::vector<double> logs;
    for (const double scale : scales) {
        if (usable(scale)) {
            logs.push_back(std::log2(scale));
        }
    }
    std::vector<std::size_t> out;
    if (logs.size() < 8) {
        return out;
    }
    std::sort(logs.begin(), logs.end());
    const double median = quantile(logs, 0.5);
    const double lower = quantile(logs, 0.25);
    const double upper = quantile(logs, 0.75);
    const double reach = 3 * (upper - lower);
    for (std::size_t c = 0; c < scales.size(); ++c) {
        if (!usable(scales[c])) {
            continue;
        }
        const double at = std::log2(scales[c]);
        if ((at < lower - reach || at > upper + reach) && std::fabs(at - median) >= 1) {
            out.push_back(c);
        }
    }
    return out;
}

Plot weightPlot(const WeightProfile& profile, const WeightPlotOptions& options) {
    return WeightPlotter(profile, options).plot();
}

}  // namespace qdqlens
