#include "tests/bench/whole_summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace qdqlens::test {

namespace {

constexpr double kSlow = 0.4;  // Seconds that plain dot takes for what counts as a large model.
constexpr std::size_t kMostOfSmall = 600;

double quantile(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    const auto at = static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5);
    return values.empty() ? 0 : values[at];
}

class Summary {
  public:
    explicit Summary(const std::vector<WholeRow>& rows) : rows_(rows) {
        for (const WholeRow& row : rows) {
            if (row.plain_seconds) {
                beside_.push_back(&row);
            }
        }
    }

    std::string write() {
        out_ =
            fmt::format("\n{:58} {:>8}  target\n",
                        fmt::format("{} models, {} beside plain dot", rows_.size(), beside_.size()), "value");
        times();
        faults();
        quality();
        return std::move(out_);
    }

  private:
    void line(const std::string& what, const std::string& value, const std::string& target, bool held,
              const std::string& missed = {}) {
        out_ += fmt::format("{:58} {:>8}  {:12} {}{}{}\n", what, value, target, held ? "held" : "MISSED",
                            missed.empty() ? "" : ": ", missed);
    }
    void atMost(const std::string& what, double value, double target, const std::string& missed = {}) {
        line(what, fmt::format("{:.3f}", value), fmt::format("<= {:.6g}", target), value <= target, missed);
    }
    void atLeast(const std::string& what, double value, double target, const std::string& missed = {}) {
        line(what, fmt::format("{:.1f}", value), fmt::format(">= {:.6g}", target), value >= target, missed);
    }

    template <class Value>
    [[nodiscard]] std::vector<double> each(Value value) const {
        std::vector<double> out;
        for (const WholeRow* row : beside_) {
            out.push_back(value(*row));
        }
        return out;
    }
    template <class Missed>
    [[nodiscard]] std::string names(Missed missed) const {
        std::string out;
        for (const WholeRow& row : rows_) {
            if (missed(row)) {
                out += (out.empty() ? "" : ", ") + row.model;
            }
        }
        return out;
    }
    [[nodiscard]] static double perBox(const WholeRow& row) {
        return row.seconds * 1e6 / static_cast<double>(row.boxes);
    }
    [[nodiscard]] static double speedUp(const WholeRow& row) { return *row.plain_seconds / row.seconds; }

    void times() {
        std::vector<double> slow, small, per_box;
        for (const WholeRow& row : rows_) {
            per_box.push_back(perBox(row));
            if (row.plain_seconds && *row.plain_seconds > kSlow) {
                slow.push_back(speedUp(row));
            }
            if (row.plain_seconds && row.boxes <= kMostOfSmall) {
                small.push_back(speedUp(row));
            }
        }
        if (!slow.empty()) {
            atLeast(fmt::format("plain dot / whole where plain dot takes over {} s: least", kSlow),
                    quantile(slow, 0), 15, names([](const WholeRow& row) {
                        return row.plain_seconds && *row.plain_seconds > kSlow && speedUp(row) < 15;
                    }));
            line("the same: most", fmt::format("{:.0f}", quantile(slow, 1)), "", true);
        }
        if (!small.empty()) {
            atLeast(fmt::format("plain dot / whole, {} models of 151 to {} boxes: median", small.size(),
                                kMostOfSmall),
                    quantile(small, 0.5), 8);
            atLeast("the same: least", quantile(small, 0), 1, names([](const WholeRow& row) {
                        return row.plain_seconds && row.boxes <= kMostOfSmall && speedUp(row) < 1;
                    }));
        }
        atMost("us a box: median", quantile(per_box, 0.5), 20);
        atMost("us a box: worst", quantile(per_box, 1), 300,
               names([](const WholeRow& row) { return perBox(row) > 300; }));
        const auto find = [&](const char* model) {
            return std::find_if(rows_.begin(), rows_.end(),
                                [&](const WholeRow& row) { return row.model == model; });
        };
        if (const auto large = find("llm210"), less = find("llm32");
            large != rows_.end() && less != rows_.end()) {
            atMost("us a box: llm210 / llm32", perBox(*large) / perBox(*less), 1.5);
        }
    }

    void faults() {
        std::uint64_t overlaps = 0, through = 0;
        for (const WholeRow& row : rows_) {
            overlaps += row.overlaps;
            through += row.through;
        }
        atMost("boxes that overlap", static_cast<double>(overlaps), 0,
               names([](const WholeRow& row) { return row.overlaps > 0; }));
        atMost("edges through boxes that are not theirs", static_cast<double>(through), 0,
               names([](const WholeRow& row) { return row.through > 0; }));
    }

    void quality() {
        if (beside_.empty()) {
            return;
        }
        double whole = 0, plain = 0;
        for (const WholeRow* row : beside_) {
            whole += static_cast<double>(row->crossings);
            plain += static_cast<double>(row->plain_crossings);
        }
        atMost("crossings, whole / plain: sums", whole / std::max(plain, 1.0), 1);
        const auto tooMany = [](const WholeRow& row) {
            const auto most = static_cast<double>(row.plain_crossings);
            return row.plain_seconds && static_cast<double>(row.crossings) > most + std::max(3.0, most / 5);
        };
        const std::string crossed = names(tooMany);
        line("crossings, each", crossed.empty() ? "all" : "not all", "max(+3,+20%)", crossed.empty(),
             crossed);
        const std::vector<double> lengths = each([](const WholeRow& row) { return row.length; });
        atMost("length of edges, whole / plain: median", quantile(lengths, 0.5), 1.10);
        atMost("the same: 90th percentile", quantile(lengths, 0.9), 1.25);
        atMost("the same: worst", quantile(lengths, 1), 1.35,
               names([](const WholeRow& row) { return row.length > 1.35; }));
        const std::vector<double> heights = each([](const WholeRow& row) { return row.height; });
        atMost("height, whole / plain: median", quantile(heights, 0.5), 1.15);
        atMost("the same: worst", quantile(heights, 1), 1.5,
               names([](const WholeRow& row) { return row.height > 1.5; }));
    }

    const std::vector<WholeRow>& rows_;
    std::vector<const WholeRow*> beside_;
    std::string out_;
};

}  // namespace

std::string wholeSummary(const std::vector<WholeRow>& rows) {
    return Summary(rows).write();
}

}  // namespace qdqlens::test
