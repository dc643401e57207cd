#include "core/diagram/text_measure.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/text.h"

namespace qdqlens {

namespace {

struct AdvanceRun {
    char32_t first;
    char32_t last;
    std::uint16_t advance;
};

struct CodePointRun {
    char32_t first;
    char32_t last;
};

#include "resources/width-table/width_table.inc"

constexpr double kUnitsPerEm = 2048;
constexpr int kFullWidthAdvance = 2048;
/// What stands in no table is set in a font that is not known: a little more than the average letter.
constexpr int kOtherAdvance = 1434;

template <class Run>
const Run* find(std::span<const Run> runs, char32_t point) {
    const auto next = std::upper_bound(runs.begin(), runs.end(), point,
                                       [](char32_t p, const Run& run) { return p < run.first; });
    if (next == runs.begin()) {
        return nullptr;
    }
    const Run& run = *(next - 1);
    return point <= run.last ? &run : nullptr;
}

std::span<const AdvanceRun> runsOf(Face face) {
    switch (face) {
        case Face::kSansBold:
            return kSansBoldAdvances;
        case Face::kMono:
            return kMonoAdvances;
        case Face::kSans:
            break;
    }
    return kSansAdvances;
}

int lookUp(Face face, char32_t point) {
    // The symbol ranges of the fonts hold a few code points that are wide in East Asian fonts: the font wins.
    if (const AdvanceRun* run = find(runsOf(face), point)) {
        return run->advance;
    }
    if (find(std::span<const CodePointRun>(kZeroWidth), point) != nullptr) {
        return 0;
    }
    if (find(std::span<const CodePointRun>(kFullWidth), point) != nullptr) {
        return kFullWidthAdvance;
    }
    // Monospaced fonts borrow from the proportional one what they do not have.
    if (face == Face::kMono) {
        if (const AdvanceRun* run = find(runsOf(Face::kSans), point)) {
            return run->advance;
        }
    }
    return kOtherAdvance;
}

/// ASCII is nearly all there is, so it does not search.
constexpr std::size_t kAsciiSize = 128;
using AsciiAdvances = std::array<std::array<std::uint16_t, kAsciiSize>, 3>;

const AsciiAdvances& asciiAdvances() {
    static const AsciiAdvances table = [] {
        AsciiAdvances made{};
        for (const Face face : {Face::kSans, Face::kSansBold, Face::kMono}) {
            for (std::size_t point = 0; point < kAsciiSize; ++point) {
                made[static_cast<std::size_t>(face)][point] =
                    static_cast<std::uint16_t>(lookUp(face, static_cast<char32_t>(point)));
            }
        }
        return made;
    }();
    return table;
}

}  // namespace

double textWidth(std::string_view text, Face face, double size) {
    const auto& ascii = asciiAdvances()[static_cast<std::size_t>(face)];
    std::int64_t units = 0;
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        if (byte < kAsciiSize) {
            units += ascii[byte];
            text.remove_prefix(1);
        } else {
            units += lookUp(face, nextCodePoint(text));
        }
    }
    return static_cast<double>(units) * size / kUnitsPerEm;
}

}  // namespace qdqlens
