#include "core/qdq/level/repeats.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace qdqlens {

namespace {

constexpr std::uint32_t kShortest = 2;
constexpr std::uint32_t kShort = 4;  ///< Shorter periods are worth blocks only in kManyCopies.
constexpr std::uint32_t kManyCopies = 8;
constexpr std::uint32_t kLongPair = 12;  ///< From this period on two copies are enough.
constexpr std::uint32_t kWindow = 5;     ///< Symbols that are looked for again.
constexpr std::size_t kPeriodsTried = 12;
constexpr int kDeepest = 6;  ///< Times that what lies between repeats is searched again.

using Symbols = std::span<const std::uint64_t>;

/// Distances at which windows come again, the most frequent first.
std::vector<std::uint32_t> likelyPeriods(Symbols symbols) {
    std::unordered_map<std::uint64_t, std::uint32_t> last;
    std::unordered_map<std::uint32_t, std::uint32_t> votes;
    for (std::uint32_t i = 0; i + kWindow <= symbols.size(); ++i) {
        std::uint64_t hash = 0;
        for (std::uint32_t k = 0; k < kWindow; ++k) {
            hash = (hash ^ symbols[i + k]) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 29;
        }
        const auto [known, inserted] = last.emplace(hash, i);
        if (!inserted) {
            const std::uint32_t gap = i - known->second;
            known->second = i;
            if (gap >= kShortest) {
                ++votes[gap];
            }
        }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranked;
    for (const auto& [gap, count] : votes) {
        ranked.emplace_back(count, gap);
    }
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<std::uint32_t> periods;
    for (std::size_t i = 0; i < std::min(kPeriodsTried, ranked.size()); ++i) {
        periods.push_back(ranked[i].second);
    }
    return periods;
}

/// The copies in a stretch that repeats with a period, begun where the fewest values pass.
Repeat placed(std::uint32_t first, std::uint32_t length, std::uint32_t period,
              std::span<const std::uint32_t> alive) {
    const std::uint32_t most = length / period;
    Repeat best;
    double best_cost = 0;
    for (std::uint32_t phase = 0; phase < period && phase < length; ++phase) {
        const std::uint32_t copies = (length - phase) / period;
        if (copies == 0 || copies + 1 < most) {
            break;
        }
        double cost = 0;
        for (std::uint32_t c = 0; c <= copies; ++c) {
            const std::uint32_t at = first + phase + c * period;
            cost += at < alive.size() ? alive[at] : 0;
        }
        cost /= copies + 1;
        // A copy less is worth it only for a clearly better place.
        cost += copies < most ? 0.5 : 0;
        if (best.copies == 0 || cost < best_cost) {
            best = {first + phase, period, copies};
            best_cost = cost;
        }
    }
    return best;
}

bool enough(const Repeat& repeat) {
    if (repeat.period < kShort) {
        return repeat.copies >= kManyCopies;
    }
    return repeat.copies >= 3 || (repeat.copies == 2 && repeat.period >= kLongPair);
}

/// Every stretch that repeats with this period.
std::vector<Repeat> withPeriod(Symbols symbols, std::uint32_t period, std::span<const std::uint32_t> alive) {
    std::vector<Repeat> repeats;
    const auto size = static_cast<std::uint32_t>(symbols.size());
    for (std::uint32_t i = 0; i + period < size;) {
        std::uint32_t equal = 0;
        while (i + period + equal < size && symbols[i + equal] == symbols[i + period + equal]) {
            ++equal;
        }
        if (equal >= period) {
            const Repeat repeat = placed(i, equal + period, period, alive);
            if (enough(repeat)) {
                repeats.push_back(repeat);
                i = repeat.first + repeat.copies * period;
                continue;
            }
        }
        i += equal + 1;
    }
    return repeats;
}

void search(Symbols symbols, std::span<const std::uint32_t> alive, std::uint32_t offset, int depth,
            std::vector<Repeat>& out) {
    if (depth == 0 || symbols.size() < 3 * kShort) {
        return;
    }
    std::vector<Repeat> best;
    std::uint64_t best_cover = 0;
    for (const std::uint32_t period : likelyPeriods(symbols)) {
        std::vector<Repeat> repeats = withPeriod(symbols, period, alive);
        std::uint64_t cover = 0;
        for (const Repeat& repeat : repeats) {
            cover += std::uint64_t{repeat.period} * repeat.copies;
        }
        const bool shorter = !best.empty() && period < best.front().period;
        if (cover * 10 > best_cover * (shorter ? 9 : 11)) {
            best = std::move(repeats);
            best_cover = cover;
        }
    }
    std::uint32_t from = 0;
    const auto between = [&](std::uint32_t to) {
        if (!best.empty() && to > from) {
            search(symbols.subspan(from, to - from), alive.subspan(from, to - from), offset + from, depth - 1,
                   out);
        }
    };
    for (const Repeat& repeat : best) {
        between(repeat.first);
        out.push_back({offset + repeat.first, repeat.period, repeat.copies});
        from = repeat.first + repeat.period * repeat.copies;
    }
    between(static_cast<std::uint32_t>(symbols.size()));
}

}  // namespace

std::vector<Repeat> findRepeats(std::span<const std::uint64_t> symbols,
                                std::span<const std::uint32_t> alive) {
    std::vector<Repeat> repeats;
    search(symbols, alive, 0, kDeepest, repeats);
    return repeats;
}

}  // namespace qdqlens
