// How large a box is and where its lines stand in it. Every back end draws by these.
#pragma once

#include <vector>

#include "core/diagram/scene.h"
#include "core/diagram/text_measure.h"
#include "core/diagram/theme.h"

namespace qdqlens {

/// Gives every box its width and height, and every edge's label its room, from text and theme.
void measure(Scene& scene);

/// Baselines of the box's lines, px below its top. Lines are centred in the box's width.
[[nodiscard]] std::vector<double> baselines(const Box& box);

/// Where the box's constants begin, px below its top: between the lines before and the first of them; 0 where
/// it has none.
[[nodiscard]] double constantsTop(const Box& box);

/// Baseline of a line of text, px below the top of the line: capitals stand in its middle.
[[nodiscard]] double baseline(const LineStyle& style);

/// The face that a line is set and measured in.
[[nodiscard]] Face face(const LineStyle& style);

/// Of a line of text, px.
[[nodiscard]] double lineWidth(std::string_view text, const LineStyle& style);

/// A line is set in pieces: in lines of constants the formal names, which stand outside of the ‹…›, are bold.
struct TextRun {
    std::string_view text;  ///< Points into the line.
    bool bold = false;
};
[[nodiscard]] std::vector<TextRun> textRuns(const TextLine& line);
/// The sum of its pieces, px.
[[nodiscard]] double lineWidth(const TextLine& line, const LineStyle& style);

/// Room between an edge's label and the border of its rectangle, px, left and right.
inline constexpr double kLabelMargin = 4;

}  // namespace qdqlens
