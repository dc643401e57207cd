#include "core/diagram/box_metrics.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/diagram/drawing.h"

namespace qdqlens {

namespace {

constexpr double kSetOff = 2.5;
constexpr double kAboveConstants = 5;
constexpr double kBelowHairline = 3;

struct Padding {
    double side;
    double top;
    double bottom;
    double least_width;
};

Padding padding(const Box& box) {
    switch (box.kind) {
        case BoxKind::kStub:
            return {.side = 11, .top = 4.5, .bottom = 4.5, .least_width = 32};
        case BoxKind::kInput:
        case BoxKind::kOutput:
            return {.side = 14, .top = 5.5, .bottom = 5.5, .least_width = 32};
        case BoxKind::kOp:
        case BoxKind::kGroup:
            break;
    }
    return {.side = 13, .top = 6.5, .bottom = 7, .least_width = 60};
}

/// Air above a line, beyond its leading: what the node has is set off from what names it, constants most.
double spaceAbove(const Box& box, std::size_t line) {
    if (line == 0 || box.kind == BoxKind::kStub) {
        return 0;
    }
    const LineRole before = box.lines[line - 1].role;
    const LineRole here = box.lines[line].role;
    if (here == LineRole::kConstant) {
        return before == LineRole::kConstant ? 0 : kAboveConstants + kBelowHairline;
    }
    const bool names = before == LineRole::kOpType || before == LineRole::kName;
    return names && here != LineRole::kOpType && here != LineRole::kName ? kSetOff : 0;
}

/// Marks stand in the upper corners, so a line there needs room on both sides to stay in the middle.
double markRoom(const Box& box) {
    return box.shared || box.defect ? kMarkSize + kMarkInset : 0;
}

void measure(Box& box) {
    const Theme& style = theme(ThemeKind::kLight);  // Sizes are those of every theme.
    const Padding pad = padding(box);
    double text_width = 0;
    double height = pad.top + pad.bottom;
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
        const LineStyle line = style.line(box.lines[i].role, box.kind);
        const double room = i == 0 ? 2 * markRoom(box) : 0;
        text_width = std::max(text_width, lineWidth(box.lines[i], line) + room);
        height += line.leading + spaceAbove(box, i);
    }
    box.width = std::max(pad.least_width, text_width + 2 * pad.side);
    box.height = std::max(height, 14.0);
}

}  // namespace

double baseline(const LineStyle& style) {
    constexpr double kHalfCapital = 0.365;  // Capitals of DejaVu Sans are 0.729 em high.
    return style.leading / 2 + kHalfCapital * style.size;
}

Face face(const LineStyle& style) {
    if (style.mono) {
        return Face::kMono;
    }
    return style.bold ? Face::kSansBold : Face::kSans;
}

double lineWidth(std::string_view text, const LineStyle& style) {
    return textWidth(text, face(style), style.size);
}

std::vector<TextRun> textRuns(const TextLine& line) {
    if (line.role != LineRole::kConstant) {
        return {{line.text, false}};
    }
    constexpr std::string_view kOpen = "‹";
    constexpr std::string_view kClose = "›";
    const std::string_view text = line.text;
    std::vector<TextRun> runs;
    std::size_t start = 0;
    int depth = line.continued ? 1 : 0;
    const auto cut = [&](std::size_t end, bool bold) {
        if (end > start) {
            runs.push_back({text.substr(start, end - start), bold});
            start = end;
        }
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.substr(at, kOpen.size()) == kOpen) {
            if (depth++ == 0) {
                cut(at, true);
            }
        } else if (depth > 0 && text.substr(at, kClose.size()) == kClose && --depth == 0) {
            cut(at + kClose.size(), false);
        }
    }
    cut(text.size(), depth == 0);
    return runs;
}

double lineWidth(const TextLine& line, const LineStyle& style) {
    double width = 0;
    for (const TextRun& run : textRuns(line)) {
        LineStyle run_style = style;
        run_style.bold = style.bold || run.bold;
        width += lineWidth(run.text, run_style);
    }
    return width;
}

std::vector<double> baselines(const Box& box) {
    const Theme& style = theme(ThemeKind::kLight);
    std::vector<double> out;
    out.reserve(box.lines.size());
    double y = padding(box).top;
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
        const LineStyle line = style.line(box.lines[i].role, box.kind);
        y += spaceAbove(box, i);
        out.push_back(y + baseline(line));
        y += line.leading;
    }
    return out;
}

double constantsTop(const Box& box) {
    if (box.kind != BoxKind::kOp && box.kind != BoxKind::kGroup) {
        return 0;
    }
    const Theme& style = theme(ThemeKind::kLight);
    double y = padding(box).top;
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
        if (box.lines[i].role == LineRole::kConstant) {
            return i == 0 ? 0 : y + kAboveConstants;
        }
        y += spaceAbove(box, i) + style.line(box.lines[i].role, box.kind).leading;
    }
    return 0;
}

void measure(Scene& scene) {
    for (Box& box : scene.boxes) {
        measure(box);
    }
    for (Edge& edge : scene.edges) {
        if (edge.label.empty()) {
            edge.label_width = 0;
            edge.label_height = 0;
            continue;
        }
        const LineStyle line = theme(ThemeKind::kLight).edgeLabel(edge.type);
        edge.label_width = lineWidth(edge.label, line) + 2 * kLabelMargin;
        edge.label_height = line.leading + 2;
    }
}

}  // namespace qdqlens
